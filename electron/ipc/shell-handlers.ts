// What the main process answers itself: dialogs, appearance, the file manager.
import type { CommandId, CommandLabels } from '../../shared/ipc/commands.ts';
import type { ReplyOf, ShellChannel } from '../../shared/ipc/contract.ts';
import type { BridgeError, Envelope } from '../../shared/ipc/envelope.ts';
import type { LanguageChoice, Theme } from '../../shared/ipc/settings-requests.ts';
import type { InternalName, InternalReplyOf, InternalRequestOf } from '../../shared/ipc/studio-protocol.ts';
import type { ViewPreferences } from '../../shared/ipc/view-preferences.ts';
import type { AppLanguage } from '../../shared/words/languages.ts';
import type { ShellHandlers } from './dispatch.ts';

/** The desktop, as far as the window may ask for it. */
export interface Desktop {
  appInfo(): ReplyOf<'app.info'>;
  /** Takes effect at once; it is kept where it can be. */
  setTheme(theme: Theme): void;
  /** Takes effect at once, in menus and dialogs too; it is kept where it can be. @returns what is spoken now */
  setLanguage(choice: LanguageChoice): Promise<AppLanguage>;
  viewPreferences(): ViewPreferences;
  /** Takes effect at once, in the menu too; it is kept where it can be. */
  changeView(change: Partial<ViewPreferences>): void;
  finishOnboarding(): void;
  /** Closing the window asks first while there are edits that could not be saved. */
  setUnsaved(unsaved: boolean): void;
  /** `labels`: what some of them are called at present. */
  enableCommands(commands: ReadonlySet<CommandId>, labels: CommandLabels): void;
  /** Each asks with the system's own dialog; null where the producer called it off. Paths are absolute. */
  chooseProjectFolder(): Promise<string | null>;
  /** One or several; none where the producer called it off. */
  chooseScripts(): Promise<readonly string[]>;
  chooseExportFolder(): Promise<string | null>;
  /**
   * Asks where a text is to be put, and puts it there; null where the producer called it off.
   *
   * @param name what the file is called unless the producer gives it another name
   * @throws what the system says
   */
  saveText(name: string, text: string): Promise<string | null>;
  /** A voice pack's folder, or an archive of one. */
  choosePack(from: 'folder' | 'archive'): Promise<string | null>;
  allowMicrophone(allowed: boolean): void;
  /** The folder where a missing project lies now. */
  chooseLostProject(): Promise<string | null>;
  /** What is on the clipboard as a document, with the name of a file; null where there are no words on it. */
  pastedFile(): Promise<{ readonly name: string; readonly text: string } | null>;
  /** Kept as where new projects are made. */
  chooseProjectsFolder(): Promise<string | null>;
  /** A picture. */
  chooseCover(): Promise<string | null>;
  /** Shows a folder with what is in it. */
  showFolder(path: string): Promise<void>;
}

/** A request of the main process to the studio; never fails. */
export type AskStudio = <N extends InternalName>(
  name: N,
  input: InternalRequestOf<N>,
) => Promise<Envelope<InternalReplyOf<N>>>;

const ok = <T>(value: T): Envelope<T> => ({ ok: true, value });
/** Hands an error on; a value becomes another. */
const map = <A, B>(reply: Envelope<A>, how: (value: A) => B): Envelope<B> => (reply.ok ? ok(how(reply.value)) : reply);

/** Why a text could not be saved, as the bridge has it. */
function notSaved(name: string, error: unknown): BridgeError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  const problem = code === 'EROFS' || code === 'EACCES' ? 'read-only' : 'unwritable';
  const path = error instanceof Error && 'path' in error ? String(error.path) : name;
  return { kind: 'export', problem, path, detail: code };
}

/** The handlers of the channels that begin with a word. */
type ShellHandlersOf<Word extends string> = Pick<ShellHandlers, Extract<ShellChannel, `${Word}.${string}`>>;

/** What the application itself is asked for. */
const appHandlers = (desktop: Desktop): ShellHandlersOf<'app' | 'preferences'> => ({
  'app.info': async () => ok(desktop.appInfo()),
  async 'app.setTheme'({ theme }) {
    desktop.setTheme(theme);
    return ok(null);
  },
  'app.setLanguage': async ({ language }) => ok({ language: await desktop.setLanguage(language) }),
  'preferences.get': async () => ok(desktop.viewPreferences()),
  async 'preferences.change'(change) {
    // What is not named comes as undefined, which must not stand for it.
    desktop.changeView(Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)));
    return ok(desktop.viewPreferences());
  },
  async 'app.finishOnboarding'() {
    desktop.finishOnboarding();
    return ok(null);
  },
  async 'app.setUnsaved'({ unsaved }) {
    desktop.setUnsaved(unsaved);
    return ok(null);
  },
  async 'app.enableCommands'({ commands, labels }) {
    desktop.enableCommands(new Set(commands), labels);
    return ok(null);
  },
  async 'app.allowMicrophone'({ allowed }) {
    desktop.allowMicrophone(allowed);
    return ok(null);
  },
});

/** What a person is asked for. */
const dialogHandlers = (desktop: Desktop, askStudio: AskStudio): ShellHandlersOf<'dialog'> => ({
  async 'dialog.openProject'() {
    const path = await desktop.chooseProjectFolder();
    if (path === null) return ok({ opened: false });
    return map(await askStudio('openProject', { path }), () => ({ opened: true }));
  },
  async 'dialog.importScript'() {
    const importIds: string[] = [];
    const paths = await desktop.chooseScripts();
    for (const path of paths) {
      const reply = await askStudio('previewImportFile', { path, together: paths.length > 1 });
      if (!reply.ok) return reply;
      importIds.push(reply.value.importId);
    }
    const [importId, ...later] = importIds;
    return ok(importId === undefined ? null : { importId, later });
  },
  async 'dialog.castFolder'() {
    const path = await desktop.chooseProjectFolder();
    if (path === null) return ok(null);
    return map(await askStudio('registerCastFolder', { path }), ({ folderId }) => ({ folderId, path }));
  },
  async 'dialog.exportFolder'() {
    const path = await desktop.chooseExportFolder();
    if (path === null) return ok(null);
    return map(await askStudio('registerExportFolder', { path }), ({ folderId }) => ({ folderId, path }));
  },
  async 'dialog.saveText'({ name, text }) {
    try {
      const path = await desktop.saveText(name, text);
      return ok(path === null ? null : { path });
    } catch (error) {
      return { ok: false, error: notSaved(name, error) };
    }
  },
  async 'dialog.locateProject'({ id }) {
    const path = await desktop.chooseLostProject();
    return path === null ? ok(null) : askStudio('relocateProject', { id, path });
  },
  async 'dialog.chooseCover'({ id }) {
    const path = await desktop.chooseCover();
    return path === null ? ok(null) : askStudio('setCoverFile', { id, path });
  },
  async 'dialog.addPack'({ from }) {
    const path = await desktop.choosePack(from);
    return path === null ? ok(null) : askStudio('offerPack', { path });
  },
  async 'dialog.projectsFolder'() {
    const path = await desktop.chooseProjectsFolder();
    if (path === null) return ok(null);
    return map(await askStudio('setProjectsFolder', { path }), () => ({ path }));
  },
});

/** What the file manager shows, and the clipboard holds. */
const fileManagerHandlers = (desktop: Desktop, askStudio: AskStudio): ShellHandlersOf<'shell'> => ({
  async 'shell.revealProject'({ id }) {
    const reply = await askStudio('locateRecent', { id });
    if (!reply.ok) return reply;
    await desktop.showFolder(reply.value.path);
    return ok(null);
  },
  async 'shell.importClipboard'() {
    const pasted = await desktop.pastedFile();
    if (!pasted) return ok({ importId: null });
    return map(await askStudio('previewPasted', pasted), ({ importId }) => ({ importId }));
  },
  async 'shell.reveal'({ what }) {
    const reply = await askStudio('locate', { what });
    if (!reply.ok) return reply;
    if (reply.value.path === null) return { ok: false, error: { kind: 'not-found', what: 'project' } };
    await desktop.showFolder(reply.value.path);
    return ok(null);
  },
});

/** @returns a handler for each request that the studio does not answer */
export const createShellHandlers = (desktop: Desktop, askStudio: AskStudio): ShellHandlers => ({
  ...appHandlers(desktop),
  ...dialogHandlers(desktop, askStudio),
  ...fileManagerHandlers(desktop, askStudio),
});
