// How figures come out on paper.
#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QSpinBox>

#include "widgets/base/speed_box.h"
#include "widgets/export/export_dialog.h"

namespace ergo {

void ExportDialog::build_look() {
  paper_ = new QComboBox;
  paper_->setObjectName("paper");
  paper_->setEditable(true);
  paper_->setInsertPolicy(QComboBox::NoInsert);
  paper_->addItem("85x60mm");
  paper_->addItem(tr("journal, single column"), "single");
  paper_->addItem(tr("journal, double column"), "double");
  paper_->lineEdit()->setPlaceholderText(tr("such as 120x80mm or 3.5x2.5in"));
  paper_->setToolTip(
      tr("A single column is 89 mm wide, a double one 183 mm, both with letters of 7 points. Or type a size, such as "
         "120x80mm or 3.5x2.5in. Several plots make the page higher unless both numbers are typed."));
  ground_ = new QComboBox;
  ground_->setObjectName("ground");
  ground_->addItem(tr("white"), "white");
  ground_->addItem(tr("transparent"), "transparent");
  ground_->addItem(tr("as the window's theme"), "theme");
}

FigureWords ExportDialog::look() const {
  FigureWords words{.ground = ground_->currentData().toString().toStdString()};
  const int chosen = paper_->findText(paper_->currentText());
  if (chosen > 0)
    words.journal = paper_->itemData(chosen).toString().toStdString();
  else if (chosen < 0)
    words.size = paper_->currentText().trimmed().toStdString();
  return words;
}

void ExportDialog::follow_look() {
  using What = ExportRequest::What;
  const bool plot = what() == What::plot || what() == What::plots;
  const bool on_paper = (plot && kind_->currentText() != "csv") || what() == What::figure || what() == What::runs;
  form_->setRowVisible(paper_, on_paper);
  form_->setRowVisible(ground_, on_paper);
  if (what() != What::runs) return;
  for (QWidget* field : {static_cast<QWidget*>(first_step_), static_cast<QWidget*>(steps_),
                         static_cast<QWidget*>(steps_per_frame_), static_cast<QWidget*>(speed_),
                         static_cast<QWidget*>(frames_per_second_)})
    form_->setRowVisible(field, runs_clip());
}

bool ExportDialog::runs_clip() const {
  return what() == ExportRequest::What::runs && (kind_->currentText() == "mp4" || kind_->currentText() == "gif");
}

}  // namespace ergo
