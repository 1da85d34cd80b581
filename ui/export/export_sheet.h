// SPDX-License-Identifier: Apache-2.0
// The export sheet: one window beside the main one with a live preview, the format, size and theme of what leaves, what is redacted and
// by what, and the ways out: copy, save, drag. Everything is made on a pool thread; what was asked last is shown.
#pragma once

#include "core/base/result.h"
#include "ui/export/export_job.h"

#include <QDialog>
#include <QTimer>

#include <array>
#include <functional>

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;
class QStackedWidget;
class QTextBrowser;
class QTreeWidget;

namespace lanescope::ui {

class ExportPreview;

class ExportSheet : public QDialog {
  Q_OBJECT
 public:
  explicit ExportSheet(QWidget* parent = nullptr);

  // What is shown now. The preview follows where the sheet is open.
  void setSubject(const ExportSubject& subject);

  ExportFormat format() const;
  void setFormat(ExportFormat format);
  PictureChoice choice() const;
  report::RedactKinds redacted() const;
  bool isBusy() const { return m_running || m_later.isActive(); }
  // The names of what is replaced, as listed: original, replacement, times.
  QStringList replacements() const;
  QString sizeText() const;
  const QByteArray& bytes() const { return m_bytes; }      // of the preview; empty while it is made
  ExportPreview* preview() const { return m_preview; }
  // On a pool thread; `copied`, `saved` or `refused` follows.
  void copy(bool picture, bool text);
  void saveTo(const QString& path);

 Q_SIGNALS:
  void updated();                                // the preview shows what was chosen
  void copied(const QString& what);              // "The picture and the Markdown are on the clipboard."
  void saved(const QString& path);
  void refused(const base::Error& error);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  struct Made {
    PreparedExport prepared;
    report::RedactKinds kinds;
    QImage image;
    QByteArray bytes;
    std::vector<report::Redaction> redactions;
  };
  QWidget* makeControls();
  QWidget* makeRedaction();
  void askAgain();
  void make();
  void present(const Made& made);
  void fillRedactions(const std::vector<report::Redaction>& list);
  void updateControls();
  QString suggestedName() const;
  void chooseFile();

  ExportSubject m_subject;
  std::optional<PreparedExport> m_prepared;      // of the subject, as it was redacted last
  report::RedactKinds m_preparedKinds;
  QByteArray m_bytes;
  bool m_running = false, m_again = false;
  QTimer m_later;

  QComboBox *m_format = nullptr, *m_preset = nullptr, *m_theme = nullptr, *m_range = nullptr;
  QSpinBox *m_width = nullptr, *m_height = nullptr;
  QWidget* m_custom = nullptr;
  std::array<QCheckBox*, report::kRedactKinds> m_kinds{};
  QTreeWidget* m_list = nullptr;
  QLabel* m_size = nullptr;
  QStackedWidget* m_stack = nullptr;
  ExportPreview* m_preview = nullptr;
  QTextBrowser* m_text = nullptr;
  QPushButton *m_copyPicture = nullptr, *m_copyText = nullptr, *m_copyBoth = nullptr, *m_save = nullptr;
};

// Makes picture, Markdown, or both and puts them on the clipboard together; `then` gets what to say, or why not. GUI thread.
void copyExport(QObject* owner, const ExportSubject& subject, report::RedactKinds kinds, const PictureChoice& choice, bool picture, bool text,
                std::function<void(const base::Result<QString>&)> then);
// Writes the file in the format of its name on a pool thread.
void saveExport(QObject* owner, const ExportSubject& subject, report::RedactKinds kinds, const PictureChoice& choice, const QString& path,
                std::function<void(const base::Result<void>&)> then);

}  // namespace lanescope::ui
