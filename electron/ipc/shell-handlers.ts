// What the main process answers itself: dialogs, appearance, the file manager.
import type { CommandId } from '../../shared/ipc/commands.ts';
import type { ReplyOf } from '../../shared/ipc/contract.ts';
import type { Envelope } from '../../shared/ipc/envelope.ts';
import type { Theme } from '../../shared/ipc/settings-requests.ts';
import type { InternalName, InternalReplyOf, InternalRequestOf } from '../../shared/ipc/studio-protocol.ts';
import type { ShellHandlers } from './dispatch.ts';

/** The desktop, as far as the window may ask for it. */
export interface Desktop {
  appInfo(): ReplyOf<'app.info'>;
  /** Takes effect at once; it is kept where it can be. */
  setTheme(theme: Theme): void;
  finishOnboarding(): void;
  /** Closing the window asks first while there are edits that could not be saved. */
  setUnsaved(unsaved: boolean): void;
  enableCommands(commands: ReadonlySet<CommandId>): void;
  /** Each asks with the system's own dialog; null where the producer called it off. Paths are absolute. */
  chooseProjectFolder(): Promise<string | null>;
  chooseScript(): Promise<string | null>;
  chooseExportFolder(): Promise<string | null>;
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

/** @returns a handler for each request that the studio does not answer */
export const createShellHandlers = (desktop: Desktop, askStudio: AskStudio): ShellHandlers => ({
  'app.info': async () => ok(desktop.appInfo()),
  async 'app.setTheme'({ theme }) {
    desktop.setTheme(theme);
    return ok(null);
  },
  async 'app.finishOnboarding'() {
    desktop.finishOnboarding();
    return ok(null);
  },
  async 'app.setUnsaved'({ unsaved }) {
    desktop.setUnsaved(unsaved);
    return ok(null);
  },
  async 'app.enableCommands'({ commands }) {
    desktop.enableCommands(new Set(commands));
    return ok(null);
  },
  async 'dialog.openProject'() {
    const path = await desktop.chooseProjectFolder();
    if (path === null) return ok({ opened: false });
    return map(await askStudio('openProject', { path }), () => ({ opened: true }));
  },
  async 'dialog.importScript'() {
    const path = await desktop.chooseScript();
    if (path === null) return ok(null);
    return map(await askStudio('previewImportFile', { path }), ({ importId }) => ({ importId }));
  },
  async 'dialog.exportFolder'() {
    const path = await desktop.chooseExportFolder();
    if (path === null) return ok(null);
    return map(await askStudio('registerExportFolder', { path }), ({ folderId }) => ({ folderId, path }));
  },
  async 'shell.reveal'({ what }) {
    const reply = await askStudio('locate', { what });
    if (!reply.ok) return reply;
    if (reply.value.path === null) return { ok: false, error: { kind: 'not-found', what: 'project' } };
    await desktop.showFolder(reply.value.path);
    return ok(null);
  },
});
