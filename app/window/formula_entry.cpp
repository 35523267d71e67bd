#include "app/window/formula_entry.h"

#include <utility>

#include "core/base/error.h"
#include "core/config/assignment.h"
#include "widgets/bars/formula_bar.h"

namespace ergo {

FormulaEntry::FormulaEntry(Host host, const QString& compiler, QObject* parent)
    : QObject(parent), host_(std::move(host)), compiler_(compiler, this) {
  connect(&host_.bar, &FormulaBar::settled, this, &FormulaEntry::begin);
  connect(&host_.bar, &FormulaBar::entered, this, &FormulaEntry::take);
  connect(&compiler_, &RunCompiler::finished, this, &FormulaEntry::enter_compiled);
}

QStringList FormulaEntry::words_for(const QString& target, const QString& text) const {
  QStringList samplers, assignments;
  try {
    for (RunConfig run : host_.runs()) {
      const UnitChoice before = run.target;
      apply(run, {"target", target.toStdString()});
      apply(run, {"target.text", text.toStdString()});
      const bool same = run.target.id == before.id && run.target.contents == before.contents;
      if (same || make_target(run)->kernel_text().empty())
        continue;  // programs that do not depend on the text
      const QString sampler = QString::fromStdString(run.sampler.id);
      if (!samplers.contains(sampler)) samplers << sampler;
      const auto& noise = gradient_noise_descriptor();
      assignments = {"target.text=" + text, "gradient_noise.kind=" + QString::fromStdString(value_text(
                                                                         run.gradient_noise, noise, 0))};
    }
  } catch (const Error&) {  // told when it is entered
    return {};
  }
  return samplers.isEmpty() ? samplers : samplers + QStringList(target) + assignments;
}

void FormulaEntry::begin(const QString& target, const QString& text) {
  if (waiting_) return;
  if (const QStringList words = words_for(target, text); !words.isEmpty()) compiler_.begin(words);
}

void FormulaEntry::take(const QString& target, const QString& text) {
  waiting_ = Entered{target.toStdString(), text.toStdString(), words_for(target, text)};
  if (!waiting_->words.isEmpty()) compiler_.begin(waiting_->words);
  enter_compiled();
}

void FormulaEntry::forget() {
  if (waiting_) host_.bar.tell({});
  waiting_.reset();
}

void FormulaEntry::enter_compiled() {
  if (!waiting_) return;
  if (!waiting_->words.isEmpty() && !compiler_.done(waiting_->words))
    return host_.bar.tell(tr("Compiling. The run goes on with its target until then."));
  const Entered entered = *std::exchange(waiting_, {});
  host_.enter(entered.target, entered.text);
}

}  // namespace ergo
