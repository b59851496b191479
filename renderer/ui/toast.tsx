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

const CLOSE = { 'aria-label': 'Close' };

interface Undo {
  /** Takes back what was done. */
  readonly run: () => void;
  readonly label?: string;
}

/** Says what was done. With `undo`, a button takes it back. A notice with the same `id` replaces the one before. */
export function notify(message: string, options: { readonly undo?: Undo; readonly id?: string } = {}): void {
  const id = options.id ?? crypto.randomUUID();
  const { undo } = options;
  notifications.hide(id);
  notifications.show({
    id,
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

/** Says what went wrong, in words. What was called off by the producer is not worth a notice. */
export function notifyError(error: BridgeError): void {
  if (error.kind === 'cancelled') return;
  const { title, detail } = wordError(error);
  notifications.show({
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
