// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/config_file.h"

#include "base/local_storage.h"
#include "base/yaml.h"

namespace verderer {

namespace {

constexpr qint64 largestConfig = qint64{16} * 1024 * 1024;
constexpr int knownConfigVersion = 34;

class Reader {
public:
    Reader(QString path, const QProcessEnvironment &environment) : m_path(std::move(path)), m_environment(environment) {}

    Result<ConfigFile> read(const QByteArray &bytes)
    {
        const Result<yaml::Value> loaded = yaml::load(bytes);
        if (!loaded) {
            Error error = loaded.error();
            error.code = ErrorCode::Invalid;
            error.message = QStringLiteral("%1 is not valid YAML%2: %3").arg(m_path, place(error.details.line, error.details.column), error.message);
            error.message += error.message.endsWith(u'.') ? QStringLiteral(" Correct the file.") : QStringLiteral(". Correct the file.");
            error.details.path = m_path;
            return tl::unexpected(error);
        }
        if (!loaded->isMapping())
            return invalid(loaded->mark, QStringLiteral("must hold settings (a mapping of names to values)"));
        const yaml::Value &root = *loaded;

        m_config.databaseBackend = optionalText(root, u"database", u"backend");
        m_config.sqliteDir = optionalText(root, u"database", u"sqlite_dir");
        m_config.postgresUrl = optionalText(root, u"database", u"postgres_url");
        m_config.postgresSchema = optionalText(root, u"database", u"postgres_schema");
        m_config.runEventsBackend = optionalText(root, u"run_events", u"backend");
        if (const yaml::Value *path = member(root, u"skills", u"path"); path && path->kind != yaml::Kind::Null) {
            if (!path->isString())
                return invalid(path->mark, QStringLiteral("skills.path must be a text"));
            m_config.skillsPath = text(*path);
        }
        checkVersion(root);
        walk(root, QString());
        return m_config;
    }

private:
    static QString place(int line, int column)
    {
        return line > 0 ? QString(QStringLiteral(" at line %1, column %2").arg(line).arg(column)) : QString();
    }

    tl::unexpected<Error> invalid(const yaml::Mark &mark, const QString &what) const
    {
        ErrorDetails details;
        details.path = m_path;
        details.line = mark.line;
        details.column = mark.column;
        details.kind = QStringLiteral("config");
        return fail(ErrorCode::Invalid, QStringLiteral("%1%2: %3. Correct the file.").arg(m_path, place(mark.line, mark.column), what), details);
    }

    static const yaml::Value *member(const yaml::Value &root, QStringView section, QStringView key)
    {
        const yaml::Value *found = root.find(section);
        return found && found->isMapping() ? found->find(key) : nullptr;
    }

    ConfigText text(const yaml::Value &value) const
    {
        ConfigText text;
        text.line = value.mark.line;
        text.column = value.mark.column;
        if (!value.text.startsWith(u'$')) {
            text.text = value.text;
            return text;
        }
        text.variable = value.text.mid(1);
        text.set = m_environment.contains(text.variable);
        text.text = m_environment.value(text.variable);
        return text;
    }

    /// A key whose value is of the wrong type stops DeerFlow, but not a tool that may not need it.
    std::optional<ConfigText> optionalText(const yaml::Value &root, QStringView section, QStringView key)
    {
        const yaml::Value *value = member(root, section, key);
        if (!value || value->kind == yaml::Kind::Null)
            return std::nullopt;
        if (!value->isString()) {
            m_config.warnings.append(QStringLiteral("%1%2: %3.%4 must be a text and is ignored. DeerFlow itself would not start with it.")
                                         .arg(m_path, place(value->mark.line, value->mark.column), section, key));
            return std::nullopt;
        }
        return text(*value);
    }

    void checkVersion(const yaml::Value &root)
    {
        const yaml::Value *version = root.find(u"config_version");
        if (!version || version->kind != yaml::Kind::Int)
            return;
        bool fits = false;
        const int number = version->text.toInt(&fits);
        if (!fits || number > knownConfigVersion) {
            m_config.warnings.append(QStringLiteral("%1 has config_version %2; this program knows versions up to %3 and may not see newer settings.")
                                         .arg(m_path, version->text)
                                         .arg(knownConfigVersion));
        }
    }

    /// Every `$NAME` of the file: what is set is a secret, what is not stops DeerFlow.
    void walk(const yaml::Value &value, const QString &name)
    {
        if (value.isString() && value.text.startsWith(u'$')) {
            const ConfigText found = text(value);
            if (found.set) {
                if (!found.text.isEmpty() && !m_config.secrets.contains(found.text))
                    m_config.secrets.append(found.text);
                return;
            }
            m_config.warnings.append(
                QStringLiteral("%1%2: %3 names the environment variable %4, which is not set here. DeerFlow itself does not start "
                               "without it.")
                    .arg(m_path, place(found.line, found.column), name, found.variable));
            return;
        }
        for (const auto &[key, member] : value.entries)
            walk(member, name.isEmpty() ? key.text : QString(name + u'.' + key.text));
        for (qsizetype i = 0; i < value.items.size(); ++i)
            walk(value.items.at(i), QStringLiteral("%1[%2]").arg(name).arg(i));
    }

    QString m_path;
    const QProcessEnvironment &m_environment;
    ConfigFile m_config;
};

} // namespace

Result<ConfigFile> readConfigFile(const QString &path, const QProcessEnvironment &environment)
{
    LocalStorage storage;
    const Result<QByteArray> bytes = storage.read(path, largestConfig);
    if (!bytes)
        return tl::unexpected(bytes.error());
    return Reader(path, environment).read(*bytes);
}

} // namespace verderer
