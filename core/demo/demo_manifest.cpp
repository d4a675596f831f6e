// SPDX-License-Identifier: GPL-3.0-or-later
#include "demo/demo_manifest.h"

#include "base/json.h"
#include "demo/demo_resource.h"

#include <QFile>

namespace verderer {

namespace {

/// Reads members of the manifest's objects and remembers the first one that is wrong, so that the code below can read straight on.
class ManifestReader {
public:
    [[nodiscard]] QByteArray resource(const QString &name)
    {
        QFile file(QStringLiteral(":/verderer/demo/%1").arg(name));
        if (!file.open(QIODevice::ReadOnly)) {
            note(QStringLiteral("the text %1 is missing").arg(name));
            return {};
        }
        return file.readAll();
    }

    QString text(const Json &object, const char *key)
    {
        const std::optional<QString> value = stringMember(object, key);
        if (!value) {
            note(QStringLiteral("%1 is missing in %2").arg(QLatin1String(key), QString::fromUtf8(dumpPythonJson(object))));
        }
        return value.value_or(QString());
    }

    int number(const Json &object, const char *key)
    {
        const auto found = object.find(key);
        if (found == object.end() || !found->is_number_integer()) {
            note(QStringLiteral("%1 is no number in %2").arg(QLatin1String(key), QString::fromUtf8(dumpPythonJson(object))));
            return 0;
        }
        return found->get<int>();
    }

    /// The items of an array member; none where it is missing.
    const Json &list(const Json &object, const char *key)
    {
        static const Json none = Json::array();
        const auto found = object.find(key);
        if (found == object.end() || !found->is_array()) {
            note(QStringLiteral("%1 is no list").arg(QLatin1String(key)));
            return none;
        }
        return *found;
    }

    DemoTime time(const Json &object) { return {number(object, "days"), text(object, "time")}; }

    DemoForm form(const Json &object)
    {
        const QString name = stringMember(object, "as").value_or(QString());
        if (name == QStringLiteral("utf8-bom")) {
            return DemoForm::Utf8Bom;
        }
        if (name == QStringLiteral("crlf")) {
            return DemoForm::CrLf;
        }
        if (name == QStringLiteral("latin1")) {
            return DemoForm::Latin1;
        }
        if (!name.isEmpty()) {
            note(QStringLiteral("“as” is %1").arg(name));
        }
        return DemoForm::AsIs;
    }

    DemoRecord record(const Json &object)
    {
        DemoRecord record;
        record.at = time(object);
        record.action = text(object, "action");
        record.author = text(object, "author");
        record.threadId = stringMember(object, "thread");
        record.filePath = stringMember(object, "path").value_or(record.filePath);
        record.decision = text(object, "decision");
        record.reason = text(object, "reason");
        if (const std::optional<QString> name = stringMember(object, "text")) {
            record.text = resource(*name);
        } else if (record.action == QStringLiteral("rollback")) {
            record.rollbackOf = number(object, "of");
        } else {
            record.findingsJson.clear();
        }
        if (object.contains("findings")) {
            record.findingsJson = dumpPythonJson(list(object, "findings"));
        }
        const auto raw = object.find("raw_separators");
        record.rawSeparators = raw != object.end() && *raw == Json(true);
        return record;
    }

    DemoHistory history(const Json &object)
    {
        DemoHistory history;
        history.user = text(object, "user");
        history.directory = text(object, "directory");
        history.form = form(object);
        const QString damage = stringMember(object, "damage").value_or(QString());
        if (damage == QStringLiteral("torn")) {
            history.damage = DemoDamage::Torn;
        } else if (damage == QStringLiteral("glued")) {
            history.damage = DemoDamage::Glued;
            history.gluedAfter = number(object, "glued_after");
        } else if (!damage.isEmpty()) {
            note(QStringLiteral("“damage” is %1").arg(damage));
        }
        for (const Json &item : list(object, "records")) {
            history.records.append(record(item));
        }
        return history;
    }

    void note(const QString &what)
    {
        if (m_mistake.isEmpty()) {
            m_mistake = what;
        }
    }
    [[nodiscard]] const QString &mistake() const { return m_mistake; }

private:
    QString m_mistake;
};

} // namespace

Result<DemoManifest> readDemoManifest()
{
    useDemoResource();
    ManifestReader reader;
    const Result<Json> json = parseJson(reader.resource(QStringLiteral("manifest.json")));
    if (!json) {
        return fail(ErrorCode::Internal, QStringLiteral("The demo's manifest cannot be read: %1").arg(json.error().message));
    }
    DemoManifest manifest;
    for (const Json &item : reader.list(*json, "users")) {
        manifest.users.append(
            {reader.text(item, "id"), stringMember(item, "email").value_or(QString()), stringMember(item, "role").value_or(QString())});
    }
    for (const Json &item : reader.list(*json, "files")) {
        manifest.files.append({reader.text(item, "path"), reader.resource(reader.text(item, "text")), reader.form(item)});
    }
    for (const Json &item : reader.list(*json, "histories")) {
        manifest.histories.append(reader.history(item));
    }
    for (const Json &item : reader.list(*json, "threads")) {
        manifest.threads.append({reader.text(item, "id"), reader.text(item, "user"), reader.text(item, "title"), reader.time(item)});
    }
    if (!reader.mistake().isEmpty()) {
        return fail(ErrorCode::Internal, QStringLiteral("The demo's manifest has a mistake: %1.").arg(reader.mistake()));
    }
    return manifest;
}

} // namespace verderer
