#include "core/lanes/generator/kinds.h"

#include <algorithm>

namespace ergo::glsl {

int changed_variable(const Expression& to) {
  const Expression* e = &to;
  while (e->form == Expression::Form::field || e->form == Expression::Form::element) e = &e->parts[0];
  return e->variable;
}

namespace {

bool is_wide_product(const Statement& s) {
  return s.form == Statement::Form::call && !s.parts[0].function && s.parts[0].text == "umulExtended";
}

template <class Test>
bool any_of(const std::vector<Statement>& statements, Test test) {
  return std::ranges::any_of(statements, [&](const Statement& s) {
    return test(s) || any_of(s.head, test) || any_of(s.body, test) || any_of(s.other, test);
  });
}

}  // namespace

bool assigns(const std::vector<Statement>& statements, int variable) {
  return any_of(statements, [&](const Statement& s) {
    if (s.form == Statement::Form::assign) return changed_variable(s.parts[0]) == variable;
    return is_wide_product(s) &&
           (changed_variable(s.parts[0].parts[2]) == variable || changed_variable(s.parts[0].parts[3]) == variable);
  });
}

bool gives(const std::vector<Statement>& statements) {
  return any_of(statements, [](const Statement& s) { return s.form == Statement::Form::give; });
}

int stepped_variable(const Statement& loop) {
  if (loop.head.size() != 1 || loop.head[0].form != Statement::Form::declare || loop.other.size() != 1) return -1;
  const int variable = loop.head[0].variable;
  const bool only_there = assigns(loop.other, variable) && !assigns(loop.body, variable);
  return only_there ? variable : -1;
}

/// One pass through a function. Regions are numbered: statements of one region are done by the same lanes.
class Kinds::Walk {
 public:
  Walk(Kinds& kinds, Instance& instance)
      : kinds_(kinds), in_(instance), declared_(instance.function->variables.size(), 0) {
    statements(in_.function->body);
  }
  bool changed() const { return changed_; }

 private:
  void vary(int variable) {
    if (in_.varies[static_cast<std::size_t>(variable)]) return;
    in_.varies[static_cast<std::size_t>(variable)] = true;
    changed_ = true;
  }

  void assign(const Expression& to, const Expression& value) {
    const int variable = changed_variable(to);
    if (kinds_.varies(value, in_)) vary(variable);
    if (variable != stepped_ && declared_[static_cast<std::size_t>(variable)] != region_) vary(variable);
  }

  void inside(bool by_lane, const std::vector<Statement>& body) {
    const int outer = region_;
    if (by_lane) region_ = ++regions_;
    statements(body);
    region_ = outer;
  }

  void statements(const std::vector<Statement>& all) {
    for (const Statement& s : all) statement(s);
  }

  void statement(const Statement& s) {
    switch (s.form) {
      case Statement::Form::declare:
        declared_[static_cast<std::size_t>(s.variable)] = region_;
        if (s.type.array || (!s.parts.empty() && kinds_.varies(s.parts[0], in_))) vary(s.variable);
        break;
      case Statement::Form::assign: assign(s.parts[0], s.parts[1]); break;
      case Statement::Form::call:
        if (is_wide_product(s))
          for (const std::size_t to : {std::size_t{2}, std::size_t{3}})
            for (const std::size_t from : {std::size_t{0}, std::size_t{1}})
              assign(s.parts[0].parts[to], s.parts[0].parts[from]);
        break;
      case Statement::Form::block: statements(s.body); break;
      case Statement::Form::branch: {
        const bool by_lane = kinds_.varies(s.parts[0], in_);
        inside(by_lane, s.body);
        inside(by_lane, s.other);
        break;
      }
      case Statement::Form::loop: loop(s); break;
      case Statement::Form::give:
        if (region_ != 0) in_.gives_by_lane = true;
        if (region_ != 0 || kinds_.varies(s.parts[0], in_)) in_.result_varies = true;
        break;
    }
  }

  void loop(const Statement& s) {
    statements(s.head);
    const bool by_lane = kinds_.varies(s.parts[0], in_);
    inside(by_lane, s.body);
    const int outer = stepped_;
    stepped_ = stepped_variable(s);
    inside(by_lane, s.other);
    stepped_ = outer;
  }

  Kinds& kinds_;
  Instance& in_;
  std::vector<int> declared_;  ///< region of each variable's declaration
  int region_ = 0, regions_ = 0, stepped_ = -1;
  bool changed_ = false;
};

const Instance& Kinds::of(const Function& function, std::vector<bool> arguments) {
  const auto [found, fresh] = known_.try_emplace({&function, arguments});
  Instance& made = found->second;
  if (!fresh) return made;
  made.function = &function;
  if (function.provided) {
    for (std::size_t k = 0; k < function.parameters; ++k) {
      const Variable& parameter = function.variables[k];
      made.varies.push_back(parameter.keeps_kind ? arguments[k]
                                                 : parameter.type.structure != "TargetConstants");
    }
    made.result_varies = true;
    made.name = function.name;
    return made;
  }
  made.varies = arguments;
  made.varies.resize(function.variables.size(), false);
  while (true) {
    made.gives_by_lane = made.result_varies = false;
    if (!Walk(*this, made).changed()) break;
  }
  made.name = function.name;
  if (!std::ranges::all_of(arguments, [](bool v) { return v; })) {
    made.name += "_";
    for (const bool v : arguments) made.name += v ? 'v' : 'u';
  }
  return made;
}

bool Kinds::varies(const Expression& e, const Instance& in) {
  if (e.form == Expression::Form::name) return e.variable >= 0 && in.varies[static_cast<std::size_t>(e.variable)];
  std::vector<bool> parts;
  for (const Expression& part : e.parts) parts.push_back(varies(part, in));
  if (e.function) return of(*e.function, parts).result_varies;
  return std::ranges::any_of(parts, [](bool v) { return v; });
}

}  // namespace ergo::glsl
