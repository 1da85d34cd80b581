// SPDX-License-Identifier: Apache-2.0
#include "core/report/redact_shapes.h"

#include <algorithm>
#include <array>
#include <string>

namespace lanescope::report {
namespace {

using namespace std::string_view_literals;
using Shapes = std::vector<Shape>;

constexpr bool isDigit(char c) { return c >= '0' && c <= '9'; }
constexpr bool isUpper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool isLower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool isLetter(char c) { return isUpper(c) || isLower(c); }
constexpr bool isAlnum(char c) { return isLetter(c) || isDigit(c); }
constexpr bool isHex(char c) { return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
constexpr bool isWord(char c) { return isAlnum(c) || c == '_'; }
constexpr bool isTokenChar(char c) { return isWord(c) || c == '-'; }
constexpr bool isNameChar(char c) { return isWord(c) || c == '-' || c == '.'; }
constexpr bool isHostChar(char c) { return isAlnum(c) || c == '-' || c == '.'; }
constexpr bool isBase64(char c) { return isAlnum(c) || c == '+' || c == '/' || c == '='; }
constexpr bool isBlank(char c) { return c == ' ' || c == '\t'; }
constexpr bool isQuote(char c) { return c == '"' || c == '\''; }
constexpr char lower(char c) { return isUpper(c) ? static_cast<char>(c - 'A' + 'a') : c; }

std::string lowered(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), lower);
  return out;
}

char at(std::string_view text, std::size_t place) { return place < text.size() ? text[place] : '\0'; }
char before(std::string_view text, std::size_t place) { return place == 0 ? '\0' : text[place - 1]; }

template <class Predicate>
std::size_t skip(std::string_view text, std::size_t from, Predicate is) {
  while (from < text.size() && is(text[from])) ++from;
  return from;
}
template <class Predicate>
std::size_t skipBack(std::string_view text, std::size_t from, Predicate is) {
  while (from > 0 && is(text[from - 1])) --from;
  return from;
}

template <std::size_t N>
bool isOneOf(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// --- secrets ---------------------------------------------------------------------------------------------------------------------

// A token's first characters, and how many follow at least.
struct Prefix {
  std::string_view text;
  std::size_t least;
};
constexpr std::array kPrefixes = {
    Prefix{"ghp_", 16},      Prefix{"gho_", 16},    Prefix{"ghu_", 16},     Prefix{"ghs_", 16},     Prefix{"ghr_", 16},     Prefix{"github_pat_", 16},
    Prefix{"glpat-", 12},    Prefix{"gldt-", 12},   Prefix{"glrt-", 12},    Prefix{"glcbt-", 12},   Prefix{"glptt-", 12},   Prefix{"glft-", 12},
    Prefix{"glsoat-", 12},   Prefix{"gloas-", 12},  Prefix{"glagent-", 12}, Prefix{"xoxb-", 8},     Prefix{"xoxp-", 8},     Prefix{"xoxa-", 8},
    Prefix{"xoxr-", 8},      Prefix{"xoxs-", 8},    Prefix{"xoxe", 8},      Prefix{"xapp-", 8},     Prefix{"hf_", 16},      Prefix{"api_org_", 16},
    Prefix{"sk-", 20},       Prefix{"sk_live_", 8}, Prefix{"rk_live_", 8},  Prefix{"nvapi-", 16},   Prefix{"npm_", 20},     Prefix{"pypi-AgE", 16},
    Prefix{"dckr_pat_", 12}, Prefix{"AIza", 30},    Prefix{"ya29.", 16},    Prefix{"glsa_", 16},    Prefix{"dop_v1_", 16},  Prefix{"shpat_", 16},
    Prefix{"dapi", 32},      Prefix{"lsv2_", 16},   Prefix{"r8_", 30},      Prefix{"gsk_", 20},     Prefix{"AccountKey=", 8},
};
constexpr std::size_t kCutText = 400;            // a text of this length may be cut at its end: a token there may lack its rest
constexpr std::size_t kLeastOfCut = 4;

void findPrefixed(std::string_view text, Shapes& shapes) {
  for (const Prefix& prefix : kPrefixes) {
    for (std::size_t begin = text.find(prefix.text); begin != text.npos; begin = text.find(prefix.text, begin + 1)) {
      if (isTokenChar(before(text, begin))) continue;
      const std::size_t end = skip(text, begin + prefix.text.size(), [](char c) { return isTokenChar(c) || c == '+' || c == '/' || c == '='; });
      const std::size_t follow = end - begin - prefix.text.size();
      const bool cut = end == text.size() && text.size() >= kCutText && follow >= kLeastOfCut;
      if (follow >= prefix.least || cut) shapes.push_back({begin, end, RedactKind::secrets});
    }
  }
}

// AKIA and 16 more of capitals and digits.
void findAwsIds(std::string_view text, Shapes& shapes) {
  constexpr std::size_t kLength = 20;
  for (const std::string_view prefix : {"AKIA"sv, "ASIA"sv, "ABIA"sv, "ACCA"sv}) {
    for (std::size_t begin = text.find(prefix); begin != text.npos; begin = text.find(prefix, begin + 1)) {
      if (isWord(before(text, begin))) continue;
      const std::size_t end = skip(text, begin, [](char c) { return isUpper(c) || isDigit(c); });
      if (end - begin == kLength && !isWord(at(text, end))) shapes.push_back({begin, end, RedactKind::secrets});
    }
  }
}

// Three parts of base64url, of which the first two are JSON objects.
void findWebTokens(std::string_view text, Shapes& shapes) {
  for (std::size_t begin = text.find("eyJ"); begin != text.npos; begin = text.find("eyJ", begin + 1)) {
    if (isTokenChar(before(text, begin))) continue;
    const std::size_t first = skip(text, begin, isTokenChar);
    if (first - begin < 12) continue;
    if (at(text, first) != '.') {
      if (first == text.size() && text.size() >= kCutText) shapes.push_back({begin, first, RedactKind::secrets});
      continue;
    }
    const std::size_t end = skip(text, first, [](char c) { return isTokenChar(c) || c == '.'; });
    if (end - first > 8) shapes.push_back({begin, end, RedactKind::secrets});
  }
}

void findHooks(std::string_view text, Shapes& shapes) {
  for (const std::string_view path : {"hooks.slack.com/services/"sv, "discord.com/api/webhooks/"sv, "webhook.office.com/"sv}) {
    for (std::size_t found = text.find(path); found != text.npos; found = text.find(path, found + 1)) {
      const std::size_t begin = found + path.size();
      const std::size_t end = skip(text, begin, [](char c) { return isTokenChar(c) || c == '/' || c == '@'; });
      if (end > begin) shapes.push_back({begin, end, RedactKind::secrets});
    }
  }
}

// The rest of the text behind the head of a private key; its other lines are known by isKeyBody().
void findKeyHeads(std::string_view text, Shapes& shapes) {
  constexpr std::string_view kTail = "PRIVATE KEY-----";
  for (std::size_t tail = text.find(kTail); tail != text.npos; tail = text.find(kTail, tail + 1)) {
    const std::size_t begin = tail + kTail.size();
    const std::size_t head = text.rfind("-----", tail);
    if (head == text.npos || text.substr(head, 10) != "-----BEGIN") continue;
    const std::size_t stop = text.find("-----END", begin);
    const std::size_t end = stop == text.npos ? text.size() : stop;
    if (text.substr(begin, end - begin).find_first_not_of(" \t\r\n\\n\"',") != std::string_view::npos) shapes.push_back({begin, end, RedactKind::secrets});
  }
}

// user:password@ and token@ in front of a host.
void findUrlCredentials(std::string_view text, Shapes& shapes) {
  constexpr std::size_t kTokenLength = 16;
  for (std::size_t found = text.find("://"); found != text.npos; found = text.find("://", found + 1)) {
    const std::size_t begin = found + 3;
    const std::size_t end = skip(text, begin, [](char c) { return c > ' ' && c != '/' && c != '?' && c != '#' && !isQuote(c); });
    const std::size_t sign = text.substr(begin, end - begin).rfind('@');
    if (sign == std::string_view::npos || sign == 0) continue;
    const std::string_view user = text.substr(begin, sign);
    const bool secret = user.find(':') != user.npos || user.size() >= kTokenLength;
    if (user != "git") shapes.push_back({begin, begin + sign, secret ? RedactKind::secrets : RedactKind::users});
  }
}

bool isPlaceholder(std::string_view value) {
  constexpr std::array kWords = {"none"sv, "null"sv, "nil"sv, "true"sv, "false"sv, "unset"sv, "redacted"sv, "hidden"sv, "undefined"sv, "empty"sv};
  if (value.empty() || "$<[{*%("sv.find(value.front()) != std::string_view::npos) return true;
  if (std::all_of(value.begin(), value.end(), [](char c) { return isDigit(c) || c == '.' || c == '-' || c == '*' || c == 'x'; })) return true;
  return isOneOf(lowered(value), kWords);
}

struct Value { std::size_t begin = 0, end = 0; };

// The value behind a name that ends at `place`: ="x", : x, or, of an option, a blank and x.
Value valueBehind(std::string_view text, std::size_t place, bool option) {
  if (isQuote(at(text, place))) ++place;
  const std::size_t sign = skip(text, place, isBlank);
  const bool assigned = at(text, sign) == '=' || at(text, sign) == ':';
  if (!assigned && !(option && sign > place)) return {};
  std::size_t begin = assigned ? skip(text, sign + 1, isBlank) : sign;
  if (!assigned && at(text, begin) == '-') return {};
  if (isQuote(at(text, begin))) {
    const std::size_t close = text.find(text[begin], begin + 1);
    return {begin + 1, close == text.npos ? text.size() : close};
  }
  return {begin, skip(text, begin, [](char c) { return c > ' ' && !isQuote(c) && c != ',' && c != ';' && c != '&' && c != ')' && c != '}' && c != ']'; })};
}

// NAME=value where the name says what it is.
void findNamed(std::string_view text, Shapes& shapes) {
  constexpr std::size_t kLeastToken = 8;
  for (std::size_t begin = 0; begin < text.size();) {
    begin = skip(text, begin, [](char c) { return !isTokenChar(c); });
    const std::size_t end = skip(text, begin, isNameChar);
    if (end == begin) break;
    const std::string_view name = text.substr(begin, end - begin);
    if (isSecretName(name)) {
      const Value value = valueBehind(text, end, name.starts_with("--"));
      const std::string_view shown = text.substr(value.begin, value.end - value.begin);
      const bool word = name.ends_with("token") && shown.size() < kLeastToken;
      if (value.end > value.begin && !isPlaceholder(shown) && !word) shapes.push_back({value.begin, value.end, RedactKind::secrets});
    }
    begin = end;
  }
}

// Authorization: Bearer x, also without the header's name.
void findAuthorization(std::string_view text, const std::string& small, Shapes& shapes) {
  constexpr std::size_t kLeast = 12;
  constexpr std::string_view kHeader = "authorization";
  for (std::size_t found = small.find(kHeader); found != small.npos; found = small.find(kHeader, found + 1)) {
    std::size_t begin = found + kHeader.size();
    begin = skip(text, begin, [](char c) { return isQuote(c) || isBlank(c); });
    if (at(text, begin) != ':' && at(text, begin) != '=') continue;
    begin = skip(text, begin + 1, [](char c) { return isQuote(c) || isBlank(c); });
    const std::size_t scheme = skip(text, begin, isLetter);
    if (isBlank(at(text, scheme))) begin = skip(text, scheme, isBlank);
    const std::size_t end = skip(text, begin, [](char c) { return c > ' ' && !isQuote(c); });
    if (end > begin && !isPlaceholder(text.substr(begin, end - begin))) shapes.push_back({begin, end, RedactKind::secrets});
  }
  for (std::size_t found = small.find("bearer "); found != small.npos; found = small.find("bearer ", found + 1)) {
    if (isWord(before(text, found))) continue;
    const std::size_t begin = found + 7;
    const std::size_t end = skip(text, begin, [](char c) { return isBase64(c) || isTokenChar(c) || c == '.' || c == '~'; });
    const std::string_view token = text.substr(begin, end - begin);
    if (token.size() >= kLeast && std::any_of(token.begin(), token.end(), isDigit)) shapes.push_back({begin, end, RedactKind::secrets});
  }
}

// --- e-mail and users --------------------------------------------------------------------------------------------------------------

void findEmails(std::string_view text, Shapes& shapes) {
  for (std::size_t sign = text.find('@'); sign != text.npos; sign = text.find('@', sign + 1)) {
    const std::size_t begin = skipBack(text, sign, [](char c) { return isNameChar(c) || c == '+' || c == '%'; });
    std::size_t end = skip(text, sign + 1, isHostChar);
    while (end > sign + 1 && !isAlnum(text[end - 1])) --end;
    const std::string_view domain = text.substr(sign + 1, end - sign - 1);
    const std::size_t dot = domain.rfind('.');
    if (begin == sign || dot == domain.npos || dot == 0 || domain.size() - dot < 3) continue;
    const std::string_view top = domain.substr(dot + 1);
    const bool clone = text.substr(begin, sign - begin) == "git" && at(text, end) == ':';
    if (std::all_of(top.begin(), top.end(), isLetter) && !clone) shapes.push_back({begin, end, RedactKind::emails});
  }
}

constexpr bool isUserChar(char c) { return isTokenChar(c) || c == '.'; }

void findHomes(std::string_view text, Shapes& shapes) {
  for (const std::string_view home : {"/home/"sv, "/Users/"sv, "\\Users\\"sv}) {
    for (std::size_t found = text.find(home); found != text.npos; found = text.find(home, found + 1)) {
      const std::size_t begin = found + home.size();
      const std::size_t end = skip(text, begin, isUserChar);
      if (end > begin && isAlnum(text[begin])) shapes.push_back({begin, end, RedactKind::users});
    }
  }
}

void findUsers(std::string_view text, Shapes& shapes) {
  constexpr std::array kNames = {"USER"sv, "LOGNAME"sv, "USERNAME"sv, "SUDO_USER"sv, "UserId"sv, "SLURM_JOB_USER"sv, "SLURM_JOB_ACCOUNT_USER"sv, "GITHUB_ACTOR"sv,
                                 "GITHUB_TRIGGERING_ACTOR"sv, "GITLAB_USER_LOGIN"sv, "GITLAB_USER_NAME"sv, "BUILDKITE_BUILD_AUTHOR"sv, "username"sv};
  for (const std::string_view name : kNames) {
    for (std::size_t found = text.find(name); found != text.npos; found = text.find(name, found + 1)) {
      if (isTokenChar(before(text, found)) || isWord(at(text, found + name.size()))) continue;
      const Value value = valueBehind(text, found + name.size(), false);
      const std::size_t end = std::min(value.end, skip(text, value.begin, isUserChar));
      const std::string_view shown = text.substr(value.begin, end - value.begin);
      if (end > value.begin && isLetter(shown.front()) && shown != "root" && !isPlaceholder(shown)) shapes.push_back({value.begin, end, RedactKind::users});
    }
  }
}

// --- addresses -----------------------------------------------------------------------------------------------------------------------

// The word in front of a number, in small letters: "version", "cuda".
std::string wordBefore(std::string_view text, std::size_t place) {
  const std::size_t end = skipBack(text, place, [](char c) { return isBlank(c) || c == ':' || c == '=' || c == '(' || isQuote(c); });
  return lowered(text.substr(skipBack(text, end, isLetter), end - skipBack(text, end, isLetter)));
}

// A library's version has four numbers too. It stands behind a name and a sign, or behind a word that says so.
bool isVersion(std::string_view text, std::size_t begin, std::size_t end) {
  constexpr std::array kWords = {"version"sv, "versions"sv, "ver"sv,  "release"sv, "cuda"sv,   "cudnn"sv,  "nccl"sv,   "driver"sv,  "rocm"sv,  "cublas"sv,
                                 "toolkit"sv, "runtime"sv, "api"sv, "nvcc"sv,    "package"sv, "cufft"sv, "cusparse"sv, "tensorrt"sv, "firmware"sv, "build"sv};
  const char previous = before(text, begin);
  const char next = at(text, end);
  if (isWord(previous) || previous == '.' || previous == '-' || previous == '+' || previous == '~') return true;
  if (previous == '=' && begin >= 2 && "=<>~!"sv.find(text[begin - 2]) != std::string_view::npos) return true;
  if (previous == '>' || previous == '<') return true;
  if (isWord(next) || next == '+' || (next == '-' && isLetter(at(text, end + 1))) || (next == '.' && isWord(at(text, end + 1)))) return true;
  return isOneOf(wordBefore(text, begin), kWords);
}

void findIpv4(std::string_view text, Shapes& shapes) {
  for (std::size_t begin = 0; begin < text.size(); ++begin) {
    if (!isDigit(text[begin]) || isDigit(before(text, begin))) continue;
    std::size_t end = begin;
    std::array<unsigned, 4> octets{};
    std::size_t count = 0;
    while (count < octets.size()) {
      const std::size_t stop = skip(text, end, isDigit);
      if (stop == end || stop - end > 3) break;
      for (std::size_t i = end; i < stop; ++i) octets[count] = octets[count] * 10 + static_cast<unsigned>(text[i] - '0');
      ++count;
      end = stop;
      if (count < octets.size() && at(text, end) == '.') ++end;
      else break;
    }
    const bool valid = count == octets.size() && octets[0] > 0 && octets[0] != 127 && *std::max_element(octets.begin(), octets.end()) <= 255 && octets[0] < 255;
    if (valid && !isVersion(text, begin, end)) shapes.push_back({begin, end, RedactKind::ips});
    begin = std::max(begin, end > begin ? end - 1 : end);
  }
}

// Eight groups, or fewer around "::" behind a first one of three or four digits: what is shorter is rather a C++ name or a time.
bool isIpv6(std::string_view word) {
  std::size_t groups = 0, longest = 0, first = 0;
  bool gap = false;
  for (std::size_t i = 0; i < word.size();) {
    if (word[i] == ':') {
      if (at(word, i + 1) == ':') {
        if (gap) return false;
        gap = true;
        ++i;
      }
      ++i;
      continue;
    }
    const std::size_t end = skip(word, i, isHex);
    if (i == 0) first = end;
    longest = std::max(longest, end - i);
    ++groups;
    i = end;
  }
  if (longest > 4 || groups > 8) return false;
  return gap ? groups >= 1 && groups < 8 && first >= 3 && std::any_of(word.begin(), word.end(), isDigit) : groups == 8;
}

void findIpv6(std::string_view text, Shapes& shapes) {
  for (std::size_t colon = text.find(':'); colon != text.npos;) {
    const std::size_t begin = skipBack(text, colon, isHex);
    std::size_t end = skip(text, colon, [](char c) { return isHex(c) || c == ':'; });
    const std::size_t next = end;
    while (end > begin && text[end - 1] == ':' && !text.substr(begin, end - begin).ends_with("::")) --end;
    if (!isWord(before(text, begin)) && !isWord(at(text, end)) && isIpv6(text.substr(begin, end - begin))) shapes.push_back({begin, end, RedactKind::ips});
    colon = text.find(':', next);
  }
}

// --- hosts -----------------------------------------------------------------------------------------------------------------------------

// Everybody's: naming them tells nothing of whose run it is.
constexpr std::array kPublicHosts = {"github.com"sv, "api.github.com"sv, "gitlab.com"sv, "pytorch.org"sv, "docs.pytorch.org"sv, "download.pytorch.org"sv, "python.org"sv,
                                     "docs.python.org"sv, "pypi.org"sv, "files.pythonhosted.org"sv, "docs.pytest.org"sv, "huggingface.co"sv, "docker.io"sv,
                                     "registry-1.docker.io"sv, "nvcr.io"sv, "ghcr.io"sv, "quay.io"sv, "docs.nvidia.com"sv, "developer.nvidia.com"sv,
                                     "developer.download.nvidia.com"sv, "pypi.nvidia.com"sv, "docs.github.com"sv, "raw.githubusercontent.com"sv, "www.w3.org"sv,
                                     "hooks.slack.com"sv, "discord.com"sv};

bool isHostName(std::string_view text, std::size_t begin, std::size_t end) {
  constexpr std::array kSure = {"com"sv, "net"sv, "org"sv, "edu"sv, "gov"sv, "example"sv, "localdomain"sv, "internal"sv, "lan"sv, "corp"sv, "intra"sv};
  constexpr std::array kPerhaps = {"local"sv, "io"sv, "ai"sv, "dev"sv, "cloud"sv, "cluster"sv, "home"sv, "de"sv, "uk"sv, "fr"sv, "jp"sv, "cn"sv, "ch"sv,
                                   "eu"sv,    "kr"sv, "nl"sv, "se"sv,  "ca"sv,    "au"sv,      "arpa"sv, "hpc"sv};
  const std::string_view word = text.substr(begin, end - begin);
  const std::size_t dot = word.rfind('.');
  if (dot == word.npos || word.find("..") != word.npos || !isAlnum(word.front()) || isWord(at(text, end)) || at(text, end) == '(') return false;
  const std::string top = lowered(word.substr(dot + 1));
  const std::string name = lowered(word);
  if (isOneOf(name, kPublicHosts)) return false;
  if (isOneOf(top, kSure)) return true;
  if (!isOneOf(top, kPerhaps)) return false;
  // An attribute of a module looks the same; a host's name has a number or a dash, or stands where only a host does.
  const std::string_view rest = word.substr(0, dot);
  const bool numbered = rest.find('-') != rest.npos || std::any_of(rest.begin(), rest.end(), isDigit);
  const bool placed = (begin >= 3 && text.substr(begin - 3, 3) == "://") || (at(text, end) == ':' && isDigit(at(text, end + 1)));
  return placed || (numbered && rest.find('.') != rest.npos);
}

void findHosts(std::string_view text, Shapes& shapes) {
  for (std::size_t begin = 0; begin < text.size();) {
    begin = skip(text, begin, [](char c) { return !isHostChar(c); });
    std::size_t end = skip(text, begin, isHostChar);
    const std::size_t next = end;
    while (end > begin && !isAlnum(text[end - 1])) --end;
    if (end > begin && !isWord(before(text, begin)) && isHostName(text, begin, end)) shapes.push_back({begin, end, RedactKind::hosts});
    begin = std::max(next, begin + 1);
  }
}

// ip-10-0-3-7: a host's name that is its address.
void findAddressNames(std::string_view text, RedactKind kind, Shapes& shapes) {
  for (std::size_t begin = text.find("ip-"); begin != text.npos; begin = text.find("ip-", begin + 1)) {
    if (isAlnum(before(text, begin))) continue;
    std::size_t end = begin + 2, numbers = 0;
    while (at(text, end) == '-' && isDigit(at(text, end + 1))) {
      end = skip(text, end + 1, isDigit);
      ++numbers;
    }
    if (numbers == 4 && !isAlnum(at(text, end))) shapes.push_back({begin, end, kind});
  }
}

// By rank of the kinds, then place; what overlaps something before it goes.
Shapes withoutOverlaps(const Shapes& found) {
  Shapes kept;
  for (const Shape& shape : found) {
    const bool free = std::none_of(kept.begin(), kept.end(), [&shape](const Shape& other) { return shape.begin < other.end && other.begin < shape.end; });
    if (free) kept.push_back(shape);
  }
  std::sort(kept.begin(), kept.end(), [](const Shape& a, const Shape& b) { return a.begin < b.begin; });
  return kept;
}

bool hasAny(const std::string& name, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [&name](std::string_view word) { return name.find(word) != name.npos; });
}

}  // namespace

bool isSecretName(std::string_view given) {
  constexpr std::array kModelTokens = {"pad"sv, "eos"sv, "bos"sv, "unk"sv, "mask"sv, "sep"sv, "cls"sv, "image"sv, "special"sv, "stop"sv, "end"sv, "start"sv, "num"sv,
                                       "max"sv, "n"sv, "per"sv, "first"sv, "last"sv, "next"sv, "new"sv, "min"sv, "total"sv, "prev"sv, "draft"sv, "global"sv, "audio"sv, "video"sv};
  const std::string name = lowered(given.substr(std::min(given.size(), given.find_first_not_of('-'))));
  if (hasAny(name, {"password", "passwd", "passphrase", "api_key", "apikey", "api-key", "access_key", "access-key", "accesskey", "private_key", "private-key", "client_secret",
                    "x-amz-signature", "x-amz-credential", "security-token", "connection_string", "set-cookie"}))
    return true;
  if (name == "secret" || name.ends_with("_secret") || name.ends_with("-secret") || name.ends_with("secret_key") || name.ends_with("_pwd") || name.ends_with("_credentials") ||
      name == "sig" || name == "cookie" || name.ends_with("_pat"))
    return true;
  if (name != "token" && !name.ends_with("_token") && !name.ends_with("-token") && !name.ends_with(".token") && !name.ends_with("accesstoken")) return false;
  const std::string_view first = std::string_view(name).substr(0, name.find_first_of("_-."));
  return name == "token" || !isOneOf(first, kModelTokens);
}

bool isKeyBody(std::string_view line) {
  const std::size_t blank = line.find_last_of(" \t");
  const std::string_view word = blank == line.npos ? line : line.substr(blank + 1);
  return !word.empty() && std::all_of(word.begin(), word.end(), isBase64);
}

bool isGenericUser(std::string_view name) {
  constexpr std::array kNames = {"runner"sv, "user"sv, "users"sv, "ubuntu"sv, "admin"sv, "test"sv, "work"sv, "data"sv, "build"sv, "ci"sv, "jenkins"sv, "gitlab"sv, "docker"sv,
                                 "slurm"sv, "job"sv, "node"sv, "ray"sv, "home"sv, "shared"sv, "centos"sv, "debian"sv, "opc"sv, "ec2-user"sv, "azureuser"sv, "coder"sv, "worker"sv,
                                 "service"sv, "app"sv, "root"sv, "nobody"sv, "python"sv, "conda"sv, "torch"sv, "rank"sv, "gpu"sv, "launch"sv, "line"sv, "all"sv, "nccl"sv, "cuda"sv};
  return name.size() < 3 || isOneOf(lowered(name), kNames);
}

std::vector<Shape> shapesIn(std::string_view text, RedactKinds kinds) {
  Shapes found;
  const auto sorted = [&found](std::size_t from) {
    std::stable_sort(found.begin() + static_cast<std::ptrdiff_t>(from), found.end(), [](const Shape& a, const Shape& b) { return a.begin < b.begin; });
  };
  if (kinds.has(RedactKind::secrets) || kinds.has(RedactKind::users)) findUrlCredentials(text, found);
  if (kinds.has(RedactKind::secrets)) {
    findKeyHeads(text, found);
    findWebTokens(text, found);
    findPrefixed(text, found);
    findAwsIds(text, found);
    findHooks(text, found);
    findAuthorization(text, lowered(text), found);
    findNamed(text, found);
  }
  std::erase_if(found, [kinds](const Shape& shape) { return !kinds.has(shape.kind); });
  std::size_t from = found.size();
  if (kinds.has(RedactKind::emails)) findEmails(text, found);
  sorted(from);
  from = found.size();
  if (kinds.has(RedactKind::users)) {
    findHomes(text, found);
    findUsers(text, found);
  }
  sorted(from);
  from = found.size();
  if (kinds.has(RedactKind::ips)) {
    findIpv4(text, found);
    findIpv6(text, found);
  }
  if (kinds.has(RedactKind::hosts) || kinds.has(RedactKind::ips)) findAddressNames(text, kinds.has(RedactKind::hosts) ? RedactKind::hosts : RedactKind::ips, found);
  sorted(from);
  if (kinds.has(RedactKind::hosts)) findHosts(text, found);
  return withoutOverlaps(found);
}

}  // namespace lanescope::report
