// SPDX-License-Identifier: GPL-3.0-or-later
#include "verdererctl/interrupts.h"

#include <QSocketNotifier>

#include <pthread.h>
#include <sys/signalfd.h>
#include <unistd.h>

namespace verderer::ctl {

Interrupts::Interrupts(QObject *parent) : QObject(parent)
{
    sigemptyset(&m_signals);
    sigaddset(&m_signals, SIGINT);
    sigaddset(&m_signals, SIGTERM);
    sigaddset(&m_signals, SIGHUP);
    if (::pthread_sigmask(SIG_BLOCK, &m_signals, nullptr) != 0)
        return;
    m_descriptor = ::signalfd(-1, &m_signals, SFD_CLOEXEC | SFD_NONBLOCK);
    if (m_descriptor < 0) {
        letGo();
        return;
    }
    m_notifier = std::make_unique<QSocketNotifier>(m_descriptor, QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, [this] {
        signalfd_siginfo info{};
        if (::read(m_descriptor, &info, sizeof info) != sizeof info)
            return;
        letGo();
        Q_EMIT interrupted();
    });
}

Interrupts::~Interrupts()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

void Interrupts::letGo()
{
    if (m_notifier)
        m_notifier->setEnabled(false);
    ::pthread_sigmask(SIG_UNBLOCK, &m_signals, nullptr);
}

} // namespace verderer::ctl
