import { Button } from '@mantine/core';
import type { ConnectionEntry, ConnectionStatus } from '../../../shared/ipc/settings-requests.ts';
import { useAsk, useTell } from '../../bridge/use-ask.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useView } from '../../ui/view-store.ts';
import { Part } from '../part.tsx';
import styles from '../settings.module.css';
import { ConnectionCard } from './connection-card.tsx';
import { LocalService } from './local-service.tsx';

/** The services that lines can be sent to; one of them is used. */
export function Connections() {
  const { data: connections } = useAsk('connection.list', {});
  const { data: status } = useAsk('connection.status', {});
  return (
    <Part
      title="Services"
      intro="Lines are sent to the service that is in use. A project remembers which one it was made with."
      actions={<Button onClick={() => useView.getState().openDialog('add-connection')}>Add an account…</Button>}
    >
      {status && <Failure status={status} />}
      <ul className={styles.list}>
        {status && <LocalService status={status} connection={connections?.find(({ kind }) => kind === 'local')} />}
        {connections
          ?.filter(({ kind }) => kind === 'account')
          .map((connection) => (
            <ConnectionCard key={connection.id} connection={connection} inUse={isInUse(connection, status)} />
          ))}
      </ul>
    </Part>
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
