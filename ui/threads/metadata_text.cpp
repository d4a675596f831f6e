// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/threads/metadata_text.h"

#include "base/json.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

/// Keys are looked for one by one, so a huge object would take long; nobody edits one by hand.
constexpr qsizetype editableBytes = 1'000'000;

QString said(const char *text)
{
    return QCoreApplication::translate("MetadataText", text);
}

Error jsonError(const Error &error)
{
    Error shown = error;
    shown.code = ErrorCode::Invalid;
    shown.message =
        QCoreApplication::translate("MetadataText", "This is not valid JSON: line %1, column %2.").arg(error.details.line).arg(error.details.column);
    return shown;
}

} // namespace

QString internalKeyLabel(const QString &key)
{
    if (key == "deerflow_pinned"_L1) {
        return said(QT_TRANSLATE_NOOP("MetadataText", "pinning, set by DeerFlow"));
    }
    if (key == "deerflow_sidecar"_L1 || key == "parent_thread_id"_L1 || key.startsWith("sidecar_"_L1) || key.startsWith("referenced_"_L1)) {
        return said(QT_TRANSLATE_NOOP("MetadataText", "side conversation, set by DeerFlow"));
    }
    if (key == "deerflow_branch"_L1 || key.startsWith("branch_"_L1)) {
        return said(QT_TRANSLATE_NOOP("MetadataText", "branch, set by DeerFlow"));
    }
    if (key == "channel_source"_L1) {
        return said(QT_TRANSLATE_NOOP("MetadataText", "message channel, set by DeerFlow"));
    }
    if (key == "owner_id"_L1 || key == "user_id"_L1) {
        return said(QT_TRANSLATE_NOOP("MetadataText", "reserved by DeerFlow"));
    }
    return {};
}

QHash<QString, QString> internalKeysOf(const QByteArray &json)
{
    QHash<QString, QString> labels;
    const auto parsed = parseJson(json);
    if (!parsed || !parsed->is_object()) {
        return labels;
    }
    for (const auto &[key, value] : parsed->items()) {
        const QString name = QString::fromStdString(key);
        if (const QString label = internalKeyLabel(name); !label.isEmpty()) {
            labels.insert(name, label);
        }
    }
    return labels;
}

QByteArray metadataForReading(const QByteArray &json)
{
    const auto parsed = parseJson(json);
    return parsed ? dumpPrettyJson(*parsed).trimmed() : json;
}

std::optional<QByteArray> editableMetadata(const QByteArray &json)
{
    auto parsed = parseJson(json);
    if (json.size() > editableBytes || !parsed || !parsed->is_object()) {
        return {};
    }
    Json editable = Json::object();
    for (const auto &[key, value] : parsed->items()) {
        if (internalKeyLabel(QString::fromStdString(key)).isEmpty()) {
            editable[key] = value;
        }
    }
    return dumpPrettyJson(editable).trimmed();
}

Result<MetadataChange> metadataChange(const QByteArray &base, const QByteArray &edited)
{
    const auto before = parseJson(base);
    const auto after = parseJson(edited.trimmed().isEmpty() ? QByteArray("{}") : edited);
    if (!after) {
        return tl::unexpected<Error>(jsonError(after.error()));
    }
    if (!after->is_object()) {
        return fail(ErrorCode::Invalid, said(QT_TRANSLATE_NOOP("MetadataText", "Metadata is a JSON object: { \"key\": value }.")));
    }
    MetadataChange change;
    Json set = Json::object();
    for (const auto &[key, value] : after->items()) {
        const QString name = QString::fromStdString(key);
        if (const QString label = internalKeyLabel(name); !label.isEmpty()) {
            return fail(ErrorCode::Invalid, QCoreApplication::translate("MetadataText", "The key “%1” cannot be edited here: %2.").arg(name, label));
        }
        if (!before || !before->is_object() || !before->contains(key) || before->at(key) != value) {
            set[key] = value;
            change.changedKeys << name;
        }
    }
    if (before && before->is_object()) {
        for (const auto &[key, value] : before->items()) {
            const QString name = QString::fromStdString(key);
            if (internalKeyLabel(name).isEmpty() && !after->contains(key)) {
                change.removedKeys << name;
            }
        }
    }
    change.set = dumpPythonJson(set, LineSeparators::Raw);
    return change;
}

QString metadataProblem(const QByteArray &text)
{
    const auto change = metadataChange("{}", text);
    return change ? QString() : change.error().message;
}

QStringList keysThatDiffer(const QByteArray &a, const QByteArray &b, const QStringList &keys)
{
    const auto first = parseJson(a);
    const auto second = parseJson(b);
    QStringList differ;
    for (const QString &key : keys) {
        const std::string name = key.toStdString();
        const bool inFirst = first && first->is_object() && first->contains(name);
        const bool inSecond = second && second->is_object() && second->contains(name);
        if (inFirst != inSecond || (inFirst && first->at(name) != second->at(name))) {
            differ << key;
        }
    }
    return differ;
}

} // namespace verderer
