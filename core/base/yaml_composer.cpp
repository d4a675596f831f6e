// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/yaml_composer.h"

#include <QHash>

namespace verderer::yaml::detail {

namespace {

class Composer {
public:
    explicit Composer(Events events) : m_events(std::move(events)) {}

    tl::expected<Graph, Failure> compose()
    {
        m_graph.nodes.reserve(m_events.size());
        if (!m_events.empty())
            m_graph.root = next();
        if (m_failure)
            return tl::unexpected(*m_failure);
        return std::move(m_graph);
    }

private:
    // The depth of the recursion is bounded by the reader of the events.
    Node *next()
    {
        Event &event = m_events[m_at++];
        if (event.type == Event::Type::Alias) {
            m_graph.hasAliases = true;
            Node *node = m_anchors.value(event.anchor);
            if (!node)
                fail(QStringLiteral("'*%1' refers to an anchor that is not defined; put the value in quotes").arg(QString::fromUtf8(event.anchor)),
                     event);
            return node;
        }
        if (!event.anchor.isEmpty() && m_anchors.contains(event.anchor))
            fail(QStringLiteral("the anchor '&%1' is defined twice; rename one of them").arg(QString::fromUtf8(event.anchor)), event);

        Node &node = m_graph.nodes.emplace_back();
        node.index = event.index;
        if (!event.anchor.isEmpty())
            m_anchors.insert(event.anchor, &node);
        if (!event.tag.isEmpty()) {
            node.tag = tagFromName(event.tag);
            node.tagName = event.tag;
        }
        switch (event.type) {
        case Event::Type::Scalar:
            node.text = std::move(event.value);
            if (event.tag.isEmpty())
                node.tag = event.plainImplicit ? resolvePlain(node.text) : Tag::Str;
            break;
        case Event::Type::SequenceStart:
            node.kind = Node::Kind::Sequence;
            if (event.tag.isEmpty())
                node.tag = Tag::Seq;
            while (!m_failure && m_at < m_events.size() && m_events[m_at].type != Event::Type::SequenceEnd)
                node.items.push_back(next());
            ++m_at;
            break;
        default:
            node.kind = Node::Kind::Mapping;
            if (event.tag.isEmpty())
                node.tag = Tag::Map;
            while (!m_failure && m_at < m_events.size() && m_events[m_at].type != Event::Type::MappingEnd) {
                Node *key = next();
                if (m_failure || m_at >= m_events.size())
                    break;
                node.entries.emplace_back(key, next());
            }
            ++m_at;
            break;
        }
        return &node;
    }

    void fail(const QString &message, const Event &event)
    {
        if (!m_failure)
            m_failure = Failure{message, event.index};
    }

    Events m_events;
    std::size_t m_at = 0;
    Graph m_graph;
    QHash<QByteArray, Node *> m_anchors;
    std::optional<Failure> m_failure;
};

} // namespace

tl::expected<Graph, Failure> compose(Events events)
{
    return Composer(std::move(events)).compose();
}

} // namespace verderer::yaml::detail
