#pragma once

#include <QFrame>
#include <QWidget>
#include <vector>

class QScrollArea;
class QVBoxLayout;

namespace ergo {

/// A preset's title and story; a click chooses it.
class PresetCard : public QFrame {
  Q_OBJECT

 public:
  PresetCard(const QString& title, const QString& story, const QString& tooltip);
  void set_chosen(bool chosen);

 signals:
  void clicked();

 protected:
  void mouseReleaseEvent(QMouseEvent* event) override;
};

/// The list of presets.
class PresetBrowser : public QWidget {
  Q_OBJECT

 public:
  explicit PresetBrowser(QWidget* parent = nullptr);
  /// The card shows the story's first sentence, its tooltip all of it.
  void add(const QString& title, const QString& story);
  /// Marks one as chosen; -1 none.
  void choose(int index);
  PresetCard* card(int index) const { return cards_[index]; }
  int count() const { return static_cast<int>(cards_.size()); }

 signals:
  void chosen(int index);

 private:
  QScrollArea* scroll_;
  QVBoxLayout* column_;
  std::vector<PresetCard*> cards_;
};

}  // namespace ergo
