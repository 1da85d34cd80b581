// SPDX-License-Identifier: Apache-2.0
#include "core/report/each_text.h"
#include "core/report/redact.h"

namespace lanescope::report {
namespace {

constexpr std::size_t kLineBytes = 4'000;

struct Learner {
  void text(std::string& text) { redactor.learnFrom(text); }
  void named(const std::string& name, std::string& value) { redactor.learnFrom(name + '=' + value); }
  void source(const model::Source& source) { redactor.learnHost(source.host); }
  Redactor& redactor;
};

struct Rewriter {
  void text(std::string& text) { text = redactor.apply(text); }
  void named(const std::string& name, std::string& value) { value = redactor.applyNamed(name, value); }
  void source(model::Source& source) { source.rewrite = lines; }
  Redactor& redactor;
  std::shared_ptr<const model::LineRewrite> lines;
};

}  // namespace

void learn(const model::Run& run, Redactor& redactor) {
  if (!redactor.kinds().has(RedactKind::hosts) && !redactor.kinds().has(RedactKind::users)) return;
  for (const std::string& host : run.hosts) redactor.learnHost(host);
  for (const model::Lane& lane : run.lanes) redactor.learnHost(lane.host);
  for (const model::Finding& finding : run.findings) {
    for (const model::Who& who : finding.who) redactor.learnHost(who.host);
  }
  for (const model::HostLane& lane : run.hostLanes) redactor.learnHost(lane.host);
  for (const model::SeenBefore& seen : run.seenBefore) {
    for (const std::string& host : seen.hosts) redactor.learnHost(host);
  }
  redactor.learnHost(run.environment.node);
  redactor.learnHost(run.environment.runner);
  for (const model::Event& event : run.events) {
    if (event.source.valid()) redactor.learnFrom(run.source(event.source).lineText(event.line, kLineBytes));
  }
  Learner learner{redactor};
  // Only looked at: the visitor asks for texts that may change.
  auto copy = run;
  EachText<Learner> each(learner);
  each(copy);
}

std::shared_ptr<const model::Run> redacted(const model::Run& run, const std::shared_ptr<Redactor>& redactor) {
  auto copy = std::make_shared<model::Run>(run);
  Rewriter rewriter{*redactor, std::make_shared<const model::LineRewrite>([redactor](std::string_view line) { return redactor->apply(line); })};
  EachText<Rewriter> each(rewriter);
  each(*copy);
  return copy;
}

std::shared_ptr<const compare::Comparison> redacted(const compare::Comparison& comparison, Redactor& redactor) {
  auto copy = std::make_shared<compare::Comparison>(comparison);
  Rewriter rewriter{redactor, nullptr};
  EachText<Rewriter> each(rewriter);
  each(*copy);
  return copy;
}

}  // namespace lanescope::report
