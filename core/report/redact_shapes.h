// SPDX-License-Identifier: Apache-2.0
// What looks like an address, a user's name, e-mail or a secret in a line of a log. Internal to core/report.
#pragma once

#include "core/report/redact.h"

#include <string_view>
#include <vector>

namespace lanescope::report {

struct Shape {
  std::size_t begin = 0, end = 0;                // bytes of the text
  RedactKind kind = RedactKind::secrets;
};

// By place, without overlaps; where two kinds fit, secrets come first, then e-mail, users, addresses, hosts.
std::vector<Shape> shapesIn(std::string_view text, RedactKinds kinds);

// Whether a setting of this name holds a secret: WANDB_API_KEY, db-password; not PWD, pad_token, max_tokens.
bool isSecretName(std::string_view name);
// Whether a line is nothing but the base64 text of which the body of a private key consists.
bool isKeyBody(std::string_view line);
// Accounts of machines rather than of people: runner, ubuntu.
bool isGenericUser(std::string_view name);

}  // namespace lanescope::report
