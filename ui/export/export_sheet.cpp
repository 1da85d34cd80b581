// SPDX-License-Identifier: Apache-2.0
#include "ui/export/export_sheet.h"

#include "core/report/picture_preset.h"
#include "ui/export/export_preview.h"
#include "ui/models/in_background.h"
#include "ui/models/words.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QGroupBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QScreen>
#include <QSpinBox>
#include <QStackedWidget>
#include <QTextBrowser>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace lanescope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kPauseMs = 120;                    // between the last change and the next preview
constexpr int kControlsWidth = 380;
constexpr QSize kSheetSize(1180, 700);
constexpr int kCustom = -1;                      // in place of a preset's index

QString kindName(report::RedactKind kind) {
  switch (kind) {
    case report::RedactKind::hosts: return ExportSheet::tr("Host names");
    case report::RedactKind::ips: return ExportSheet::tr("IP addresses");
    case report::RedactKind::users: return ExportSheet::tr("User names and home paths");
    case report::RedactKind::emails: return ExportSheet::tr("E-mail addresses");
    case report::RedactKind::secrets: break;
  }
  return ExportSheet::tr("Tokens and keys");
}

// A screen may be shared: of a secret only how it begins.
QString originalText(const report::Redaction& entry) {
  constexpr qsizetype kShown = 4;
  const QString text = toQt(entry.original);
  if (entry.kind != report::RedactKind::secrets) return text;
  return ExportSheet::tr("%1… (%2 characters)").arg(text.left(kShown)).arg(text.size());
}

QString bytesText(qsizetype bytes) {
  if (bytes < 10'000) return ExportSheet::tr("%1 bytes").arg(countText(static_cast<std::uint64_t>(bytes)));
  if (bytes < 1'000'000) return ExportSheet::tr("%1 kB").arg(bytes / 1000);
  return ExportSheet::tr("%1 MB").arg(static_cast<double>(bytes) / 1e6, 0, 'f', 1);
}

struct Copied {
  QByteArray png, markdown;
};

base::Result<QString> toClipboard(const Copied& made, bool picture, bool text) {
  if ((picture && made.png.isEmpty()) || (text && made.markdown.isEmpty())) return base::fail(base::ErrorCode::limit, "the picture is too large for the memory there is");
  auto* data = new QMimeData;
  if (picture) {
    data->setImageData(QImage::fromData(made.png, "PNG"));
    data->setData(u"image/png"_s, made.png);     // as it is, with what it carries
  }
  if (text) {
    data->setText(QString::fromUtf8(made.markdown));
    data->setData(u"text/markdown"_s, made.markdown);
  }
  QGuiApplication::clipboard()->setMimeData(data);
  if (picture && text) return ExportSheet::tr("The picture and the Markdown are on the clipboard.");
  return picture ? ExportSheet::tr("The picture is on the clipboard.") : ExportSheet::tr("The Markdown is on the clipboard.");
}

}  // namespace

void copyExport(QObject* owner, const ExportSubject& subject, report::RedactKinds kinds, const PictureChoice& choice, bool picture, bool text,
                std::function<void(const base::Result<QString>&)> then) {
  inBackground(
      owner,
      [=]() -> Copied {
        const PreparedExport prepared = prepareExport(subject, kinds);
        return {picture ? exportBytes(prepared, choice, ExportFormat::png) : QByteArray(), text ? exportBytes(prepared, choice, ExportFormat::markdown) : QByteArray()};
      },
      [=](const Copied& made) { then(toClipboard(made, picture, text)); });
}

void saveExport(QObject* owner, const ExportSubject& subject, report::RedactKinds kinds, const PictureChoice& choice, const QString& path,
                std::function<void(const base::Result<void>&)> then) {
  inBackground(
      owner,
      [=]() -> base::Result<void> {
        const auto format = exportFormatOf(path);
        if (!format) return base::fail(base::ErrorCode::unsupported, "the name does not say which kind of export", path.toStdString(), "end it with .png, .svg, .pdf, .md, .html, .txt or .json");
        return writeExport(exportBytes(prepareExport(subject, kinds), choice, *format), path);
      },
      then);
}

ExportSheet::ExportSheet(QWidget* parent) : QDialog(parent) {
  setWindowTitle(tr("Export"));
  setModal(false);
  m_preview = new ExportPreview(this);
  m_text = new QTextBrowser(this);
  m_text->setOpenLinks(false);
  m_text->setAccessibleName(tr("Preview of the text"));
  m_stack = new QStackedWidget(this);
  m_stack->addWidget(m_preview);
  m_stack->addWidget(m_text);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(m_stack, 1);
  layout->addWidget(makeControls());
  m_later.setSingleShot(true);
  m_later.setInterval(kPauseMs);
  connect(&m_later, &QTimer::timeout, this, &ExportSheet::make);
  const QScreen* const screen = QGuiApplication::primaryScreen();
  resize(screen ? kSheetSize.boundedTo(screen->availableSize()) : kSheetSize);
  updateControls();
}

QWidget* ExportSheet::makeControls() {
  auto* side = new QWidget(this);
  side->setFixedWidth(kControlsWidth);
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins(16, 16, 16, 16);
  auto* form = new QFormLayout;
  const auto addBox = [&](const QString& label, const std::vector<std::pair<QString, int>>& entries) {
    auto* box = new QComboBox(side);
    for (const auto& [text, value] : entries) box->addItem(text, value);
    box->setAccessibleName(label);
    form->addRow(label, box);
    connect(box, &QComboBox::currentIndexChanged, this, &ExportSheet::askAgain);
    return box;
  };
  const auto value = [](ExportFormat format) { return static_cast<int>(format); };
  m_format = addBox(tr("Format"), {{tr("Picture (PNG)"), value(ExportFormat::png)}, {tr("Picture (SVG)"), value(ExportFormat::svg)}, {tr("Picture (PDF)"), value(ExportFormat::pdf)},
                                   {tr("Markdown for an issue"), value(ExportFormat::markdown)}, {tr("Web page, one file"), value(ExportFormat::html)},
                                   {tr("Three lines for a chat"), value(ExportFormat::brief)}, {tr("JSON report"), value(ExportFormat::json)}});
  m_preset = addBox(tr("Size"), {{tr("Issue (1,720 wide)"), 0}, {tr("Slide (1,920 × 1,080)"), 1}, {tr("Print (A4 across)"), 2}, {tr("Other"), kCustom}});
  m_custom = new QWidget(side);
  auto* custom = new QHBoxLayout(m_custom);
  custom->setContentsMargins(0, 0, 0, 0);
  const auto addSize = [&](const QString& name, int start) {
    auto* box = new QSpinBox(m_custom);
    box->setRange(400, 8000);
    box->setValue(start);
    box->setAccessibleName(name);
    box->setKeyboardTracking(false);
    custom->addWidget(box, 1);
    connect(box, &QSpinBox::valueChanged, this, &ExportSheet::askAgain);
    return box;
  };
  m_width = addSize(tr("Width in pixels"), 1720);
  custom->addWidget(new QLabel(u"×"_s, m_custom));
  m_height = addSize(tr("Height in pixels"), 1050);
  form->addRow(QString(), m_custom);
  m_theme = addBox(tr("Theme"), {{tr("Light"), static_cast<int>(ThemeKind::light)}, {tr("Dark"), static_cast<int>(ThemeKind::dark)}});
  m_range = addBox(tr("Time"), {{tr("What is visible"), 0}, {tr("The whole run"), 1}});
  column->addLayout(form);
  column->addWidget(makeRedaction(), 1);
  m_size = new QLabel(side);
  m_size->setAccessibleName(tr("Size of the export"));
  column->addWidget(m_size);
  const auto addButton = [&](QLayout* row, const QString& text, auto clicked) {
    auto* button = new QPushButton(text, side);
    button->setAutoDefault(false);
    row->addWidget(button);
    connect(button, &QPushButton::clicked, this, clicked);
    return button;
  };
  auto* copies = new QHBoxLayout;
  m_copyPicture = addButton(copies, tr("Copy picture"), [this] { copy(true, false); });
  m_copyText = addButton(copies, tr("Copy text"), [this] { copy(false, true); });
  m_copyBoth = addButton(copies, tr("Copy both"), [this] { copy(true, true); });
  column->addLayout(copies);
  m_save = addButton(column, tr("Save…"), [this] { chooseFile(); });
  m_save->setDefault(true);
  return side;
}

QWidget* ExportSheet::makeRedaction() {
  auto* group = new QGroupBox(tr("Replaced by stable names"), this);
  auto* column = new QVBoxLayout(group);
  for (std::size_t i = 0; i < m_kinds.size(); ++i) {
    const auto kind = static_cast<report::RedactKind>(i);
    m_kinds[i] = new QCheckBox(kindName(kind), group);
    m_kinds[i]->setChecked(report::RedactKinds::leaving().has(kind));
    connect(m_kinds[i], &QCheckBox::toggled, this, &ExportSheet::askAgain);
    column->addWidget(m_kinds[i]);
  }
  m_list = new QTreeWidget(group);
  m_list->setHeaderLabels({tr("Original"), tr("Becomes"), tr("Times")});
  m_list->setRootIsDecorated(false);
  m_list->setUniformRowHeights(true);
  m_list->setAccessibleName(tr("What is replaced by what"));
  m_list->header()->setStretchLastSection(false);
  m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  for (const int narrow : {1, 2}) m_list->header()->setSectionResizeMode(narrow, QHeaderView::ResizeToContents);
  column->addWidget(m_list, 1);
  return group;
}

void ExportSheet::setSubject(const ExportSubject& subject) {
  // Another range of the same run needs no redaction anew.
  const bool same = subject.run == m_subject.run && subject.comparison == m_subject.comparison;
  m_subject = subject;
  if (!same) m_prepared.reset();
  if (isVisible()) askAgain();
}

void ExportSheet::showEvent(QShowEvent* event) {
  QDialog::showEvent(event);
  askAgain();
}

ExportFormat ExportSheet::format() const { return static_cast<ExportFormat>(m_format->currentData().toInt()); }

void ExportSheet::setFormat(ExportFormat format) { m_format->setCurrentIndex(m_format->findData(static_cast<int>(format))); }

PictureChoice ExportSheet::choice() const {
  const int preset = m_preset->currentData().toInt();
  PictureChoice choice;
  choice.size = {m_width->value(), m_height->value()};
  if (preset != kCustom) {
    const report::PicturePreset& chosen = report::kPicturePresets[static_cast<std::size_t>(preset)];
    choice.size = {chosen.width, chosen.height};
  }
  choice.theme = static_cast<ThemeKind>(m_theme->currentData().toInt());
  choice.wholeRun = m_range->currentData().toInt() == 1;
  return choice;
}

report::RedactKinds ExportSheet::redacted() const {
  report::RedactKinds kinds;
  for (std::size_t i = 0; i < m_kinds.size(); ++i) kinds.set(static_cast<report::RedactKind>(i), m_kinds[i]->isChecked());
  return kinds;
}

QStringList ExportSheet::replacements() const {
  QStringList rows;
  for (int i = 0; i < m_list->topLevelItemCount(); ++i) {
    const QTreeWidgetItem* row = m_list->topLevelItem(i);
    rows << row->text(0) + u" → "_s + row->text(1) + u" × "_s + row->text(2);
  }
  return rows;
}

QString ExportSheet::sizeText() const { return m_size->text(); }

void ExportSheet::updateControls() {
  const bool picture = isPicture(format()) || format() == ExportFormat::html;
  m_custom->setVisible(m_preset->currentData().toInt() == kCustom);
  for (QWidget* each : {static_cast<QWidget*>(m_preset), static_cast<QWidget*>(m_custom), static_cast<QWidget*>(m_theme), static_cast<QWidget*>(m_range)}) each->setEnabled(picture);
  for (QPushButton* each : {m_copyPicture, m_copyText, m_copyBoth, m_save}) each->setEnabled(m_subject.run != nullptr);
}

// --- the preview

void ExportSheet::askAgain() {
  updateControls();
  if (!isVisible() || m_subject.run == nullptr) return;
  m_bytes.clear();
  m_size->setText(tr("Preparing…"));
  m_later.start();
}

void ExportSheet::make() {
  // One at a time: what was asked meanwhile comes next.
  m_again = std::exchange(m_running, true);
  if (m_again || m_subject.run == nullptr) return;
  const report::RedactKinds kinds = redacted();
  const bool prepared = m_prepared && m_preparedKinds == kinds;
  inBackground(
      this,
      [subject = m_subject, known = m_prepared, prepared, kinds, chosen = choice(), wanted = format()]() -> Made {
        Made made;
        made.kinds = kinds;
        if (prepared) {
          made.prepared = *known;
          made.prepared.shown.visible = subject.visible;
          made.prepared.shown.view = subject.view;
        } else {
          made.prepared = prepareExport(subject, kinds, known ? &*known : nullptr);
        }
        made.bytes = exportBytes(made.prepared, chosen, wanted);
        if (isPicture(wanted)) made.image = wanted == ExportFormat::png ? QImage::fromData(made.bytes, "PNG") : pictureImage(exportScene(made.prepared, chosen));
        if (made.prepared.redactor) made.redactions = made.prepared.redactor->list();
        return made;
      },
      [this, run = m_subject.run](const Made& made) {
        m_running = false;
        if (run == m_subject.run) {
          m_prepared = made.prepared;
          m_preparedKinds = made.kinds;
        }
        if (m_again || m_later.isActive() || run != m_subject.run) {
          if (!m_later.isActive()) m_later.start();
          return;
        }
        present(made);
      });
}

void ExportSheet::present(const Made& made) {
  m_bytes = made.bytes;
  fillRedactions(made.redactions);
  const ExportFormat shown = format();
  if (isPicture(shown)) {
    m_preview->setPicture(made.image, made.bytes, suggestedName());
    m_stack->setCurrentWidget(m_preview);
    const QSize pixels = made.image.size();
    m_size->setText(tr("%1 × %2 px · %3").arg(countText(static_cast<std::uint64_t>(pixels.width())), countText(static_cast<std::uint64_t>(pixels.height())), bytesText(made.bytes.size())));
  } else {
    const QString text = QString::fromUtf8(made.bytes);
    if (shown == ExportFormat::html) m_text->setHtml(text);
    else m_text->setPlainText(text);
    m_stack->setCurrentWidget(m_text);
    m_size->setText(tr("%1 characters · %2").arg(countText(static_cast<std::uint64_t>(text.size())), bytesText(made.bytes.size())));
  }
  Q_EMIT updated();
}

void ExportSheet::fillRedactions(const std::vector<report::Redaction>& list) {
  std::array<std::uint64_t, report::kRedactKinds> counts{};
  m_list->clear();
  for (const report::Redaction& entry : list) {
    ++counts[static_cast<std::size_t>(entry.kind)];
    auto* row = new QTreeWidgetItem({originalText(entry), toQt(entry.replacement), countText(entry.count)});
    row->setTextAlignment(2, Qt::AlignRight | Qt::AlignVCenter);
    m_list->addTopLevelItem(row);
  }
  for (std::size_t i = 0; i < m_kinds.size(); ++i) {
    const QString name = kindName(static_cast<report::RedactKind>(i));
    m_kinds[i]->setText(m_kinds[i]->isChecked() ? tr("%1 (%2)").arg(name, countText(counts[i])) : name);
  }
}

// --- ways out

void ExportSheet::copy(bool picture, bool text) {
  if (m_subject.run == nullptr) return;
  copyExport(this, m_subject, redacted(), choice(), picture, text, [this](const base::Result<QString>& done) {
    if (!done) return Q_EMIT refused(done.error());
    Q_EMIT copied(*done);
  });
}

void ExportSheet::saveTo(const QString& path) {
  if (m_subject.run == nullptr) return;
  saveExport(this, m_subject, redacted(), choice(), path, [this, path](const base::Result<void>& done) {
    if (!done) return Q_EMIT refused(done.error());
    Q_EMIT saved(path);
  });
}

// Of what is shown: a redacted name stays out of the file's name too.
QString ExportSheet::suggestedName() const {
  QString name = toQt(m_prepared ? m_prepared->shown.run->name : m_subject.run->name);
  for (const QChar bad : {u'/', u'\\', u':', u'*', u'?', u'"', u'<', u'>', u'|'}) name.replace(bad, u'-');
  return name.left(100) + u'.' + suffixOf(format());
}

void ExportSheet::chooseFile() {
  if (m_subject.run == nullptr) return;
  auto* dialog = new QFileDialog(this, tr("Save the export"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  const QString suffix = suffixOf(format());
  dialog->setNameFilters({tr("%1 (*.%2)").arg(m_format->currentText(), suffix), tr("All files (*)")});
  dialog->setDefaultSuffix(suffix);
  dialog->selectFile(suggestedName());
  connect(dialog, &QFileDialog::fileSelected, this, &ExportSheet::saveTo);
  dialog->open();
}

}  // namespace lanescope::ui
