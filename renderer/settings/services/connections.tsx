import { Button, Select } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type {
  ConnectionEntry,
  ConnectionFindings,
  ConnectionStatus,
  KeyStorage,
} from '../../../shared/ipc/settings-requests.ts';
import { planSchema } from '../../../shared/service/plans.ts';
import { ask } from '../../bridge/ask.ts';
import { askKey, useAsk, useTell } from '../../bridge/use-ask.ts';
import { formatCount, formatCounted } from '../../ui/format.ts';
import { ProblemNotice, useAttempt } from '../../ui/problem-notice.tsx';
import { notify, notifyFailure } from '../../ui/toast.tsx';
import { undoOf } from '../../ui/undo-history.ts';
import { useView } from '../../ui/view-store.ts';
import { PLAN_CHOICES } from '../../ui/wording/plans.ts';
import { Part } from '../part.tsx';
import styles from '../settings.module.css';
import { UnconfirmedKey } from './connection-dialogs.tsx';
import { SCOPE_LABELS } from './limits.tsx';
import { Limits, MoreSettings } from './service-settings.tsx';

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
function ConnectionCard({ connection, inUse }: ConnectionCardProps) {
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
  const remove = () =>
    void run(async () => {
      const { connections, step } = await ask('connection.remove', { id });
      show(connections);
      notify(`${name} is removed, and its key with it.${inUse ? ' No service is in use now.' : ''}`, {
        undo: undoOf(step, async () => show(await ask('connection.list', {}))),
      });
      return null;
    });
  return { busy, error, remove };
}

/** What a test of a service found. */
function Findings({ findings }: { readonly findings: ConnectionFindings }) {
  const { voices, failure, answerMs, limits } = findings;
  if (failure) return <ProblemNotice inPlace error={{ kind: 'service', failure }} />;
  const lowered = limits.filter((limit) => limit.lowered);
  const batch = limits.find(({ scope }) => scope === 'batch');
  return (
    <div role="status" className={styles.findings}>
      <strong className={styles.good}>
        It answers: {formatCounted(voices ?? 0, 'voice')} in {formatCount(answerMs ?? 0)} ms.
      </strong>
      {batch && (
        <p>
          Lectern goes by {figure(batch.requests, 'batch', 'batches')} and {figure(batch.characters, 'character')} a
          minute.
        </p>
      )}
      {lowered.length === 0 ? (
        <p className="dim">The service has refused nothing (429) that would say that its limits are lower.</p>
      ) : (
        <p>
          Refusals (429) say that less is let through at present:{' '}
          {lowered.map(({ scope }) => SCOPE_LABELS[scope]).join(', ')}. The limit rises again by itself.
        </p>
      )}
    </div>
  );
}

const figure = (count: number | null, noun: string, nouns?: string): string =>
  count === null ? `any number of ${nouns ?? `${noun}s`}` : formatCounted(count, noun, nouns);

const PLANS = PLAN_CHOICES.map((plan) => (plan.value === 'enterprise' ? { ...plan, label: 'No limits' } : plan));

interface LocalServiceProps {
  readonly status: ConnectionStatus;
  /** As it is kept; undefined until it was used once. */
  readonly connection: ConnectionEntry | undefined;
}

/** The service that Lectern brings. */
function LocalService({ status, connection }: LocalServiceProps) {
  const use = useTell('connection.useLocal');
  const inUse = status.kind === 'local';
  return (
    <li className={styles.card} data-used={inUse}>
      <div className={styles.who}>
        <h3>Local service</h3>
        <p className="dim">Speech made on this machine: no account, no network, no cost.</p>
      </div>
      {inUse && status.plan && (
        <Select
          label="Limits"
          description="As on one of the plans, to try how long a run would take there."
          data={PLANS}
          value={status.plan}
          disabled={use.isPending}
          onChange={(plan) => use.mutate({ plan: planSchema.parse(plan) })}
        />
      )}
      <Running state={status.state} />
      {connection && <MoreSettings connection={connection} />}
      <div className={styles.actions}>
        {inUse ? (
          <span className="tag">in use</span>
        ) : (
          <Button loading={use.isPending} onClick={() => use.mutate({ plan: null })}>
            Use it
          </Button>
        )}
        <Button onClick={() => void ask('shell.reveal', { what: 'service' }).catch(notifyFailure)}>
          Show its data folder
        </Button>
      </div>
      {use.error && <ProblemNotice error={use.error.error} onRetry={() => use.mutate({ plan: null })} />}
    </li>
  );
}

/** Whether it runs, where, and what it wrote last. @param state the connection's state */
function Running({ state }: { readonly state: ConnectionStatus['state'] }) {
  const { data: look, refetch } = useAsk('connection.local', {}, { refetchOnMount: 'always' });
  return (
    <>
      {look && (
        <dl className={styles.facts} data-state={state}>
          <dt>State</dt>
          <dd>
            {look.running ? (
              <span className={styles.good}>runs</span>
            ) : (
              'does not run; it starts by itself when it is used'
            )}
          </dd>
          {look.address !== null && (
            <>
              <dt>Address</dt>
              <dd className="mono">{look.address}</dd>
            </>
          )}
          <dt>Data folder</dt>
          <dd className="mono">{look.folder}</dd>
        </dl>
      )}
      <details className={styles.more} onToggle={() => void refetch()}>
        <summary>Its log</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
        <pre className={styles.log} tabIndex={0}>
          {look && look.log.length > 0 ? look.log.join('\n') : 'Nothing has been written yet.'}
        </pre>
      </details>
    </>
  );
}
