// SPDX-License-Identifier: Apache-2.0
// Work that the GUI thread does not wait for.
#pragma once

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>

#include <memory>

namespace lanescope::ui {

// Calls `then` on the GUI thread with what `work` made on a pool thread, unless `owner` is gone by then.
template <class Work, class Then>
void inBackground(QObject* owner, Work work, Then then) {
  QThreadPool::globalInstance()->start([owner = QPointer<QObject>(owner), work, then] {
    auto made = std::make_shared<decltype(work())>(work());
    const auto tell = [owner, then, made] {
      if (!owner.isNull()) then(*made);
    };
    QMetaObject::invokeMethod(QCoreApplication::instance(), tell, Qt::QueuedConnection);
  });
}

}  // namespace lanescope::ui
