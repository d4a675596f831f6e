// SPDX-License-Identifier: GPL-3.0-or-later
#include "verdererctl/usage.h"

#include <QString>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <vector>

namespace verderer::ctl {

namespace {

/// "a, b or c"
std::string choice(const std::vector<std::string> &words, const char *lastWord)
{
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0)
            text += i + 1 == words.size() ? ' ' + std::string(lastWord) + ' ' : ", ";
        text += words[i];
    }
    return text;
}

std::vector<std::string> subcommandsOf(const CLI::App &app)
{
    std::vector<std::string> names;
    for (const CLI::App *command : app.get_subcommands([](const CLI::App *) { return true; }))
        names.push_back(command->get_name());
    return names;
}

/// Without what stands behind a "=": that may be a URL with a password.
std::string unknownOption(const std::string &word)
{
    return "There is no option " + word.substr(0, word.find('='));
}

/// The required options and operands of `command` that were not given, each with what it is.
std::string missingOf(const CLI::App &command)
{
    std::vector<std::string> names;
    std::string meaning;
    for (const CLI::Option *option : command.get_options()) {
        if (!option->get_required() || option->count() > 0)
            continue;
        names.push_back(option->get_name());
        meaning = option->get_description();
    }
    if (names.empty())
        return {};
    if (names.size() > 1)
        return choice(names, "and") + " are missing";
    return names.front() + " is missing: " + meaning;
}

} // namespace

std::string usageSentence(const CLI::App &root, const CLI::App &at, const CLI::ParseError &error)
{
    const bool isExtra = dynamic_cast<const CLI::ExtrasError *>(&error) != nullptr;
    if (!isExtra && dynamic_cast<const CLI::RequiredError *>(&error) == nullptr)
        return error.what();
    const std::vector<std::string> left = root.remaining(true);
    const std::string word = left.empty() ? std::string() : left.front();
    if (word.size() > 1 && word.front() == '-')
        return unknownOption(word);
    const std::vector<std::string> commands = subcommandsOf(at);
    if (!commands.empty()) {
        const bool isRoot = at.get_parent() == nullptr;
        if (!word.empty())
            return "There is no " + std::string(isRoot ? "command" : "verb") + " \"" + word + "\": say " + choice(commands, "or");
        return (isRoot ? "Say what to do: " : "Say what to do with " + at.get_name() + ": ") + choice(commands, "or");
    }
    if (isExtra)
        return "\"" + word + "\" is a word too many";
    const std::string missing = missingOf(at);
    return missing.empty() ? error.what() : missing;
}

tl::unexpected<Error> usageError(const QString &message)
{
    ErrorDetails details;
    details.kind = QStringLiteral("usage");
    return fail(ErrorCode::Invalid, message, details);
}

double waitingSeconds(const std::string &text)
{
    bool isNumber = false;
    const double seconds = QString::fromStdString(text).toDouble(&isNumber);
    // Neither comparison holds for "nan".
    return isNumber && seconds >= 0 && seconds <= longestWait ? seconds : -1;
}

} // namespace verderer::ctl
