// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/junit_report.h"

#include "core/recognise/exception_block.h"
#include "core/recognise/failure_fields.h"
#include "core/recognise/test_log.h"
#include "core/recognise/text_fields.h"
#include "core/recognise/xml_reader.h"

#include <algorithm>
#include <charconv>

namespace lanescope::recognise {
namespace {

constexpr std::size_t kMostTextLines = 2'000;  // of one failure
constexpr std::size_t kMostFailures = 1'000'000;

std::optional<double> secondsOf(std::string_view text) {
  std::string digits;  // "1,234.5": some writers group them
  for (const char c : text) {
    if (c != ',') digits += c;
  }
  double value = 0;
  const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  constexpr double kMost = 1e9;
  return result.ec == std::errc{} && value >= 0 && value < kMost ? std::optional<double>(value) : std::nullopt;
}

// "/src/a.cc:4"
bool isPlace(std::string_view text) noexcept {
  const auto colon = text.rfind(':');
  return colon != std::string_view::npos && colon > 0 && colon + 1 < text.size() && text.find(' ') == std::string_view::npos &&
         text.find_first_not_of("0123456789", colon + 1) == std::string_view::npos;
}

bool isUpper(char c) noexcept { return c >= 'A' && c <= 'Z'; }

// "tests.test_a.TestX" -> "tests/test_a.py" and "TestX"; no file where its first part is a class.
std::string nodeIdOf(std::string_view classname, std::string_view file) {
  std::string stated(file);
  if (stated.ends_with(".py")) stated.resize(stated.size() - 3);
  std::replace(stated.begin(), stated.end(), '/', '.');
  std::size_t module = 0;  // bytes of the classname that are the module's
  if (!file.empty() && classname.starts_with(stated) &&
      (classname.size() == stated.size() || classname[stated.size()] == '.')) {
    module = stated.size();
  } else {
    while (module < classname.size()) {
      const std::size_t begin = module == 0 ? 0 : module + 1;
      if (begin >= classname.size() || isUpper(classname[begin])) break;
      module = std::min(classname.find('.', begin), classname.size());
    }
  }
  if (module == 0) return std::string(classname);
  std::string out(classname.substr(0, module));
  std::replace(out.begin(), out.end(), '.', '/');
  out += ".py";
  for (const char c : classname.substr(module)) c == '.' ? out.append("::") : out.append(1, c);
  return out;
}

class JunitReader {
 public:
  JunitReader(const input::ByteSource& source, const SignatureSet& signatures, const TimeContext& context, SourceScan& scan)
      : m_xml(source), m_signatures(&signatures), m_context(&context), m_scan(&scan), m_tests(scan, 0) {}
  void run(std::stop_token stop);

 private:
  void open(const XmlElement& element);
  void close(std::string_view name);
  void openSuite(const XmlElement& element);
  void openCase(const XmlElement& element);
  void closeCase();
  void closeFailure();
  void closeSuite();
  Moment momentOf(std::string_view text) const;
  bool inCase() const noexcept { return m_case.line != 0; }

  XmlReader m_xml;
  const SignatureSet* m_signatures;
  const TimeContext* m_context;
  SourceScan* m_scan;
  TestLog m_tests;
  struct Case {
    std::uint32_t line = 0;
    text::StringId name;
    TestWord word = TestWord::passed;
    TestPhase phase = TestPhase::call;
    bool error = false, ran = true;
    std::optional<double> seconds;
  } m_case;
  bool m_ofPytest = false, m_inFailure = false;
  FailureFact m_failure;
  std::string m_message, m_type;
  SessionFact m_end;  // counts of the suite so far
  ReportedSuite m_suite;
  std::vector<SignatureHit> m_hits;
};

Moment JunitReader::momentOf(std::string_view text) const {
  std::size_t used = 0;
  const auto stamp = parseIso(text, used);
  if (!stamp) return {};
  return {m_context->resolve(*stamp), stamp->resolutionNs, Moment::From::inner};
}

void JunitReader::openSuite(const XmlElement& element) {
  closeSuite();
  m_ofPytest = m_ofPytest || element.attribute("name") == "pytest";
  SessionFact start;
  start.line = element.line;
  start.moment = momentOf(element.attribute("timestamp"));
  m_suite = {};
  m_suite.line = element.line;
  m_suite.start = start.moment;
  m_suite.firstRow = m_scan->tests.size();
  m_suite.seconds = secondsOf(element.attribute("time"));
  m_scan->sessions.push_back(start);
  m_end = start;
  m_end.kind = SessionFact::Kind::end;
  m_end.moment = {};
  m_end.seconds = m_suite.seconds;
  m_end.passed = m_end.failed = m_end.skipped = m_end.errors = m_end.xfailed = 0;
}

void JunitReader::closeSuite() {
  if (m_suite.line == 0) return;
  m_suite.rows = m_scan->tests.size() - m_suite.firstRow;
  if (m_suite.rows > 0)
    m_scan->sessions.push_back(m_end);
  else
    m_scan->sessions.pop_back();  // a suite of suites
  if (m_suite.rows > 0) m_scan->reported.suites.push_back(m_suite);
  m_suite = {};
}

void JunitReader::openCase(const XmlElement& element) {
  if (m_suite.line == 0) openSuite(element);  // cases without a suite
  m_case = {};
  const std::string id =
      junitTestId(m_ofPytest, element.attribute("classname"), element.attribute("name"), element.attribute("file"));
  if (id.empty()) return;
  m_case.line = element.line;
  m_case.name = m_scan->names.intern(id);
  m_case.seconds = secondsOf(element.attribute("time"));
  if (element.attribute("status") == "notrun") m_case.ran = false;  // GoogleTest's disabled ones
}

void JunitReader::closeCase() {
  if (!inCase()) return;
  const auto count = [](std::optional<std::uint32_t>& number) { number = number.value_or(0) + 1; };
  if (m_case.ran) {
    m_tests.add(m_case.name, m_case.word, m_case.phase, m_case.line);
    m_scan->reported.seconds.push_back(static_cast<float>(m_case.seconds.value_or(-1)));
    switch (m_case.word) {
      case TestWord::failed:
        count(m_end.failed);
        break;
      case TestWord::error:
        count(m_end.errors);
        break;
      case TestWord::skipped:
        count(m_end.skipped);
        break;
      case TestWord::xfail:
        count(m_end.xfailed);
        break;
      default:
        count(m_end.passed);
        break;
    }
    m_end.line = m_case.line;
  }
  m_case = {};
}

void JunitReader::open(const XmlElement& element) {
  const std::string& name = element.name;
  if (name == "testsuites") m_ofPytest = element.attribute("name") == "pytest tests";
  if (name == "testsuite") openSuite(element);
  if (name == "testcase") openCase(element);
  if (!inCase() || m_inFailure) return;
  if (name == "skipped") m_case.word = element.attribute("type") == "pytest.xfail" ? TestWord::xfail : TestWord::skipped;
  if (name != "failure" && name != "error") return;
  m_inFailure = true;
  m_message = std::string(element.attribute("message"));
  m_type = std::string(element.attribute("type"));
  const bool error = name == "error";
  m_case.word = error && m_case.word != TestWord::failed ? TestWord::error : TestWord::failed;
  if (error) {
    m_case.phase = m_message.starts_with("failed on setup")      ? TestPhase::setup
                   : m_message.starts_with("failed on teardown") ? TestPhase::teardown
                   : m_message.starts_with("collection")         ? TestPhase::collect
                                                                 : TestPhase::call;
  }
  m_failure = FailureFact();
  m_failure.kind = FailureFact::Kind::testSection;
  m_failure.line = m_failure.firstLine = m_failure.lastLine = element.line;
  m_failure.test = m_case.name;
  m_failure.phase = m_case.phase;
  m_failure.sectionTitle = std::string(m_scan->names.view(m_case.name));  // its time is that of the verdict
  m_xml.wantText(kMostTextLines);
}

// The text of a failure is what the log's section holds; without any, the message says it.
void JunitReader::closeFailure() {
  m_inFailure = false;
  TestSectionReader section;
  const std::vector<XmlReader::TextLine> lines = m_xml.takeText();
  section.begin(m_failure.line);
  for (const XmlReader::TextLine& line : lines) section.feed(line.text, line.number);
  section.end();
  std::vector<TracebackReader::MessageLine> messages = section.messageLines();
  if (section.exceptionLine() != 0) {
    m_failure.line = section.exceptionLine();
    m_failure.exceptionType = section.type();
    m_failure.exceptionMessage = section.message();
    m_failure.outerExceptionType = section.lastType();
  } else {
    std::string_view message = m_message;
    // GoogleTest: "/src/a.cc:4", then what did not hold.
    const std::string_view place = message.substr(0, message.find('\n'));
    if (place.size() < message.size() && (place == "unknown file" || isPlace(place))) {
      if (place != "unknown file") m_failure.sourceLocation = std::string(place);
      if (m_type.empty()) m_type = "Failure";
      message.remove_prefix(place.size() + 1);
    }
    const std::string_view first = message.substr(0, message.find('\n'));
    if (!parseExceptionLine(first, m_failure.exceptionType, m_failure.exceptionMessage)) {
      m_failure.exceptionType = m_type;
      m_failure.exceptionMessage = std::string(message.substr(0, 2'000));
    }
    for (const XmlReader::TextLine& line : lines) {  // where the text has the line, it shows it better than the element
      if (line.text != first) continue;
      m_failure.line = line.number;
      break;
    }
    messages = {{m_failure.line, std::string(first.substr(0, 2'000))}};
  }
  m_failure.frames = section.frames();
  if (!lines.empty()) m_failure.lastLine = lines.back().number;
  for (const auto& message : messages) {
    m_signatures->match(message.text, m_hits);
    for (const SignatureHit& hit : m_hits) {
      noteSignature(m_failure, hit, m_signatures->all()[hit.signature], message.number);
    }
    enrich(m_failure, message.text);
    if (message.number == m_failure.line) m_failure.text = message.text;
  }
  if (m_scan->failures.size() < kMostFailures) m_scan->failures.push_back(std::move(m_failure));
}

void JunitReader::close(std::string_view name) {
  if (m_inFailure && (name == "failure" || name == "error")) closeFailure();
  if (name == "testcase") {
    if (m_inFailure) closeFailure();  // its own end is missing
    closeCase();
  }
  if (name == "testsuite" || name == "testsuites") closeSuite();
}

void JunitReader::run(std::stop_token stop) {
  std::uint32_t sinceCheck = 0;
  for (XmlReader::Event event = m_xml.next(); event != XmlReader::Event::end; event = m_xml.next()) {
    if (event == XmlReader::Event::open)
      open(m_xml.element());
    else
      close(m_xml.element().name);
    if (++sinceCheck % 4'096 == 0 && stop.stop_requested()) return;
  }
  // A case whose end is missing says nothing of its outcome, unless its failure was read.
  if (m_inFailure) closeFailure();
  if (inCase() && m_case.word != TestWord::passed) closeCase();
  closeSuite();
  m_scan->reported.cut = m_xml.cut();
}

}  // namespace

bool isJunitReport(std::string_view head) noexcept {
  constexpr std::size_t kLooked = 4'096;
  head = head.substr(0, kLooked);
  take(head, "\xEF\xBB\xBF");
  const auto begin = head.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos || head[begin] != '<') return false;
  const auto root = head.find("<testsuite");
  return root != std::string_view::npos &&
         (root == begin || head.substr(begin).starts_with("<?xml") || head.substr(begin).starts_with("<!--"));
}

std::string junitTestId(bool ofPytest, std::string_view classname, std::string_view name, std::string_view file) {
  if (name.empty()) return {};
  if (!ofPytest) return classname.empty() ? std::string(name) : std::string(classname) + '.' + std::string(name);
  if (classname.empty()) {  // a file that could not be collected: "tests.test_a"
    std::string path(name);
    std::replace(path.begin(), path.end(), '.', '/');
    return path + ".py";
  }
  return nodeIdOf(classname, file) + "::" + std::string(name);
}

void readJunitReport(const input::ByteSource& source, const SignatureSet& signatures, const TimeContext& context,
                     std::stop_token stop, SourceScan& scan) {
  scan.reported.isReport = true;
  if (scan.index.size() > 0) {
    Writer writer;
    writer.firstLine = 1;
    writer.lastLine = scan.index.size();
    scan.writers.push_back(writer);
  }
  JunitReader(source, signatures, context, scan).run(std::move(stop));
}

}  // namespace lanescope::recognise
