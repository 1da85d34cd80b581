// SPDX-License-Identifier: Apache-2.0
#include "ui/models/known_store.h"

#include "core/session/known_failures.h"

#include <QCoreApplication>
#include <QPointer>

namespace lanescope::ui {

KnownStore::KnownStore(ViewState* state, QObject* parent) : QObject(parent), m_state(state) { m_thread.setMaxThreadCount(1); }

KnownStore::~KnownStore() { m_thread.waitForDone(); }

void KnownStore::name(std::uint32_t finding, const QString& note, const QString& url) {
  work([finding, note = note.trimmed().toStdString(), url = url.trimmed().toStdString()](const model::Run& run) -> base::Result<void> {
    if (finding >= run.findings.size()) return {};
    return session::nameFailure(run, run.findings[finding], note, url);
  });
}

void KnownStore::forget(std::uint32_t finding) {
  work([finding](const model::Run& run) -> base::Result<void> {
    if (finding >= run.findings.size()) return {};
    const auto gone = session::forgetFailure(run.findings[finding].fingerprint);
    return gone ? base::Result<void>() : tl::make_unexpected(gone.error());
  });
}

void KnownStore::keepSightings() {
  if (!m_state->seenBefore().empty()) work([](const model::Run& run) { return session::keepSightings(run); });
}

void KnownStore::work(std::function<base::Result<void>(const model::Run&)> change) {
  const auto run = m_state->run();
  if (run == nullptr || !run->complete) return;
  m_thread.start([store = QPointer<KnownStore>(this), run, change = std::move(change)] {
    const base::Result<void> done = change(*run);
    const auto known = session::readKnownFailures();
    std::vector<model::SeenBefore> seen = known ? session::seenBefore(*run, *known) : std::vector<model::SeenBefore>();
    const auto answer = [store, run, done, seen = std::move(seen), readable = known.has_value()] {
      if (store.isNull()) return;
      if (!done) Q_EMIT store->refused(done.error());
      if (!readable || store->m_state->run() != run) return;   // another run is shown by now
      store->m_state->setSeenBefore(seen);
      Q_EMIT store->changed();
    };
    QMetaObject::invokeMethod(QCoreApplication::instance(), answer, Qt::QueuedConnection);
  });
}

}  // namespace lanescope::ui
