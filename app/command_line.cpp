// SPDX-License-Identifier: Apache-2.0
#include "app/command_line.h"

#include "app/suggest.h"
#include "core/model/ranks_text.h"
#include "core/report/build_info.h"
#include "core/report/picture_preset.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <optional>

namespace lanescope::app {

using base::ErrorCode;
using base::fail;
using base::Result;

namespace {

constexpr std::size_t kMostBaselines = 8;
constexpr unsigned kMostThreads = 1024;

struct CommandInfo {
  Command command;
  const char* name;
  const char* summary;
  std::vector<std::string> formats;  // the default first
};

const std::vector<CommandInfo>& commands() {
  static const std::vector<CommandInfo> list = {
      {Command::report, "report", "What happened: the verdict, the evidence, every rank's end", {"text", "brief", "markdown", "json", "html", "github"}},
      {Command::compare, "compare", "What differs from one or more runs of the same job that passed", {"text", "markdown", "json", "html"}},
      {Command::events, "events", "Every event, one a line", {"jsonl", "csv"}},
      {Command::sources, "sources", "How each source was read and placed in time", {"text", "json"}},
      {Command::explain, "explain", "Every rule that was asked about one finding, and what it said", {}},
      {Command::search, "search", "Lines that hold a text or match a regular expression, with the exact total", {"text", "jsonl"}},
      {Command::image, "image", "A picture of the timeline for an issue", {}},
      {Command::trace, "trace", "The timeline as trace-event JSON, for Perfetto and chrome://tracing", {}},
      {Command::known, "known", "Failures that you have named: add PATH..., list, remove ID", {"text", "json"}},
  };
  return list;
}

std::vector<std::string> commandNames() {
  std::vector<std::string> names;
  for (const CommandInfo& info : commands()) names.emplace_back(info.name);
  return names;
}

const CommandInfo* findCommand(std::string_view name) {
  const auto found =
      std::find_if(commands().begin(), commands().end(), [name](const CommandInfo& info) { return info.name == name; });
  return found == commands().end() ? nullptr : &*found;
}

bool isOneOf(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string didYouMean(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string nearest = closest(word, candidates);
  return nearest.empty() ? "" : fmt::format("did you mean '{}'?", nearest);
}

tl::unexpected<base::Error> wrong(std::string what, std::string tryThis) {
  return fail(ErrorCode::invalidArgument, std::move(what), {}, std::move(tryThis));
}

// The options as CLI11 fills them, before they are checked.
struct Raw {
  std::vector<std::string> paths;
  std::vector<std::vector<std::string>> baselines;
  std::string format, output, zone, size, preset, theme, from, to;
  std::vector<std::string> signatures, set, clear;
  std::string pattern, ranks, finding, firstFailure, ignore, repository, action, note, url;
  std::vector<std::string> redact, keep;
  bool fixed = false, ignoreCase = false, wholeWord = false;
  unsigned threads = 0;
  bool quiet = false, verbose = false, noSideFile = false, known = false, version = false;
};

void addSpan(CLI::App& app, Raw& raw) {
  app.add_option("--from", raw.from, "Start of the span: 2026-01-31T12:00:00Z, or a time of day in UTC");
  app.add_option("--to", raw.to, "End of the span");
}

void addSearch(CLI::App& app, Raw& raw) {
  app.add_option("PATTERN", raw.pattern,
                 "A regular expression in RE2's syntax, or several: A AND B, A OR B, A AND NOT B. AND binds closer; double quotes around a "
                 "pattern make the three words of it")
      ->type_name("");
  app.add_flag("-F,--fixed-strings", raw.fixed, "PATTERN is exactly this text: no expression, no AND, OR and NOT");
  app.add_flag("-i,--ignore-case", raw.ignoreCase, "Upper and lower case are the same");
  app.add_flag("-w,--word-regexp", raw.wholeWord, "Only between word borders");
  app.add_option("--rank", raw.ranks, "Only lines of these ranks: 0-7,13")->type_name("LIST");
  addSpan(app, raw);
}

void addKnown(CLI::App& app, Raw& raw) {
  app.add_option("ACTION", raw.action, "add PATH... --note TEXT, list, or remove ID...")->type_name("");
  app.add_option("--finding", raw.finding, "The finding to name: f3, as `report` names it (default: the first failure)")->type_name("ID");
  app.add_option("--note", raw.note, "What is known of it")->type_name("TEXT");
  app.add_option("--url", raw.url, "Where more of it is written down")->type_name("URL");
}

void addCommon(CLI::App& app, Raw& raw) {
  app.add_option("PATH", raw.paths, "Archives, folders and files of one run")->type_name("");
  app.add_option("--zone", raw.zone, "Zone of stamps that state none: +09:00 or an IANA name (default: UTC)")
      ->type_name("ZONE");
  app.add_option("--signatures", raw.signatures, "A folder with further signatures; repeatable")
      ->allow_extra_args(false)
      ->type_name("DIR");
  app.add_option("--threads", raw.threads, "Worker threads (default: one for each core)")->type_name("N");
  app.add_flag("--no-side-file", raw.noSideFile, "Leave out what was set for the run and is kept beside it (.lanescope)");
  app.add_flag("--known", raw.known, "Say of which failures you have written down that they were seen before, also in JSON and annotations");
  app.add_flag("-q,--quiet", raw.quiet, "No progress");
  app.add_flag("-v,--verbose", raw.verbose, "Say on standard error what was read and how long it took");
}

void addComparing(CLI::App& app, Raw& raw) {
  app.add_option("--baseline", raw.baselines,
                 "Paths of a run to compare with, up to the next option; one path where it stands before all PATHs; repeatable")
      ->type_name("PATH");
  app.add_option("--ignore", raw.ignore, "A file of rules for what not to tell (default: .lanescope/ignore.json beside the run)")->type_name("FILE");
  app.add_option("--repo", raw.repository, "A local git clone: the files that differ between the two commits")->type_name("CLONE");
}

void addRedaction(CLI::App& app, Raw& raw) {
  app.add_option("--redact", raw.redact,
                 "Replace by stable names: hosts, ips, users, emails, secrets, several separated by commas (all, where none is named). Secrets and e-mail "
                 "always are in markdown, html, github, brief and pictures")
      ->allow_extra_args(false)
      ->type_name("[KINDS]");
  app.add_option("--no-redact", raw.keep, "Leave these kinds, or all, as they are")->allow_extra_args(false)->type_name("[KINDS]");
}

// "hosts,ips", "all"; nothing where a word is no kind.
std::optional<report::RedactKinds> parseKinds(const std::string& text) {
  report::RedactKinds kinds;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    if (word == "all") kinds.set(report::RedactKinds::all());
    else if (const auto kind = report::redactKindOf(word)) kinds.set(*kind);
    else return std::nullopt;
    begin = end + 1;
  }
  return kinds;
}

// The two may stand without kinds, also before a PATH: CLI11 is given them in one word.
std::vector<std::string> withKinds(const std::vector<std::string>& arguments) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == "--") {
      out.insert(out.end(), arguments.begin() + static_cast<std::ptrdiff_t>(i), arguments.end());
      break;
    }
    out.push_back(arguments[i]);
    if (arguments[i] != "--redact" && arguments[i] != "--no-redact") continue;
    const bool named = i + 1 < arguments.size() && parseKinds(arguments[i + 1]);
    out.back() += '=' + (named ? arguments[++i] : std::string("all"));
  }
  return out;
}

// Without a PATH before it, the first --baseline has taken them all: only its first one is meant.
void takePathsBack(Raw& raw) {
  if (!raw.paths.empty()) return;
  for (std::vector<std::string>& paths : raw.baselines) {
    if (paths.size() < 2) continue;
    raw.paths.insert(raw.paths.end(), paths.begin() + 1, paths.end());
    paths.resize(1);
  }
}

void addSettings(CLI::App& app, Raw& raw) {
  app.add_option("--set", raw.set,
                 "Say how a source is to be read, and keep it beside the run: SOURCE:rank=3, SOURCE:launch=2 (from 1), "
                 "SOURCE:zone=+09:00, SOURCE:format=rank|carrier|nccl|none (a rank's own file, several ranks, NCCL's, not a log: "
                 "left out), several separated by commas; zone=+09:00 and first-failure=f3 are the whole run's. SOURCE is a path as listed, its end, or a "
                 "folder: all that is in it. Repeatable")
      ->allow_extra_args(false)
      ->type_name("SETTING");
  app.add_option("--clear", raw.clear,
                 "Take settings back: SOURCE, SOURCE:rank, zone (the run's), all. Before --set; repeatable")
      ->allow_extra_args(false)
      ->type_name("SETTING");
}

void addCommandOptions(CLI::App& app, Raw& raw, const CommandInfo* info) {
  if (!info) {
    addComparing(app, raw);
    app.add_flag("--version", raw.version, "Print the version");
    return;
  }
  if (info->command == Command::report || info->command == Command::compare || info->command == Command::image) addComparing(app, raw);
  if (info->command == Command::sources) addSettings(app, raw);
  if (info->command == Command::explain) app.add_option("--finding", raw.finding, "The finding: f3, as `report` names it (default: the first failure)")->type_name("ID");
  if (info->command == Command::report) {
    app.add_option("--first-failure", raw.firstFailure,
                   "Say which finding is the first failure (f3), and keep it beside the run; `tool` takes that back")
        ->type_name("ID");
  }
  addRedaction(app, raw);
  if (!info->formats.empty())
    app.add_option("--format", raw.format,
                   fmt::format("{} (default: {})", fmt::join(info->formats, " or "), info->formats.front()));
  app.add_option("-o,--output", raw.output,
                 info->command == Command::image ? "FILE.png, FILE.svg or FILE.pdf" : "Write to this file instead of standard output");
  if (info->command != Command::image) return;
  app.add_option("--preset", raw.preset, "issue (1720 wide, as high as needed, the default), slide (1920x1080) or print (A4 across, 3508x2480)")->type_name("NAME");
  app.add_option("--size", raw.size, "WIDTHxHEIGHT in pixels, in place of a preset's")->type_name("WxH");
  addSpan(app, raw);
  app.add_option("--theme", raw.theme, "light or dark (default: light)");
}

std::string commandsHelp() {
  std::string text = "Without a sub-command the window opens. Sub-commands need no display:\n";
  for (const CommandInfo& info : commands()) text += fmt::format("  lanescope {:<8} PATH...  {}\n", info.name, info.summary);
  return text +
         "`lanescope SUB-COMMAND --help` tells more. Exit status of report: 0 no failure, 1 a first failure;\n"
         "of compare: 0 nothing differs, 1 something does; of search: 0 found, 1 not found; 2 nothing usable was read or wrong arguments.";
}

std::vector<std::string> optionNames(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

// Why CLI11 refused, in our words.
base::Error explain(const CLI::App& app, const CLI::ParseError& error, const std::string& help) {
  const std::vector<std::string> extras = app.remaining();
  const auto option = std::find_if(extras.begin(), extras.end(),
                                   [](const std::string& word) { return word.size() > 1 && word.front() == '-'; });
  if (option == extras.end()) return {ErrorCode::invalidArgument, error.what(), {}, help};
  const std::string name = option->substr(0, option->find('='));
  const std::string suggestion = didYouMean(name, optionNames(app));
  return {ErrorCode::invalidArgument, fmt::format("unknown option {}", name), {}, suggestion.empty() ? help : suggestion};
}

Result<std::string> checkedFormat(const CommandInfo& info, const std::string& given) {
  if (given.empty()) return info.formats.empty() ? std::string() : info.formats.front();
  if (std::find(info.formats.begin(), info.formats.end(), given) != info.formats.end()) return given;
  return wrong(fmt::format("format '{}' is unknown", given),
               fmt::format("{} writes {}", info.name, fmt::join(info.formats, " or ")));
}

std::optional<std::pair<int, int>> parseSize(const std::string& text) {
  constexpr int kLeast = 400, kMost = 8'000;  // what a picture can be
  int width = 0, height = 0;
  const char* end = text.data() + text.size();
  const auto [middle, error] = std::from_chars(text.data(), end, width);
  if (error != std::errc() || middle == end || *middle != 'x') return std::nullopt;
  const auto [last, heightError] = std::from_chars(middle + 1, end, height);
  const bool fits = std::min(width, height) >= kLeast && std::max(width, height) <= kMost;
  if (heightError != std::errc() || last != end || !fits) return std::nullopt;
  return std::pair(width, height);
}

Result<void> fillPictureSize(CommandLine& line, const Raw& raw) {
  std::vector<std::string> names;
  for (const report::PicturePreset& preset : report::kPicturePresets) names.emplace_back(preset.name);
  const report::PicturePreset* preset = report::picturePreset(raw.preset.empty() ? names.front() : raw.preset);
  if (!preset) {
    const std::string suggestion = didYouMean(raw.preset, names);
    return wrong(fmt::format("preset '{}' is unknown", raw.preset), suggestion.empty() ? fmt::format("{}; or --size WIDTHxHEIGHT", fmt::join(names, ", ")) : suggestion);
  }
  line.width = preset->width;
  line.height = preset->height;
  if (raw.size.empty()) return {};
  if (!raw.preset.empty()) return wrong("--preset and --size both say how large the picture is", "one or the other");
  const auto size = parseSize(raw.size);
  if (!size) return wrong(fmt::format("size '{}' is not WIDTHxHEIGHT in pixels", raw.size), "400 to 8000 each, for example --size 1720x1050");
  line.width = size->first;
  line.height = size->second;
  return {};
}

Result<void> fillPicture(CommandLine& line, const Raw& raw) {
  if (raw.output.empty()) return wrong("image needs a file to write", "lanescope image PATH... -o FILE.png (or FILE.svg, FILE.pdf)");
  std::string extension = std::filesystem::path(raw.output).extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(), [](unsigned char c) { return c < 0x80 ? static_cast<char>(std::tolower(c)) : static_cast<char>(c); });
  if (!isOneOf(extension, {".png", ".svg", ".pdf"}))
    return wrong(fmt::format("the name '{}' does not say which kind of picture", raw.output), "end it with .png, .svg or .pdf");
  if (!raw.theme.empty() && raw.theme != "light" && raw.theme != "dark")
    return wrong(fmt::format("theme '{}' is unknown", raw.theme), "light or dark");
  line.dark = raw.theme == "dark";
  return fillPictureSize(line, raw);
}

Result<void> fillSearch(CommandLine& line, const Raw& raw) {
  if (raw.pattern.empty()) return wrong("no PATTERN given", "lanescope search PATTERN PATH...");
  line.query.text = raw.pattern;
  line.query.regex = !raw.fixed;
  line.query.matchCase = !raw.ignoreCase;
  line.query.wholeWord = raw.wholeWord;
  line.query.operators = !raw.fixed;
  if (raw.ranks.empty()) return {};
  auto ranks = model::parseRanks(raw.ranks);
  if (!ranks) return wrong(fmt::format("'{}' is no list of ranks", raw.ranks), "for example --rank 0-7,13");
  line.ranks = *std::move(ranks);
  return {};
}

Result<void> fillRedaction(CommandLine& line, const Raw& raw) {
  for (const auto& [words, kinds] : {std::pair(&raw.redact, &line.redact), std::pair(&raw.keep, &line.keep)}) {
    for (const std::string& word : *words) {
      const auto parsed = parseKinds(word);
      if (!parsed) return wrong(fmt::format("'{}' names no kinds to redact", word), "hosts, ips, users, emails, secrets or all, separated by commas");
      kinds->set(*parsed);
    }
  }
  return {};
}

Result<void> fillKnown(CommandLine& line, const Raw& raw) {
  constexpr const char* kActions = "lanescope known add PATH... --note TEXT, known list, known remove ID";
  if (raw.action == "add") line.known = KnownAction::add;
  else if (raw.action == "list") line.known = KnownAction::list;
  else if (raw.action == "remove") line.known = KnownAction::remove;
  else return wrong(raw.action.empty() ? "known needs an action" : fmt::format("known has no action '{}'", raw.action), kActions);
  if (line.known == KnownAction::list && !raw.paths.empty()) return wrong(fmt::format("known list takes no '{}'", raw.paths.front()), kActions);
  if (line.known != KnownAction::add && !(raw.finding + raw.note + raw.url).empty()) return wrong("--finding, --note and --url belong to known add", kActions);
  if (line.known == KnownAction::remove) {
    if (raw.paths.empty()) return wrong("no ID given", "lanescope known list shows them");
    line.knownIds = raw.paths;
  }
  line.note = raw.note;
  line.url = raw.url;
  return {};
}

// Who reads a report wants to know what was written down of it; a program wants the same bytes for the same input.
bool looksForKnown(const CommandLine& line, const Raw& raw) {
  if (raw.known) return true;
  if (raw.noSideFile) return false;
  return line.command == Command::window || (line.command == Command::report && isOneOf(line.format, {"text", "brief", "markdown", "html"}));
}

Result<CommandLine> check(const Raw& raw, const CommandInfo* info) {
  CommandLine line;
  line.command = info ? info->command : Command::window;
  if (line.command == Command::search) {
    if (const Result<void> filled = fillSearch(line, raw); !filled) return tl::make_unexpected(filled.error());
  }
  if (line.command == Command::compare && raw.baselines.empty()) return wrong("no --baseline given", "lanescope compare PATH... --baseline PATH...");
  if (line.command == Command::known) {
    if (const Result<void> filled = fillKnown(line, raw); !filled) return tl::make_unexpected(filled.error());
  }
  const bool needsPath = info && (line.command != Command::known || line.known == KnownAction::add);
  if (needsPath && raw.paths.empty()) return wrong("no PATH given", fmt::format("lanescope {} PATH...", info->name));
  if (raw.threads > kMostThreads)
    return wrong(fmt::format("--threads {} is too many", raw.threads), fmt::format("at most {}", kMostThreads));
  if (raw.baselines.size() > kMostBaselines)
    return wrong(fmt::format("{} baselines given", raw.baselines.size()), fmt::format("at most {}", kMostBaselines));
  line.request.paths = raw.paths;
  line.request.threads = raw.threads;
  line.request.signatureFolders = raw.signatures;
  line.request.zone = raw.zone;
  line.request.sideFile = !raw.noSideFile;
  for (const std::vector<std::string>& paths : raw.baselines) {
    line.baselines.push_back(line.request);
    line.baselines.back().paths = paths;
  }
  line.ignoreFile = raw.ignore;
  line.repository = raw.repository;
  line.output = raw.output;
  line.from = raw.from;
  line.to = raw.to;
  line.quiet = raw.quiet;
  line.verbose = raw.verbose;
  line.request.known = looksForKnown(line, raw);
  if (!info) return line;
  if (const Result<void> filled = fillRedaction(line, raw); !filled) return tl::make_unexpected(filled.error());
  line.finding = raw.finding;
  const std::string choice = raw.firstFailure.empty() ? std::string() : std::string(model::kFirstFailureOverride) + '=' + raw.firstFailure;
  const bool takesBack = raw.firstFailure == "tool";
  auto settings = choice.empty() ? parseSettings(raw.set, raw.clear)
                                 : parseSettings(takesBack ? std::vector<std::string>() : std::vector<std::string>{choice},
                                                 takesBack ? std::vector<std::string>{model::kFirstFailureOverride} : std::vector<std::string>());
  if (!settings) return tl::make_unexpected(settings.error());
  line.settings = *std::move(settings);
  if (!line.settings.empty() && raw.noSideFile) return wrong("--no-side-file leaves out what is to be kept in it", "one or the other");
  const Result<std::string> format = checkedFormat(*info, raw.format);
  if (!format) return tl::make_unexpected(format.error());
  line.format = *format;
  line.request.known = looksForKnown(line, raw);
  if (line.command == Command::image) {
    if (const Result<void> filled = fillPicture(line, raw); !filled) return tl::make_unexpected(filled.error());
  }
  return line;
}

// A first argument that looks like a sub-command and is none; nothing where it may be a path.
std::optional<base::Error> refuseFirst(const std::string& word) {
  std::error_code error;
  if (word.empty() || word.front() == '-' || std::filesystem::exists(word, error)) return std::nullopt;
  const bool isPlainWord = word.find_first_of("./") == std::string::npos;
  const std::string suggestion = isPlainWord ? didYouMean(word, commandNames()) : "";
  if (suggestion.empty()) return std::nullopt;
  return base::Error{ErrorCode::invalidArgument, fmt::format("'{}' is neither a sub-command nor a file", word), {}, suggestion};
}

// `lanescope -q report PATH`: without this, the sub-command would be taken for a path.
std::optional<base::Error> refuseLate(const std::vector<std::string>& words) {
  std::size_t at = 0;
  while (at < words.size() && words[at].size() > 1 && words[at].front() == '-') ++at;
  std::error_code error;
  if (at == 0 || at == words.size() || !findCommand(words[at]) || std::filesystem::exists(words[at], error)) return std::nullopt;
  return base::Error{ErrorCode::invalidArgument, fmt::format("'{}' stands after an option", words[at]), {},
                     fmt::format("the sub-command comes first: lanescope {} {} PATH...", words[at], fmt::join(words.begin(), words.begin() + at, " "))};
}

}  // namespace

Result<CommandLine> parseCommandLine(int argc, const char* const* argv) {
  const std::string first = argc > 1 ? argv[1] : "";
  const CommandInfo* info = findCommand(first);
  if (!info) {
    if (auto refused = refuseFirst(first)) return tl::make_unexpected(*std::move(refused));
    if (auto refused = refuseLate({argv + std::min(argc, 1), argv + argc})) return tl::make_unexpected(*std::move(refused));
  }
  Raw raw;
  CLI::App app(info ? info->summary : "Timeline and log viewer for multi-rank GPU jobs",
               info ? fmt::format("lanescope {}", info->name) : "lanescope");
  if (info && info->command == Command::search) addSearch(app, raw);   // its pattern stands before the paths
  if (info && info->command == Command::known) addKnown(app, raw);     // so does its action
  addCommon(app, raw);
  addCommandOptions(app, raw, info);
  if (!info) app.footer(commandsHelp());
  const std::string help = fmt::format("see {} --help", app.get_name());
  // CLI11 takes the arguments in reverse order.
  std::vector<std::string> arguments = withKinds({argv + std::min(argc, info ? 2 : 1), argv + argc});
  std::reverse(arguments.begin(), arguments.end());
  CommandLine line;
  try {
    app.parse(arguments);
  } catch (const CLI::CallForHelp&) {
    line.message = app.help();
    return line;
  } catch (const CLI::ParseError& error) {
    return tl::make_unexpected(explain(app, error, help));
  }
  for (const CLI::Option* option : app.get_options()) {
    const auto& values = option->results();
    // CLI11 marks the end of each list of --baseline with an empty value.
    if (option->check_lname("baseline") || option->count() == 0 || std::find(values.begin(), values.end(), std::string()) == values.end()) continue;
    return wrong(fmt::format("{} is given an empty value", option->get_name()), "leave it out, or check the variable it comes from");
  }
  if (raw.version) {
    line.message = fmt::format("lanescope {}\n", report::toolVersion());
    return line;
  }
  takePathsBack(raw);
  return check(raw, info);
}

}  // namespace lanescope::app
