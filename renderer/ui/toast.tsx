// Short notices at the edge of the window, some with a way back.
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { BridgeError } from '../../shared/ipc/envelope.ts';
import { BridgeFailure } from '../bridge/bridge-failure.ts';
import styles from './toast.module.css';
import { wordError } from './wording/errors.ts';

/** How long a notice stays, in milliseconds; one with a way back stays longer. */
const STAYS_MS = 4_000;
const STAYS_WITH_UNDO_MS = 8_000;
const STAYS_WITH_ERROR_MS = 10_000;
/** A notice under the pointer is not taken away from who reads it; an error goes all the same after so long. */
const ERROR_ENDS_MS = 30_000;

/** So many notices are seen at once; others wait until one has gone. */
export const MOST_NOTICES = 3;

const CLOSE = { 'aria-label': 'Close' };

interface Undo {
  /** Takes back what was done. */
  readonly run: () => void;
  readonly label?: string;
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

/** What is looked at is another thing now: errors of before are in the way. */
export function endErrors(): void {
  for (const { id, isError } of [...shown.values()]) if (isError) notifications.hide(id);
}

/** Says what was done. With `undo`, a button takes it back. A notice with the same `id` replaces the one before. */
export function notify(message: string, options: { readonly undo?: Undo; readonly id?: string } = {}): void {
  const { undo } = options;
  const { id, onClose } = replace(options.id ?? crypto.randomUUID(), false);
  notifications.show({
    id,
    onClose,
    autoClose: undo ? STAYS_WITH_UNDO_MS : STAYS_MS,
    withBorder: true,
    closeButtonProps: CLOSE,
    color: 'accent',
    message: undo ? (
      <span className={styles.row}>
        <span className={styles.text}>{message}</span>
        <Button
          onClick={() => {
            notifications.hide(id);
            undo.run();
          }}
        >
          {undo.label ?? 'Undo'}
        </Button>
      </span>
    ) : (
      message
    ),
  });
}

/** Says what went wrong, in words; said again, it replaces what was said before. What was called off by the producer is not worth a notice. */
export function notifyError(error: BridgeError): void {
  if (error.kind === 'cancelled') return;
  const { title, detail } = wordError(error);
  const { id, onClose } = replace(`${title} ${detail}`, true);
  setTimeout(() => notifications.hide(id), ERROR_ENDS_MS);
  notifications.show({
    id,
    onClose,
    title,
    message: detail,
    color: 'fail',
    withBorder: true,
    closeButtonProps: CLOSE,
    autoClose: STAYS_WITH_ERROR_MS,
  });
}

/** For `catch`: a failure of the bridge becomes a notice; anything else is a defect of ours and is thrown on. */
export function notifyFailure(failure: unknown): void {
  if (!(failure instanceof BridgeFailure)) throw failure;
  notifyError(failure.error);
}
