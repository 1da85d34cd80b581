// SPDX-License-Identifier: Apache-2.0
#include "core/input/byte_source.h"

#include <utility>

namespace lanescope::input {
namespace {

class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::string bytes) : m_bytes(std::move(bytes)) {}

  std::uint64_t size() const noexcept override { return m_bytes.size(); }

  base::Result<std::string_view> view(ByteRange range, Scratch&) const override {
    range = range.clampedTo(size());
    return std::string_view(m_bytes).substr(range.begin, range.size());
  }

 private:
  std::string m_bytes;
};

}  // namespace

std::shared_ptr<const ByteSource> makeMemorySource(std::string bytes) {
  return std::make_shared<MemorySource>(std::move(bytes));
}

}  // namespace lanescope::input
