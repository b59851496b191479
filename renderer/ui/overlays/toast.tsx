import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { BridgeError } from '../../../shared/ipc/envelope.ts';
import { ask, BridgeFailure } from '../../bridge/ask.ts';
import { words } from '../../locales/words.ts';
import { isUndoable, Outdated, rememberStep, type Step, type Undo, undoStep, useUndoHistory } from '../undo-history.ts';
import { describeError, describeOutdated } from '../wording/errors.ts';
import styles from './notices.module.css';

const t = words('ui');

/** In milliseconds. Notices with an undo button are shown for longer. */
const DURATION_MS = 4_000;
const DURATION_WITH_UNDO_MS = 8_000;
const ERROR_DURATION_MS = 10_000;
/** In milliseconds. Hovering keeps a notice open, but an error still closes after this time. */
const MAX_ERROR_DURATION_MS = 30_000;

export const MAX_NOTICES = 3;

export interface Action {
  readonly label: string;
  readonly run: () => void;
}

interface NoticeOptions {
  /**
   * Adds an undo button to the notice, and a step to the undo history. After the notice has closed, `edit.undo` can
   * still undo the step.
   */
  readonly undo?: Undo | undefined;
  /** Describes the step in the undo history. Defaults to the message. */
  readonly step?: string;
  /** Shown before the undo button. */
  readonly action?: Action;
  readonly id?: string;
}

/**
 * Visible and queued notices, keyed by id. A replacement is shown as a new notice, so that its display time starts
 * again.
 */
const openNotices = new Map<string, { readonly id: string; readonly isError: boolean }>();

function replace(key: string, isError: boolean): { readonly id: string; readonly onClose: () => void } {
  const before = openNotices.get(key);
  if (before) notifications.hide(before.id);
  const id = crypto.randomUUID();
  openNotices.set(key, { id, isError });
  const onClose = () => {
    if (openNotices.get(key)?.id === id) openNotices.delete(key);
  };
  return { id, onClose };
}

export function hideNotice(key: string): void {
  const notice = openNotices.get(key);
  if (notice) notifications.hide(notice.id);
}

export function hideErrors(): void {
  for (const { id, isError } of [...openNotices.values()]) if (isError) notifications.hide(id);
}

export function notify(message: string, options: NoticeOptions = {}): void {
  const { undo } = options;
  const { id, onClose } = replace(options.id ?? crypto.randomUUID(), false);
  const step = undo && rememberStep(options.step ?? message, undo);
  const actions = [
    ...(options.action ? [options.action] : []),
    ...(step ? [{ label: undo.label ?? t('undo'), run: () => undoFromNotice(step) }] : []),
  ];
  if (step) hideWhenUndone(step, id);
  notifications.show({
    id,
    onClose,
    autoClose: actions.length > 0 ? DURATION_WITH_UNDO_MS : DURATION_MS,
    withBorder: true,
    closeButtonProps: { 'aria-label': t('close') },
    color: 'accent',
    message: actions.length > 0 ? <ActionNotice id={id} message={message} actions={actions} /> : message,
  });
}

interface ActionNoticeProps {
  readonly id: string;
  readonly message: string;
  readonly actions: readonly Action[];
}

function ActionNotice({ id, message, actions }: ActionNoticeProps) {
  return (
    <span className={styles.row}>
      <span className={styles.text}>{message}</span>
      {actions.map(({ label, run }) => (
        <Button
          key={label}
          onClick={() => {
            notifications.hide(id);
            run();
          }}
        >
          {label}
        </Button>
      ))}
    </span>
  );
}

const undoFromNotice = (step: Step): void => {
  undoStep(step).catch((failure: unknown) => notifyUndoFailure(step, failure));
};

/** The step has been undone elsewhere or its project has been closed, so the button would have no effect. */
function hideWhenUndone(step: Step, id: string): void {
  const stop = useUndoHistory.subscribe(() => {
    if (isUndoable(step)) return;
    stop();
    notifications.hide(id);
  });
}

/** Returns null if the operation failed for another reason. */
export function outdatedText(failure: unknown): string | null {
  if (failure instanceof Outdated) return failure.message;
  return failure instanceof BridgeFailure && failure.error.kind === 'outdated' ? describeOutdated(failure.error) : null;
}

export function notifyUndoFailure({ what }: Step, failure: unknown): void {
  const why = outdatedText(failure);
  if (why === null) notifyFailure(failure);
  else notify(t('notUndone', { step: what, why }), { id: 'undo' });
}

const openReadOnly = (): Action => ({
  label: t('wayOut.open-to-read'),
  run: () => void ask('project.openToRead', {}).catch(notifyFailure),
});

/** Replaces an identical error. Doesn't show errors caused by cancelling. */
export function notifyError(error: BridgeError): void {
  if (error.kind === 'cancelled') return;
  const { title, detail, otherAction } = describeError(error);
  const action = otherAction === 'open-to-read' ? openReadOnly() : undefined;
  const { id, onClose } = replace(`${title} ${detail}`, true);
  setTimeout(() => notifications.hide(id), MAX_ERROR_DURATION_MS);
  notifications.show({
    id,
    onClose,
    title,
    message: action ? <ActionNotice id={id} message={detail} actions={[action]} /> : detail,
    color: 'fail',
    withBorder: true,
    closeButtonProps: { 'aria-label': t('close') },
    autoClose: action ? MAX_ERROR_DURATION_MS : ERROR_DURATION_MS,
  });
}

/** Shows bridge failures as notices. Rethrows anything else, because it must be a bug. */
export function notifyFailure(failure: unknown): void {
  if (!(failure instanceof BridgeFailure)) throw failure;
  notifyError(failure.error);
}
