// SPDX-License-Identifier: GPL-3.0-or-later
//
// Switching one of 10,000 skills, with all fsyncs on, against writing the same file anew.
#include "base/clock.h"
#include "base/local_storage.h"
#include "skills/mutation_lock.h"
#include "skills/skill_switch.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <vector>

using namespace verderer;

namespace {

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

} // namespace

int main()
{
    constexpr int skills = 10'000;
    constexpr int rounds = 21;
    constexpr double nsPerMs = 1e6;
    const QTemporaryDir folder;
    SkillRoots roots;
    roots.home = folder.path();
    roots.userId = QStringLiteral("default");
    const QString user = QString(roots.home + QStringLiteral("/users/default"));
    roots.userStatesFile = QString(user + QStringLiteral("/skills/_skill_states.json"));
    roots.userProjectionLock = QString(user + QStringLiteral("/.skills_view.projection.lock"));
    LocalStorage storage;
    QByteArray text = "{";
    for (int i = 0; i < skills; ++i)
        text += (i > 0 ? "," : "") + QByteArray("\n  \"skill-") + QByteArray::number(i) + "\": {\n    \"enabled\": true\n  }";
    text += "\n}";
    if (!storage.makeFolder(QString(user + QStringLiteral("/skills")), {0755, {}, {}}) || !storage.append(roots.userStatesFile, text, {}))
        return 1;

    SkillEditor::Dependencies dependencies;
    dependencies.storage = std::make_shared<LocalStorage>();
    dependencies.clock = std::make_shared<SystemClock>();
    dependencies.queues = std::make_shared<MutationQueues>();
    dependencies.program = QStringLiteral("bench");
    std::vector<double> ours;
    std::vector<double> bare;
    for (int round = 0; round < rounds; ++round) {
        MutationOptions options;
        options.wait.deadline = QDeadlineTimer(60'000);
        QElapsedTimer timer;
        timer.start();
        const auto outcome = setSkillEnabled(roots, dependencies, {SkillCategory::Custom, QStringLiteral("skill-5000"), round % 2 == 1}, options);
        ours.push_back(static_cast<double>(timer.nsecsElapsed()) / nsPerMs);
        if (!outcome || !outcome->changed)
            return 1;
        timer.start();
        const auto staged = storage.stage(roots.userStatesFile, storage.read(roots.userStatesFile).value_or(QByteArray()), {});
        if (!staged || !storage.replace(*staged, roots.userStatesFile) || !storage.syncFolder(QString(user + QStringLiteral("/skills"))))
            return 1;
        bare.push_back(static_cast<double>(timer.nsecsElapsed()) / nsPerMs);
    }
    std::printf("switch_one_of_10000 %.2f ms\nrewrite_the_same_file %.2f ms\nswitch_limit 50.00 ms\n", median(ours), median(bare));
    return 0;
}
