import { Button } from '@mantine/core';
import type { ConnectionEntry, ConnectionStatus } from '../../shared/ipc/settings-requests.ts';
import { useAsk, useTell } from '../bridge/use-ask.ts';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useView } from '../ui/view-store.ts';
import { ConnectionCard } from './connection-card.tsx';
import { LocalService } from './local-service.tsx';
import styles from './settings.module.css';

/** The services that lines can be sent to; one of them is used. */
export function Connections() {
  const { data: connections } = useAsk('connection.list', {});
  const { data: status } = useAsk('connection.status', {});
  return (
    <section className={styles.section} aria-labelledby="connections">
      <div className={styles.head}>
        <h2 id="connections">Services</h2>
        <Button onClick={() => useView.getState().openDialog('add-connection')}>Add an account…</Button>
      </div>
      {status && <Failure status={status} />}
      <ul className={styles.list}>
        {status && <LocalService status={status} />}
        {connections
          ?.filter(({ kind }) => kind === 'account')
          .map((connection) => (
            <ConnectionCard key={connection.id} connection={connection} inUse={isInUse(connection, status)} />
          ))}
      </ul>
    </section>
  );
}

const isInUse = ({ id }: ConnectionEntry, status: ConnectionStatus | undefined) => status?.id === id;

/** Why the service that is used does not answer. */
function Failure({ status }: { readonly status: ConnectionStatus }) {
  const use = useTell('connection.use');
  const { id, failure } = status;
  if (!failure) return null;
  return (
    <ProblemNotice
      inPlace
      error={{ kind: 'service', failure }}
      {...(id !== null && { onRetry: () => use.mutate({ id }) })}
    />
  );
}
