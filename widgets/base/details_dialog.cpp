#include "widgets/base/details_dialog.h"

#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QDialogButtonBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace ergo {

void show_details(QWidget& parent, const QString& words) {
  auto* dialog = new QDialog(&parent);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setObjectName("details");
  dialog->setWindowTitle(QObject::tr("Run details"));
  auto* layout = new QVBoxLayout(dialog);
  auto* text = new QPlainTextEdit(words);
  text->setReadOnly(true);
  layout->addWidget(text);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  QPushButton* copy = buttons->addButton(QObject::tr("Copy"), QDialogButtonBox::ActionRole);
  copy->setObjectName("copy");
  layout->addWidget(buttons);
  QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
  QObject::connect(copy, &QPushButton::clicked, dialog,
                   [text] { QApplication::clipboard()->setText(text->toPlainText()); });
  dialog->resize(640, 480);
  dialog->show();
}

}  // namespace ergo
