// SPDX-License-Identifier: Apache-2.0
// Whatever the bytes of a zip, tar, 7z or compressed file are: opening ends, limits hold, and every member can be read.
#include "core/input/input_set.h"
#include "tests/fuzz/fuzz_main.h"
#include "tests/support/archive_builder.h"

#include <unistd.h>
#include <fstream>

using namespace lanescope;

std::vector<std::string> fuzzSeeds() {
  const std::vector<test::PlainMember> files = {{"1/0/stdout.log", "one\ntwo\n"},
                                                {"1/1/stderr.log", std::string(5000, 'x') + '\n'}};
  test::ZipMember deflated{"a.log", "first line\nsecond line\n"};
  test::ZipMember stored{"b/c.log", "stored\n"};
  stored.deflate = false;
  test::ZipMember streamed{"d.log", std::string(3000, 'y')};
  streamed.dataDescriptor = true;
  test::ZipMember big = deflated;
  big.zip64 = true;
  return {
      test::makeZip({deflated, stored, streamed}),
      test::makeZip({big, {"inner.zip", test::makeZip({deflated})}}),
      test::makeArchive(test::Packing::tar, test::Compression::none, files),
      test::makeArchive(test::Packing::tar, test::Compression::gzip, files),
      test::makeArchive(test::Packing::tar, test::Compression::zstd, files),
      test::makeArchive(test::Packing::sevenZip, test::Compression::none, files),
      test::compress(test::Compression::xz, "line\n"),
      test::compress(test::Compression::bzip2, "line\n"),
      "plain text\n",
  };
}

void fuzzOne(std::string_view bytes) {
  static const std::string path = "/tmp/lanescope-fuzz-" + std::to_string(::getpid());
  std::ofstream(path, std::ios::binary | std::ios::trunc).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));

  input::Limits limits;
  limits.maxMembers = 100;
  limits.maxTotalBytes = 32 << 20;
  limits.ratioFreeBytes = 1 << 20;
  base::Progress progress;
  const input::InputSet set = input::openInputs({path}, limits, progress, {});
  ::unlink(path.c_str());

  FUZZ_CHECK(set.inputs.size() == 1);
  FUZZ_CHECK(set.members.size() <= limits.maxMembers);
  FUZZ_CHECK(set.contentId.size() == 16);
  std::uint64_t total = 0;
  input::Scratch scratch;
  for (const input::Member& member : set.members) {
    const auto view = member.source->view({0, member.bytes}, scratch);
    // The file itself is gone by now, but a process keeps what it has open.
    FUZZ_CHECK(view && view->size() == member.bytes);
    total += member.bytes;
  }
  FUZZ_CHECK(total <= limits.maxTotalBytes + bytes.size());
}
