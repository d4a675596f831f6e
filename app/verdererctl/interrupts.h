// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <csignal>
#include <memory>

class QSocketNotifier;

namespace verderer::ctl {

/// Ctrl-C and a polite kill, as a signal of Qt. Made on the main thread before any other thread starts, because those inherit what is blocked.
/// Only the first one is caught: after it, or after letGo(), the next one ends the process at once.
class Interrupts : public QObject {
    Q_OBJECT
public:
    explicit Interrupts(QObject *parent = nullptr);
    ~Interrupts() override;
    void letGo();

Q_SIGNALS:
    void interrupted();

private:
    sigset_t m_signals{};
    int m_descriptor = -1;
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace verderer::ctl
