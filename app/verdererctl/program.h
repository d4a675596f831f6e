// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "gateway/gateway_probe.h"
#include "verdererctl/arguments.h"
#include "verdererctl/interrupts.h"

#include <QObject>
#include <QThread>

#include <future>
#include <memory>

namespace verderer::ctl {

/// Runs one command: its work on a thread of its own, interrupts and the Gateway's answer on this one, and at the end what is to be printed.
class Program : public QObject {
    Q_OBJECT
public:
    explicit Program(Arguments arguments, QObject *parent = nullptr);
    ~Program() override;

    /// Starts the work; the application's loop ends with the exit status when it is done.
    void start();

private:
    void finish(const Result<Output> &result);
    void setGateway(const GatewayStatus &status);

    Arguments m_arguments;
    Interrupts m_interrupts;
    CancelSource m_cancel;
    GatewayProbe m_probe;
    std::promise<GatewayStatus> m_gateway;
    bool m_gatewayKnown = false;
    std::unique_ptr<Context> m_context;
    std::unique_ptr<QThread> m_worker;
};

} // namespace verderer::ctl
