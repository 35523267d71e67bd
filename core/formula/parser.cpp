#include "core/formula/parser.h"

#include "core/formula/expression_parser.h"

namespace ergo::formula {
namespace {

/// Reads a formula statement by statement.
class StatementParser {
 public:
  explicit StatementParser(std::string_view text) : words_(text), expressions_(words_) {}

  SyntaxTree run() {
    while (words_.skip_line_ends(), words_.next().kind != TokenKind::end) {
      if (density_)
        throw Mistake{words_.next().place, "the density comes last, but then comes", words_.next().text};
      tree_.statements.push_back(statement());
      if (words_.next().kind != TokenKind::line_end && words_.next().kind != TokenKind::end)
        throw words_.unexpected();
    }
    if (!density_)
      throw Mistake{words_.next().place, "the density is missing", "", "a last line like E = x^2 + y^2"};
    tree_.uses_y = expressions_.has_read_y();
    return std::move(tree_);
  }

 private:
  Statement statement() {
    const Token head = words_.next();
    if (words_.is("log") && words_.is("p", 1) && words_.is("=", 2))
      return density(StatementKind::log_density, 3);
    if (head.kind != TokenKind::name || !words_.is("=", 1)) return density(StatementKind::energy, 0);
    if (head.text == "E") return density(StatementKind::energy, 2);
    if (head.text == "p") return density(StatementKind::density, 2);
    return definition(head);
  }

  Statement density(StatementKind kind, std::size_t words_before) {
    density_ = true;
    const std::size_t place = words_.next().place;
    words_.skip(words_before);
    expressions_.go_on_over_lines();
    return {kind, "", place, expressions_.expression()};
  }

  /// Its own name is unknown in its expression.
  Statement definition(const Token& head) {
    expressions_.check_new_name(head);
    words_.skip(2);
    Statement made = words_.is("slider") ? slider(head)
                                         : Statement{StatementKind::definition, head.text, head.place,
                                                     expressions_.expression()};
    expressions_.define(head);
    return made;
  }

  Statement slider(const Token& head) {
    Statement made{StatementKind::slider, head.text, head.place, {Form::call, words_.next().place, "slider"}};
    words_.skip();
    words_.need("(");
    for (int k = 0; k < 3; ++k) {
      if (k > 0) words_.need(",");
      made.value.parts.push_back(expressions_.expression());
    }
    if (words_.take(",")) {
      made.logarithmic = words_.is("log");
      if (!words_.take("log") && !words_.take("linear")) throw words_.expected("the scale, log or linear,");
    }
    words_.need(")");
    return made;
  }

  TokenStream words_;
  ExpressionParser expressions_;
  bool density_ = false;
  SyntaxTree tree_;
};

}  // namespace

SyntaxTree parse_syntax(std::string_view text) { return StatementParser(text).run(); }

}  // namespace ergo::formula
