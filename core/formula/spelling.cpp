#include "core/formula/words.h"

#include <algorithm>
#include <cctype>
#include <map>

namespace ergo::formula {
namespace {

bool continues_character(std::string_view text, std::size_t place) {
  return place < text.size() && (static_cast<unsigned char>(text[place]) & 0xc0) == 0x80;
}

bool is_ascii_letter(char32_t code) { return (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z'); }
bool is_digit(char32_t code) { return code >= '0' && code <= '9'; }
bool is_subscript(char32_t code) { return code >= 0x2080 && code <= 0x2089; }

const std::map<char32_t, std::string_view> signs = {
    {U'−', "-"}, {U'–', "-"},  {U'·', "*"},  {U'⋅', "*"},  {U'×', "*"}, {U'∗', "*"},   {U'÷', "/"},
    {U'∕', "/"}, {U'≤', "<="}, {U'≥', ">="}, {U'≠', "!="}, {U'√', "√"}, {U'∞', "inf"}, {U'∣', "|"},
};

const std::map<std::string_view, std::string_view> commands = {
    {"frac", "\\frac"}, {"dfrac", "\\frac"}, {"tfrac", "\\frac"}, {"sqrt", "√"},
    {"exp", "exp"},     {"log", "log"},      {"ln", "log"},       {"sin", "sin"},
    {"cos", "cos"},     {"tan", "tan"},      {"arcsin", "asin"},  {"arccos", "acos"},
    {"arctan", "atan"}, {"sinh", "sinh"},    {"cosh", "cosh"},    {"tanh", "tanh"},
    {"min", "min"},     {"max", "max"},      {"cdot", "*"},       {"times", "*"},
    {"ast", "*"},       {"div", "/"},        {"le", "<="},        {"leq", "<="},
    {"ge", ">="},       {"geq", ">="},       {"ne", "!="},        {"neq", "!="},
    {"lt", "<"},        {"gt", ">"},         {"land", "and"},     {"lor", "or"},
    {"lnot", "not"},    {"neg", "not"},      {"infty", "inf"},    {"lvert", "|"},
    {"rvert", "|"},     {"vert", "|"},       {"mid", "|"},        {"left", " "},
    {"right", " "},     {"big", " "},        {"Big", " "},        {"quad", " "},
    {"qquad", " "},     {",", " "},          {";", " "},          {":", " "},
    {"!", " "},         {">", " "},          {" ", " "},          {"displaystyle", " "},
    {"pi", "pi"},       {"alpha", "α"},      {"beta", "β"},       {"gamma", "γ"},
    {"delta", "δ"},     {"epsilon", "ε"},    {"varepsilon", "ε"}, {"zeta", "ζ"},
    {"eta", "η"},       {"theta", "θ"},      {"vartheta", "θ"},   {"iota", "ι"},
    {"kappa", "κ"},     {"lambda", "λ"},     {"mu", "μ"},         {"nu", "ν"},
    {"xi", "ξ"},        {"rho", "ρ"},        {"varrho", "ρ"},     {"sigma", "σ"},
    {"tau", "τ"},       {"upsilon", "υ"},    {"phi", "φ"},        {"varphi", "φ"},
    {"chi", "χ"},       {"psi", "ψ"},        {"omega", "ω"},      {"Gamma", "Γ"},
    {"Delta", "Δ"},     {"Theta", "Θ"},      {"Lambda", "Λ"},     {"Xi", "Ξ"},
    {"Pi", "Π"},        {"Sigma", "Σ"},      {"Phi", "Φ"},        {"Psi", "Ψ"},
    {"Omega", "Ω"},
};

const std::map<std::string_view, std::string_view> other_forms = {
    {"µ", "μ"}, {"ϕ", "φ"}, {"ϵ", "ε"}, {"ϑ", "θ"}, {"ϱ", "ρ"}};

}  // namespace

Character character_at(std::string_view text, std::size_t place) {
  const auto first = static_cast<unsigned char>(text[place]);
  if (first < 0x80) return {first, 1};
  const std::size_t size = first >= 0xc2 && first < 0xe0   ? 2
                           : first >= 0xe0 && first < 0xf0 ? 3
                           : first >= 0xf0 && first < 0xf5 ? 4
                                                           : 0;
  char32_t code = size == 2 ? first & 0x1f : size == 3 ? first & 0x0f : first & 0x07;
  for (std::size_t k = 1; k < size; ++k) {
    if (!continues_character(text, place + k)) return {0, 0};
    code = code << 6 | (static_cast<unsigned char>(text[place + k]) & 0x3f);
  }
  return {code, size};
}

bool is_greek(char32_t code) {
  return (code >= 0x391 && code <= 0x3c9 && code != 0x3a2) || code == 0xb5 || code == 0x3d1 ||
         code == 0x3d5 || code == 0x3f1 || code == 0x3f5;
}

bool is_space(char32_t code) {
  return code == ' ' || code == '\t' || code == '\r' || code == 0xa0 || (code >= 0x2000 && code <= 0x200b) ||
         code == 0x202f || code == 0x205f || code == 0xfeff || code == 0x2061 || code == 0x2062;
}

bool begins_name(char32_t code) { return is_ascii_letter(code) || code == '_' || is_greek(code); }
bool continues_name(char32_t code) { return begins_name(code) || is_digit(code) || is_subscript(code); }

std::string_view word_of_sign(char32_t code) {
  const auto found = signs.find(code);
  return found == signs.end() ? std::string_view() : found->second;
}

char superscript(char32_t code) {
  if (code == 0xb9) return '1';
  if (code == 0xb2 || code == 0xb3) return static_cast<char>('2' + (code - 0xb2));
  if (code == 0x2070 || (code >= 0x2074 && code <= 0x2079)) return static_cast<char>('0' + (code - 0x2070));
  return code == 0x207b ? '-' : code == 0x207a ? '+' : '\0';
}

std::string_view word_of_command(std::string_view name) {
  const auto found = commands.find(name);
  return found == commands.end() ? std::string_view() : found->second;
}

std::string usual_spelling(std::string_view name) {
  std::string usual;
  for (std::size_t at = 0, size = 0; at < name.size(); at += size) {
    size = std::max<std::size_t>(character_at(name, at).size, 1);
    const auto other = other_forms.find(name.substr(at, size));
    usual += other == other_forms.end() ? name.substr(at, size) : other->second;
  }
  return usual;
}

std::size_t letters_of(std::string_view name) {
  return static_cast<std::size_t>(std::ranges::count_if(name, [](char c) { return (c & 0xc0) != 0x80; }));
}

}  // namespace ergo::formula
