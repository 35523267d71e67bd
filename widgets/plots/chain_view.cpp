#include "widgets/plots/chain_view.h"

#include <QAction>
#include <QActionGroup>
#include <algorithm>

namespace ergo {

ChainView::ChainView(QObject* parent) : QObject(parent) {
  auto* group = new QActionGroup(this);
  const QString titles[] = {tr("Chains: x"), tr("Chains: y"), tr("Chains: square of x − E x"),
                            tr("Chains: square of y − E y"), tr("Chains: energy")};
  for (int i = 0; i < chain_quantities; ++i) {
    auto* entry = new QAction(titles[i], group);
    entry->setObjectName("chains." + QString::number(i));
    entry->setCheckable(true);
    entry->setChecked(i == 0);
    connect(entry, &QAction::triggered, this, [this, i] { show(static_cast<ChainQuantity>(i)); });
    entries_ << entry;
  }
  const auto add = [this](const char* name, const QString& title, auto&& then) {
    auto* entry = new QAction(title, this);
    entry->setObjectName(name);
    connect(entry, &QAction::triggered, this, then);
    entries_ << entry;
  };
  add("burn_in.half", tr("Burn-in line to the middle"), [this] { emit half_wanted(); });
  add("burn_in.none", tr("Burn-in line to the start"), [this] { set_burn_in(0); });
}

void ChainView::show(ChainQuantity quantity) {
  entries_[static_cast<int>(quantity)]->setChecked(true);
  if (quantity == quantity_) return;
  quantity_ = quantity;
  emit changed();
}

void ChainView::set_burn_in(double gradients) {
  gradients = std::max(0.0, gradients);
  if (gradients == burn_in_) return;
  burn_in_ = gradients;
  emit changed();
}

}  // namespace ergo
