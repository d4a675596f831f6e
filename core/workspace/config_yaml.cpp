// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/config_yaml.h"

#include "base/local_storage.h"

namespace verderer {

namespace {

constexpr qint64 largestConfigYaml = qint64{16} * 1024 * 1024;

} // namespace

Result<yaml::Value> loadConfigYaml(const QString &path)
{
    LocalStorage storage;
    const auto bytes = storage.read(path, largestConfigYaml);
    if (!bytes) {
        return tl::unexpected<Error>(bytes.error());
    }
    auto root = yaml::load(*bytes);
    if (!root) {
        Error error = root.error();
        error.code = ErrorCode::Invalid;
        error.details.path = path;
        error.message = QStringLiteral("%1 is not valid YAML at line %2, column %3: %4. Correct the file.")
                            .arg(path)
                            .arg(error.details.line)
                            .arg(error.details.column)
                            .arg(error.message);
        return tl::unexpected<Error>(std::move(error));
    }
    return root;
}

} // namespace verderer
