import { tableFile } from '../../node/table-file.ts';
import type { CommandId, CommandLabels } from '../../shared/ipc/commands.ts';
import type { ReplyOf, ShellChannel } from '../../shared/ipc/contract.ts';
import type { BridgeError, Envelope } from '../../shared/ipc/envelope.ts';
import type { LanguageChoice, Theme } from '../../shared/ipc/settings-requests.ts';
import type { InternalName, InternalReplyOf, InternalRequestOf } from '../../shared/ipc/studio-protocol.ts';
import type { ViewPreferences } from '../../shared/ipc/view-preferences.ts';
import type { ShellHandlers } from './dispatch.ts';

export interface Desktop {
  appInfo(): ReplyOf<'app.info'>;
  /** Applies the setting immediately, and saves it if possible. */
  setTheme(theme: Theme): void;
  /** Applies immediately, including to menus and dialogs. Returns the resulting language. */
  setLanguage(choice: LanguageChoice): Promise<string>;
  viewPreferences(): ViewPreferences;
  changeView(change: Partial<ViewPreferences>): void;
  finishOnboarding(): void;
  setUnsaved(unsaved: boolean): void;
  enableCommands(commands: ReadonlySet<CommandId>, labels: CommandLabels): void;
  /** The `choose` functions return absolute paths, or null if cancelled. */
  chooseProjectFolder(): Promise<string | null>;
  /** Empty if cancelled. */
  chooseScripts(): Promise<readonly string[]>;
  chooseExportFolder(): Promise<string | null>;
  /** Asks for a location and saves a file there. Returns the path, or null if cancelled. */
  saveFile(name: string, content: string | Uint8Array): Promise<string | null>;
  choosePack(from: 'folder' | 'archive'): Promise<string | null>;
  allowMicrophone(allowed: boolean): void;
  chooseLostProject(): Promise<string | null>;
  /** Null if the clipboard contains no text. */
  pastedFile(): Promise<{ readonly name: string; readonly text: string } | null>;
  chooseProjectsFolder(): Promise<string | null>;
  chooseCover(): Promise<string | null>;
  chooseSound(): Promise<string | null>;
  /** Empty if cancelled. */
  chooseRecordings(): Promise<readonly string[]>;
  /** Empty if cancelled. */
  chooseFinishedFiles(): Promise<readonly string[]>;
  chooseSignerFile(part: 'certificate' | 'key'): Promise<string | null>;
  showFolder(path: string): Promise<void>;
}

/** Never rejects. */
export type AskStudio = <N extends InternalName>(
  name: N,
  input: InternalRequestOf<N>,
) => Promise<Envelope<InternalReplyOf<N>>>;

const ok = <T>(value: T): Envelope<T> => ({ ok: true, value });
const map = <A, B>(reply: Envelope<A>, how: (value: A) => B): Envelope<B> => (reply.ok ? ok(how(reply.value)) : reply);

function notSaved(name: string, error: unknown): BridgeError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  const path = error instanceof Error && 'path' in error ? String(error.path) : name;
  if (code !== 'EROFS' && code !== 'EACCES') {
    return { kind: 'export', problem: { kind: 'unwritable', path, because: 'system', code } };
  }
  const because = code === 'EROFS' ? 'drive' : 'permissions';
  return { kind: 'export', problem: { kind: 'read-only', path, because } };
}

async function save(
  desktop: Pick<Desktop, 'saveFile'>,
  name: string,
  content: string | Uint8Array,
): Promise<Envelope<{ path: string } | null>> {
  try {
    const path = await desktop.saveFile(name, content);
    return ok(path === null ? null : { path });
  } catch (error) {
    return { ok: false, error: notSaved(name, error) };
  }
}

type ShellHandlersOf<Area extends string> = Pick<ShellHandlers, Extract<ShellChannel, `${Area}.${string}`>>;

const appHandlers = (desktop: Desktop): ShellHandlersOf<'app' | 'preferences'> => ({
  'app.info': async () => ok(desktop.appInfo()),
  async 'app.setTheme'({ theme }) {
    desktop.setTheme(theme);
    return ok(null);
  },
  'app.setLanguage': async ({ language }) => ok({ language: await desktop.setLanguage(language) }),
  'preferences.get': async () => ok(desktop.viewPreferences()),
  async 'preferences.change'(change) {
    // Drop undefined properties, so that they don't overwrite stored values.
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
  'dialog.saveText': ({ name, text }) => save(desktop, name, text),
  'dialog.saveTable': ({ name, rows }) => save(desktop, name, tableFile(name, rows)),
  async 'dialog.locateProject'({ id }) {
    const path = await desktop.chooseLostProject();
    return path === null ? ok(null) : askStudio('relocateProject', { id, path });
  },
  async 'dialog.chooseCover'({ id }) {
    const path = await desktop.chooseCover();
    return path === null ? ok(null) : askStudio('setCoverFile', { id, path });
  },
  async 'dialog.attachSound'(place) {
    const path = await desktop.chooseSound();
    return path === null ? ok(null) : askStudio('attachSound', { ...place, path });
  },
  async 'dialog.chooseRecordings'() {
    const recordings: InternalReplyOf<'registerRecording'>[] = [];
    for (const path of await desktop.chooseRecordings()) {
      const reply = await askStudio('registerRecording', { path });
      if (!reply.ok) return reply;
      recordings.push(reply.value);
    }
    return ok(recordings);
  },
  async 'dialog.signerFile'({ part }) {
    const path = await desktop.chooseSignerFile(part);
    return path === null ? ok(null) : askStudio('registerSignerFile', { path });
  },
  async 'dialog.finishedFiles'() {
    const files: InternalReplyOf<'registerFinishedFile'>[] = [];
    for (const path of await desktop.chooseFinishedFiles()) {
      const reply = await askStudio('registerFinishedFile', { path });
      if (!reply.ok) return reply;
      files.push(reply.value);
    }
    return ok(files);
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

export const createShellHandlers = (desktop: Desktop, askStudio: AskStudio): ShellHandlers => ({
  ...appHandlers(desktop),
  ...dialogHandlers(desktop, askStudio),
  ...fileManagerHandlers(desktop, askStudio),
});
