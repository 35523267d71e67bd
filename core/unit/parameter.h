#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/data_table.h"
#include "core/base/given_file.h"
#include "core/base/grey_picture.h"

namespace ergo {

/// A picture and a table of data are given by the path of their file, a text as it is. The place of their number holds 0.
enum class Kind { real, integer, choice, boolean, picture, text, table };
enum class Scale { linear, log };
enum class Applies { live, restart };

struct Range {
  double low = 0, high = 1;
};

/// A choice or boolean of the same unit, and the values of it for which a parameter is used.
struct UsedWhen {
  std::string choice;               ///< its id
  std::vector<std::string> values;  ///< their texts
};

/// Whether a parameter is a coordinate or a length in the sampled space: its useful range then depends on the target.
enum class Along { nothing, x, y, length };

/// How the default of a step size follows from the target, and how large a step can be trusted. Lengths are in the
/// target's width (TargetWidths) and step sizes in width^power, so that one rule serves every target.
struct StepRule {
  double usual = 0;      ///< the default
  int power = 1;         ///< 2 for steps that are times or variances of a diffusion
  bool typical = false;  ///< of the typical width: for steps that a Metropolis test corrects; else of the narrow one
  double widest = 0;     ///< wider targets count as this wide, in units of the plane; 0: any width counts
  double accurate = 0;   ///< the largest step whose bias stays within `band`; 0: no step is biased
  double stable = 0;     ///< a larger step loses its chains on a Gaussian; 0: none does
  double band = 0;       ///< relative error of what a run at the default reports as its temperature
  std::string reason = {};    ///< where `accurate` and `band` come from
  UsedWhen limits_when = {};  ///< when `accurate` and `stable` hold; empty: always
};

/// What a parameter of kind text takes, or one of kind table whose file the unit itself reads, by its GivenFile::value.
struct TextRule {
  std::string initial = {};  ///< the default
  std::string legal = {};    ///< the legal texts in words
  /// Throws Error naming the path `where` if the text is not legal; left out where Unit::describe does.
  std::function<void(const std::string& text, const std::string& where)> check = {};
};

/// A parameter of a unit. The panel, tooltips, --help, keys of presets, validation and the kernel's parameter block are
/// all made from this declaration.
struct Parameter {
  std::string id;      ///< the key, a word
  std::string title;   ///< the name on screen
  std::string symbol;  ///< the paper's symbol
  std::string unit;    ///< empty when dimensionless
  std::string doc;     ///< one sentence
  double initial = 0;  ///< the default
  Range hard;          ///< the legal values, both ends included
  Range slider;        ///< the useful values, if the target is not known
  Along along = Along::nothing;
  Scale scale = Scale::linear;
  Kind kind = Kind::real;
  Applies applies = Applies::live;
  std::vector<std::string> choices = {};  ///< names of the values 0, 1, ... of a choice
  UsedWhen used_when = {};                ///< empty: always
  std::optional<StepRule> step = {};      ///< of a sampler's step size: its default is the rule's, not `initial`
  TextRule text = {};                     ///< of kind text, or a file that the unit reads
  std::string replaces = {};              ///< the other content that is dropped when this one is given
  std::string kernel_name = {};           ///< the member of the kernel's struct; empty: the id
};

inline bool is_number(const Parameter& parameter) {
  return parameter.kind == Kind::real || parameter.kind == Kind::integer;
}

/// Whether the value is a file.
inline bool is_file(const Parameter& parameter) {
  return parameter.kind == Kind::picture || parameter.kind == Kind::table;
}

/// Whether the value is no number but a content.
inline bool is_content(const Parameter& parameter) { return is_file(parameter) || parameter.kind == Kind::text; }

/// The default value of every parameter, in order.
std::vector<double> initial_values(std::span<const Parameter> declared);

/// Value of a parameter that is no number: the text, or GivenFile::value of a file and what was read from it.
struct Content {
  std::string text;
  std::shared_ptr<const GreyPicture> picture = {};
  std::shared_ptr<const DataTable> table = {};
  bool operator==(const Content& other) const { return text == other.text; }
};

/// Contents by the id of their parameter; those at their default are left out.
using Contents = std::map<std::string, Content, std::less<>>;

/// Reads the file that a value names; see read_given_file(). Throws Error naming `where` and the file.
Content read_content(const Parameter& parameter, const std::string& value, const std::filesystem::path& folder,
                     const std::string& where);

/// Checks and converts the text of one number. Throws Error naming `where`, the text and the legal range.
double parse_value(const Parameter& parameter, std::string_view text, const std::string& where);

/// The shortest text that parse_value reads back to the same value.
std::string value_text(const Parameter& parameter, double value);

/// Text of the default: value_text(), the text, "built in" for a file, or for a step size its rule.
std::string initial_text(const Parameter& parameter);

/// Up to where a step size can be trusted, and why; empty if it has no limits.
std::string limits_text(const Parameter& parameter);

/// Whether a condition holds at these values of the unit's parameters.
bool holds(const UsedWhen& condition, std::span<const Parameter> declared, std::span<const double> values);
/// Whether the parameter has an effect at these values of its unit's parameters.
bool is_used(const Parameter& parameter, std::span<const Parameter> declared, std::span<const double> values);
/// The condition in words, e.g. "beta_schedule is cosine or tuned"; empty if the parameter always has an effect.
std::string condition_text(const Parameter& parameter);

/// The legal values in words, e.g. "1e-06 to 100" or "on, off".
std::string legal_text(const Parameter& parameter);

/// Parameter values by id, as a unit's constructor reads them. Reading an undeclared id throws std::logic_error. A test
/// finds declared parameters that no constructor reads by unread().
class Parameters {
 public:
  Parameters(std::span<const Parameter> declared, std::span<const double> values,
             const Contents* contents = nullptr);
  double operator[](std::string_view id) const;
  int integer(std::string_view id) const { return static_cast<int>((*this)[id]); }
  bool flag(std::string_view id) const { return (*this)[id] != 0; }
  const GreyPicture* picture(std::string_view id) const;  ///< null if none is given
  const DataTable* table(std::string_view id) const;      ///< null if none is given
  const std::string& text(std::string_view id) const;     ///< the default if none is given
  std::vector<std::string> unread() const;

 private:
  std::size_t index(std::string_view id) const;  ///< and notes that it is read
  const Content* content(std::string_view id) const;

  std::span<const Parameter> declared_;
  std::span<const double> values_;
  const Contents* contents_;
  mutable std::vector<bool> read_;
};

}  // namespace ergo
