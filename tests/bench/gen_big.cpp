// SPDX-License-Identifier: Apache-2.0
// Writes large invented logs of a torchrun job, for the benchmark. The same arguments give the same bytes on every
// machine and compiler: each random number is drawn in a statement of its own.
//
//   gen_big OUTDIR RANKS TOTAL_MB SEED split|merged
//
//   split   OUTDIR/none_x1y2z3/attempt_0/<rank>/{stdout,stderr}.log, OUTDIR/nccl_debug.log, OUTDIR/github_job.log
//   merged  the same lines in time order in OUTDIR/merged.log, ranks' output behind "[default<local>]:" as torchrun tees it
//
// About 0.16 % of the lines match patterns.txt. Many ranks need as many open files: ulimit -n.
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace {

// xorshift64*.
class Random {
 public:
  explicit Random(std::uint64_t seed) : m_state(seed * 0x9E3779B97F4A7C15ULL + 1) {}
  // A number from 0 to limit - 1.
  std::uint32_t below(std::uint32_t limit) {
    m_state ^= m_state << 13;
    m_state ^= m_state >> 7;
    m_state ^= m_state << 17;
    const std::uint64_t bits = m_state * 0x2545F4914F6CDD1DULL;
    return static_cast<std::uint32_t>((bits >> 32) * static_cast<std::uint64_t>(limit) >> 32);
  }

 private:
  std::uint64_t m_state;
};

// A file that is written in large pieces.
class Output {
 public:
  void open(const std::filesystem::path& path) {
    m_file = std::fopen(path.c_str(), "wb");
    if (m_file == nullptr) {
      std::perror(path.c_str());
      std::exit(1);
    }
    std::setvbuf(m_file, nullptr, _IONBF, 0);
  }
  void add(std::string_view text) {
    m_buffer.append(text);
    if (m_buffer.size() > kPiece) flush();
  }
  void close() {
    flush();
    if (m_file != nullptr && std::fclose(m_file) != 0) {
      std::perror("gen_big");
      std::exit(1);
    }
  }

 private:
  static constexpr std::size_t kPiece = 1 << 16;
  void flush() {
    if (std::fwrite(m_buffer.data(), 1, m_buffer.size(), m_file) != m_buffer.size()) {
      std::perror("gen_big");
      std::exit(1);
    }
    m_buffer.clear();
  }
  std::FILE* m_file = nullptr;
  std::string m_buffer;
};

constexpr const char* kOperations[] = {
    "ALLREDUCE", "ALLGATHER", "_ALLGATHER_BASE", "REDUCE_SCATTER", "_REDUCE_SCATTER_BASE", "BROADCAST", "COALESCED",
    "SEND",      "RECV"};
constexpr const char* kSourceFiles[] = {"torch/nn/modules/module.py",
                                        "megatron/training/training.py",
                                        "megatron/core/pipeline_parallel/schedules.py",
                                        "torch/distributed/distributed_c10d.py",
                                        "megatron/core/tensor_parallel/layers.py",
                                        "transformer_engine/pytorch/module/linear.py",
                                        "torch/autograd/graph.py",
                                        "megatron/core/transformer/attention.py"};
constexpr const char* kTests[] = {"test_allreduce_basics",      "test_reduce_scatter_coalesced", "test_pp_interleaved_1f1b",
                                  "test_moe_dispatch_dropless", "test_dist_ckpt_roundtrip",      "test_tp_column_parallel",
                                  "test_fp8_amax_history",      "test_sequence_parallel_ln"};
constexpr const char* kTestFiles[] = {
    "tests/unit_tests/test_parallel_state.py", "tests/unit_tests/dist_checkpointing/test_optimizer.py",
    "tests/unit_tests/transformer/moe/test_token_dispatcher.py", "tests/unit_tests/pipeline_parallel/test_schedules.py"};

enum class Channel { standardOutput, standardError, nccl, job };

class Generator {
 public:
  Generator(std::filesystem::path folder, int ranks, std::uint64_t goal, std::uint64_t seed, bool merged)
      : m_ranks(ranks), m_goal(goal), m_merged(merged), m_random(seed), m_sequence(ranks, 1) {
    open(folder);
    constexpr double kWallSeconds = 3.2 * 3600, kBytesPerLine = 95.0;
    m_step = kWallSeconds / (static_cast<double>(goal) / kBytesPerLine);
  }

  void run() {
    prologue();
    while (m_total < m_goal) writeSomething();
    close();
    std::fprintf(stderr, "bytes %llu lines %llu avg %.1f\n", static_cast<unsigned long long>(m_total),
                 static_cast<unsigned long long>(m_lines), static_cast<double>(m_total) / static_cast<double>(m_lines));
  }

 private:
  void open(const std::filesystem::path& folder) {
    std::filesystem::create_directories(folder);
    if (m_merged) {
      m_mergedFile.open(folder / "merged.log");
      return;
    }
    m_stdout.resize(m_ranks);
    m_stderr.resize(m_ranks);
    for (int rank = 0; rank < m_ranks; ++rank) {
      const auto own = folder / "none_x1y2z3" / "attempt_0" / std::to_string(rank);
      std::filesystem::create_directories(own);
      m_stdout[rank].open(own / "stdout.log");
      m_stderr[rank].open(own / "stderr.log");
    }
    m_ncclFile.open(folder / "nccl_debug.log");
    m_jobFile.open(folder / "github_job.log");
  }

  void close() {
    if (m_merged) return m_mergedFile.close();
    for (Output& file : m_stdout) file.close();
    for (Output& file : m_stderr) file.close();
    m_ncclFile.close();
    m_jobFile.close();
  }

  Output& file(int rank, Channel channel) {
    if (m_merged) return m_mergedFile;
    switch (channel) {
      case Channel::standardOutput:
        return m_stdout[rank];
      case Channel::standardError:
        return m_stderr[rank];
      case Channel::nccl:
        return m_ncclFile;
      case Channel::job:
        break;
    }
    return m_jobFile;
  }

  [[gnu::format(printf, 4, 5)]] void line(int rank, Channel channel, const char* format, ...) {
    char prefix[64] = "", text[4096];
    if (m_merged && (channel == Channel::standardOutput || channel == Channel::standardError)) {
      std::snprintf(prefix, sizeof prefix, "[default%d]:", rank & 7);
    }
    std::va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    Output& output = file(rank, channel);
    const std::string_view parts[] = {prefix, text, "\n"};
    for (const std::string_view part : parts) {
      output.add(part);
      m_total += part.size();
    }
    ++m_lines;
  }

  // Moves the clock and prints it as CI, Megatron and torch do. It starts at 2026-11-30 19:00 and the date stands still.
  void tick(double seconds) {
    m_seconds += seconds;
    const auto microseconds = static_cast<std::uint64_t>(m_seconds * 1e6);
    const auto fraction = static_cast<unsigned>(microseconds % 1'000'000);
    const auto second = static_cast<unsigned>((microseconds / 1'000'000 + 19 * 3600) % 86'400);
    const unsigned h = second / 3600, m = second / 60 % 60, s = second % 60;
    std::snprintf(m_ciTime, sizeof m_ciTime, "2026-11-30T%02u:%02u:%02u.%06u0Z", h, m, s, fraction);
    std::snprintf(m_megatronTime, sizeof m_megatronTime, "2026-11-30 %02u:%02u:%02u.%06u", h, m, s, fraction);
    std::snprintf(m_torchTime, sizeof m_torchTime, "1130 %02u:%02u:%02u.%06u000", h, m, s, fraction);
  }

  void prologue() {
    for (int number = 0; number < 400; ++number) {
      tick(0.02);
      switch (number % 6) {
        case 0:
          line(0, Channel::job, "%s ##[group]Run actions/checkout@v4", m_ciTime);
          break;
        case 1:
          line(0, Channel::job, "%s with:", m_ciTime);
          break;
        case 2:
          line(0, Channel::job, "%s   repository: NVIDIA/Megatron-LM", m_ciTime);
          break;
        case 3:
          line(0, Channel::job, "%s ##[endgroup]", m_ciTime);
          break;
        case 4:
          line(0, Channel::job, "%s \x1b[36;1mtorchrun --nproc-per-node=8 --nnodes=%d --log-dir logs pretrain_gpt.py\x1b[0m",
               m_ciTime, (m_ranks + 7) / 8);
          break;
        default:
          line(0, Channel::job, "%s Get:%d http://archive.ubuntu.com/ubuntu jammy/main amd64 pkg%d [%u kB]", m_ciTime, number,
               number, m_random.below(90'000));
      }
    }
  }

  // One to a dozen lines of one writer.
  void writeSomething() {
    const std::uint32_t kind = m_random.below(1000);
    m_rank = static_cast<int>(m_random.below(static_cast<std::uint32_t>(m_ranks)));
    tick(m_step);
    m_pid = 4100u + static_cast<unsigned>(m_rank);
    m_thread = m_pid + 100 + m_random.below(60);
    m_host = static_cast<unsigned>(m_rank) / 8;
    m_device = static_cast<unsigned>(m_rank) & 7;
    if (kind < 300) return ncclInfo();
    if (kind < 350) return iteration();
    if (kind < 560) return timers();
    if (kind < 800) return passedTest();
    if (kind < 820) return unknownDevice();
    if (kind < 835) return groupOptions();
    if (kind < 870) return deprecation();
    if (kind < 985) return jobTest();
    if (kind < 998) return checkpoint();
    failure();
  }

  void ncclInfo() {
    const std::uint32_t kind = m_random.below(9);
    char head[96];
    std::snprintf(head, sizeof head, "node%03u:%u:%u [%u] NCCL INFO", m_host, m_pid, m_thread, m_device);
    switch (kind) {
      case 0:
        return line(m_rank, Channel::nccl, "%s Channel %02u/0 : %u[%u] -> %u[%u] via P2P/CUMEM/read", head, m_random.below(32),
                    static_cast<unsigned>(m_rank), m_device, static_cast<unsigned>((m_rank + 1) % m_ranks), (m_device + 1) & 7);
      case 1: {
        const unsigned card = m_random.below(8), channel = m_random.below(32);
        return line(m_rank, Channel::nccl, "%s Channel %02u/0 : %u[%u] -> %u[%u] [send] via NET/IB/%u/GDRDMA", head, channel,
                    static_cast<unsigned>(m_rank), m_device, static_cast<unsigned>((m_rank + 8) % m_ranks), m_device, card);
      }
      case 2:
        return collective(head, "AllReduce");
      case 3:
        return collective(head, "AllGather");
      case 4:
        return line(m_rank, Channel::nccl, "%s Trees [0] %d/-1/-1->%d->%d [1] %d/-1/-1->%d->%d", head, m_rank + 1, m_rank,
                    m_rank - 1, m_rank + 1, m_rank, m_rank - 1);
      case 5: {
        const unsigned low = m_random.below(1u << 31), high = m_random.below(1u << 31), address = m_random.below(1u << 31);
        return line(m_rank, Channel::nccl,
                    "%s comm 0x55%010x rank %u nranks %d cudaDev %u nvmlDev %u busId %x000 commId 0x%08x%08x - Init COMPLETE",
                    head, address, static_cast<unsigned>(m_rank), m_ranks, m_device, m_device, 0x1b + m_device * 8, high, low);
      }
      case 6:
        return line(m_rank, Channel::nccl, "%s Connected all rings, use ring PXN 0 GDR 1", head);
      case 7:
        return line(m_rank, Channel::nccl,
                    "%s NET/IB : Using [0]mlx5_%u:1/IB/SHARP [1]mlx5_%u:1/IB/SHARP [RO]; OOB eth0:10.0.%u.%u<0>", head,
                    m_device, (m_device + 1) & 7, m_host >> 8, m_host & 255);
      default:
        return line(m_rank, Channel::nccl,
                    "%s 32 coll channels, 0 collnet channels, 0 nvls channels, 32 p2p channels, 2 p2p channels per peer", head);
    }
  }

  void collective(const char* head, const char* name) {
    const unsigned stream = m_random.below(1u << 31), communicator = m_random.below(1u << 31), count = m_random.below(1u << 26),
                   receive = m_random.below(1u << 31), send = m_random.below(1u << 31);
    line(m_rank, Channel::nccl,
         "%s %s: opCount %x sendbuff 0x7f%09x recvbuff 0x7f%09x count %u datatype 9 op 0 root 0 comm 0x55%010x [nranks=%d] "
         "stream "
         "0x55%09x",
         head, name, m_sequence[m_rank], send, receive, count, communicator, m_ranks, stream);
    ++m_sequence[m_rank];
  }

  void iteration() {
    if (m_random.below(64) == 0) ++m_iteration;
    const unsigned norm = m_random.below(1000), lossFraction = m_random.below(1'000'000), loss = 1 + m_random.below(9),
                   rateFraction = m_random.below(1'000'000), rate = 1 + m_random.below(3), flopsTenth = m_random.below(10),
                   flops = 400 + m_random.below(99), milliTenth = m_random.below(10), milli = 900 + m_random.below(400);
    line(m_ranks - 1 - (m_rank & 7), Channel::standardOutput,
         " [%s] iteration %8llu/  500000 | consumed samples: %12llu | elapsed time per iteration (ms): %u.%u | throughput per "
         "GPU "
         "(TFLOP/s/GPU): %u.%u | learning rate: %u.%06uE-04 | global batch size:  1024 | lm loss: %u.%06uE+00 | loss scale: "
         "1.0 | grad "
         "norm: 0.%03u | number of skipped iterations:   0 | number of nan iterations:   0 |",
         m_megatronTime, m_iteration, m_iteration * 1024, milli, milliTenth, flops, flopsTenth, rate, rateFraction, loss,
         lossFraction, norm);
  }

  void timers() {
    line(m_rank, Channel::standardOutput, "(min, max) time across ranks (ms):");
    m_seconds += m_step;
    timer("    forward-backward ...............................", 800, 99, 900, 99);
    timer("    optimizer-inner-step ...........................", 8, 9, 9, 9);
  }

  void timer(const char* name, unsigned least, unsigned leastSpread, unsigned most, unsigned mostSpread) {
    const unsigned mostHundredth = m_random.below(100), mostWhole = most + m_random.below(mostSpread),
                   leastHundredth = m_random.below(100), leastWhole = least + m_random.below(leastSpread);
    line(m_rank, Channel::standardOutput, "%s: (%u.%02u, %u.%02u)", name, leastWhole, leastHundredth, mostWhole, mostHundredth);
  }

  void passedTest() {
    const unsigned percent = m_random.below(100);
    const char* type = m_random.below(2) != 0 ? "bf16" : "fp8";
    const unsigned pipeline = 1u << m_random.below(4), tensor = 1u << m_random.below(4);
    const char* test = kTests[m_random.below(8)];
    const char* testFile = kTestFiles[m_random.below(4)];
    line(m_rank, Channel::standardOutput, "%s::%s[tp%u-pp%u-%s] PASSED [%3u%%]", testFile, test, tensor, pipeline, type,
         percent);
  }

  void unknownDevice() {
    const unsigned guid = m_random.below(9), id = m_random.below(9), sourceLine = 3000 + m_random.below(99);
    line(m_rank, Channel::standardError,
         "[rank%d]:[W%s ProcessGroupNCCL.cpp:%u] [PG ID %u PG GUID %u Rank %d] using GPU %u as device used by this process is "
         "currently "
         "unknown. This can potentially cause a hang if this rank to GPU mapping is incorrect.",
         m_rank, m_torchTime, sourceLine, id, guid, m_rank, m_device);
  }

  void groupOptions() {
    const unsigned name = m_random.below(9), guid = m_random.below(9), id = m_random.below(9),
                   sourceLine = 900 + m_random.below(99);
    line(m_rank, Channel::standardError,
         "[rank%d]:[I%s ProcessGroupNCCL.cpp:%u] [PG ID %u PG GUID %u(default_pg) Rank %d] ProcessGroupNCCL initialization "
         "options: "
         "size: %d, global rank: %d, TIMEOUT(ms): 1800000, USE_HIGH_PRIORITY_STREAM: 0, SPLIT_FROM: 0, SPLIT_COLOR: -1, PG "
         "Name: %u",
         m_rank, m_torchTime, sourceLine, id, guid, m_rank, m_ranks, m_rank, name);
  }

  void deprecation() {
    const unsigned sourceLine = m_random.below(3000);
    line(m_rank, Channel::standardError,
         "/usr/local/lib/python3.12/dist-packages/%s:%u: FutureWarning: `torch.cuda.amp.autocast(args...)` is deprecated. "
         "Please use "
         "`torch.amp.autocast('cuda', args...)` instead.",
         kSourceFiles[m_random.below(8)], sourceLine);
    line(m_rank, Channel::standardError, "  warnings.warn(");
  }

  void jobTest() {
    const char* test = kTests[m_random.below(8)];
    line(0, Channel::job, "%s %s::%s PASSED", m_ciTime, kTestFiles[m_random.below(4)], test);
  }

  void checkpoint() {
    line(m_rank, Channel::standardOutput,
         "saving checkpoint at iteration %8llu to /lustre/ckpt/run_%u in torch_dist format, validated rank %d", m_iteration,
         m_random.below(99), m_rank);
  }

  void failure() {
    const auto rank = static_cast<unsigned>(m_rank);
    switch (m_random.below(12)) {
      case 0:
        return watchdog();
      case 1:
      case 2:
        return traceback();
      case 3: {
        const unsigned port = m_random.below(60'000);
        return line(m_rank, Channel::nccl,
                    "node%03u:%u:%u [%u] NCCL WARN NET/IB : Got completion from peer 10.0.0.%u<%u> with status=12 opcode=0 "
                    "len=0 vendor "
                    "err 129 (Recv)",
                    m_host, m_pid, m_thread, m_device, m_random.below(255), port);
      }
      case 4:
        return line(m_rank, Channel::nccl,
                    "node%03u:%u:%u [%u] NCCL WARN Call to ibv_create_cq failed with error Cannot allocate memory", m_host,
                    m_pid, m_thread, m_device);
      case 5:
        return line(
            m_rank, Channel::nccl,
            "node%03u:%u:%u [%u] proxy.cc:1458 NCCL WARN [Service thread] Accept failed Resource temporarily unavailable",
            m_host, m_pid, m_thread, m_device);
      case 6: {
        const unsigned percent = m_random.below(100);
        const char* test = kTests[m_random.below(8)];
        return line(m_rank, Channel::standardOutput, "%s::%s[tp2-pp4-bf16] FAILED [%3u%%]", kTestFiles[m_random.below(4)], test,
                    percent);
      }
      case 7:
        return line(0, Channel::job, "%s ##[error]Process completed with exit code 1.", m_ciTime);
      case 8:
        return line(
            m_rank, Channel::standardError,
            "[rank%u]:[E%s ProcessGroupNCCL.cpp:1785] [PG ID 0 PG GUID 0(default_pg) Rank %u] Received a dump signal due to a "
            "collective timeout from rank %u and we will try our best to dump the debug info.",
            rank, m_torchTime, rank, m_random.below(static_cast<std::uint32_t>(m_ranks)));
      case 9:
        return line(
            m_rank, Channel::standardError,
            "E%s 4100 torch/distributed/elastic/multiprocessing/api.py:882] failed (exitcode: -6) local_rank: %u (pid: %u) of "
            "binary: /usr/bin/python3",
            m_torchTime, m_device, m_pid);
      case 10:
        return line(m_rank, Channel::standardError, "Fatal Python error: Segmentation fault");
      default:
        return line(m_rank, Channel::standardError,
                    "[rank%u]:[F%s ProcessGroupNCCL.cpp:1557] [PG ID 0 Rank %u] [PG ID 0 PG GUID 0(default_pg) Rank %u] "
                    "Terminating the "
                    "process after attempting to dump debug info, due to ProcessGroupNCCL watchdog hang.",
                    rank, m_torchTime, rank, rank);
    }
  }

  void watchdog() {
    const unsigned late = m_random.below(100), out = m_random.below(1 << 28), in = m_random.below(1 << 26);
    line(m_rank, Channel::standardError,
         "[rank%d]:[E%s ProcessGroupNCCL.cpp:683] [Rank %d] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=%u, "
         "OpType=%s, "
         "NumelIn=%u, NumelOut=%u, Timeout(ms)=1800000) ran for 18000%02u milliseconds before timing out.",
         m_rank, m_torchTime, m_rank, m_sequence[m_rank], kOperations[m_random.below(9)], in, out, late);
  }

  void traceback() {
    line(m_rank, Channel::standardError, "[rank%d]: Traceback (most recent call last):", m_rank);
    const std::uint32_t frames = 3 + m_random.below(6);
    for (std::uint32_t frame = 0; frame < frames; ++frame) {
      const char* function = m_random.below(2) != 0 ? "forward" : "_call_impl";
      const unsigned sourceLine = m_random.below(3000);
      line(m_rank, Channel::standardError, "[rank%d]:   File \"/usr/local/lib/python3.12/dist-packages/%s\", line %u, in %s",
           m_rank, kSourceFiles[m_random.below(8)], sourceLine, function);
      line(m_rank, Channel::standardError, "[rank%d]:     return self._call_impl(*args, **kwargs)", m_rank);
    }
    switch (m_random.below(4)) {
      case 0: {
        const unsigned available = m_random.below(999), wanted = m_random.below(9999);
        return line(
            m_rank, Channel::standardError,
            "[rank%d]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate %u.00 MiB. GPU %u has a total capacity of "
            "79.11 GiB of which %u.50 MiB is free.",
            m_rank, wanted, m_device, available);
      }
      case 1:
        return line(m_rank, Channel::standardError,
                    "[rank%d]: RuntimeError: CUDA error: an illegal memory access was encountered", m_rank);
      case 2:
        return line(
            m_rank, Channel::standardError,
            "[rank%d]: torch.distributed.DistBackendError: NCCL error in: ../torch/csrc/distributed/c10d/NCCLUtils.hpp:317, "
            "unhandled system error (run with NCCL_DEBUG=INFO for details), NCCL version 2.27.3",
            m_rank);
      default:
        return line(m_rank, Channel::standardError, "[rank%d]: AssertionError: expected world size %d, got %u", m_rank, m_ranks,
                    m_random.below(static_cast<std::uint32_t>(m_ranks)));
    }
  }

  int m_ranks;
  std::uint64_t m_goal;
  bool m_merged;
  Random m_random;
  std::vector<unsigned> m_sequence;  // of the next collective of each rank
  double m_step = 0, m_seconds = 0;
  unsigned long long m_iteration = 0;
  std::uint64_t m_total = 0, m_lines = 0;
  std::vector<Output> m_stdout, m_stderr;
  Output m_ncclFile, m_jobFile, m_mergedFile;
  char m_ciTime[64] = "", m_megatronTime[64] = "", m_torchTime[64] = "";
  int m_rank = 0;  // the writer of the current lines
  unsigned m_pid = 0, m_thread = 0, m_host = 0, m_device = 0;
};

}  // namespace

int main(int argc, char** argv) {
  const std::string_view mode = argc == 6 ? argv[5] : "";
  const int ranks = argc == 6 ? std::atoi(argv[2]) : 0;
  if ((mode != "split" && mode != "merged") || ranks < 1) {
    std::fprintf(stderr, "usage: gen_big OUTDIR RANKS TOTAL_MB SEED split|merged\n");
    return 2;
  }
  const auto goal = static_cast<std::uint64_t>(std::atof(argv[3]) * 1e6);
  Generator(argv[1], ranks, goal, std::strtoull(argv[4], nullptr, 10), mode == "merged").run();
}
