// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/stack_dump.h"

#include "core/recognise/text_fields.h"

#include <algorithm>

namespace lanescope::recognise {
namespace {

constexpr std::size_t kMaxThreads = 500, kMaxFrames = 200;
constexpr std::uint32_t kMaxBlankLines = 2;      // between threads, and between processes

bool isFaultThread(std::string_view message) noexcept {
  return (message.starts_with("Thread 0x") || message.starts_with("Current thread 0x")) && message.find("(most recent call first)") != std::string_view::npos;
}

// "Timeout (0:05:00)!"
bool isTimeout(std::string_view message) noexcept { return message.starts_with("Timeout (") && trimmed(message).ends_with(")!"); }

bool takeProcess(std::string_view message, std::int32_t& pid) noexcept {
  if (!take(message, "Process ")) return false;
  const auto number = takeNumber<std::int32_t>(message);
  if (!number || !message.starts_with(": ")) return false;
  pid = *number;
  return true;
}

// Thread 4021 (active+gil): "MainThread"
bool isPySpyThread(std::string_view message) noexcept {
  if (!take(message, "Thread ")) return false;
  return message.find(" (idle)") != std::string_view::npos || message.find(" (active") != std::string_view::npos;
}

// What stands between the head of a dump and its threads, and at its end.
bool isFrill(std::string_view message, StackDumpReader::Kind kind) noexcept {
  if (kind == StackDumpReader::Kind::pySpy) return message.starts_with("Python v") || message.starts_with("Parent Process ");
  return message.starts_with("Python runtime state: ") || message.starts_with("Extension modules: ") || message.starts_with("  <") ||
         message.starts_with("  Garbage-collecting") || message.starts_with("  ...");
}

//   File "/opt/x.py", line 982 in run
bool parseFaultFrame(std::string_view text, Frame& frame) {
  if (!take(text, "  File \"")) return false;
  frame.file = std::string(takeUntil(text, "\""));
  frame.line = numberBehind<std::uint32_t>(text, ", line ").value_or(0);
  if (const auto function = behind(text, " in ")) frame.function = std::string(trimmed(*function));
  return true;
}

//     recv (torch/distributed/distributed_c10d.py:2501), or a native frame without a line: "    poll (libc.so.6)"
bool parsePySpyFrame(std::string_view text, Frame& frame) {
  if (!take(text, "    ") || text.starts_with(" ")) return false;
  text = trimmed(text);
  const auto open = text.rfind(" (");
  if (open == std::string_view::npos || !text.ends_with(")")) return false;
  frame.function = std::string(text.substr(0, open));
  std::string_view place = text.substr(open + 2, text.size() - open - 3);
  const auto colon = place.rfind(':');
  std::string_view number = colon == std::string_view::npos ? std::string_view() : place.substr(colon + 1);
  const auto line = takeNumber<std::uint32_t>(number);
  frame.file = std::string(line && number.empty() ? place.substr(0, colon) : place);
  frame.line = line && number.empty() ? *line : 0;
  return true;
}

}  // namespace

bool StackDumpReader::begins(std::string_view message) noexcept {
  if (message.empty()) return false;
  std::int32_t pid = -1;
  switch (message.front()) {
    case 'F': return message.starts_with("Fatal Python error: ");
    case 'C': return isFaultThread(message);
    case 'T': return isFaultThread(message) || isTimeout(message);
    case 'P': return takeProcess(message, pid);
    default: return false;
  }
}

void StackDumpReader::begin(std::string_view message, std::uint32_t number) {
  *this = StackDumpReader();
  m_firstLine = m_lastLine = number;
  if (message.starts_with("Fatal Python error: ")) m_kind = Kind::fatal;
  else if (isTimeout(message)) m_kind = Kind::timeout;
  else if (takeProcess(message, m_pid)) m_kind = Kind::pySpy;
  else addThread(message);
}

void StackDumpReader::addThread(std::string_view message) {
  if (m_threads.size() >= kMaxThreads) return;
  Thread thread;
  thread.current = message.starts_with("Current");
  if (m_kind == Kind::pySpy) {
    if (auto name = behind(message, ": \"")) thread.name = std::string(takeUntil(*name, "\""));
  }
  m_threads.push_back(std::move(thread));
}

bool StackDumpReader::addFrame(std::string_view message, std::uint32_t number) {
  Frame frame;
  const bool parsed = m_kind == Kind::pySpy ? parsePySpyFrame(message, frame) : parseFaultFrame(message, frame);
  if (!parsed) return false;
  if (m_threads.empty() || m_threads.back().frames.size() >= kMaxFrames) return true;
  if (m_threads.back().frames.empty()) m_threads.back().newestLine = number;
  m_threads.back().frames.push_back(std::move(frame));
  return true;
}

StackDumpReader::Step StackDumpReader::feed(std::string_view message, std::uint32_t number) {
  if (trimmed(message).empty()) return ++m_blankLines > kMaxBlankLines ? Step::ended : Step::taken;
  // py-spy says the version in its second line: without it this is somebody else's "Process 12: ...".
  const bool second = m_kind == Kind::pySpy && m_lastLine == m_firstLine;
  if (second && !message.starts_with("Python v")) return Step::ended;
  const bool thread = m_kind == Kind::pySpy ? isPySpyThread(message) : isFaultThread(message);
  if (thread) addThread(message);
  else if (!addFrame(message, number) && !isFrill(message, m_kind)) return Step::ended;
  m_blankLines = 0;
  m_lastLine = number;
  return Step::taken;
}

const StackDumpReader::Thread* StackDumpReader::leading() const noexcept {
  const Thread* best = nullptr;
  for (const Thread& thread : m_threads) {
    if (thread.frames.empty()) continue;
    if (thread.current || thread.name == "MainThread") return &thread;
    // faulthandler prints the main thread last, py-spy first.
    if (!best || m_kind != Kind::pySpy) best = &thread;
  }
  return best;
}

}  // namespace lanescope::recognise
