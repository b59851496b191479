import { Button, Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { BridgeError } from '../../../shared/ipc/envelope.ts';
import { ask, BridgeFailure } from '../../bridge/ask.ts';
import { words } from '../../locales/words.ts';
import { undoOf } from '../undo-history.ts';
import { type Screen, useView } from '../view-store.ts';
import { describeError, type ErrorAction } from '../wording/errors.ts';
import styles from './notices.module.css';
import { notify, notifyFailure } from './toast.tsx';

const t = words('ui');

interface Attempt {
  readonly busy: boolean;
  readonly error: BridgeError | null;
  /** Stores an error that was returned, or a bridge failure. Rethrows other exceptions. */
  readonly run: (work: () => Promise<BridgeError | null | undefined>) => Promise<void>;
  readonly clear: () => void;
}

export function useAttempt(): Attempt {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<BridgeError | null>(null);
  const run: Attempt['run'] = async (work) => {
    setBusy(true);
    setError(null);
    try {
      setError((await work()) ?? null);
    } catch (failure) {
      if (!(failure instanceof BridgeFailure)) throw failure;
      if (failure.error.kind !== 'cancelled') setError(failure.error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, run, clear: () => setError(null) };
}

export async function adoptConnection(): Promise<void> {
  const { step } = await ask('project.adoptConnection', {});
  notify(t('connectionAdopted'), { id: 'service', undo: undoOf(step) });
}

interface ProblemNoticeProps {
  readonly error: BridgeError;
  readonly onRetry?: () => void;
  /**
   * Hides buttons that lead to the settings, because the fields that the user has to fill in are next to the notice.
   */
  readonly inPlace?: boolean;
  readonly children?: ReactNode;
}

export function ProblemNotice({ error, onRetry, inPlace, children }: ProblemNoticeProps) {
  const { title, detail, action, actionLabel, otherAction } = describeError(error);
  const ways = [action, otherAction].flatMap((name) => {
    const run = name && !(inPlace && (name === 'settings' || name === 'model-settings')) && way(name, error, onRetry);
    return run ? [{ name, run }] : [];
  });
  return (
    <div role="alert" className={styles.notice}>
      <strong>{title}</strong>
      <p>{detail}</p>
      {(ways.length > 0 || children) && (
        <Group mt={8}>
          {ways.map(({ name, run }) => (
            <Button key={name} onClick={run}>
              {(name === action ? actionLabel : undefined) ?? t(`wayOut.${name}`)}
            </Button>
          ))}
          {children}
        </Group>
      )}
    </div>
  );
}

function way(action: ErrorAction, error: BridgeError, onRetry?: () => void): (() => void) | undefined {
  switch (action) {
    case 'retry':
      return onRetry;
    case 'settings':
      return () => goTo('settings');
    case 'model-settings':
      return () => {
        useView.getState().chooseSettings('model');
        goTo('settings');
      };
    case 'use-local':
      return () => void ask('connection.useLocal', { plan: null }).then(onRetry).catch(notifyFailure);
    case 'library':
      return () => goTo('library');
    case 'enter-key':
      return error.kind === 'key-needed'
        ? () => useView.getState().askForKey({ id: error.connectionId, name: error.connectionName })
        : undefined;
    case 'restore-backup':
      // Once the project is open, the window switches to it automatically.
      return () => void ask('project.restoreBackup', {}).catch(notifyFailure);
    case 'reset-settings':
      return () => void ask('project.resetSettings', {}).catch(notifyFailure);
    case 'open-to-read':
      return () => void ask('project.openToRead', {}).catch(notifyFailure);
    case 'adopt-connection':
      return () => void adoptConnection().then(onRetry).catch(notifyFailure);
    case 'logs':
      return () => void ask('shell.reveal', { what: 'logs' }).catch(notifyFailure);
  }
}

/** Closes the dialog first, because it would cover the screen. */
function goTo(screen: Screen): void {
  useView.getState().closeDialog();
  useView.getState().goTo(screen);
}
