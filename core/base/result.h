// SPDX-License-Identifier: Apache-2.0
// Errors as values. A function that can fail returns Result<T>; nothing throws across a module border
// except std::bad_alloc. One bad line or archive member is a counted diagnostic, not an Error.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace lanescope::base {

enum class ErrorCode {
  io,               // the operating system refused: not there, no permission, read error
  truncated,        // the data end before they should
  corrupt,          // the data are not what they claim to be
  unsupported,      // a kind of data that is not read
  limit,            // a limit against hostile input was reached
  invalidArgument,  // the caller's or the user's words make no sense
  cancelled,        // the user stopped it; never shown as a failure
};

// What a person needs to act: what happened, where, and what to try. `where` is a path or "path:line", may be empty;
// `tryThis` may be empty. All three are UTF-8 sentences or fragments without a final full stop.
struct Error {
  ErrorCode code = ErrorCode::io;
  std::string what;
  std::string where;
  std::string tryThis;
};

// "where: what (tryThis)", as one line.
std::string describe(const Error& error);

template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(ErrorCode code, std::string what, std::string where = {}, std::string tryThis = {}) {
  return tl::make_unexpected(Error{code, std::move(what), std::move(where), std::move(tryThis)});
}

}  // namespace lanescope::base
