// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/standard_streams.h"
#include "options.h"
#include "render.h"
#include "settings_file.h"
#include "start_measure.h"
#include "ui/shell/installation_controller.h"
#include "ui/shell/main_window.h"
#include "ui/widgets/background_job.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/style.h"
#include "workspace/database_access.h"
#include "workspace/session.h"

#include <QApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTemporaryDir>
#include <QTranslator>

#include <cstdio>
#include <memory>

using namespace Qt::StringLiterals;
using namespace verderer;

namespace {

bool hasDisplay()
{
    return qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY") || qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
}

/// Without a display Qt's offscreen platform says things that nobody who asks for a picture needs to read.
void quietMessages(QtMsgType type, const QMessageLogContext &context, const QString &message)
{
    if (type == QtWarningMsg && (message.startsWith("This plugin does not support"_L1) || message.startsWith("QStandardPaths: XDG_RUNTIME_DIR"_L1)))
        return;
    std::fprintf(stderr, "%s\n", qUtf8Printable(qFormatLogMessage(type, context, message)));
}

void applyTheme(const Theme &theme)
{
    QApplication::setPalette(theme.palette());
}

} // namespace

int main(int argc, char *argv[])
{
    openClosedStandardStreams();
    QStringList arguments;
    for (int i = 0; i < argc; ++i)
        arguments << QString::fromLocal8Bit(argv[i]);
    Options options = parseOptions(arguments, requestOfThisProcess());
    if (!options.error.isEmpty()) {
        std::fprintf(stderr, "verderer: %s\nTry verderer --help.\n", qUtf8Printable(options.error));
        return 2;
    }
    if (options.showHelp) {
        std::printf("%s", qUtf8Printable(options.helpText));
        return 0;
    }
    if (options.showVersion) {
        std::printf("verderer %s\n", VERDERER_VERSION);
        return 0;
    }
    const bool scripted = options.render || options.measureStart;
    if (!scripted && !hasDisplay()) {
        std::fprintf(stderr,
                     "verderer: There is no display (DISPLAY and WAYLAND_DISPLAY are not set). Use verdererctl, or verderer --render FILE.\n");
        return 10;
    }
    if (options.render || !hasDisplay())
        qputenv("QT_QPA_PLATFORM", "offscreen");

    if (scripted)
        qInstallMessageHandler(quietMessages);

    QApplication app(argc, argv);
    QApplication::setApplicationName(u"Verderer"_s);
    QApplication::setApplicationVersion(QString::fromLatin1(VERDERER_VERSION));
    QApplication::setDesktopFileName(u"verderer"_s);

    const QLocale locale = options.language.isEmpty() ? QLocale::system() : QLocale(options.language);
    QLocale::setDefault(locale);
    // English has plural forms of its own, which also stand in where a language is not there.
    QTranslator english;
    QTranslator ownTexts;
    QTranslator qtTexts;
    if (english.load(u":/i18n/verderer_en.qm"_s))
        QApplication::installTranslator(&english);
    if (ownTexts.load(locale, u"verderer"_s, u"_"_s, u":/i18n"_s))
        QApplication::installTranslator(&ownTexts);
    if (qtTexts.load(locale, u"qtbase"_s, u"_"_s, QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QApplication::installTranslator(&qtTexts);

    QFont font = QApplication::font();
    if (font.pointSizeF() > 0 && font.pointSizeF() < 10) {
        font.setPointSizeF(10);
        QApplication::setFont(font);
    }
    Theme theme(QApplication::palette(), options.theme);
    QApplication::setStyle(new VerdererStyle(&theme));
    applyTheme(theme);
    QObject::connect(&theme, &Theme::changed, &app, [&theme] { applyTheme(theme); });
    QApplication::setWindowIcon(themedIcon(u"verderer"_s, &theme, &ThemeColors::accent));

    // A scripted view must not leave anything behind, neither drafts nor settings.
    QTemporaryDir scratch;
    SkillEditor::Dependencies editing = editorDependencies(u"verderer"_s, options.workspace.environment);
    if (scripted)
        editing.drafts = std::make_shared<DraftStore>(scratch.path());
    WindowSettings settings = scripted ? WindowSettings() : loadSettings();

    JobRunner jobs;
    const WindowServices services{&jobs, &theme};
    InstallationController installation(services, editing, thisWindowId(), [environment = options.workspace.environment](const Workspace &workspace) {
        return openDatabase(workspace, u"verderer"_s, environment);
    });
    auto window = std::make_unique<MainWindow>(services, &installation, settings);

    const bool pointed = !options.workspace.place.isEmpty() || !options.workspace.home.isEmpty() || !options.workspace.config.isEmpty();
    if (!pointed && !scripted)
        options.workspace.place = settings.installation;
    std::unique_ptr<RenderJob> render;
    if (options.render) {
        window->resize(options.render->size);
        render = std::make_unique<RenderJob>(*options.render, window.get(), &installation, &jobs);
    }
    if (options.measureStart)
        measureStart(window.get());
    installation.open(options.workspace, options.user.isEmpty() && !pointed ? settings.user : options.user);
    window->show();
    if (!scripted)
        theme.followSystem();

    const int status = QApplication::exec();
    if (!scripted)
        saveSettings(window->settings());
    window.reset();
    return status;
}
