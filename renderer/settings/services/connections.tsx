import { planSchema } from '@lectern/tts-protocol';
import { Button, Group, Select, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ConnectionEntry, ConnectionFindings, ConnectionStatus } from '../../../shared/ipc/settings-requests.ts';
import { ask } from '../../bridge/ask.ts';
import { askKey, useAsk, useSend } from '../../bridge/use-ask.ts';
import { listed, words } from '../../locales/words.ts';
import { ProblemNotice, useAttempt } from '../../ui/overlays/problem-notice.tsx';
import { notify, notifyFailure } from '../../ui/overlays/toast.tsx';
import { undoOf } from '../../ui/undo-history.ts';
import { useView } from '../../ui/view-store.ts';
import { PLAN_CHOICES } from '../../ui/wording/plans.ts';
import { Part } from '../part.tsx';
import styles from '../settings.module.css';
import { scopeLabel } from './limits.tsx';
import { Limits, MoreSettings } from './service-settings.tsx';

const t = words('services');
const tSettings = words('settings');

export function Connections() {
  const { data: connections } = useAsk('connection.list', {});
  const { data: status } = useAsk('connection.status', {});
  return (
    <Part
      title={tSettings('part.services')}
      intro={t('intro')}
      actions={<Button onClick={() => useView.getState().openDialog('add-connection')}>{t('add')}</Button>}
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

function Failure({ status }: { readonly status: ConnectionStatus }) {
  const use = useSend('connection.use');
  const { id, failure } = status;
  if (!failure) return null;
  return <ProblemNotice inPlace error={failure} {...(id !== null && { onRetry: () => use.mutate({ id }) })} />;
}

interface ConnectionCardProps {
  readonly connection: ConnectionEntry;
  readonly inUse: boolean;
}

function ConnectionCard({ connection, inUse }: ConnectionCardProps) {
  const { id, name, baseUrl, userId, keyStorage } = connection;
  return (
    <li className={`card ${styles.card}`} data-used={inUse}>
      <div className={styles.who}>
        <h3>{name}</h3>
        <p className="dim">{t('account.address', { address: baseUrl ?? '', user: userId })}</p>
        <p className="dim">{t(`account.key.${keyStorage}`)}</p>
      </div>
      <Limits key={id} connection={connection} />
      <MoreSettings connection={connection} />
      <Actions connection={connection} inUse={inUse} />
    </li>
  );
}

function Actions({ connection, inUse }: ConnectionCardProps) {
  const { id, name, hasKey } = connection;
  const use = useSend('connection.use');
  const test = useSend('connection.test');
  const { busy, error, remove } = useRemoval(connection, inUse);
  const failed = use.error?.error ?? test.error?.error ?? error;
  return (
    <>
      <Group>
        {inUse && <span className="tag">{t('inUse')}</span>}
        {!inUse && (
          <Button loading={use.isPending} onClick={() => use.mutate({ id })}>
            {t('use')}
          </Button>
        )}
        {!hasKey && <Button onClick={() => useView.getState().askForKey({ id, name })}>{t('account.enterKey')}</Button>}
        <Button loading={test.isPending} onClick={() => test.mutate({ id })}>
          {t('account.test')}
        </Button>
        {test.isPending && <Button onClick={() => void ask('connection.cancelCheck', {})}>{t('cancel')}</Button>}
        <Button onClick={() => useView.getState().editConnection(id)}>{t('account.edit')}</Button>
        <Button loading={busy} onClick={remove}>
          {t('account.remove')}
        </Button>
      </Group>
      {test.data && <TestResults findings={test.data} />}
      {failed && failed.kind !== 'cancelled' && <ProblemNotice inPlace error={failed} />}
    </>
  );
}

function useRemoval({ id, name }: ConnectionEntry, inUse: boolean) {
  const queryClient = useQueryClient();
  const { busy, error, run } = useAttempt();
  const show = (connections: ConnectionEntry[]) => queryClient.setQueryData(askKey('connection.list', {}), connections);
  const remove = () =>
    void run(async () => {
      const { connections, step } = await ask('connection.remove', { id });
      show(connections);
      notify(inUse ? t('account.removedInUse', { account: name }) : t('account.removed', { account: name }), {
        undo: undoOf(step, async () => show(await ask('connection.list', {}))),
      });
      return null;
    });
  return { busy, error, remove };
}

function TestResults({ findings }: { readonly findings: ConnectionFindings }) {
  const { voices, failure, answerMs, limits } = findings;
  if (failure) return <ProblemNotice inPlace error={{ kind: 'service', failure }} />;
  const lowered = limits.filter((limit) => limit.lowered);
  const batch = limits.find(({ scope }) => scope === 'batch');
  return (
    <Stack gap="var(--gap-1)" role="status">
      <strong className="fresh">{t('test.answers', { voices: voices ?? 0, milliseconds: answerMs ?? 0 })}</strong>
      {batch && <p>{limitsText(batch)}</p>}
      {lowered.length === 0 ? (
        <p className="dim">{t('test.nothingRefused')}</p>
      ) : (
        <p>{t('test.refused', { limits: listed(lowered.map(({ scope }) => scopeLabel(scope))) })}</p>
      )}
    </Stack>
  );
}

/** Null means unlimited. */
const limitsText = ({ requests, characters }: Pick<ConnectionFindings['limits'][number], 'requests' | 'characters'>) =>
  t('test.limits', {
    batchesLimit: requests === null ? 'none' : 'some',
    batches: requests ?? 0,
    charactersLimit: characters === null ? 'none' : 'some',
    characters: characters ?? 0,
  });

interface LocalServiceProps {
  readonly status: ConnectionStatus;
  readonly connection: ConnectionEntry | undefined;
}

function LocalService({ status, connection }: LocalServiceProps) {
  const use = useSend('connection.useLocal');
  const inUse = status.kind === 'local';
  return (
    <li className={`card ${styles.card}`} data-used={inUse}>
      <div className={styles.who}>
        <h3>{t('local.title')}</h3>
        <p className="dim">{t('local.hint')}</p>
      </div>
      {inUse && status.plan && (
        <Select
          label={t('local.limits')}
          description={t('local.limitsHint')}
          data={PLAN_CHOICES.map(({ value, label }) => ({
            value,
            label: value === 'enterprise' ? t('local.noLimits') : label,
          }))}
          value={status.plan}
          disabled={use.isPending}
          onChange={(plan) => use.mutate({ plan: planSchema.parse(plan) })}
        />
      )}
      <ServiceState state={status.state} />
      {connection && <MoreSettings connection={connection} />}
      <Group>
        {inUse ? (
          <span className="tag">{t('inUse')}</span>
        ) : (
          <Button loading={use.isPending} onClick={() => use.mutate({ plan: null })}>
            {t('use')}
          </Button>
        )}
        <Button onClick={() => void ask('shell.reveal', { what: 'service' }).catch(notifyFailure)}>
          {t('local.showFolder')}
        </Button>
      </Group>
      {use.error && <ProblemNotice error={use.error.error} onRetry={() => use.mutate({ plan: null })} />}
    </li>
  );
}

function ServiceState({ state }: { readonly state: ConnectionStatus['state'] }) {
  const { data: look, refetch } = useAsk('connection.local', {}, { refetchOnMount: 'always' });
  return (
    <>
      {look && (
        <dl className="facts" data-state={state}>
          <dt>{t('local.state')}</dt>
          <dd>{look.running ? <span className="fresh">{t('local.runs')}</span> : t('local.doesNotRun')}</dd>
          {look.address !== null && (
            <>
              <dt>{t('local.address')}</dt>
              <dd className="mono">{look.address}</dd>
            </>
          )}
          <dt>{t('local.folder')}</dt>
          <dd className="mono">{look.folder}</dd>
        </dl>
      )}
      <details className={styles.more} onToggle={() => void refetch()}>
        <summary>{t('local.log')}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be focusable */}
        <pre className={styles.log} tabIndex={0}>
          {look && look.log.length > 0 ? look.log.join('\n') : t('local.emptyLog')}
        </pre>
      </details>
    </>
  );
}
