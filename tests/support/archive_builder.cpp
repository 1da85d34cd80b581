// SPDX-License-Identifier: Apache-2.0
#include "tests/support/archive_builder.h"

#include <archive.h>
#include <archive_entry.h>
#include <zlib.h>
#include <cstdlib>

namespace lanescope::test {
namespace {

void put(std::string& out, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 0xFF);
}
void put16(std::string& out, std::uint64_t value) { put(out, value, 2); }
void put32(std::string& out, std::uint64_t value) { put(out, value, 4); }
void put64(std::string& out, std::uint64_t value) { put(out, value, 8); }

std::string deflateRaw(std::string_view content) {
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, static_cast<uLong>(content.size())), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
  stream.avail_in = static_cast<uInt>(content.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

// What both headers of a member share.
struct Fields {
  std::uint16_t flags, method;
  std::uint64_t crc, packed, bytes;
};

void putCommon(std::string& out, const ZipMember& member, const Fields& fields) {
  put16(out, 45);
  put16(out, fields.flags);
  put16(out, fields.method);
  put16(out, member.dosTime);
  put16(out, member.dosDate);
  put32(out, fields.crc);
  put32(out, member.zip64 ? 0xFFFFFFFF : fields.packed);
  put32(out, member.zip64 ? 0xFFFFFFFF : fields.bytes);
  put16(out, member.name.size());
}

std::string zip64Field(const ZipMember& member, const Fields& fields) {
  std::string out;
  if (!member.zip64) return out;
  put16(out, 1);
  put16(out, 16);
  put64(out, fields.bytes);
  put64(out, fields.packed);
  return out;
}

la_ssize_t appendTo(archive*, void* out, const void* bytes, std::size_t size) {
  static_cast<std::string*>(out)->append(static_cast<const char*>(bytes), size);
  return static_cast<la_ssize_t>(size);
}

void require(int status) {
  if (status < ARCHIVE_WARN) std::abort();
}

void addFilter(archive* writer, Compression compression) {
  switch (compression) {
    case Compression::none:
      require(archive_write_add_filter_none(writer));
      break;
    case Compression::gzip:
      require(archive_write_add_filter_gzip(writer));
      break;
    case Compression::xz:
      require(archive_write_add_filter_xz(writer));
      break;
    case Compression::zstd:
      require(archive_write_add_filter_zstd(writer));
      break;
    case Compression::bzip2:
      require(archive_write_add_filter_bzip2(writer));
      break;
  }
}

std::string write(archive* writer, const std::vector<PlainMember>& members) {
  std::string out;
  archive_write_set_bytes_in_last_block(writer, 1);
  require(archive_write_open(writer, &out, nullptr, appendTo, nullptr));
  for (const PlainMember& member : members) {
    archive_entry* entry = archive_entry_new();
    archive_entry_set_pathname(entry, member.name.c_str());
    archive_entry_set_size(entry, static_cast<la_int64_t>(member.content.size()));
    archive_entry_set_filetype(entry, member.name.ends_with('/') ? AE_IFDIR : AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_mtime(entry, 1'767'268'800, 0);  // 2026-01-01 12:00:00
    require(archive_write_header(writer, entry));
    archive_write_data(writer, member.content.data(), member.content.size());
    archive_entry_free(entry);
  }
  require(archive_write_close(writer));
  archive_write_free(writer);
  return out;
}

}  // namespace

std::string makeZip(const std::vector<ZipMember>& members) {
  std::string out;
  std::string directory;
  bool any64 = false;
  for (const ZipMember& member : members) {
    const std::string packed = member.deflate ? deflateRaw(member.content) : member.content;
    Fields fields{};
    fields.flags = static_cast<std::uint16_t>((member.encrypted ? 1 : 0) | (member.dataDescriptor ? 8 : 0));
    fields.method = member.method != 0xFFFF ? member.method : static_cast<std::uint16_t>(member.deflate ? 8 : 0);
    fields.crc = crc32(0, reinterpret_cast<const Bytef*>(member.content.data()), static_cast<uInt>(member.content.size())) ^
                 member.crcChange;
    fields.packed = packed.size();
    fields.bytes = member.statedBytes != 0 ? member.statedBytes : member.content.size();
    any64 = any64 || member.zip64;

    const std::size_t offset = out.size();
    const Fields local = member.dataDescriptor ? Fields{fields.flags, fields.method, 0, 0, 0} : fields;
    const std::string localExtra = zip64Field(member, local);
    put32(out, 0x04034b50);
    putCommon(out, member, local);
    put16(out, localExtra.size());
    out += member.name + localExtra + packed;
    if (member.dataDescriptor) {
      put32(out, 0x08074b50);
      put32(out, fields.crc);
      put(out, fields.packed, member.zip64 ? 8 : 4);
      put(out, fields.bytes, member.zip64 ? 8 : 4);
    }

    const std::string extra = zip64Field(member, fields);
    put32(directory, 0x02014b50);
    put16(directory, 45);
    putCommon(directory, member, fields);
    put16(directory, extra.size());
    put16(directory, 0);  // comment
    put16(directory, 0);  // disk
    put16(directory, 0);
    put32(directory, 0);
    put32(directory, offset);
    directory += member.name + extra;
  }
  const std::size_t begin = out.size();
  out += directory;
  if (any64) {
    const std::size_t end64 = out.size();
    put32(out, 0x06064b50);
    put64(out, 44);
    put16(out, 45);
    put16(out, 45);
    put32(out, 0);
    put32(out, 0);
    put64(out, members.size());
    put64(out, members.size());
    put64(out, directory.size());
    put64(out, begin);
    put32(out, 0x07064b50);
    put32(out, 0);
    put64(out, end64);
    put32(out, 1);
  }
  put32(out, 0x06054b50);
  put32(out, 0);
  put16(out, any64 ? 0xFFFF : members.size());
  put16(out, any64 ? 0xFFFF : members.size());
  put32(out, any64 ? 0xFFFFFFFF : directory.size());
  put32(out, any64 ? 0xFFFFFFFF : begin);
  put16(out, 0);
  return out;
}

std::string makeArchive(Packing packing, Compression compression, const std::vector<PlainMember>& members) {
  archive* writer = archive_write_new();
  if (packing == Packing::tar) {
    require(archive_write_set_format_pax_restricted(writer));
    require(archive_write_set_options(writer, "hdrcharset=BINARY"));
    addFilter(writer, compression);
    return write(writer, members);
  }
  require(archive_write_set_format_7zip(writer));
  return write(writer, members);
}

std::string compress(Compression compression, std::string_view content) {
  archive* writer = archive_write_new();
  require(archive_write_set_format_raw(writer));
  addFilter(writer, compression);
  return write(writer, {{"content", std::string(content)}});
}

}  // namespace lanescope::test
