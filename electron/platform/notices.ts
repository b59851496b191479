import { type BrowserWindow, dialog, type MessageBoxOptions, Notification } from 'electron';
import type { StudioNotice } from '../../shared/ipc/studio-protocol.ts';
import type { ActiveWork, ClosingChoice } from './closing.ts';
import type { RecoveryChoice } from './page-recovery.ts';
import { t, tExport, tRun } from './words.ts';

type RunFinished = Extract<StudioNotice, { kind: 'run-finished' }>;
type ExportFinished = Extract<StudioNotice, { kind: 'export-finished' }>;

interface NoticeText {
  readonly title: string;
  readonly body: string;
}

const withReason = (result: string, reason: string | null): string =>
  reason ? t('finished.withReason', { what: result, why: reason }) : result;

export function runFinishedText(run: RunFinished): NoticeText {
  const { project, rendered, failed, inDoubt, lost, stopped, isCancelled } = run;
  return {
    title:
      stopped === null && !isCancelled
        ? t('finished.rendered', { project })
        : t('finished.renderingStopped', { project }),
    body: withReason(t('finished.lines', { rendered, failed, inDoubt, lost }), stopped && tRun.stop(stopped)),
  };
}

/** Returns null if the user cancelled the export. */
export function exportFinishedText({
  project,
  outcome,
  files,
  failed,
  leftOut,
  problem,
}: ExportFinished): NoticeText | null {
  if (outcome === 'cancelled' || outcome === 'closed') return null;
  return {
    title: outcome === 'done' ? t('finished.exported', { project }) : t('finished.exportStopped', { project }),
    body: withReason(t('finished.files', { files, failed, leftOut }), problem && tExport.stop(problem)),
  };
}

export function notifyFinished(
  notice: RunFinished | ExportFinished,
  window: BrowserWindow | null,
  onClick: () => void,
): void {
  const text = notice.kind === 'run-finished' ? runFinishedText(notice) : exportFinishedText(notice);
  if (!text || window?.isFocused() || !Notification.isSupported()) return;
  const notification = new Notification(text);
  notification.on('click', onClick);
  // Windows doesn't show notifications from programs without a Start menu entry, and reports only some of them as
  // failed.
  notification.on('failed', () => window?.flashFrame(true));
  notification.show();
  if (isPortable()) window?.flashFrame(true);
}

/** Returns whether this is electron-builder's portable application for Windows. */
const isPortable = (): boolean => process.env['PORTABLE_EXECUTABLE_FILE'] !== undefined;

/** From 0 to 1; null hides the progress. */
export const showProgress = (window: BrowserWindow | null, fraction: number | null): void =>
  window?.setProgressBar(fraction ?? -1);

const CHOICES: readonly ClosingChoice[] = ['background', 'stop', 'cancel'];

export const closingText = ({
  waiting,
  inFlight,
}: ActiveWork): { readonly message: string; readonly detail: string } => ({
  message: t('closing.message'),
  detail: t('closing.detail', { waiting, inFlight }),
});

/** The first button is the safe choice. */
export async function confirmLosingEdits(window: BrowserWindow | null): Promise<boolean> {
  const options = {
    type: 'warning' as const,
    message: t('unsaved.message'),
    detail: t('unsaved.detail'),
    buttons: [t('unsaved.keep'), t('unsaved.close')],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  };
  const { response } = await (window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options));
  return response === 1;
}

export async function confirmClosing(window: BrowserWindow | null, work: ActiveWork): Promise<ClosingChoice> {
  const options = {
    type: 'question' as const,
    ...closingText(work),
    buttons: CHOICES.map((choice) => t(`closing.${choice}`)),
    defaultId: 0,
    cancelId: CHOICES.indexOf('cancel'),
    noLink: true,
  };
  const { response } = await (window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options));
  return CHOICES[response] ?? 'cancel';
}

/** The first button is the safe choice. */
export async function confirmLeaving(window: BrowserWindow | null): Promise<boolean> {
  const buttons = [t('leaving.stay'), t('leaving.unsaved.button')];
  const message = t('leaving.unsaved.message');
  const detail = t('leaving.unsaved.detail');
  return (
    (await promptProducer(window, { type: 'question', message, detail, buttons, defaultId: 0, cancelId: 0 })) === 1
  );
}

export async function confirmReadOnly(window: BrowserWindow | null, sentence: string): Promise<boolean> {
  const detail = t('inUse.detail', { why: sentence });
  const buttons = [t('inUse.open'), t('inUse.cancel')];
  const message = t('inUse.message');
  return (
    (await promptProducer(window, { type: 'question', message, detail, buttons, defaultId: 0, cancelId: 1 })) === 0
  );
}

export async function showOpenError(window: BrowserWindow | null, sentence: string): Promise<void> {
  await promptProducer(window, { type: 'error', message: t('notOpened.message'), detail: sentence });
}

/** Asks what to do about a page that crashes repeatedly. */
export async function chooseRecovery(window: BrowserWindow | null, hasProject: boolean): Promise<RecoveryChoice> {
  const choices: readonly RecoveryChoice[] = hasProject ? ['close-project', 'retry', 'quit'] : ['retry', 'quit'];
  // A window that has never been shown can't show its own dialog either.
  const response = await promptProducer(window?.isVisible() ? window : null, {
    type: 'error',
    message: t('recovery.message'),
    detail: t(hasProject ? 'recovery.detailWithProject' : 'recovery.detail'),
    buttons: choices.map((choice) => t(`recovery.${choice}`)),
    defaultId: 0,
    cancelId: choices.indexOf('quit'),
  });
  return choices[response] ?? 'quit';
}

async function promptProducer(window: BrowserWindow | null, options: MessageBoxOptions): Promise<number> {
  const asked = { ...options, noLink: true };
  const { response } = await (window ? dialog.showMessageBox(window, asked) : dialog.showMessageBox(asked));
  return response;
}
