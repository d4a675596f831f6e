// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/yaml_events.h"
#include "base/yaml_lines.h"
#include "base/yaml_resolver.h"

#include <utility>
#include <vector>

namespace verderer::yaml::detail {

/// A node of the document's graph; an alias is a second pointer to the same node.
struct Node {
    enum class Kind { Scalar, Sequence, Mapping };
    Kind kind = Kind::Scalar;
    Tag tag = Tag::Str;
    QByteArray tagName; ///< of an unknown tag, for the message
    QString text;       ///< Scalar
    qsizetype index = 0;
    std::vector<Node *> items;                      ///< Sequence
    std::vector<std::pair<Node *, Node *>> entries; ///< Mapping
    enum class State { New, Busy, Done };
    State state = State::New; ///< of the construction
    Value value;              ///< once Done
    qsizetype size = 0;       ///< once Done: of the value with all aliases expanded
};

/// The graph of one document; owns its nodes.
struct Graph {
    std::vector<Node> nodes; ///< as many as there are events at most; reserved at once, so that pointers stay
    Node *root = nullptr;    ///< null for an empty stream
    bool hasAliases = false; ///< some nodes may be reached in several ways
};

/// Anchors become pointers, plain scalars get their type. Refuses undefined aliases and anchors that are given twice, as PyYAML's composer.
tl::expected<Graph, Failure> compose(Events events);

/// The value of the graph, as PyYAML's safe constructor makes it. `maxSize` bounds what aliases expand to.
tl::expected<Value, Failure> construct(Graph &graph, const LineTable &lines, qsizetype maxSize);

} // namespace verderer::yaml::detail
