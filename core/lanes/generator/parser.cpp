#include "core/lanes/generator/parser.h"

#include <set>

#include "core/base/error.h"
#include "core/lanes/generator/expression_parser.h"

namespace ergo::glsl {

namespace {

const std::set<std::string> assignments = {"=", "+=", "-=", "*=", "/=", "<<=", ">>="};
class Parser : ExpressionParser {
 public:
  explicit Parser(TokenList& list) : ExpressionParser(list) {}

  Text run() {
    while (!at_end()) outermost();
    return std::move(text_);
  }

 private:
  // --- outermost level
  void outermost() {
    if (accept("struct")) return structure();
    if (accept("const")) return constants();
    if (accept("uniform")) return uniform();
    function();
  }

  void structure() {
    Structure made{name(), {}};
    expect("{");
    while (!accept("}")) {
      const Type of = type();
      do {
        const Place place = now().place;
        made.fields.push_back({name(), of, place});
      } while (accept(","));
      expect(";");
    }
    expect(";");
    text_.structures.push_back(std::move(made));
  }

  void constants() {
    const Type of = type();
    do {
      const Place place = now().place;
      Variable made{name(), of, place};
      expect("=");
      Expression value = expression();
      resolver_.resolve(value);
      text_.constants.push_back({std::move(made), std::move(value)});
    } while (accept(","));
    expect(";");
  }

  void uniform() {
    Type of = type();
    const Place place = now().place;
    const std::string called = name();
    if (accept("[")) {
      expect("]");
      of.array = true;
    }
    expect(";");
    text_.uniforms[called] = {called, of, place};
  }

  void function() {
    const Place place = now().place;
    Function made;
    if (!accept("void")) made.result = type();
    made.name = name();
    made.place = place;
    expect("(");
    while (!accept(")")) {
      const bool keeps_kind = accept("const");
      const Type of = type();
      const Place here = now().place;
      // A prototype, and a parameter that is not used, need no name.
      const std::string called = now().kind == Token::Kind::name ? name() : "unnamed" + std::to_string(made.parameters);
      made.variables.push_back({called, of, here, keeps_kind});
      ++made.parameters;
      if (!is(")")) expect(",");
    }
    if (accept(";")) {
      made.provided = true;
      text_.functions.push_back(std::move(made));
      return;
    }
    expect("{");
    resolver_.begin(made);
    made.body = block();
    const Function* earlier = resolver_.find(made.name, made);
    if (earlier && !earlier->provided)
      throw Error("a function twice:", made.name, "one of a name and types", text_.where(place));
    if (!earlier) text_.functions.push_back(std::move(made));
  }

  // --- statements
  std::vector<Statement> block() {
    resolver_.enter();
    std::vector<Statement> made;
    while (!accept("}")) {
      if (at_end()) refuse("}");
      statement(made);
    }
    resolver_.leave();
    return made;
  }

  std::vector<Statement> body() {
    if (accept("{")) return block();
    resolver_.enter();
    std::vector<Statement> made;
    statement(made);
    resolver_.leave();
    return made;
  }

  Statement begun(Statement::Form form) const {
    Statement made;
    made.form = form;
    made.place = now().place;
    return made;
  }

  Expression condition() {
    expect("(");
    Expression made = expression();
    expect(")");
    resolver_.resolve(made, {Base::boolean});
    return made;
  }

  void statement(std::vector<Statement>& to) {
    Statement made = begun(Statement::Form::block);
    if (accept("{")) {
      made.body = block();
      to.push_back(std::move(made));
    } else if (accept("if")) {
      made.form = Statement::Form::branch;
      made.parts.push_back(condition());
      made.body = body();
      if (accept("else")) made.other = body();
      to.push_back(std::move(made));
    } else if (is("for") || is("while")) {
      to.push_back(loop());
    } else if (accept("return")) {
      if (loops_ > 0) refuse("no return inside a loop");
      made.form = Statement::Form::give;
      made.parts.push_back(expression());
      expect(";");
      resolver_.resolve(made.parts[0], resolver_.function().result);
      to.push_back(std::move(made));
    } else {
      simple(to);
      expect(";");
    }
  }

  Statement loop() {
    Statement made = begun(Statement::Form::loop);
    resolver_.enter();
    ++loops_;
    if (accept("while")) {
      made.parts.push_back(condition());
    } else {
      expect("for");
      expect("(");
      simple(made.head);
      expect(";");
      made.parts.push_back(expression());
      resolver_.resolve(made.parts[0], {Base::boolean});
      expect(";");
      simple(made.other);
      expect(")");
    }
    made.body = body();
    --loops_;
    resolver_.leave();
    return made;
  }

  void declaration(std::vector<Statement>& to) {
    const Type of = type();
    do {
      Statement made = begun(Statement::Form::declare);
      made.text = name();
      made.type = of;
      if (accept("[")) {
        made.parts.push_back(expression());
        resolver_.resolve(made.parts[0], {Base::integer});
        made.type.array = true;
        expect("]");
      } else if (accept("=")) {
        made.parts.push_back(expression());
        resolver_.resolve(made.parts[0], of);
      }
      made.variable = resolver_.declare({made.text, made.type, made.place});
      to.push_back(std::move(made));
    } while (accept(","));
  }

  void simple(std::vector<Statement>& to) {
    if (!accept("const")) accept("precise");
    if (is_type() && now(1).kind == Token::Kind::name) return declaration(to);
    Statement made = begun(Statement::Form::call);
    std::string sign;
    if (is("++") || is("--")) sign = tokens_[at_++].text;
    Expression first = postfix();
    if (sign.empty() && (is("++") || is("--"))) sign = tokens_[at_++].text;
    if (!sign.empty()) {
      made.form = Statement::Form::assign;
      Expression one{.form = Form::number, .text = "1", .place = made.place};
      Expression sum{.form = Form::binary, .text = sign.substr(0, 1), .parts = {first, one}, .place = made.place};
      made.parts = {std::move(first), std::move(sum)};
    } else if (assignments.contains(now().text)) {
      const std::string with = tokens_[at_++].text;
      Expression value = expression();
      made.form = Statement::Form::assign;
      if (with != "=")
        value = {.form = Form::binary,
                 .text = with.substr(0, with.size() - 1),
                 .parts = {first, value},
                 .place = made.place};
      made.parts = {std::move(first), std::move(value)};
    } else if (first.form == Form::call) {
      made.parts = {std::move(first)};
    } else {
      refuse("an assignment or a call");
    }
    resolver_.resolve(made);
    to.push_back(std::move(made));
  }

  int loops_ = 0;
};

}  // namespace

Text parse(TokenList& list) { return Parser(list).run(); }

}  // namespace ergo::glsl
