// What is said outside the window: notifications, the taskbar, and the question before a run is left alone.
import { type BrowserWindow, dialog, type MessageBoxOptions, Notification } from 'electron';
import type { StudioNotice } from '../../shared/ipc/studio-protocol.ts';
import type { ClosingChoice, StillOn } from './closing.ts';
import type { LeavingQuestion } from './open-project.ts';

type RunFinished = Extract<StudioNotice, { kind: 'run-finished' }>;
type ExportFinished = Extract<StudioNotice, { kind: 'export-finished' }>;

const lines = (count: number): string => (count === 1 ? '1 line' : `${count.toLocaleString('en')} lines`);

/** What is said of a run that came to its end. */
export function runFinishedText(notice: RunFinished): { readonly title: string; readonly body: string } {
  const parts = [`${lines(notice.rendered)} rendered`];
  if (notice.failed > 0) parts.push(`${notice.failed.toLocaleString('en')} failed`);
  if (notice.inDoubt > 0) parts.push(`${notice.inDoubt.toLocaleString('en')} in doubt`);
  if (notice.lost > 0) parts.push(`${notice.lost.toLocaleString('en')} lost`);
  const title = notice.stopped === null ? `${notice.project} is rendered` : `${notice.project}: the run stopped`;
  return { title, body: [`${parts.join(', ')}.`, notice.stopped].filter(Boolean).join(' ') };
}

/** What is said of an export that came to its end; null where the producer ended it, and so knows. */
export function exportFinishedText(notice: ExportFinished): { readonly title: string; readonly body: string } | null {
  const { project, outcome, files, failed, problem } = notice;
  if (outcome === 'cancelled' || outcome === 'closed') return null;
  const parts = [files === 1 ? '1 file' : `${files.toLocaleString('en')} files`];
  if (failed > 0) parts.push(`${lines(failed)} failed`);
  const title = outcome === 'done' ? `${project} is exported` : `${project}: the export stopped`;
  return { title, body: [`${parts.join(', ')}.`, problem].filter(Boolean).join(' ') };
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
export function closingText({ waiting, inFlight }: StillOn): { readonly message: string; readonly detail: string } {
  const out = inFlight > 0 ? `${lines(inFlight)} ${inFlight === 1 ? 'is' : 'are'} being rendered` : '';
  const left = waiting > 0 ? `${lines(waiting)} ${waiting === 1 ? 'waits' : 'wait'} to be sent` : '';
  const state = [out, left].filter(Boolean).join(' and ');
  return {
    message: 'Lectern is still rendering.',
    detail:
      `${state ? `${state}. ` : ''}Without its window it goes on and tells you when it is done. ` +
      'If you stop, nothing more is sent; what was sent is fetched when you open the project again.',
  };
}

/** Asks whether edits that could not be saved may be lost; the safe answer is the first one. */
export async function askToLoseEdits(window: BrowserWindow | null): Promise<boolean> {
  const options = {
    type: 'warning' as const,
    message: 'Some edits could not be saved.',
    detail: 'The window says why. Keep it open until they are saved, or copy them elsewhere: closing it loses them.',
    buttons: ['Keep the Window Open', 'Close and Lose Them'],
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
    buttons: ['Keep Rendering in the Background', 'Stop After What Is Sent and Quit', 'Cancel'],
    defaultId: 0,
    cancelId: CHOICES.indexOf('cancel'),
    noLink: true,
  };
  const { response } = await (window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options));
  return CHOICES[response] ?? 'cancel';
}

/** Asks before another project takes the place of the one that is open; the safe answer is the first one. */
export async function askToLeave(window: BrowserWindow | null, question: LeavingQuestion): Promise<boolean> {
  const buttons = ['Stay Here', question.button];
  const { message, detail } = question;
  return (await askProducer(window, { type: 'question', message, detail, buttons, defaultId: 0, cancelId: 0 })) === 1;
}

/** Says why a project can't be written, and asks whether it should be read. */
export async function askToRead(window: BrowserWindow | null, sentence: string): Promise<boolean> {
  const detail = `${sentence}\n\nIt can be opened here to listen, review and export.`;
  const buttons = ['Open to Read', 'Cancel'];
  const message = 'The project is in use.';
  return (await askProducer(window, { type: 'question', message, detail, buttons, defaultId: 0, cancelId: 1 })) === 0;
}

/** Says why a project could not be opened. */
export async function tellNotOpened(window: BrowserWindow | null, sentence: string): Promise<void> {
  await askProducer(window, { type: 'error', message: 'The project could not be opened.', detail: sentence });
}

/** @returns which button was pressed */
async function askProducer(window: BrowserWindow | null, options: MessageBoxOptions): Promise<number> {
  const asked = { ...options, noLink: true };
  const { response } = await (window ? dialog.showMessageBox(window, asked) : dialog.showMessageBox(asked));
  return response;
}
