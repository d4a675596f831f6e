// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/history_fields.h"

#include "base/json.h"
#include "skills/history_strings.h"

#include <string_view>

namespace verderer {

namespace {

/// Receives the parser's events and keeps what HistoryFields names. Depth 1 is the record itself, depth 2 the objects in it.
class FieldsHandler final : public nlohmann::json_sax<Json> {
public:
    explicit FieldsHandler(ShortenedJson &shortened) : m_shortened(shortened) {}

    HistoryFields fields;

    bool null() override { return scalar(); }
    bool boolean(bool) override { return scalar(); }
    bool number_integer(number_integer_t) override { return scalar(); }
    bool number_unsigned(number_unsigned_t) override { return scalar(); }
    bool number_float(number_float_t, const string_t &) override { return scalar(); }
    bool binary(binary_t &) override { return scalar(); }

    bool string(string_t &value) override
    {
        if (m_slot != nullptr) {
            std::string *const text = m_shortened.textOf(value);
            *m_slot = std::move(text != nullptr ? *text : value);
        }
        return scalar();
    }

    bool key(string_t &name) override
    {
        m_slot = nullptr;
        m_inFindings = m_inFindings && m_depth > 2;
        if (m_depth == 1) {
            m_member = Member::Other;
            m_slot = memberSlot(name);
        } else if (m_depth == 2) {
            m_slot = nestedSlot(name);
        }
        if (m_slot != nullptr) {
            m_slot->reset();
        }
        return true;
    }

    bool start_object(std::size_t) override { return enter(); }
    bool start_array(std::size_t) override { return enter(); }
    bool end_object() override { return leave(); }
    bool end_array() override { return leave(); }

    bool parse_error(std::size_t, const std::string &, const nlohmann::detail::exception &) override { return false; }

private:
    enum class Member { Other, Scanner, LateFor };

    std::optional<std::string> *memberSlot(std::string_view name)
    {
        struct Named {
            std::string_view name;
            std::optional<std::string> HistoryFields::*field;
            bool ofRecordsOnly;
        };
        static constexpr Named members[] = {
            {"ts", &HistoryFields::ts, false},
            {"action", &HistoryFields::action, true},
            {"author", &HistoryFields::author, false},
            {"thread_id", &HistoryFields::threadId, false},
            {"file_path", &HistoryFields::filePath, false},
            {"prev_content", &HistoryFields::prev, true},
            {"new_content", &HistoryFields::next, true},
            {"rollback_from_ts", &HistoryFields::rollbackFromTs, false},
            {"note", &HistoryFields::note, false},
            {"host_user", &HistoryFields::hostUser, false},
            {"trashed", &HistoryFields::trashed, false},
        };
        for (const Named &member : members) {
            if (member.name == name) {
                fields.looksLikeRecord |= member.ofRecordsOnly;
                return &(fields.*member.field);
            }
        }
        if (name == "scanner") {
            m_member = Member::Scanner;
            fields.decision.reset();
            fields.reason.reset();
            fields.findings = 0;
        } else if (name == "late_for") {
            m_member = Member::LateFor;
            fields.lateForHash.reset();
        }
        return nullptr;
    }

    std::optional<std::string> *nestedSlot(std::string_view name)
    {
        if (m_member == Member::Scanner) {
            if (name == "decision") {
                return &fields.decision;
            }
            if (name == "reason") {
                return &fields.reason;
            }
            if (name == "static_findings") {
                m_inFindings = true;
                fields.findings = 0;
            }
        } else if (m_member == Member::LateFor && name == "hash") {
            return &fields.lateForHash;
        }
        return nullptr;
    }

    void countFinding()
    {
        if (m_inFindings && m_depth == 3) {
            ++fields.findings;
        }
    }

    bool scalar()
    {
        countFinding();
        m_slot = nullptr;
        return true;
    }

    bool enter()
    {
        countFinding();
        m_slot = nullptr;
        ++m_depth;
        return true;
    }

    bool leave()
    {
        --m_depth;
        m_inFindings = m_inFindings && m_depth > 2;
        return true;
    }

    ShortenedJson &m_shortened;
    std::optional<std::string> *m_slot = nullptr; ///< where the next text goes
    Member m_member = Member::Other;              ///< the member of the record we are in
    bool m_inFindings = false;
    int m_depth = 0;
};

} // namespace

std::optional<HistoryFields> parseHistoryFields(QByteArrayView object)
{
    // The parser skips a byte order mark and takes a NUL for the end; both make it accept what is no JSON.
    if (object.isEmpty() || object.front() != '{' || object.back() != '}') {
        return std::nullopt;
    }
    ShortenedJson shortened = shortenJson(object);
    FieldsHandler handler(shortened);
    const QByteArrayView rest =
        shortened.texts.empty() ? object : QByteArrayView(shortened.json.data(), static_cast<qsizetype>(shortened.json.size()));
    if (!Json::sax_parse(rest.begin(), rest.end(), &handler)) {
        return std::nullopt;
    }
    return std::move(handler.fields);
}

} // namespace verderer
