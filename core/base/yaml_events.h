// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <tl/expected.hpp>

#include <string>
#include <vector>

/// Parts of the YAML loader; only core/base/yaml*.cpp include this.
namespace verderer::yaml::detail {

/// Why a text cannot be loaded, and where: `index` counts code points of the text that was handed in.
struct Failure {
    QString message;
    qsizetype index = 0;
};

/// One parser event of a document's content, as PyYAML's parser would report it.
struct Event {
    enum class Type { Alias, Scalar, SequenceStart, SequenceEnd, MappingStart, MappingEnd };
    Type type = Type::Scalar;
    QByteArray anchor;          ///< of an alias: the name it refers to
    QByteArray tag;             ///< resolved ("tag:yaml.org,2002:str"); empty where none was written
    QString value;              ///< Scalar
    bool plainImplicit = false; ///< Scalar: the plain resolvers decide its type
    bool flow = false;          ///< collection in [] or {}
    qsizetype index = 0;        ///< where it begins, in code points of the text that was handed in
};

/// Everything between the beginning and the end of the first document, which must be the only one. An empty stream gives no events.
using Events = std::vector<Event>;

/// Parses with libyaml, and mends what libyaml 0.2 reads otherwise than PyYAML's own scanner does (tabs, U+FEFF, `?` and `:` in flow collections,
/// escaped surrogates, tags). `text` is UTF-32 without a NUL, `utf8` the same. `maxDepth` bounds the nesting of collections.
tl::expected<Events, Failure> readEvents(const QByteArray &utf8, std::u32string text, int maxDepth);

/// The sentence for people for a problem that libyaml reports. `at` is the character there (0 at the end).
QString friendlyProblem(const QByteArray &problem, const QByteArray &context, char32_t at);

} // namespace verderer::yaml::detail
