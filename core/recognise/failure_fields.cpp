// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/failure_fields.h"

#include "core/recognise/text_fields.h"

#include <array>
#include <iterator>
#include <utility>

namespace lanescope::recognise {
namespace {

// cudaGetErrorString of the CUDA runtime; the codes are those of cudaError_t.
constexpr std::array<std::pair<std::string_view, int>, 22> kCudaErrors = {{
    {"initialization error", 3},
    {"driver shutting down", 4},
    {"out of memory", 2},
    {"invalid device function", 98},
    {"invalid device ordinal", 101},
    {"no kernel image is available for execution on the device", 209},
    {"uncorrectable ECC error encountered", 214},
    {"uncorrectable NVLink error detected during the execution", 220},
    {"invalid resource handle", 400},
    {"an illegal memory access was encountered", 700},
    {"too many resources requested for launch", 701},
    {"the launch timed out and was terminated", 702},
    {"context is destroyed", 709},
    {"device-side assert triggered", 710},
    {"an illegal instruction was encountered", 715},
    {"misaligned address", 716},
    {"operation not supported on global/shared address space", 717},
    {"unspecified launch failure", 719},
    {"system not yet initialized", 802},
    {"operation not permitted when stream is capturing", 900},
    {"CUDA-capable device(s) is/are busy or unavailable", 46},
    {"unknown error", 999},
}};

// "Cuda failure 999 'unknown error'" (NCCL; the number only for driver calls) and "CUDA error: unknown error" (PyTorch).
void readCuda(FailureFact& fact, std::string_view text) {
  if (!fact.cudaText.empty()) return;
  if (auto rest = behind(text, "Cuda failure ")) {
    const auto code = takeNumber<int>(*rest);
    take(*rest, " ");
    if (!take(*rest, "'")) return;
    fact.cudaText = std::string(takeUntil(*rest, "'"));
    fact.cudaCode = code ? code : cudaCodeOf(fact.cudaText);
  } else if (auto message = behind(text, "CUDA error: ")) {
    std::string_view words = trimmed(takeUntil(*message, "\n"));
    // The advice that older versions put on the same line is not part of the error.
    for (const std::string_view advice : {" CUDA kernel errors might", " Search for `cuda"}) words = words.substr(0, words.find(advice));
    while (!words.empty() && (words.back() == '.' || words.back() == '\'' || words.back() == '"')) words.remove_suffix(1);
    fact.cudaText = std::string(words);
    fact.cudaCode = cudaCodeOf(words);
  }
}

void readNccl(FailureFact& fact, std::string_view text) {
  if (fact.ncclVersion.empty()) {
    if (auto rest = behind(text, "NCCL version ")) fact.ncclVersion = std::string(takeUntil(*rest, " +,;)"));
  }
  if (fact.ncclErrorName.empty()) {
    constexpr std::array names = {"ncclUnhandledCudaError: ", "ncclSystemError: ", "ncclInternalError: ", "ncclInvalidArgument: ",
                                  "ncclInvalidUsage: ", "ncclRemoteError: ", "ncclTimeout: "};
    for (const std::string_view name : names) {
      if (auto rest = behind(text, name)) {
        fact.ncclErrorName = std::string(name.substr(0, name.size() - 2));
        fact.ncclErrorText = std::string(trimmed(*rest));
      }
    }
  }
}

// WorkNCCL(SeqNum=4127, OpType=ALLREDUCE, NumelIn=1, NumelOut=1, Timeout(ms)=1800000) ran for 1800008 milliseconds
void readWork(FailureFact& fact, std::string_view text) {
  if (fact.work) return;
  const auto rest = behind(text, "WorkNCCL(");
  if (!rest) return;
  WorkInfo work;
  work.seq = numberBehind<std::uint64_t>(*rest, "SeqNum=");
  work.numelIn = numberBehind<std::uint64_t>(*rest, "NumelIn=");
  work.numelOut = numberBehind<std::uint64_t>(*rest, "NumelOut=");
  work.timeoutMs = numberBehind<std::int64_t>(*rest, "Timeout(ms)=");
  work.ranMs = numberBehind<std::int64_t>(*rest, "ran for ");
  if (auto op = behind(*rest, "OpType=")) work.op = std::string(takeUntil(*op, ",) "));
  fact.work = std::move(work);
}

// [PG ID 0 PG GUID 0(default_pg) Rank 5], [PG 3 (TENSOR_MODEL_PARALLEL_GROUP) Rank 1], [PG 0 Rank 5]
void readGroup(FailureFact& fact, std::string_view text) {
  if (fact.group) return;
  auto rest = behind(text, "[PG ");
  if (!rest) return;
  const auto close = rest->find(']');
  if (close == std::string_view::npos) return;
  const std::string_view inside = rest->substr(0, close);
  const auto rank = inside.rfind("Rank ");
  if (rank == std::string_view::npos) return;
  GroupInfo group;
  std::string_view number = inside.substr(rank + 5);
  group.rankInGroup = takeNumber<std::int32_t>(number).value_or(-1);
  std::string_view name = trimmed(inside.substr(0, rank));
  if (const auto guid = behind(name, "PG GUID ")) name = *guid;
  take(name, "ID ");
  group.id = std::string(takeUntil(name, " ("));
  if (const auto description = behind(name, "(")) group.description = std::string(description->substr(0, description->rfind(')')));
  fact.group = std::move(group);
}

void readStatus(FailureFact& fact, std::string_view text) {
  for (const std::string_view word : {"watchdog at work sequence id: ", "watchdog at work: ", "Timeout at NCCL work: "}) {
    if (!fact.statusSeq) fact.statusSeq = numberBehind<std::uint64_t>(text, word);
  }
  for (const std::string_view word : {"last enqueued work: ", "Last enqueued NCCL work: ", "last enqueued NCCL work: "}) {
    if (!fact.lastEnqueued) fact.lastEnqueued = numberBehind<std::uint64_t>(text, word);
  }
  for (const std::string_view word : {"last completed work: ", "last completed NCCL work: "}) {
    if (!fact.lastCompleted) fact.lastCompleted = numberBehind<std::uint64_t>(text, word);
  }
}

// python/ray/_private/log_dedup: what other processes printed alike within some seconds is counted on one line, not shown.
void readRepeats(FailureFact& fact, std::string_view text) {
  const auto note = behind(text, " [repeated ");
  if (!note) return;
  std::string_view rest = *note;
  const auto times = takeNumber<std::uint32_t>(rest);
  constexpr std::uint32_t kMost = 1'000'000;
  if (times && *times > 0 && *times <= kMost && rest.starts_with("x across")) fact.count = *times;
}

// The process that a kernel's line names, by the words before or behind its number.
void readKernelPid(FailureFact& fact, std::string_view text) {
  for (const std::string_view word : {", pid=", ",pid=", "Killed process ", "Kill process "}) {
    if (const auto pid = numberBehind<std::int32_t>(text, word)) {
      fact.pid = *pid;
      return;
    }
  }
  // "python3[4021]: segfault at ..", "traps: python3[4021] general protection fault", "task python3:4021 blocked for more than"
  for (const auto& shape : {std::pair<std::string_view, char>{"] general protection", '['}, {"]: segfault at", '['}, {" blocked for more than", ':'}}) {
    const auto end = text.find(shape.first);
    if (end == std::string_view::npos) continue;
    std::string_view before = text.substr(0, end);
    const auto at = before.rfind(shape.second);
    if (at == std::string_view::npos) continue;
    before.remove_prefix(at + 1);
    if (const auto pid = takeNumber<std::int32_t>(before)) fact.pid = *pid;
    return;
  }
}

// "NVRM: Xid (PCI:0000:3b:00): 79, ..", "NVRM: GPU at PCI:0000:3b:00: ..", "nvidia 0000:3b:00.0: PCIe Bus Error: .."
void readBus(FailureFact& fact, std::string_view text) {
  for (const std::string_view word : {"Xid (PCI:", "Xid (", "GPU at PCI:", "NVRM: GPU ", "nvidia "}) {
    auto rest = behind(text, word);
    if (!rest) continue;
    std::string_view bus = takeUntil(*rest, ") ");
    if (bus.ends_with(":")) bus.remove_suffix(1);
    if (bus.size() > 2 && bus[bus.size() - 2] == '.') bus.remove_suffix(2);   // the device's function
    if (bus.size() >= 7 && bus.find_first_not_of("0123456789abcdefABCDEF:.") == std::string_view::npos) {
      fact.busId = std::string(bus);
      return;
    }
  }
}

void readKernel(FailureFact& fact, std::string_view text) {
  for (const std::string_view word : {"NVRM: ", "PCIe Bus Error: ", "illed process ", "Kill process ", "oom-kill:constraint=", "]: segfault at ", "general protection fault", " blocked for more than "}) {
    fact.ofKernel = fact.ofKernel || text.find(word) != std::string_view::npos;
  }
  if (!fact.ofKernel) return;
  readKernelPid(fact, text);
  readBus(fact, text);
}

}  // namespace

std::optional<int> cudaCodeOf(std::string_view text) noexcept {
  for (const auto& entry : kCudaErrors) {
    if (text.starts_with(entry.first)) return entry.second;
  }
  return std::nullopt;
}

namespace {

// The number of the capture that the pattern calls limit_s or limit_ms: all captures have names, and they are few.
struct LimitCapture { std::size_t index = 0; bool seconds = false; };
std::optional<LimitCapture> limitCapture(std::string_view pattern) {
  constexpr std::string_view kName = "(?P<";
  std::size_t index = 0;
  for (auto at = pattern.find(kName); at != std::string_view::npos; at = pattern.find(kName, at + 1), ++index) {
    const std::string_view name = pattern.substr(at + kName.size());
    if (name.starts_with("limit_s>")) return LimitCapture{index, true};
    if (name.starts_with("limit_ms>")) return LimitCapture{index, false};
  }
  return std::nullopt;
}

}  // namespace

// The field of the pattern's capture that is called `name`.
static std::optional<std::string_view> captured(const SignatureHit& hit, std::string_view pattern, std::string_view name) {
  constexpr std::string_view kName = "(?P<";
  std::size_t index = 0;
  for (auto at = pattern.find(kName); at != std::string_view::npos && index < std::size(hit.field); at = pattern.find(kName, at + 1), ++index) {
    const std::string_view own = pattern.substr(at + kName.size());
    if (own.size() > name.size() && own.starts_with(name) && own[name.size()] == '>') return hit.field[index];
  }
  return std::nullopt;
}

void noteSignature(FailureFact& fact, const SignatureHit& hit, const Signature& signature, std::uint32_t line) {
  fact.signatures.push_back(hit.signature);
  fact.signatureLines.push_back(line);
  if (auto rank = captured(hit, signature.pattern, "of_rank"); rank && fact.namedRank < 0) fact.namedRank = takeNumber<std::int32_t>(*rank).value_or(-1);
  if (signature.limitOwner.empty() || fact.limitMs) return;
  const auto capture = limitCapture(signature.pattern);
  if (!capture || capture->index >= std::size(hit.field)) return;
  std::string_view text = hit.field[capture->index];
  const auto whole = takeNumber<std::uint32_t>(text);
  if (!whole) return;
  fact.limitMs = capture->seconds ? std::int64_t{*whole} * 1'000 : std::int64_t{*whole};
  // "2.5": tenths are all that a limit is stated with.
  if (capture->seconds && text.size() > 1 && text[0] == '.' && isDigit(text[1])) *fact.limitMs += (text[1] - '0') * 100;
}

void enrich(FailureFact& fact, std::string_view text) {
  readCuda(fact, text);
  readNccl(fact, text);
  readWork(fact, text);
  readGroup(fact, text);
  readStatus(fact, text);
  readRepeats(fact, text);
  if (fact.pid < 0) readKernel(fact, text);
}

}  // namespace lanescope::recognise
