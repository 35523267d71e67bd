#include "widgets/export/export_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QRegularExpressionValidator>
#include <QSpinBox>
#include <QStyle>
#include <QVBoxLayout>

#include "widgets/base/speed_box.h"

namespace ergo {
namespace {

using What = ExportRequest::What;

QStringList kinds_of(What what) {
  switch (what) {
    case What::picture:
      return {"png"};
    case What::figure:
      return {"pdf", "svg", "png"};
    case What::window:
      return {"pdf", "svg", "png"};
    case What::plot:
    case What::plots:
      return {"pdf", "svg", "png", "csv"};
    case What::clip:
      return {"mp4", "gif"};
    case What::runs:
      return {"pdf", "svg", "png", "mp4", "gif"};
    case What::trajectory:
      return {"npz", "nc", "csv"};
    case What::metrics:
      return {"csv"};
  }
  return {};
}

QLineEdit* number_field(const char* name, std::uint64_t value) {
  auto* field = new QLineEdit(QString::number(value));
  field->setObjectName(name);
  field->setValidator(new QRegularExpressionValidator(QRegularExpression("[0-9]{1,12}"), field));
  return field;
}

}  // namespace

ExportDialog::ExportDialog(const std::vector<std::pair<QString, QString>>& plots, const RunsOnScreen& runs,
                           QWidget* parent)
    : QDialog(parent), runs_(runs) {
  setObjectName("export_dialog");
  setWindowTitle(tr("Export"));
  build_options();
  build_clip_options();
  build_look();
  build_form(plots);
  build_buttons();
  connect(what_, &QComboBox::currentIndexChanged, this, &ExportDialog::follow_what);
  connect(what_, &QComboBox::currentIndexChanged, result_, &QLabel::clear);
  connect(kind_, &QComboBox::currentIndexChanged, this, &ExportDialog::follow_kind);
  connect(all_runs_, &QCheckBox::toggled, this, &ExportDialog::follow_runs);
  connect(path_, &QLineEdit::textChanged, this, &ExportDialog::stop_asking);
  connect(all_runs_, &QCheckBox::toggled, this, &ExportDialog::stop_asking);
  follow_what();
  show_extent();
}

void ExportDialog::build_options() {
  kind_ = new QComboBox;
  kind_->setObjectName("kind");
  scale_ = new QSpinBox;
  scale_->setObjectName("scale");
  scale_->setRange(1, 8);
  scale_->setSuffix(tr(" × screen pixels"));
  const auto option = [](const char* name, const QString& words) {
    auto* box = new QCheckBox(words);
    box->setObjectName(name);
    return box;
  };
  interface_ = option("with_interface", {});
  transparent_ = option("transparent", tr("Transparent background: chains and trails only"));
  all_runs_ = option("all_runs", tr("All runs; steps counted for the most expensive sampler"));
  steps_ = number_field("steps", runs_.one.reached);
  every_ = number_field("every", 1);
  extent_ = new QLabel;
  extent_->setObjectName("extent");
  for (QLineEdit* field : {steps_, every_})
    connect(field, &QLineEdit::textChanged, this, &ExportDialog::show_extent);
  path_ = new QLineEdit;
  path_->setObjectName("path");
  path_->setMinimumWidth(360);
  connect(path_, &QLineEdit::textEdited, this, &ExportDialog::follow_name);
}

void ExportDialog::build_clip_options() {
  const auto number = [](const char* name, int least, int most, int value) {
    auto* box = new QSpinBox;
    box->setObjectName(name);
    box->setRange(least, most);
    box->setValue(value);
    return box;
  };
  first_step_ = number_field("first_step", runs_.one.first);
  steps_per_frame_ = number_field("steps_per_frame", runs_.one.per_frame);
  speed_ = new SpeedBox;
  speed_->show_speed(runs_.speed);
  frames_per_second_ = number("frames_per_second", 1, clip_rate_max, 25);
  size_ = new QWidget;
  auto* row = new QHBoxLayout(size_);
  row->setContentsMargins(0, 0, 0, 0);
  row->addWidget(width_ = number("width", 2, 16384, runs_.size.width()));
  row->addWidget(new QLabel("×"));
  row->addWidget(height_ = number("height", 2, 16384, runs_.size.height()));
  row->addWidget(new QLabel(tr("pixels")), 1);
}

void ExportDialog::build_form(const std::vector<std::pair<QString, QString>>& plots) {
  auto* column = new QVBoxLayout(this);
  column->addLayout(form_ = new QFormLayout);
  what_ = new QComboBox;
  what_->setObjectName("what");
  const auto entry = [this](const QString& words, What what, const QString& plot = {}) {
    what_->addItem(words, QVariant::fromValue(std::pair(static_cast<int>(what), plot)));
  };
  entry(tr("Picture"), What::picture);
  entry(tr("Figure with axes"), What::figure);
  entry(tr("Pictures above plots"), What::runs);
  entry(tr("Whole window"), What::window);
  entry(tr("All plots on screen"), What::plots);
  for (const auto& [id, title] : plots) entry(tr("Plot: %1").arg(title), What::plot, id);
  entry(tr("Clip (simulated again)"), What::clip);
  entry(tr("Trajectories (simulated again)"), What::trajectory);
  entry(tr("Metrics (simulated again)"), What::metrics);
  place_ = new QWidget;
  auto* row = new QHBoxLayout(place_);
  row->setContentsMargins(0, 0, 0, 0);
  auto* browse = new QPushButton(tr("Browse…"));
  browse->setAutoDefault(false);  // Return in the field exports
  row->addWidget(path_, 1);
  row->addWidget(browse);
  connect(browse, &QPushButton::clicked, this, &ExportDialog::browse);
  form_->addRow(tr("What"), what_);
  form_->addRow(tr("Format"), kind_);
  form_->addRow(tr("Size"), scale_);
  form_->addRow(tr("Size"), paper_);
  form_->addRow(tr("Ground"), ground_);
  form_->addRow({}, interface_);
  form_->addRow({}, transparent_);
  form_->addRow({}, all_runs_);
  form_->addRow(tr("Size"), size_);
  form_->addRow(tr("From step"), first_step_);
  form_->addRow(tr("To step"), steps_);
  form_->addRow(tr("Every … steps"), every_);
  form_->addRow({}, extent_);
  form_->addRow(tr("Steps per frame"), steps_per_frame_);
  form_->addRow(tr("Speed"), speed_);
  form_->addRow(tr("Frames per second"), frames_per_second_);
  form_->addRow(tr("File"), place_);
}

void ExportDialog::build_buttons() {
  progress_ = new QProgressBar;
  progress_->setObjectName("progress");
  progress_->setRange(0, 1000);
  result_ = new QLabel;
  result_->setObjectName("result");
  result_->setWordWrap(true);
  result_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  // Not rows: beside words that wrap, Qt 6.4 gives no height to rows that come back.
  layout()->addWidget(progress_);
  layout()->addWidget(result_);
  auto* buttons = new QDialogButtonBox;
  export_ = buttons->addButton(tr("Export"), QDialogButtonBox::ActionRole);
  export_->setObjectName("export");
  overwrite_ = buttons->addButton(tr("&Overwrite"), QDialogButtonBox::ActionRole);
  overwrite_->setObjectName("overwrite");
  overwrite_->setAutoDefault(false);  // Return, pressed once more, asks once more
  overwrite_->hide();
  close_ = buttons->addButton(QDialogButtonBox::Close);
  close_->setIcon({});
  close_->setObjectName("close");
  layout()->addWidget(buttons);
  export_->setDefault(true);  // only now has the dialog the button
  progress_->hide();
  connect(export_, &QPushButton::clicked, this, &ExportDialog::begin);
  connect(overwrite_, &QPushButton::clicked, this, [this] {
    stop_asking();
    emit wanted(request());
  });
  connect(close_, &QPushButton::clicked, this, &ExportDialog::reject);
}

ExportRequest::What ExportDialog::what() const {
  return static_cast<What>(what_->currentData().value<QPair<int, QString>>().first);
}

void ExportDialog::choose(What what, const QString& plot, bool all_runs) {
  for (int i = 0; i < what_->count(); ++i) {
    const auto [kind, id] = what_->itemData(i).value<QPair<int, QString>>();
    if (kind == static_cast<int>(what) && id == plot) what_->setCurrentIndex(i);
  }
  all_runs_->setChecked(all_runs);
}

void ExportDialog::follow_what() {
  const QSignalBlocker quiet(kind_);
  kind_->clear();
  kind_->addItems(kinds_of(what()));
  const bool clip = what() == What::clip;
  const bool draws = what() == What::trajectory || what() == What::metrics;
  const bool picture = what() == What::picture || what() == What::window;
  form_->setRowVisible(interface_, what() == What::picture || what() == What::window || clip);
  interface_->setText(clip ? tr("With titles, step numbers and colour scales")
                           : tr("With controls and read-outs"));
  form_->setRowVisible(transparent_, what() == What::picture);
  for (QWidget* field : {size_, static_cast<QWidget*>(first_step_), static_cast<QWidget*>(steps_per_frame_),
                         static_cast<QWidget*>(speed_), static_cast<QWidget*>(frames_per_second_)})
    form_->setRowVisible(field, clip);
  form_->setRowVisible(steps_, clip || draws);
  form_->setRowVisible(every_, draws);
  form_->setRowVisible(extent_, what() == What::trajectory);
  form_->setRowVisible(all_runs_, (clip || draws) && runs_.runs > 1);
  interface_->setChecked(what() == What::window || clip);
  all_runs_->setChecked((clip || what() == What::runs) && runs_.runs > 1);
  form_->setRowVisible(scale_, picture);
  follow_kind();
}

ExportRequest ExportDialog::request() const {
  return {.what = what(),
          .plot = what_->currentData().value<QPair<int, QString>>().second,
          .path = path(),
          .scale = scale_->value(),
          .look = look(),
          .interface = interface_->isChecked(),
          .transparent = transparent_->isChecked(),
          .steps = steps_->text().toULongLong(),
          .every = std::max<std::uint64_t>(1, every_->text().toULongLong()),
          .first_step = first_step_->text().toULongLong(),
          .steps_per_frame = std::max<std::uint64_t>(1, steps_per_frame_->text().toULongLong()),
          .speed = speed_->speed(),
          .frames_per_second = frames_per_second_->value(),
          .size = {width_->value(), height_->value()},
          .all_runs = all_runs_->isChecked()};
}

void ExportDialog::show_progress(double share) {
  busy_ = true;
  progress_->show();
  progress_->setValue(static_cast<int>(1000 * share));
  export_->setEnabled(false);
  close_->setText(tr("Cancel"));
  result_->clear();
}

void ExportDialog::show_result(const QString& words, bool done) {
  busy_ = false;
  progress_->setVisible(false);
  export_->setEnabled(true);
  close_->setText(tr("Close"));
  result_->setText(words);
  result_->setProperty("alarm", !done);
  result_->style()->unpolish(result_);
  result_->style()->polish(result_);
  layout()->activate();
  if (const int needed = layout()->totalHeightForWidth(width()); needed > height()) resize(width(), needed);
}

void ExportDialog::reject() {
  if (busy_) {
    result_->setText(tr("Cancelling…"));
    return emit cancelled();
  }
  QDialog::reject();
}

}  // namespace ergo
