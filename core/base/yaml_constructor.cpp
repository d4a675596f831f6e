// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/yaml_composer.h"

#include <QHash>

#include <optional>

namespace verderer::yaml::detail {

namespace {

/// What makes two keys the same to a Python dictionary; empty for those that are never the same (NaN).
QString keyIdentity(const Value &key)
{
    switch (key.kind) {
    case Kind::Bool:
        return key.text == u"True" ? QStringLiteral("n1") : QStringLiteral("n0");
    case Kind::Int:
        return QString(u'n' % key.text);
    case Kind::Float:
        if (key.text == u"nan")
            return {};
        // 2.0 is the key 2, and 1e+16 the key 10000000000000000; larger ones never meet in a configuration.
        return QString(u'n' % (key.text.endsWith(u".0") ? (key.text == u"-0.0" ? QStringLiteral("0") : key.text.chopped(2)) : key.text));
    case Kind::Null:
        return QStringLiteral("0");
    case Kind::String:
        return QString(u's' % key.text);
    case Kind::Date:
        return QString(u'd' % key.text);
    case Kind::DateTime:
        return QString(u't' % key.text);
    case Kind::Binary:
        return QString(u'b' % key.text);
    default:
        break;
    }
    return {};
}

bool isHashable(Kind kind)
{
    return kind != Kind::Sequence && kind != Kind::Mapping && kind != Kind::Set;
}

class Constructor {
public:
    Constructor(const LineTable &lines, qsizetype maxSize, bool hasAliases) : m_lines(lines), m_maxSize(maxSize), m_hasAliases(hasAliases) {}

    tl::expected<Value, Failure> construct(Node *root)
    {
        make(*root);
        if (m_failure)
            return tl::unexpected(*m_failure);
        return std::move(root->value);
    }

private:
    void fail(const QString &message, qsizetype index)
    {
        if (!m_failure)
            m_failure = Failure{message, index};
    }

    void make(Node &node)
    {
        if (node.state != Node::State::New || m_failure)
            return;
        // A collection that holds itself is legal; inside itself it is shown empty.
        node.state = Node::State::Busy;
        node.value.kind = node.tag == Tag::Map ? Kind::Mapping : node.tag == Tag::Set ? Kind::Set : Kind::Sequence;
        switch (node.tag) {
        case Tag::Map:
        case Tag::Set:
            makeMapping(node);
            break;
        case Tag::Seq:
            makeSequence(node);
            break;
        case Tag::Omap:
        case Tag::Pairs:
            makePairs(node);
            break;
        case Tag::Unknown:
            fail(QStringLiteral("the YAML tag '%1' is not allowed; remove it, or put the value in quotes").arg(shortTag(node.tagName)), node.index);
            break;
        default:
            makeScalar(node);
            break;
        }
        node.value.mark = m_lines.mark(node.index);
        node.state = Node::State::Done;
        if (node.size > m_maxSize)
            fail(QStringLiteral("the aliases of this document expand to more than %1 values; write them out").arg(m_maxSize), node.index);
    }

    static QString shortTag(const QByteArray &name)
    {
        static constexpr QByteArrayView prefix = "tag:yaml.org,2002:";
        return name.startsWith(prefix) ? QString(u"!!" % QString::fromUtf8(name.sliced(prefix.size()))) : QString::fromUtf8(name);
    }

    // A mapping with the key `=` may stand for a scalar.
    static const Node *scalarOf(const Node &node)
    {
        const Node *current = &node;
        for (int hops = 0; current->kind == Node::Kind::Mapping && hops < 100; ++hops) {
            const Node *inner = nullptr;
            for (const auto &[key, value] : current->entries) {
                if (key->tag == Tag::Value) {
                    inner = value;
                    break;
                }
            }
            if (!inner)
                return nullptr;
            current = inner;
        }
        return current->kind == Node::Kind::Scalar ? current : nullptr;
    }

    void makeScalar(Node &node)
    {
        const Node *scalar = scalarOf(node);
        if (!scalar) {
            fail(QStringLiteral("this YAML tag needs a single value, not a list or mapping; remove the tag"), node.index);
            return;
        }
        auto value = constructScalar(node.tag, scalar->text);
        if (!value) {
            fail(value.error(), node.index);
            return;
        }
        node.value = std::move(*value);
        node.size = 1;
    }

    Value part(Node *child, Node &parent)
    {
        make(*child);
        parent.size = std::min(parent.size + child->size, m_maxSize + 1);
        if (m_hasAliases)
            return child->value;
        return std::move(child->value); // nobody else comes for it
    }

    void makeSequence(Node &node)
    {
        if (node.kind != Node::Kind::Sequence) {
            fail(QStringLiteral("this YAML tag needs a list; remove the tag"), node.index);
            return;
        }
        node.size = 1;
        QList<Value> items;
        items.reserve(static_cast<qsizetype>(node.items.size()));
        for (Node *item : node.items) {
            items.append(part(item, node));
            if (m_failure)
                return;
        }
        node.value.items = std::move(items);
    }

    void makePairs(Node &node)
    {
        if (node.kind != Node::Kind::Sequence) {
            fail(QStringLiteral("this YAML tag needs a list of single 'key: value' entries; remove the tag"), node.index);
            return;
        }
        node.size = 1;
        QList<Value> items;
        for (Node *item : node.items) {
            if (item->kind != Node::Kind::Mapping || item->entries.size() != 1) {
                fail(QStringLiteral("each item of this list must be a single 'key: value'"), item->index);
                return;
            }
            Value pair;
            pair.kind = Kind::Sequence;
            pair.items.append(part(item->entries[0].first, node));
            pair.items.append(part(item->entries[0].second, node));
            items.append(pair);
            if (m_failure)
                return;
        }
        node.value.items = std::move(items);
    }

    // Merge keys become entries before the mapping's own, `=` becomes an ordinary key. Changes the node, as PyYAML does, so that it happens once.
    void flatten(Node &node)
    {
        std::vector<std::pair<Node *, Node *>> merged;
        std::size_t i = 0;
        while (i < node.entries.size() && !m_failure) {
            const auto [key, value] = node.entries[i];
            if (key->tag == Tag::Value) {
                key->tag = Tag::Str;
                ++i;
                continue;
            }
            if (key->tag != Tag::Merge) {
                ++i;
                continue;
            }
            node.entries.erase(node.entries.begin() + static_cast<std::ptrdiff_t>(i));
            if (value->kind == Node::Kind::Mapping) {
                flatten(*value);
                append(merged, value->entries, value->index);
            } else if (value->kind == Node::Kind::Sequence) {
                for (Node *item : value->items) {
                    if (item->kind != Node::Kind::Mapping) {
                        fail(QStringLiteral("'<<' merges mappings only; this is none"), item->index);
                        return;
                    }
                    flatten(*item);
                }
                // The first of the list has the last word.
                for (std::size_t k = value->items.size(); k-- > 0 && !m_failure;)
                    append(merged, value->items[k]->entries, value->index);
            } else {
                fail(QStringLiteral("'<<' merges mappings only; this is none"), value->index);
            }
        }
        if (!merged.empty())
            node.entries.insert(node.entries.begin(), merged.begin(), merged.end());
    }

    void append(std::vector<std::pair<Node *, Node *>> &merged, const std::vector<std::pair<Node *, Node *>> &more, qsizetype index)
    {
        if (merged.size() + more.size() > static_cast<std::size_t>(m_maxSize)) {
            fail(QStringLiteral("the merge keys of this document expand to more than %1 entries; write them out").arg(m_maxSize), index);
            return;
        }
        merged.insert(merged.end(), more.begin(), more.end());
    }

    // Keys already seen, by what makes them equal; filled when the mapping is large or has keys that are no texts.
    struct KeyPlaces {
        QHash<QString, qsizetype> byIdentity;
        qsizetype noted = 0;
    };

    // Where an equal key stands; -1 where there is none.
    static qsizetype placeOfKey(const QList<std::pair<Value, Value>> &entries, KeyPlaces &places, const Value &key)
    {
        constexpr qsizetype small = 16;
        if (entries.size() < small && key.isString()) {
            for (qsizetype i = 0; i < entries.size(); ++i) {
                if (entries[i].first.isString() && entries[i].first.text == key.text)
                    return i;
            }
            return -1;
        }
        for (; places.noted < entries.size(); ++places.noted) {
            if (const QString known = keyIdentity(entries[places.noted].first); !known.isEmpty())
                places.byIdentity.insert(known, places.noted);
        }
        const QString identity = keyIdentity(key);
        return identity.isEmpty() ? -1 : places.byIdentity.value(identity, -1);
    }

    void makeMapping(Node &node)
    {
        if (node.kind != Node::Kind::Mapping) {
            fail(QStringLiteral("this YAML tag needs a mapping of 'key: value' lines; remove the tag"), node.index);
            return;
        }
        flatten(node);
        node.size = 1;
        QList<std::pair<Value, Value>> entries;
        entries.reserve(static_cast<qsizetype>(node.entries.size()));
        KeyPlaces places;
        // Constructing a value may not grow `node.entries` any more: it is flat.
        for (const auto &[keyNode, valueNode] : std::vector(node.entries)) {
            Value key = part(keyNode, node);
            if (m_failure)
                return;
            if (!isHashable(key.kind)) {
                fail(QStringLiteral("a list or mapping cannot be a key; use a plain text"), keyNode->index);
                return;
            }
            Value value = part(valueNode, node);
            if (m_failure)
                return;
            if (const qsizetype place = placeOfKey(entries, places, key); place >= 0) {
                entries[place].second = std::move(value);
                continue;
            }
            entries.emplaceBack(std::move(key), std::move(value));
        }
        node.value.entries = std::move(entries);
    }

    const LineTable &m_lines;
    qsizetype m_maxSize;
    bool m_hasAliases;
    std::optional<Failure> m_failure;
};

} // namespace

tl::expected<Value, Failure> construct(Graph &graph, const LineTable &lines, qsizetype maxSize)
{
    return Constructor(lines, maxSize, graph.hasAliases).construct(graph.root);
}

} // namespace verderer::yaml::detail
