import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { app, ipcMain, nativeTheme, powerMonitor, powerSaveBlocker, protocol, session } from 'electron';
import { languages } from '../../node/locales.ts';
import { REQUEST_CHANNEL } from '../../shared/ipc/contract.ts';
import type { LanguageChoice } from '../../shared/ipc/settings-requests.ts';
import type { StudioNotice } from '../../shared/ipc/studio-protocol.ts';
import { firstSupportedLanguage } from '../../shared/words/languages.ts';
import { openPreferences, type Preferences } from '../core/app/preferences.ts';
import type { VersionedDocument } from '../core/app/versioned-document.ts';
import { systemClock, systemRandom } from '../core/system.ts';
import { type Broadcast, createBroadcast, createDispatch } from '../ipc/dispatch.ts';
import { createShellHandlers } from '../ipc/shell-handlers.ts';
import { setUpMenu } from './app-menu.ts';
import { type CloseGuard, createCloseGuard } from './closing.ts';
import { createDesktop } from './desktop.ts';
import { createLog, type Log } from './log-file.ts';
import { createMainWindow, denyNavigation, enforcePermissions, type MainWindow } from './main-window.ts';
import type { RequestedFiles } from './named-files.ts';
import {
  chooseRecovery,
  confirmClosing,
  confirmLeaving,
  confirmLosingEdits,
  confirmReadOnly,
  notifyFinished,
  showOpenError,
  showProgress,
} from './notices.ts';
import { createFirstProject, createOpener, type FirstProject } from './open-project.ts';
import { createScriptOpener } from './open-scripts.ts';
import { SCHEME } from './page-address.ts';
import { createPageCommands, type PageCommands } from './page-commands.ts';
import { createPageHandler } from './page-handler.ts';
import { createPageRecovery } from './page-recovery.ts';
import { createPermissionPolicy, type PermissionPolicy } from './permission-policy.ts';
import { createStartupDelay, type StartupDelay } from './startup-delay.ts';
import { StudioLink } from './studio-link.ts';
import { forkStudio, studioCalls, studioInit } from './utility-processes.ts';
import { speakLanguage } from './words.ts';

export interface ShellPaths {
  readonly dataFolder: string;
  readonly studio: string;
  readonly service: string;
  readonly pack: string;
  readonly recogniser: string;
  readonly preload: string;
  readonly page: string;
  readonly samples: string;
}

export interface Shell {
  open(named: RequestedFiles): void;
}

interface ShellParts {
  readonly places: ShellPaths;
  readonly log: Log;
  readonly styleNonce: string;
  readonly preferences: PreferenceStore;
  readonly headStart: StartupDelay;
  readonly permissions: PermissionPolicy;
}

interface PreferenceStore {
  readonly document: VersionedDocument<Preferences>;
  change(change: Partial<Preferences>): void;
}

const MAX_LOG_BYTES = 1_000_000;
/** Time limits for the studio to report its state and to quit, in milliseconds. */
const STATE_TIMEOUT_MS = 5_000;
const QUIT_TIMEOUT_MS = 10_000;

/** Opens the window as soon as Electron is ready, and calls `named` at that time. */
export async function startShell(places: ShellPaths, named: () => RequestedFiles): Promise<Shell> {
  const log = openLog(places.dataFolder);
  const [preferences] = await Promise.all([openPreferenceStore(places.dataFolder, log), app.whenReady()]);
  const language = () => languageOf(preferences.document.value.language);
  await speakLanguage(language());
  nativeTheme.themeSource = preferences.document.value.theme;
  const permissions = createPermissionPolicy(systemClock.now);
  enforcePermissions(session.defaultSession, permissions);
  denyNavigation();

  const headStart = createStartupDelay(callAfter);
  const first = named();
  const firstProject = createFirstProject(first.project, callAfter);
  const parts: ShellParts = { places, log, preferences, styleNonce: systemRandom.id(), headStart, permissions };
  const broadcast = createBroadcast(
    () => window.current()?.webContents ?? null,
    (name, error) => log.defect(`event ${name}`, error),
  );
  const commands = createPageCommands((id) => broadcast.emit('command', { id }));
  const studio = makeStudio(parts, broadcast, firstProject.settle, (notice) =>
    handleNotice(notice, parts, window, closing),
  );
  const window: MainWindow = createMainWindow({
    preload: places.preload,
    styleNonce: parts.styleNonce,
    page: () => ({
      language: language(),
      project: firstProject.isAwaited() ? 'opening' : studio.hasProject() ? undefined : 'none',
    }),
    remembered: () => preferences.document.value.windowBounds,
    remember: (windowBounds) => preferences.change({ windowBounds }),
    onClose: (event) => closing.windowCloses(event),
    onOpened() {
      commands.windowOpens();
      closing.windowOpened();
    },
    onPage() {
      commands.pageLoading();
      // Revoke the permissions of the previous page.
      permissions.allowMicrophone(false);
    },
    onDrawn: headStart.drawn,
    onPageGone: createPageRecovery({
      now: systemClock.now,
      reload: () => window.reload(),
      ask: () => chooseRecovery(window.current(), studio.hasProject()),
      async closeProject() {
        await studio.request('project.close', {});
        window.loadFirstPage();
      },
      quit: () => app.quit(),
      log: log.write,
      onDefect: (error) => void log.defect('page', error),
    }),
    log: log.write,
  });
  const closing = makeClosing(studio, window, log);

  // An unhandled rejection must not end the application.
  process.on('unhandledRejection', (error) => broadcast.emit('defect', { id: log.defect('in the background', error) }));

  answerPage(parts, studio);
  const listening = answerWindow(parts, { studio, window, commands, closing, firstProject });
  const openNamed = createOpener({
    ask: studio.ask,
    isUnsaved: closing.isUnsaved,
    confirmLeaving: () => confirmLeaving(window.current()),
    confirmReadOnly: (sentence) => confirmReadOnly(window.current(), sentence),
    tell: (sentence) => showOpenError(window.current(), sentence),
  });
  const showScripts = createScriptOpener({
    ask: studio.ask,
    listening,
    show: (found) => broadcast.emit('import-ready', found),
    tell: (error) => broadcast.emit('import-failed', { error }),
  });
  const open = ({ project, scripts }: RequestedFiles) => {
    window.open();
    if (project !== null)
      openNamed(project)
        .catch((error) => log.defect('opening a project', error))
        .finally(firstProject.settle);
    if (scripts.length > 0) showScripts(scripts).catch((error) => log.defect('opening scripts', error));
  };
  // Open the window first: its page loads in Chromium's processes while this one starts the studio.
  open(first);
  studio.start();
  watchPower(studio.power);
  app.on('before-quit', closing.appQuits);
  app.on('window-all-closed', closing.allWindowsClosed);
  app.on('activate', window.open);
  return { open };
}

/**
 * Returns the language to use. `LECTERN_LANGUAGE` overrides the system's languages. These also apply if the chosen
 * language no longer exists.
 */
function languageOf(choice: LanguageChoice): string {
  const { LECTERN_LANGUAGE } = process.env;
  const system = LECTERN_LANGUAGE ? [LECTERN_LANGUAGE] : app.getPreferredSystemLanguages();
  return firstSupportedLanguage(choice === 'system' ? system : [choice, ...system], languages());
}

const callAfter = (milliseconds: number, callback: () => void): void => void setTimeout(callback, milliseconds);

const openLog = (dataFolder: string): Log =>
  createLog({
    folder: join(dataFolder, 'logs'),
    largestBytes: MAX_LOG_BYTES,
    now: systemClock.now,
    newId: systemRandom.id,
  });

async function openPreferenceStore(dataFolder: string, log: Log): Promise<PreferenceStore> {
  const document = await openPreferences(dataFolder, systemClock);
  if (document.problem) log.write('warning', `preferences.json: ${document.problem.kind}`);
  return {
    document,
    change: (change) =>
      void document.change((before) => ({ ...before, ...change })).catch((error) => log.defect('preferences', error)),
  };
}

const makeStudio = (
  { places, log, preferences, headStart }: ShellParts,
  broadcast: Broadcast,
  onProject: () => void,
  onNotice: (notice: StudioNotice) => void,
): StudioLink =>
  new StudioLink({
    fork: () => forkStudio(places, join(places.dataFolder, 'cache', 'code')),
    init: () => studioInit(places, preferences.document.value.projectsFolder),
    calls: studioCalls(places, headStart.over),
    trustsReplies: app.isPackaged,
    broadcast,
    onProject,
    onNotice,
    onRunning: createSleepBlocker(),
    log: log.write,
    after: callAfter,
    now: systemClock.now,
  });

function handleNotice(notice: StudioNotice, { log }: ShellParts, window: MainWindow, closing: CloseGuard): void {
  if (notice.kind === 'log') log.write(notice.level, notice.message);
  else if (notice.kind === 'progress') showProgress(window.current(), notice.fraction);
  else {
    notifyFinished(notice, window.current(), window.open);
    if (notice.kind === 'run-finished' && notice.others === 0) closing.runFinished();
  }
}

function makeClosing(studio: StudioLink, window: MainWindow, log: Log): CloseGuard {
  const nothing = { running: false, waiting: 0, inFlight: 0 };
  return createCloseGuard({
    async stillOn() {
      const reply = await Promise.race([studio.ask('prepareToClose', {}), sleep(STATE_TIMEOUT_MS)]);
      return reply?.ok ? reply.value : nothing;
    },
    promptProducer: (on) => confirmClosing(window.current(), on),
    confirmLosingEdits: () => confirmLosingEdits(window.current()),
    async endStudio() {
      const inOrder = await studio.end(QUIT_TIMEOUT_MS);
      log.write(inOrder ? 'info' : 'warning', inOrder ? 'The application ends.' : 'The studio did not end in order.');
      await log.flush();
    },
    dropWindow: window.drop,
    quit: () => app.quit(),
    livesWithoutWindow: process.platform === 'darwin',
    onDefect: (error) => void log.defect('closing', error),
    after(milliseconds, callback) {
      const timer = setTimeout(callback, milliseconds);
      return () => clearTimeout(timer);
    },
  });
}

function answerPage({ places, styleNonce, log }: ShellParts, studio: StudioLink): void {
  const answer = createPageHandler({
    pageFolder: places.page,
    styleNonce,
    async locateTake(takeId) {
      const reply = await studio.ask('locateMedia', { kind: 'take', takeId });
      return reply.ok ? reply.value : null;
    },
    async locateCover(id) {
      const reply = await studio.ask('locateCover', { id });
      return reply.ok ? reply.value : null;
    },
    auditions: {
      async typeOf(auditionId) {
        const reply = await studio.ask('auditionType', { auditionId });
        return reply.ok ? (reply.value?.contentType ?? null) : null;
      },
      async read(auditionId, offset) {
        const reply = await studio.ask('readAudition', { auditionId, offset });
        return reply.ok ? reply.value : null;
      },
    },
    noteDefect: (error) => log.defect('page', error),
  });
  protocol.handle(SCHEME, answer);
}

interface AnsweringParts {
  readonly studio: StudioLink;
  readonly window: MainWindow;
  readonly commands: PageCommands;
  readonly closing: CloseGuard;
  readonly firstProject: FirstProject;
}

/** Resolves when a page is ready to receive events. */
function answerWindow(
  { log, preferences, permissions }: ShellParts,
  { studio, window, commands, closing, firstProject }: AnsweringParts,
): Promise<void> {
  const { promise: listening, resolve: listens } = Promise.withResolvers<void>();
  const menu = setUpMenu(preferences.document.value.shortcuts, commands.send);
  const desktop = createDesktop({
    window: window.current,
    preferences: () => preferences.document.value,
    changePreferences: preferences.change,
    setUnsaved: closing.setUnsaved,
    enableCommands(enabled, labels) {
      menu.enable(enabled, labels);
      // The page enables commands once it has loaded completely.
      listens();
      commands.pageReady();
    },
    setShortcuts: menu.setShortcuts,
    async setLanguage(choice) {
      const language = languageOf(choice);
      await speakLanguage(language);
      menu.translate();
      return language;
    },
    allowMicrophone: permissions.allowMicrophone,
    lastConnectionId: studio.connectionId,
  });
  // The main process's only entry point.
  const dispatch = createDispatch({
    shell: createShellHandlers(desktop, studio.ask),
    ownContents: () => window.current()?.webContents ?? null,
    firstProject: firstProject.settled,
    askStudio: studio.request,
    trustsReplies: app.isPackaged,
    noteDefect: log.defect,
  });
  ipcMain.handle(REQUEST_CHANNEL, dispatch);
  return listening;
}

function watchPower(tell: (state: 'suspend' | 'resume') => void): void {
  powerMonitor.on('suspend', () => tell('suspend'));
  powerMonitor.on('resume', () => tell('resume'));
}

/** Returns a function that turns the prevention of automatic sleep on or off. The screen can still turn off. */
function createSleepBlocker(): (isOn: boolean) => void {
  let blocker: number | null = null;
  return (isOn) => {
    if (isOn === (blocker !== null)) return;
    if (blocker !== null) powerSaveBlocker.stop(blocker);
    blocker = isOn ? powerSaveBlocker.start('prevent-app-suspension') : null;
  };
}
