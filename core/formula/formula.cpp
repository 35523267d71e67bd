#include "core/formula/formula.h"

#include <algorithm>
#include <cmath>

#include "core/expression/derivative.h"
#include "core/formula/parsed.h"
#include "core/formula/parser.h"

namespace ergo::formula {
namespace {

/// Infinities that the text did not ask for come from products of large constants.
void check_constants(const Parsed& parsed) {
  const Graph& graph = parsed.graph;
  const auto infinities = [&graph](std::span<const Id> roots) {
    std::vector<Id> ids = graph.needed(roots);
    std::erase_if(ids, [&graph](Id id) { return !graph.is_number(id) || std::isfinite(graph[id].value); });
    return ids;
  };
  const std::vector<Id> written = infinities({{parsed.meaning.energy}});
  for (const Id id : infinities({{parsed.dx, parsed.dy}}))
    if (std::ranges::find(written, id) == written.end())
      throw Mistake{parsed.meaning.place, "a constant of the gradient is infinite"};
}

std::shared_ptr<const Parsed> parsed_text(std::string_view text) {
  auto parsed = std::make_shared<Parsed>();
  parsed->text = text;
  const SyntaxTree tree = parse_syntax(text);
  parsed->dim = tree.uses_y ? 2 : 1;
  Graph& graph = parsed->graph;
  parsed->meaning = build(graph, tree);
  graph.place = parsed->meaning.place;
  const Id energy = parsed->meaning.energy;
  parsed->dx = derivative(graph, energy, graph.x());
  parsed->dy = derivative(graph, energy, graph.y());
  check_constants(*parsed);
  parsed->energy = program_of(graph, {{energy}});
  parsed->evaluation = program_of(graph, {{energy, parsed->dx, parsed->dy}});
  return parsed;
}

}  // namespace

int Formula::dim() const { return parsed_->dim; }
const std::vector<Slider>& Formula::sliders() const { return parsed_->meaning.sliders; }
const std::string& Formula::text() const { return parsed_->text; }

std::vector<double> Formula::initial_values() const {
  std::vector<double> values;
  for (const Slider& slider : sliders()) values.push_back(slider.initial);
  return values;
}

bool Formula::analytic() const {
  const Graph& graph = parsed_->graph;
  const std::vector<Id> parts = graph.needed({{parsed_->meaning.energy}});
  return std::ranges::none_of(parts, [&graph](Id id) {
    const Op op = graph[id].op;
    const bool root = op == Op::sqrt || op == Op::general_power, pieces = Op::abs <= op && op <= Op::select;
    return graph.depends(id, on_position) && (pieces || (root && !graph.positive(graph.operand(id, 0))));
  });
}

Formula parse(std::string_view text) {
  try {
    return Formula(parsed_text(text));
  } catch (const Mistake& mistake) {
    throw FormulaError(text, mistake);
  }
}

}  // namespace ergo::formula
