// SPDX-License-Identifier: Apache-2.0
#include "core/session/known_failures.h"

#include "core/base/json_text.h"
#include "core/base/kept_file.h"
#include "core/report/time_text.h"
#include "core/text/clean.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <functional>
#include <system_error>
#include <utility>

namespace lanescope::session {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kSchema = "lanescope.known/1";
constexpr std::uintmax_t kMostBytes = 64 << 20;
constexpr std::size_t kMostSightings = 10'000;   // of one failure: the oldest that nobody named go first
constexpr std::size_t kMostHosts = 64;           // of one sighting
constexpr std::size_t kTitleBytes = 400;
constexpr std::size_t kLeastDigits = 4;

base::Error unusable(const std::string& what) { return {base::ErrorCode::corrupt, "the file of known failures cannot be used: " + what, knownFailuresPath(), "mend it, or move it away"}; }

Json emptyDocument() { return {{"schema", kSchema}, {"failures", Json::array()}}; }

base::Result<Json> readDocument() {
  const std::string path = knownFailuresPath();
  std::error_code error;
  if (path.empty() || !fs::exists(path, error)) {
    if (error) return tl::make_unexpected(unusable(error.message()));
    return emptyDocument();
  }
  const auto text = base::readJsonText(path, kMostBytes);
  if (!text) return tl::make_unexpected(unusable(text.error().what));
  Json document = Json::parse(*text, nullptr, false);
  if (!document.is_object()) return tl::make_unexpected(unusable("it is no JSON object"));
  const auto schema = document.find("schema");
  if (schema == document.end() || !schema->is_string()) return tl::make_unexpected(unusable("it names no schema"));
  if (*schema != kSchema) return tl::make_unexpected(unusable("this version reads " + std::string(kSchema) + ", not " + schema->get<std::string>()));
  if (!document.contains("failures")) document["failures"] = Json::array();
  if (!document["failures"].is_array()) return tl::make_unexpected(unusable("its failures are no list"));
  return document;
}

base::Result<void> writeDocument(const Json& document) {
  const std::string path = knownFailuresPath();
  if (base::replaceFile(path, document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n')) return {};
  return base::fail(base::ErrorCode::io, std::string("the known failures cannot be written: ") + std::strerror(errno), path, "make the folder writable");
}

// Read, changed and written while no other process does so. `change` says whether there is anything to write.
base::Result<void> changeDocument(const std::function<base::Result<bool>(Json&)>& change) {
  const std::string folder = base::userDataFolder();
  if (folder.empty()) return base::fail(base::ErrorCode::io, "there is no folder for the known failures", {}, "set HOME or XDG_DATA_HOME");
  const auto lock = base::FolderLock::take(folder);
  if (!lock) return tl::make_unexpected(lock.error());
  auto document = readDocument();
  if (!document) return tl::make_unexpected(document.error());
  const auto news = change(*document);
  if (!news) return tl::make_unexpected(news.error());
  return *news ? writeDocument(*document) : base::Result<void>();
}

std::string textAt(const Json& entry, const char* key) {
  const auto found = entry.find(key);
  return found == entry.end() || !found->is_string() ? std::string() : found->get<std::string>();
}

Sighting readSighting(const Json& entry) {
  Sighting seen;
  seen.run = textAt(entry, "run");
  seen.name = textAt(entry, "name");
  seen.date = textAt(entry, "date");
  const auto named = entry.find("named");
  seen.named = named != entry.end() && named->is_boolean() && named->get<bool>();
  const auto hosts = entry.find("hosts");
  if (hosts == entry.end() || !hosts->is_array()) return seen;
  for (const Json& host : *hosts) {
    if (host.is_string()) seen.hosts.push_back(host.get<std::string>());
  }
  return seen;
}

// nullopt where the entry names no failure: it stays in the file and means nothing here.
std::optional<KnownFailure> readFailure(const Json& entry) {
  if (!entry.is_object()) return std::nullopt;
  KnownFailure failure;
  failure.fingerprint = textAt(entry, "fingerprint");
  if (failure.fingerprint.empty()) return std::nullopt;
  failure.findingClass = textAt(entry, "class");
  failure.title = textAt(entry, "title");
  failure.note = textAt(entry, "note");
  failure.url = textAt(entry, "url");
  const auto seen = entry.find("seen");
  if (seen == entry.end() || !seen->is_array()) return failure;
  for (const Json& each : *seen) {
    if (each.is_object()) failure.seen.push_back(readSighting(each));
  }
  return failure;
}

Json* findEntry(Json& document, const std::string& fingerprint) {
  for (Json& entry : document["failures"]) {
    if (entry.is_object() && textAt(entry, "fingerprint") == fingerprint) return &entry;
  }
  return nullptr;
}

std::string dateOf(const model::Run& run, const model::Finding& finding) {
  if (finding.time.known()) return report::dateText(finding.time.utc);
  return run.clock.first.known() ? report::dateText(run.clock.first.utc) : std::string();
}

// Where the finding was observed; of one that names no host, where the run ran.
std::vector<std::string> hostsOf(const model::Run& run, const model::Finding& finding) {
  std::vector<std::string> hosts = finding.hosts.empty() ? run.hosts : finding.hosts;
  if (hosts.size() > kMostHosts) hosts.resize(kMostHosts);
  return hosts;
}

void dropOldest(Json& list) {
  for (std::size_t i = 0; i < list.size() && list.size() > kMostSightings;) {
    if (list[i].is_object() && !readSighting(list[i]).named) list.erase(i);
    else ++i;
  }
}

// Whether that is news.
bool addSighting(Json& entry, const model::Run& run, const model::Finding& finding, bool named) {
  Json& list = entry["seen"];
  if (!list.is_array()) list = Json::array();
  for (Json& old : list) {
    if (!old.is_object() || textAt(old, "run") != run.id) continue;
    if (!named || readSighting(old).named) return false;
    old["named"] = true;
    return true;
  }
  Json seen = {{"run", run.id}, {"name", text::toUtf8(run.name)}, {"date", dateOf(run, finding)}, {"hosts", Json::array()}};
  for (const std::string& host : hostsOf(run, finding)) seen["hosts"].push_back(text::toUtf8(host));
  if (named) seen["named"] = true;
  list.push_back(std::move(seen));
  dropOldest(list);
  return true;
}

void addUp(const Sighting& seen, model::SeenBefore& sum) {
  ++sum.count;
  if (!seen.date.empty()) sum.dates.push_back(seen.date);
  sum.hosts.insert(sum.hosts.end(), seen.hosts.begin(), seen.hosts.end());
}

void sortOnce(std::vector<std::string>& texts) {
  std::sort(texts.begin(), texts.end());
  texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
}

}  // namespace

std::string knownFailuresPath() {
  const std::string folder = base::userDataFolder();
  return folder.empty() ? folder : (fs::path(folder) / "known.json").string();
}

base::Result<KnownFailures> readKnownFailures() {
  const auto document = readDocument();
  if (!document) return tl::make_unexpected(document.error());
  KnownFailures known;
  for (const Json& entry : document->at("failures")) {
    if (auto failure = readFailure(entry)) known.push_back(*std::move(failure));
  }
  return known;
}

base::Result<void> nameFailure(const model::Run& run, const model::Finding& finding, const std::string& note, const std::string& url) {
  return changeDocument([&](Json& document) -> base::Result<bool> {
    Json* entry = findEntry(document, finding.fingerprint);
    if (note.empty() && (!entry || textAt(*entry, "note").empty()))
      return base::fail(base::ErrorCode::invalidArgument, "a known failure needs a note", finding.id, "--note TEXT says what is known of it");
    if (!entry) {
      document["failures"].push_back({{"fingerprint", finding.fingerprint}});
      entry = &document["failures"].back();
    }
    (*entry)["class"] = model::toString(finding.findingClass);
    (*entry)["title"] = text::toUtf8(finding.title.substr(0, kTitleBytes));
    if (!note.empty()) (*entry)["note"] = text::toUtf8(note);
    if (!url.empty()) (*entry)["url"] = text::toUtf8(url);
    addSighting(*entry, run, finding, true);
    return true;
  });
}

base::Result<KnownFailure> forgetFailure(const std::string& id) {
  KnownFailure gone;
  const auto done = changeDocument([&](Json& document) -> base::Result<bool> {
    Json& list = document["failures"];
    std::vector<std::size_t> meant;
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::string fingerprint = list[i].is_object() ? textAt(list[i], "fingerprint") : std::string();
      if (fingerprint == id || (id.size() >= kLeastDigits && fingerprint.starts_with(id))) meant.push_back(i);
    }
    if (meant.empty()) return base::fail(base::ErrorCode::invalidArgument, "no known failure is called '" + id + "'", {}, "lanescope known list shows them");
    if (meant.size() > 1) return base::fail(base::ErrorCode::invalidArgument, std::to_string(meant.size()) + " known failures begin with '" + id + "'", {}, "give more of its digits");
    gone = *readFailure(list[meant.front()]);
    list.erase(meant.front());
    return true;
  });
  if (!done) return tl::make_unexpected(done.error());
  return gone;
}

base::Result<void> keepSightings(const model::Run& run) {
  const auto known = readKnownFailures();
  if (!known) return tl::make_unexpected(known.error());
  const auto isNews = [&](const KnownFailure& failure) {
    const bool shown = std::any_of(run.findings.begin(), run.findings.end(), [&](const model::Finding& finding) { return finding.fingerprint == failure.fingerprint; });
    return shown && std::none_of(failure.seen.begin(), failure.seen.end(), [&](const Sighting& seen) { return seen.run == run.id; });
  };
  if (std::none_of(known->begin(), known->end(), isNews)) return {};
  return changeDocument([&](Json& document) -> base::Result<bool> {
    bool news = false;
    for (const model::Finding& finding : run.findings) {
      if (Json* entry = findEntry(document, finding.fingerprint)) news = addSighting(*entry, run, finding, false) || news;
    }
    return news;
  });
}

model::SeenBefore allSightings(const KnownFailure& known) {
  model::SeenBefore sum;
  sum.fingerprint = known.fingerprint;
  sum.note = known.note;
  sum.url = known.url;
  for (const Sighting& seen : known.seen) addUp(seen, sum);
  sortOnce(sum.dates);
  sortOnce(sum.hosts);
  return sum;
}

std::vector<model::SeenBefore> seenBefore(const model::Run& run, const KnownFailures& known) {
  std::vector<model::SeenBefore> list;
  for (const model::Finding& finding : run.findings) {
    const auto failure = std::find_if(known.begin(), known.end(), [&](const KnownFailure& each) { return each.fingerprint == finding.fingerprint; });
    if (failure == known.end()) continue;
    KnownFailure others = *failure;
    others.seen.erase(std::remove_if(others.seen.begin(), others.seen.end(), [&](const Sighting& seen) { return seen.run == run.id && !seen.named; }), others.seen.end());
    model::SeenBefore sum = allSightings(others);
    sum.finding = finding.id;
    sum.thisRun = std::any_of(others.seen.begin(), others.seen.end(), [&](const Sighting& seen) { return seen.run == run.id; });
    list.push_back(std::move(sum));
  }
  return list;
}

}  // namespace lanescope::session
