import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ConnectionEntry, KeyStorage } from '../../../shared/ipc/settings-requests.ts';
import { ask } from '../../bridge/ask.ts';
import { askKey, useTell } from '../../bridge/use-ask.ts';
import { ProblemNotice, useAttempt } from '../../ui/problem-notice.tsx';
import { notify } from '../../ui/toast.tsx';
import { useView } from '../../ui/view-store.ts';
import styles from '../settings.module.css';
import { Findings } from './findings.tsx';
import { Limits, MoreSettings } from './service-settings.tsx';
import { UnconfirmedKey } from './unconfirmed-key.tsx';

const STORAGE: Readonly<Record<KeyStorage, string>> = {
  keychain: 'Its key is in this computer’s keychain.',
  file: 'Its key is in a file that only you may read.',
  ask: 'Its key is asked for at each start.',
};

interface ConnectionCardProps {
  readonly connection: ConnectionEntry;
  readonly inUse: boolean;
}

/** An account: what it is, how much of it is used, and whether it answers. */
export function ConnectionCard({ connection, inUse }: ConnectionCardProps) {
  const { id, name, baseUrl, userId, keyStorage } = connection;
  return (
    <li className={styles.card} data-used={inUse}>
      <div className={styles.who}>
        <h3>{name}</h3>
        <p className="dim">
          {baseUrl} · {userId}
        </p>
        <p className="dim">{STORAGE[keyStorage]}</p>
      </div>
      <Limits key={id} connection={connection} />
      <MoreSettings connection={connection} />
      <UnconfirmedKey connection={connection} />
      <Actions connection={connection} inUse={inUse} />
    </li>
  );
}

function Actions({ connection, inUse }: ConnectionCardProps) {
  const { id, name, hasKey } = connection;
  const use = useTell('connection.use');
  const test = useTell('connection.test');
  const { busy, error, remove } = useRemoval(connection, inUse);
  const failed = use.error?.error ?? test.error?.error ?? error;
  return (
    <>
      <div className={styles.actions}>
        {inUse && <span className="tag">in use</span>}
        {!inUse && (
          <Button loading={use.isPending} onClick={() => use.mutate({ id })}>
            Use it
          </Button>
        )}
        {!hasKey && <Button onClick={() => useView.getState().askForKey({ id, name })}>Enter the key…</Button>}
        <Button loading={test.isPending} onClick={() => test.mutate({ id })}>
          Test
        </Button>
        {test.isPending && <Button onClick={() => void ask('connection.cancelCheck', {})}>Cancel</Button>}
        <Button onClick={() => useView.getState().editConnection(id)}>Edit…</Button>
        <Button loading={busy} onClick={remove}>
          Remove
        </Button>
      </div>
      {test.data && <Findings findings={test.data} />}
      {failed && failed.kind !== 'cancelled' && <ProblemNotice inPlace error={failed} />}
    </>
  );
}

/** Forgets an account, and says so with the way back. */
function useRemoval({ id, name }: ConnectionEntry, inUse: boolean) {
  const queryClient = useQueryClient();
  const { busy, error, run } = useAttempt();
  const show = (connections: ConnectionEntry[]) => queryClient.setQueryData(askKey('connection.list', {}), connections);
  const forget = async () => show(await ask('connection.remove', { id }));
  const remove = () =>
    void run(async () => {
      await forget();
      notify(`${name} is removed, and its key with it.${inUse ? ' No service is in use now.' : ''}`, {
        undo: { run: async () => show(await ask('connection.restore', { id })), redo: forget },
      });
      return null;
    });
  return { busy, error, remove };
}
