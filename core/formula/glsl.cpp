#include "core/formula/glsl.h"

#include <algorithm>
#include <cctype>

#include "core/expression/error_function.h"
#include "core/expression/glsl_number.h"
#include "core/formula/parsed.h"

namespace ergo::formula {
namespace {

/// GLSL's pow knows no negative base and its atan(y, x) not the origin.
const char* const pow_text =
    "/// a^b as C has it: below 0 for whole exponents alone.\n"
    "float formula_pow(float a, float b) {\n"
    "  float size = b == 0.0 ? 1.0 : pow(abs(a), b);\n"
    "  bool whole = floor(b) == b;\n"
    "  bool odd = whole && floor(0.5 * b) != 0.5 * b;\n"
    "  return a < 0.0 ? (whole ? (odd ? -size : size) : sqrt(a)) : size;\n}\n\n";
const char* const atan2_text =
    "/// The angle of (x, y); 0 at the origin.\n"
    "float formula_atan2(float y, float x) { return x == 0.0 && y == 0.0 ? 0.0 : atan(y, x); }\n\n";

std::string numbered(std::string letter, int id) { return letter += std::to_string(id); }

class GlslWriter {
 public:
  explicit GlslWriter(const Formula& formula)
      : sliders_(formula.sliders()), program_(formula.parsed().evaluation), member_(program_.values.size()) {
    for (const Block& block : program_.body)
      for (const auto* ids : {&block.values, &block.gathered})
        for (const int id : *ids)
          for (const int operand : at(id).operands) note_member(operand);
    for (const int result : program_.results) note_member(result);
  }

  std::string run() const { return helpers() + constants() + prepare() + evaluate(); }

  std::uint64_t iterations() const {
    std::uint64_t count = 0;
    for (const Block& block : program_.body)
      if (!block.gathered.empty()) count += static_cast<std::uint64_t>(block.high - block.low + 1);
    return count;
  }

 private:
  const Value& at(int id) const { return program_.values[static_cast<std::size_t>(id)]; }
  bool is_member(int id) const { return member_[static_cast<std::size_t>(id)]; }

  void note_member(int id) {
    if (id >= 0 && (at(id).depends & (on_position | on_index)) == 0 && at(id).code != Code::number)
      member_[static_cast<std::size_t>(id)] = true;
  }

  std::vector<int> members() const {
    std::vector<int> ids;
    for (std::size_t id = 0; id < member_.size(); ++id)
      if (member_[id]) ids.push_back(static_cast<int>(id));
    return ids;
  }

  bool uses(Code code) const {
    return std::ranges::any_of(program_.values, [code](const Value& value) { return value.code == code; });
  }

  std::string helpers() const {
    return (uses(Code::erf) ? error_function_text() : "") + (uses(Code::pow) ? pow_text : "") +
           (uses(Code::atan2) ? atan2_text : "");
  }

  std::string constants() const {
    std::string text = "struct TargetConstants {\n";
    for (const int id : members()) text += "  float " + numbered("c", id) + ";\n";
    return text + (members().empty() ? "  float none;\n" : "") + "};\n\n";
  }

  std::string prepare() const {
    std::string text = "TargetConstants prepare(TargetParameters t) {\n" + blocks(program_.prepared, true);
    text += "  return TargetConstants(";
    for (const int id : members()) text += (text.back() == '(' ? "" : ", ") + name(id, true);
    return text + (members().empty() ? "0.0" : "") + ");\n}\n\n";
  }

  std::string evaluate() const {
    const auto result = [this](std::size_t k) { return name(program_.results[k], false); };
    return "Evaluation evaluate(vec2 x, TargetConstants t) {\n" + blocks(program_.body, false) +
           "  return Evaluation(" + result(0) + ", vec2(" + result(1) + ", " + result(2) + "));\n}\n";
  }

  std::string blocks(const std::vector<Block>& all, bool preparing) const {
    std::string text;
    for (const Block& block : all)
      text += block.gathered.empty() ? statements(block, preparing, "  ") : loop(block, preparing);
    return text;
  }

  std::string statements(const Block& block, bool preparing, const std::string& indent) const {
    std::string text;
    for (const int id : block.values)
      text += indent + "float " + numbered("v", id) + " = " + operation(at(id), preparing) + ";\n";
    return text;
  }

  std::string loop(const Block& block, bool preparing) const {
    std::string before, after;
    for (const int id : block.gathered) {
      const Value& value = at(id);
      const std::string v = numbered("v", id), a = name(value.operands[0], preparing);
      const std::string product = numbered("q", id);
      before += "  float " + v + " = " + first(value.code) + ";\n";
      if (value.code == Code::sum) after += "    " + v + " = " + v + " + " + a + ";\n";
      if (value.code == Code::product) after += "    " + v + " = " + v + " * " + a + ";\n";
      if (value.code == Code::largest) after += "    " + v + " = max(" + v + ", " + a + ");\n";
      if (value.code != Code::product_slope) continue;
      before += "  float " + product + " = 1.0;\n";
      after += "    " + v + " = " + v + " * " + a + " + " + product + " * " +
               name(value.operands[1], preparing) + ";\n    " + product + " = " + product + " * " + a + ";\n";
    }
    return before + "  for (int i = " + std::to_string(block.low) + "; i <= " + std::to_string(block.high) +
           "; i = i + 1) {\n    float k = float(i);\n" + statements(block, preparing, "    ") + after +
           "  }\n";
  }

  static std::string first(Code code) {
    return glsl_number(code == Code::product ? 1 : code == Code::largest ? lowest : 0);
  }

  std::string name(int id, bool preparing) const {
    const Value& value = at(id);
    switch (value.code) {
      case Code::number:
        return glsl_number(value.number);
      case Code::x:
        return "x.x";
      case Code::y:
        return "x.y";
      case Code::index:
        return "k";
      default:
        break;
    }
    if (preparing && value.code == Code::slider)
      return std::string("t.") + member_name(sliders_[static_cast<std::size_t>(value.number)].id);
    return numbered(!preparing && is_member(id) ? "t.c" : "v", id);
  }

  std::string operation(const Value& value, bool preparing) const {
    const auto read = [&](std::size_t k) {
      return value.operands[k] < 0 ? "" : name(value.operands[k], preparing);
    };
    const std::string a = read(0), b = read(1);
    const auto call = [&](const std::string& function) {
      return function + "(" + a + (b.empty() ? "" : ", " + b) + ")";
    };
    const auto holds = [&](const std::string& sign) { return a + sign + b + " ? 1.0 : 0.0"; };
    switch (value.code) {
      case Code::add:
        return a + " + " + b;
      case Code::subtract:
        return a + " - " + b;
      case Code::multiply:
        return a + " * " + b;
      case Code::divide:
        return a + " / " + b;
      case Code::negate:
        return "-" + a;
      case Code::less:
        return holds(" < ");
      case Code::less_equal:
        return holds(" <= ");
      case Code::equal:
        return holds(" == ");
      case Code::unequal:
        return holds(" != ");
      case Code::select:
        return a + " != 0.0 ? " + b + " : " + read(2);
      case Code::erf:
        return call("formula_erf");
      case Code::pow:
        return call("formula_pow");
      case Code::atan2:
        return call("formula_atan2");
      default:
        return call(function_name(value.code));
    }
  }

  static std::string function_name(Code code) {
    switch (code) {
      case Code::sqrt:
        return "sqrt";
      case Code::exp:
        return "exp";
      case Code::log:
        return "log";
      case Code::expm1:
        return "expm1";
      case Code::log1p:
        return "log1p";
      case Code::sin:
        return "sin";
      case Code::cos:
        return "cos";
      case Code::tan:
        return "tan";
      case Code::atan:
        return "atan";
      case Code::abs:
        return "abs";
      case Code::sign:
        return "sign";
      case Code::floor:
        return "floor";
      case Code::min:
        return "min";
      default:
        return "max";
    }
  }

  const std::vector<Slider>& sliders_;
  const Program& program_;
  std::vector<bool> member_;  ///< values that prepare() hands on
};

}  // namespace

std::string glsl(const Formula& formula) { return GlslWriter(formula).run(); }

std::uint64_t loop_iterations(const Formula& formula) { return GlslWriter(formula).iterations(); }

std::string member_name(std::string_view id) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string name = "p";
  for (const char c : id) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte))
      name += c;
    else
      name += {'_', digits[byte / 16], digits[byte % 16]};
  }
  return name;
}

}  // namespace ergo::formula
