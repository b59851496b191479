import { Button } from '@mantine/core';
import type { ConnectionEntry } from '../../../shared/ipc/settings-requests.ts';
import { ask } from '../../bridge/ask.ts';
import { ProblemNotice, useAttempt } from '../../ui/problem-notice.tsx';
import styles from '../settings.module.css';

interface UnconfirmedKeyProps {
  readonly connection: ConnectionEntry;
  readonly onUsed?: () => void;
}

/** Offers the key that an earlier version saved without its server; nothing where there is none. */
export function UnconfirmedKey({ connection, onUsed }: UnconfirmedKeyProps) {
  const { id, baseUrl, hasUnconfirmedKey } = connection;
  const { busy, error, run } = useAttempt();
  const origin = URL.parse(baseUrl ?? '')?.origin;
  if (!hasUnconfirmedKey || origin === undefined) return null;
  const confirm = () =>
    void run(async () => {
      const { failure } = await ask('connection.confirmKey', { id, origin });
      if (!failure) onUsed?.();
      return failure && { kind: 'service', failure };
    });
  return (
    <div className={styles.form}>
      <p>An earlier version of Lectern saved a key without noting its server. Use it only if it belongs to {origin}.</p>
      {error && <ProblemNotice error={error} inPlace />}
      <div className={styles.actions}>
        <Button loading={busy} onClick={confirm}>
          Use saved key
        </Button>
      </div>
    </div>
  );
}
