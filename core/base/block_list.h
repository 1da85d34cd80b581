// SPDX-License-Identifier: Apache-2.0
// Rows by the million that grow and are used up from the front: in blocks, so that growing moves nothing and what has been used
// gives its memory back at once. A block of 256 KiB comes from the system and returns to it.
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace lanescope::base {

// Indexes stay what they are for the life of a row. Not copyable.
template <class Row>
class BlockList {
  static_assert(std::is_trivially_destructible_v<Row> && std::is_trivially_copyable_v<Row>);

 public:
  BlockList() = default;
  BlockList(BlockList&& other) noexcept : m_blocks(std::move(other.m_blocks)), m_size(std::exchange(other.m_size, 0)) {}
  BlockList& operator=(BlockList&& other) noexcept {
    m_blocks = std::move(other.m_blocks);
    m_size = std::exchange(other.m_size, 0);
    return *this;
  }

  std::size_t size() const noexcept { return m_size; }
  // Of a row that has not been dropped.
  Row& operator[](std::size_t index) noexcept { return m_blocks[index / kRows].get()[index % kRows]; }
  const Row& operator[](std::size_t index) const noexcept { return m_blocks[index / kRows].get()[index % kRows]; }
  Row& back() noexcept { return (*this)[m_size - 1]; }
  const Row& back() const noexcept { return (*this)[m_size - 1]; }

  void push_back(const Row& row) {
    if (m_size == m_blocks.size() * kRows) m_blocks.push_back(Block(std::allocator<Row>().allocate(kRows)));
    std::construct_at(&m_blocks.back().get()[m_size % kRows], row);
    ++m_size;
  }

  // The rows before `index` are not needed any more; those of full blocks are gone afterwards.
  void dropBefore(std::size_t index) noexcept {
    for (std::size_t block = index / kRows; block > 0 && m_blocks[block - 1]; --block) m_blocks[block - 1].reset();
  }

 private:
  static constexpr std::size_t kRows = (256u << 10) / sizeof(Row);
  struct Free {
    void operator()(Row* rows) const noexcept { std::allocator<Row>().deallocate(rows, kRows); }
  };
  using Block = std::unique_ptr<Row, Free>;
  std::vector<Block> m_blocks;
  std::size_t m_size = 0;
};

}  // namespace lanescope::base
