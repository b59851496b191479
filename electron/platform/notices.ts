// What is said outside the window: notifications, the taskbar, and the question before a run is left alone.
import { type BrowserWindow, dialog, type MessageBoxOptions, Notification } from 'electron';
import type { StudioNotice } from '../../shared/ipc/studio-protocol.ts';
import type { ClosingChoice, StillOn } from './closing.ts';
import type { LeavingQuestion } from './open-project.ts';
import { t } from './words.ts';

type RunFinished = Extract<StudioNotice, { kind: 'run-finished' }>;
type ExportFinished = Extract<StudioNotice, { kind: 'export-finished' }>;

interface NoticeText {
  readonly title: string;
  readonly body: string;
}

const withReason = (what: string, why: string | null): string => (why ? t('finished.withReason', { what, why }) : what);

/** What is said of a run that came to its end. */
export function runFinishedText({ project, rendered, failed, inDoubt, lost, stopped }: RunFinished): NoticeText {
  return {
    title: stopped === null ? t('finished.rendered', { project }) : t('finished.renderingStopped', { project }),
    body: withReason(t('finished.lines', { rendered, failed, inDoubt, lost }), stopped),
  };
}

/** What is said of an export that came to its end; null where the producer ended it, and so knows. */
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
    body: withReason(t('finished.files', { files, failed, leftOut }), problem),
  };
}

/** Tells of the end of a run or an export, where the window is not in front. A click on it calls back. */
export function tellFinished(
  notice: RunFinished | ExportFinished,
  window: BrowserWindow | null,
  onClick: () => void,
): void {
  const text = notice.kind === 'run-finished' ? runFinishedText(notice) : exportFinishedText(notice);
  if (!text || window?.isFocused() || !Notification.isSupported()) return;
  const notification = new Notification(text);
  notification.on('click', onClick);
  notification.show();
}

/** Shows how far a run is: 0 to 1; null for none. */
export const showProgress = (window: BrowserWindow | null, fraction: number | null): void =>
  window?.setProgressBar(fraction ?? -1);

const CHOICES: readonly ClosingChoice[] = ['background', 'stop', 'cancel'];

/** What is asked before a window is closed while a run is on. */
export const closingText = ({ waiting, inFlight }: StillOn): { readonly message: string; readonly detail: string } => ({
  message: t('closing.message'),
  detail: t('closing.detail', { waiting, inFlight }),
});

/** Asks whether edits that could not be saved may be lost; the safe answer is the first one. */
export async function askToLoseEdits(window: BrowserWindow | null): Promise<boolean> {
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

/** Asks, in front of the window where there is one. */
export async function askBeforeClosing(window: BrowserWindow | null, on: StillOn): Promise<ClosingChoice> {
  const options = {
    type: 'question' as const,
    ...closingText(on),
    buttons: CHOICES.map((choice) => t(`closing.${choice}`)),
    defaultId: 0,
    cancelId: CHOICES.indexOf('cancel'),
    noLink: true,
  };
  const { response } = await (window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options));
  return CHOICES[response] ?? 'cancel';
}

/** Asks before another project takes the place of the one that is open; the safe answer is the first one. */
export async function askToLeave(window: BrowserWindow | null, question: LeavingQuestion): Promise<boolean> {
  const buttons = [t('leaving.stay'), t(`leaving.${question}.button`)];
  const message = t(`leaving.${question}.message`);
  const detail = t(`leaving.${question}.detail`);
  return (await askProducer(window, { type: 'question', message, detail, buttons, defaultId: 0, cancelId: 0 })) === 1;
}

/** Says why a project can't be written, and asks whether it should be read. */
export async function askToRead(window: BrowserWindow | null, sentence: string): Promise<boolean> {
  const detail = t('inUse.detail', { why: sentence });
  const buttons = [t('inUse.open'), t('inUse.cancel')];
  const message = t('inUse.message');
  return (await askProducer(window, { type: 'question', message, detail, buttons, defaultId: 0, cancelId: 1 })) === 0;
}

/** Says why a project could not be opened. */
export async function tellNotOpened(window: BrowserWindow | null, sentence: string): Promise<void> {
  await askProducer(window, { type: 'error', message: t('notOpened.message'), detail: sentence });
}

/** @returns which button was pressed */
async function askProducer(window: BrowserWindow | null, options: MessageBoxOptions): Promise<number> {
  const asked = { ...options, noLink: true };
  const { response } = await (window ? dialog.showMessageBox(window, asked) : dialog.showMessageBox(asked));
  return response;
}
