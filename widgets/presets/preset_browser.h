#pragma once

#include <QFrame>
#include <QLineEdit>
#include <QWidget>
#include <functional>
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
  QString group;  ///< heading above the entry
  QString words;  ///< further words that a search matches, beside title and story
};

/// What a search finds besides lectures and presets.
struct Finding {
  BrowserEntry entry;
  std::function<void()> choose;
};

/// How the runs on screen differ from the chosen preset.
struct PresetChange {
  bool changed = false;  ///< in some setting
  QString now;           ///< samplers and target on screen, where they are not the preset's; else empty
  bool operator==(const PresetChange&) const = default;
};

/// Card with an entry's title and the first sentence of its story. A click or Return chooses it.
class PresetCard : public QFrame {
  Q_OBJECT

 public:
  explicit PresetCard(const BrowserEntry& entry);
  const std::string& name() const { return name_; }
  void set_chosen(bool chosen);
  /// Of a chosen card: marks that settings have changed. The story gives way to what is on screen instead.
  void set_change(const PresetChange& change);
  void set_picture(const QPixmap& picture);
  /// Whether the entry contains all words of the search. Case, accents and dashes are ignored.
  bool matches(const QString& search) const;
  /// Rank of a match, best first: 0 whole title, 1 beginning of the title, 2 words in the title, 3 words
  /// elsewhere.
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
  void show_story();

  QLabel *picture_, *story_, *changed_;
  bool chosen_ = false;
  PresetChange change_;
  QString told_;  ///< whole story; a card that is not chosen shows its first sentence only
  QString words_;
};

/// Search field. Down moves to the results, Return takes the first one, Escape ends the search.
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

/// The lectures and presets, with a search over both and over the findings.
class PresetBrowser : public QWidget {
  Q_OBJECT

 public:
  explicit PresetBrowser(QWidget* parent = nullptr);
  void add(const BrowserEntry& preset);
  void add_lecture(const BrowserEntry& lecture);
  /// Marks a preset as chosen; -1 none.
  void choose(int index);
  /// Marks the lecture of this name as chosen; none if no lecture has the name.
  void choose_lecture(const std::string& name);
  /// Shows on the chosen preset's card how the runs differ from it.
  void show_change(const PresetChange& change);
  /// Sets what a search finds besides. They are listed during a search only.
  void set_findings(std::vector<Finding> findings);
  PresetCard* card(int index) const { return presets_[static_cast<std::size_t>(index)]; }
  int count() const { return static_cast<int>(presets_.size()); }
  PresetCard* find(const std::string& preset) const;
  /// Sets the picture of a listed preset. A chosen card that is visible stays visible.
  void set_picture(const std::string& preset, const QPixmap& picture);
  /// Names of the presets whose cards are visible.
  std::vector<std::string> in_sight() const;
  SearchField& search() { return *search_; }

 protected:
  /// A chosen card that is visible stays visible.
  void resizeEvent(QResizeEvent* event) override;

 signals:
  void scrolled();   ///< other cards became visible
  void searching();  ///< a search begins
  void chosen(int index);
  void lecture_chosen(int index);
  void left();  ///< keyboard focus returns to the picture

 private:
  using Cards = std::vector<PresetCard*>;
  struct Section {
    QString title;
    QLabel* heading;
    Cards cards;
    bool found_only = false;  ///< listed during a search only
  };
  /// Adds a card at the end of its section. Makes the section if no section has this title.
  PresetCard* add_card(const BrowserEntry& entry, const QString& section);
  Cards all() const;
  void filter(const QString& text);
  void arrange();  ///< orders cards by section, or during a search by rank
  void move_focus(PresetCard* from, int direction);
  void show_chosen();  ///< scrolls to the chosen card once the layout is done
  /// Tab stops at one card only; the arrow keys move on from it. That card is `wanted`, or the first listed
  /// card if `wanted` is not listed.
  void set_tab_stop(PresetCard* wanted);

  SearchField* search_;
  QScrollArea* scroll_;
  QVBoxLayout* column_;
  QLabel* nothing_;
  std::vector<Section> sections_;
  bool searched_ = false;  ///< whether cards are in search order
  Cards presets_, lectures_;
  PresetCard *chosen_ = nullptr, *tab_stop_ = nullptr;
  bool scrolled_away_ = false;  ///< whether the user scrolled the chosen card out of view
};

}  // namespace ergo
