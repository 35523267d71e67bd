#include "widgets/presets/preset_browser.h"

#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/presets/preset_label.h"

namespace ergo {
namespace {

constexpr int least_height = 80;  // pixels of the cards: one of them

}  // namespace

PresetBrowser::PresetBrowser(QWidget* parent) : QWidget(parent), search_(new SearchField) {
  setObjectName("side");
  setAttribute(Qt::WA_StyledBackground);
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 8, 0, 0);
  outer->setSpacing(2);
  auto* top = new QHBoxLayout;
  top->setContentsMargins(10, 0, 10, 0);
  top->addWidget(search_);
  outer->addLayout(top);
  scroll_ = new QScrollArea;
  scroll_->setWidgetResizable(true);
  scroll_->setFocusPolicy(Qt::NoFocus);
  scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  // It takes the remaining height, so that growing cards never squeeze a caption below.
  scroll_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
  scroll_->setMinimumHeight(least_height);
  outer->addWidget(scroll_);
  auto* side = new QWidget;
  side->setObjectName("side");
  column_ = new QVBoxLayout(side);
  column_->setContentsMargins(10, 0, 10, 10);
  column_->setSpacing(7);
  nothing_ = new PresetLabel("story", tr("Nothing found."));
  column_->addWidget(nothing_);
  column_->addStretch(1);
  scroll_->setWidget(side);
  filter({});
  connect(search_, &QLineEdit::textChanged, this, [this](const QString& text) {
    if (!searched_ && !text.trimmed().isEmpty()) emit searching();
    filter(text);
  });
  connect(search_, &QLineEdit::textChanged, this, &PresetBrowser::scrolled);
  connect(scroll_->verticalScrollBar(), &QScrollBar::valueChanged, this, &PresetBrowser::scrolled);
  connect(scroll_->verticalScrollBar(), &QScrollBar::actionTriggered, this, [this] {
    QTimer::singleShot(0, this, [this] { scrolled_away_ = chosen_ && chosen_->visibleRegion().isEmpty(); });
  });
  connect(search_, &SearchField::down, this, [this] { move_focus(nullptr, 1); });
  connect(search_, &QLineEdit::returnPressed, this, [this] {
    const Cards cards = all();
    const auto first = std::ranges::find_if(cards, [](PresetCard* card) { return !card->isHidden(); });
    if (first != cards.end()) emit(*first)->clicked();
  });
  connect(search_, &SearchField::given_up, this, [this] {
    search_->clear();
    emit left();
  });
}

PresetCard* PresetBrowser::add_card(const BrowserEntry& entry, const QString& title) {
  auto section = std::ranges::find(sections_, title, &Section::title);
  if (section == sections_.end()) {
    sections_.push_back({title, new PresetLabel("heading", title.toUpper()), {}});
    section = std::prev(sections_.end());
    column_->insertWidget(column_->indexOf(nothing_), section->heading);
  }
  auto* card = new PresetCard(entry);
  QWidget* last = section->cards.empty() ? static_cast<QWidget*>(section->heading) : section->cards.back();
  column_->insertWidget(column_->indexOf(last) + 1, card);
  section->cards.push_back(card);
  connect(card, &PresetCard::moved, this, [this, card](int direction) { move_focus(card, direction); });
  connect(card, &PresetCard::focused, this, [this, card] { scroll_->ensureWidgetVisible(card); });
  return card;
}

void PresetBrowser::add(const BrowserEntry& preset) {
  const int index = count();
  presets_.push_back(add_card(preset, preset.group.isEmpty() ? tr("Presets") : preset.group));
  connect(presets_.back(), &PresetCard::clicked, this, [this, index] { emit chosen(index); });
  filter(search_->text());
}

void PresetBrowser::add_lecture(const BrowserEntry& lecture) {
  const int index = static_cast<int>(lectures_.size());
  lectures_.push_back(add_card(lecture, tr("Lectures")));
  connect(lectures_.back(), &PresetCard::clicked, this, [this, index] { emit lecture_chosen(index); });
  filter(search_->text());
}

PresetBrowser::Cards PresetBrowser::all() const {
  Cards cards;
  for (const Section& section : sections_)
    cards.insert(cards.end(), section.cards.begin(), section.cards.end());
  if (const QString text = search_->text(); !text.trimmed().isEmpty())
    std::ranges::stable_sort(cards, {}, [&](const PresetCard* card) { return card->rank(text); });
  return cards;
}

void PresetBrowser::arrange() {
  const bool searching = !search_->text().trimmed().isEmpty();
  if (!std::exchange(searched_, searching) && !searching) return;
  int place = 0;
  if (searching) {
    for (PresetCard* card : all()) column_->insertWidget(place++, card);
    return;
  }
  for (const Section& section : sections_) {
    column_->insertWidget(place++, section.heading);
    for (PresetCard* card : section.cards) column_->insertWidget(place++, card);
  }
}

void PresetBrowser::filter(const QString& text) {
  arrange();
  bool found = false;
  for (const Section& section : sections_) {
    bool any = false;
    for (PresetCard* card : section.cards) {
      const bool listed = card->matches(text) && (searched_ || !section.found_only);
      card->setVisible(listed);
      any |= listed;
    }
    section.heading->setVisible(any && !searched_);
    found |= any;
  }
  nothing_->setVisible(!found);
  set_tab_stop(tab_stop_);
}

void PresetBrowser::set_tab_stop(PresetCard* wanted) {
  const Cards cards = all();
  if (!wanted || wanted->isHidden()) {
    const auto first = std::ranges::find_if(cards, [](PresetCard* card) { return !card->isHidden(); });
    wanted = first == cards.end() ? nullptr : *first;
  }
  tab_stop_ = wanted;
  for (PresetCard* card : cards) card->setFocusPolicy(card == wanted ? Qt::TabFocus : Qt::NoFocus);
}

void PresetBrowser::move_focus(PresetCard* from, int direction) {
  Cards cards = all();
  std::erase_if(cards, [](PresetCard* card) { return card->isHidden(); });
  const auto at = std::ranges::find(cards, from);
  const auto index = (at == cards.end() ? -1 : at - cards.begin()) + direction;
  if (index < 0) return search_->setFocus();
  if (index >= static_cast<std::ptrdiff_t>(cards.size())) return;
  PresetCard* card = cards[static_cast<std::size_t>(index)];
  set_tab_stop(card);
  card->setFocus(Qt::TabFocusReason);
}

void PresetBrowser::choose(int index) {
  for (int i = 0; i < count(); ++i) card(i)->set_chosen(i == index);
  chosen_ = index < 0 ? nullptr : card(index);
  scrolled_away_ = false;
  if (chosen_) set_tab_stop(chosen_);
  show_chosen();
}

void PresetBrowser::show_change(const PresetChange& change) {
  if (chosen_) chosen_->set_change(change);
}

void PresetBrowser::set_findings(std::vector<Finding> findings) {
  const QString title = tr("Found");
  const auto old = std::ranges::find(sections_, title, &Section::title);
  if (old != sections_.end()) {
    for (PresetCard* card : old->cards) {
      if (tab_stop_ == card) tab_stop_ = nullptr;
      card->hide();
      card->deleteLater();
    }
    old->cards.clear();
  }
  for (Finding& finding : findings) {
    PresetCard* card = add_card(finding.entry, title);
    connect(card, &PresetCard::clicked, this, [this, choose = std::move(finding.choose)] {
      search_->clear();
      emit left();
      choose();
    });
  }
  if (!findings.empty()) std::ranges::find(sections_, title, &Section::title)->found_only = true;
  filter(search_->text());
}

void PresetBrowser::show_chosen() {
  QTimer::singleShot(0, this, [this] {
    if (chosen_ && !chosen_->isHidden() && !scrolled_away_) scroll_->ensureWidgetVisible(chosen_);
  });
}

void PresetBrowser::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  show_chosen();
}

PresetCard* PresetBrowser::find(const std::string& preset) const {
  const auto found = std::ranges::find(presets_, preset, &PresetCard::name);
  return found == presets_.end() ? nullptr : *found;
}

void PresetBrowser::set_picture(const std::string& preset, const QPixmap& picture) {
  PresetCard* card = find(preset);
  if (!card) return;
  card->set_picture(picture);
  show_chosen();  // cards grow by their pictures
}

std::vector<std::string> PresetBrowser::in_sight() const {
  std::vector<std::string> names;
  for (const PresetCard* card : presets_)
    if (!card->visibleRegion().isEmpty()) names.push_back(card->name());
  return names;
}

void PresetBrowser::choose_lecture(const std::string& name) {
  for (PresetCard* card : lectures_) card->set_chosen(card->name() == name);
}

}  // namespace ergo
