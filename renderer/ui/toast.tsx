// Short notices at the edge of the window, some with a way back.
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { BridgeError } from '../../shared/ipc/envelope.ts';
import { ask, BridgeFailure } from '../bridge/ask.ts';
import { words } from '../locales/words.ts';
import styles from './notices.module.css';
import { isToUndo, Outdated, rememberStep, type Step, takeBack, type Undo, useUndoHistory } from './undo-history.ts';
import { wordError, wordOutdated } from './wording/errors.ts';

const t = words('ui');

/** How long a notice stays, in milliseconds; one with a way back stays longer. */
const STAYS_MS = 4_000;
const STAYS_WITH_UNDO_MS = 8_000;
const STAYS_WITH_ERROR_MS = 10_000;
/** A notice under the pointer stays while it is read; an error goes even then after this long. Milliseconds. */
const ERROR_ENDS_MS = 30_000;

/** Up to this many notices are shown at once; others wait until one has gone. */
export const MOST_NOTICES = 3;

/** Something that can be done from a notice, and that is no way back. */
interface Action {
  readonly label: string;
  readonly run: () => void;
}

interface NoticeOptions {
  /** The way back: a button, and from then on a step that `edit.undo` takes back too, after the notice has gone. */
  readonly undo?: Undo | undefined;
  readonly action?: Action;
  readonly id?: string;
}

/** The notices that are shown or wait to be, by what they are about. Each is one of its own, with its own time to stay. */
const shown = new Map<string, { readonly id: string; readonly isError: boolean }>();

function replace(about: string, isError: boolean): { readonly id: string; readonly onClose: () => void } {
  const before = shown.get(about);
  if (before) notifications.hide(before.id);
  const id = crypto.randomUUID();
  shown.set(about, { id, isError });
  const onClose = () => {
    if (shown.get(about)?.id === id) shown.delete(about);
  };
  return { id, onClose };
}

/** Something else is in view now: the previous errors are in the way. */
export function endErrors(): void {
  for (const { id, isError } of [...shown.values()]) if (isError) notifications.hide(id);
}

/** Says what was done, or asks. A notice with the same `id` replaces the one before. */
export function notify(message: string, options: NoticeOptions = {}): void {
  const { undo } = options;
  const { id, onClose } = replace(options.id ?? crypto.randomUUID(), false);
  const step = undo && rememberStep(message, undo);
  const action = step ? { label: undo.label ?? t('undo'), run: () => takeBackFromNotice(step) } : options.action;
  if (step) hideWhenGone(step, id);
  notifications.show({
    id,
    onClose,
    autoClose: action ? STAYS_WITH_UNDO_MS : STAYS_MS,
    withBorder: true,
    closeButtonProps: { 'aria-label': t('close') },
    color: 'accent',
    message: action ? <WithAction id={id} message={message} action={action} /> : message,
  });
}

interface WithActionProps {
  readonly id: string;
  readonly message: string;
  readonly action: Action;
}

function WithAction({ id, message, action }: WithActionProps) {
  return (
    <span className={styles.row}>
      <span className={styles.text}>{message}</span>
      <Button
        onClick={() => {
          notifications.hide(id);
          action.run();
        }}
      >
        {action.label}
      </Button>
    </span>
  );
}

const takeBackFromNotice = (step: Step): void => {
  takeBack(step).catch((failure: unknown) => notifyUndoFailure(step, failure));
};

/** Its button would do nothing: it was taken back by keys, or belongs to a project that is closed. */
function hideWhenGone(step: Step, id: string): void {
  const stop = useUndoHistory.subscribe(() => {
    if (isToUndo(step)) return;
    stop();
    notifications.hide(id);
  });
}

/** Why something can't be done any more; null where it failed for another reason. */
export function outdatedWords(failure: unknown): string | null {
  if (failure instanceof Outdated) return failure.message;
  return failure instanceof BridgeFailure && failure.error.kind === 'outdated' ? wordOutdated(failure.error) : null;
}

/** Says why a step could not be taken back, or done again. */
export function notifyUndoFailure({ what }: Step, failure: unknown): void {
  const why = outdatedWords(failure);
  if (why === null) notifyFailure(failure);
  else notify(t('notUndone', { step: what, why }), { id: 'undo' });
}

/** Opens the project that was last found in use; the window turns to it by itself when it is open. */
const openToRead = (): Action => ({
  label: t('wayOut.open-to-read'),
  run: () => void ask('project.openToRead', {}).catch(notifyFailure),
});

/** Says what went wrong, in words; said again, it replaces what was said before. What was called off by the producer is not worth a notice. */
export function notifyError(error: BridgeError): void {
  if (error.kind === 'cancelled') return;
  const { title, detail, otherAction } = wordError(error);
  const action = otherAction === 'open-to-read' ? openToRead() : undefined;
  const { id, onClose } = replace(`${title} ${detail}`, true);
  setTimeout(() => notifications.hide(id), ERROR_ENDS_MS);
  notifications.show({
    id,
    onClose,
    title,
    message: action ? <WithAction id={id} message={detail} action={action} /> : detail,
    color: 'fail',
    withBorder: true,
    closeButtonProps: { 'aria-label': t('close') },
    autoClose: action ? ERROR_ENDS_MS : STAYS_WITH_ERROR_MS,
  });
}

/** For `catch`: a failure of the bridge becomes a notice; anything else is a defect of ours and is thrown on. */
export function notifyFailure(failure: unknown): void {
  if (!(failure instanceof BridgeFailure)) throw failure;
  notifyError(failure.error);
}
