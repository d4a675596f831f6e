// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayList>
#include <QRandomGenerator>

/// Random texts for property tests. Each starts from a seed that the test names in its failure message, so that a failure can be had again.
class RandomTexts {
public:
    explicit RandomTexts(quint32 seed) : m_random(seed) {}

    int below(int limit) { return static_cast<int>(m_random.bounded(limit)); }

    QByteArray ending(bool onlyLf)
    {
        if (onlyLf) {
            return "\n";
        }
        static const QByteArray endings[] = {"\n", "\r\n", "\r"};
        return endings[below(3)];
    }

    /// Lines of a small vocabulary, so that many are equal; blank and indented ones, NUL, broken UTF-8 and Chinese among them.
    QByteArrayList lines(int most, bool onlyLf)
    {
        QByteArrayList result;
        for (int i = below(most + 1); i > 0; --i) {
            result.append(line(onlyLf));
        }
        return result;
    }

    QByteArray line(bool onlyLf)
    {
        static const QByteArray words[] = {"",
                                           "a",
                                           "b",
                                           "  indented",
                                           "\ttab",
                                           "section one",
                                           "_name",
                                           "$cost",
                                           "发布前",
                                           QByteArray("nul\0inside", 10),
                                           QByteArray("\xff\xfe"),
                                           "    deeper",
                                           "}"};
        return words[below(13)] + ending(onlyLf);
    }

    /// Some lines changed, removed or added.
    QByteArrayList edited(QByteArrayList from, bool onlyLf)
    {
        for (int edits = below(6); edits > 0; --edits) {
            const int at = below(static_cast<int>(from.size()) + 1);
            switch (below(3)) {
            case 0:
                from.insert(at, line(onlyLf));
                break;
            case 1:
                if (at < from.size()) {
                    from.removeAt(at);
                }
                break;
            default:
                if (at < from.size()) {
                    from[at] = line(onlyLf);
                }
                break;
            }
        }
        return from;
    }

    /// The lines as one text; now and then without the final newline.
    QByteArray joined(const QByteArrayList &list)
    {
        QByteArray text = list.join();
        if (!text.isEmpty() && below(4) == 0) {
            text.chop(1);
        }
        return text;
    }

private:
    QRandomGenerator m_random;
};
