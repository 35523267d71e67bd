#pragma once

#include <QFrame>
#include <QLineEdit>
#include <QWidget>
#include <string>
#include <vector>

class QLabel;
class QScrollArea;
class QVBoxLayout;

namespace ergo {

/// What the browser lists: a preset or a lecture.
struct BrowserEntry {
  std::string name;
  QString title;
  QString story;
  QString tooltip;
  QString group;  ///< heading that it stands under
  QString words;  ///< that a search finds it by, beside title and story
};

/// An entry's title and the first sentence of its story; a click or Return chooses it.
class PresetCard : public QFrame {
  Q_OBJECT

 public:
  explicit PresetCard(const BrowserEntry& entry);
  const std::string& name() const { return name_; }
  void set_chosen(bool chosen);
  void set_picture(const QPixmap& picture);
  /// Whether all words of the search stand in it, whatever their case, accents and dashes.
  bool matches(const QString& search) const;
  /// How near a match is: 0 the title, 1 its beginning, 2 words in it, 3 words elsewhere.
  int rank(const QString& search) const;

 signals:
  void clicked();
  void moved(int direction);  ///< -1 up, 1 down
  void focused();

 protected:
  bool event(QEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;

 private:
  std::string name_;
  QLabel *picture_, *story_;
  QString told_;  ///< all of the story; beside other presets its first sentence stands for it
  QString words_;
};

/// Where one types what to look for. Down goes to what was found, Return takes the first, Escape gives up.
class SearchField : public QLineEdit {
  Q_OBJECT

 public:
  SearchField();

 signals:
  void down();
  void given_up();

 protected:
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
};

/// The lectures and presets, with a search over both.
class PresetBrowser : public QWidget {
  Q_OBJECT

 public:
  explicit PresetBrowser(QWidget* parent = nullptr);
  void add(const BrowserEntry& preset);
  void add_lecture(const BrowserEntry& lecture);
  /// Marks a preset as chosen; -1 none.
  void choose(int index);
  /// Marks the lecture of this name; no name of one: none.
  void choose_lecture(const std::string& name);
  PresetCard* card(int index) const { return presets_[static_cast<std::size_t>(index)]; }
  PresetCard* lecture_card(int index) const { return lectures_[static_cast<std::size_t>(index)]; }
  int count() const { return static_cast<int>(presets_.size()); }
  PresetCard* find(const std::string& preset) const;
  /// To one that is listed; what is chosen and in sight stays so.
  void set_picture(const std::string& preset, const QPixmap& picture);
  /// Names of the presets whose cards are in sight.
  std::vector<std::string> in_sight() const;
  SearchField& search() { return *search_; }

 protected:
  /// A chosen card that is in sight stays so.
  void resizeEvent(QResizeEvent* event) override;

 signals:
  void scrolled();  ///< other cards are in sight
  void chosen(int index);
  void lecture_chosen(int index);
  void left();  ///< the keys belong to the picture again

 private:
  using Cards = std::vector<PresetCard*>;
  struct Section {
    QString title;
    QLabel* heading;
    Cards cards;
  };
  /// At the end of its section, which is made where there is none of the title yet.
  PresetCard* add_card(const BrowserEntry& entry, const QString& section);
  Cards all() const;
  void filter(const QString& text);
  void arrange();  ///< by their sections, or by how near they are to what is searched
  void move_focus(PresetCard* from, int direction);
  void show_chosen();  ///< once the cards have their places
  /// Tab stops at one card of them all, from which the arrows lead on: this, or the first where it is not
  /// listed.
  void set_tab_stop(PresetCard* wanted);

  SearchField* search_;
  QScrollArea* scroll_;
  QVBoxLayout* column_;
  QLabel* nothing_;
  std::vector<Section> sections_;
  bool searched_ = false;  ///< cards stand in the order of a search
  Cards presets_, lectures_;
  PresetCard *chosen_ = nullptr, *tab_stop_ = nullptr;
  bool scrolled_away_ = false;  ///< the chosen card, by the user
};

}  // namespace ergo
