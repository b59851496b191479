import { Button, Group, NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { ExternalLink, GripVertical, Pause, Play, Square, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import type { ReplyOf, RequestOf } from '../../shared/ipc/contract.ts';
import { QUEUE_PRIORITIES, type QueueEntry, type QueueState, type QueueStop } from '../../shared/ipc/queue-requests.ts';
import { ask } from '../bridge/ask.ts';
import { askKey, useAsk } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { IconButton } from '../ui/fields/icon-button.tsx';
import { beforeLeaving } from '../ui/overlays/before-leaving.ts';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { notify, notifyFailure } from '../ui/overlays/toast.tsx';
import { EmptyState, LoadingPlaceholder } from '../ui/screen-parts.tsx';
import { ProgressBar } from '../ui/status-marks.tsx';
import { undoOf } from '../ui/undo-history.ts';
import { useView } from '../ui/view-store.ts';
import { describeError, tRun } from '../ui/wording/errors.ts';
import { leftOutText, queueEntryText } from '../ui/wording/status.ts';
import { LimitField } from './production-inspector.tsx';
import styles from './render-queue-dialog.module.css';

const t = words('queue');

type QueueChannel = Exclude<Extract<keyof QueueReplies, string>, 'queue.state'>;
type QueueReplies = {
  readonly [C in
    | 'queue.move'
    | 'queue.setPriority'
    | 'queue.pause'
    | 'queue.resume'
    | 'queue.stop'
    | 'queue.remove'
    | 'queue.clearDone'
    | 'queue.hold'
    | 'queue.continue'
    | 'queue.setBudget']: ReplyOf<C>;
};

/** Sends a change and shows the queue as the reply has it. */
function useChangeQueue() {
  const client = useQueryClient();
  return async <C extends QueueChannel>(channel: C, input: RequestOf<C>): Promise<ReplyOf<C> | null> => {
    try {
      const reply = await ask(channel, input);
      const { entries, isHeld, budget, isOverBudget } = reply as QueueState;
      client.setQueryData(askKey('queue.state', {}), { entries, isHeld, budget, isOverBudget });
      return reply;
    } catch (failure) {
      notifyFailure(failure);
      return null;
    }
  };
}

export function RenderQueueDialog() {
  const { data: queue } = useAsk('queue.state', {});
  return (
    <Dialog title={t('title')} width={760} onClose={useView.getState().closeDialog}>
      {queue ? <Queue queue={queue} /> : <LoadingPlaceholder label={t('loading')} />}
    </Dialog>
  );
}

function Queue({ queue }: { readonly queue: QueueState }) {
  const change = useChangeQueue();
  const { entries, isHeld, isOverBudget } = queue;
  const isActive = entries.some(({ state }) => state === 'running' || state === 'waiting');
  const hasDone = entries.some(({ state }) => state === 'done');
  if (entries.length === 0) {
    return (
      <>
        <div className={styles.none}>
          <EmptyState title={t('empty.title')} detail={t('empty.detail')} />
        </div>
        <BudgetFields queue={queue} />
      </>
    );
  }
  return (
    <>
      <div role="status" className={styles.notice}>
        {isOverBudget ? t('overBudget') : isHeld && t('held')}
      </div>
      <EntryList entries={entries} isHeld={isHeld} />
      <Group mt="var(--gap-4)">
        {isHeld ? (
          <Button variant="filled" disabled={!isActive} onClick={() => void change('queue.continue', {})}>
            {t('continue')}
          </Button>
        ) : (
          <Button disabled={!isActive} onClick={() => void change('queue.hold', {})}>
            {t('hold')}
          </Button>
        )}
        {hasDone && <Button onClick={() => void change('queue.clearDone', {})}>{t('clearDone')}</Button>}
      </Group>
      <BudgetFields queue={queue} />
    </>
  );
}

function EntryList({ entries, isHeld }: Pick<QueueState, 'entries' | 'isHeld'>) {
  const change = useChangeQueue();
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const move = (id: string, to: number) => void change('queue.move', { id, to });
  const onKeyDown = (event: KeyboardEvent, at: number, id: string) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (!event.altKey || step === 0) return;
    event.preventDefault();
    const to = at + step;
    if (to >= 0 && to < entries.length) move(id, to);
  };
  const drop = (to: number) => {
    if (dragged !== null) move(dragged, to);
    setDragged(null);
    setOver(null);
  };
  return (
    <ol className={styles.list} aria-label={t('list')}>
      {entries.map((entry, at) => (
        // The handler is on the row, so that the shortcut works from each of its controls.
        <li
          key={entry.id}
          className={styles.row}
          data-over={over === at && dragged !== entry.id}
          draggable
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = 'move';
            setDragged(entry.id);
          }}
          onDragEnd={() => {
            setDragged(null);
            setOver(null);
          }}
          onDragOver={(event) => {
            if (dragged === null) return;
            event.preventDefault();
            setOver(at);
          }}
          onDrop={(event) => {
            event.preventDefault();
            drop(at);
          }}
          onKeyDown={(event) => onKeyDown(event, at, entry.id)}
        >
          <Entry entry={entry} isHeld={isHeld} />
        </li>
      ))}
    </ol>
  );
}

function Entry({ entry, isHeld }: { readonly entry: QueueEntry; readonly isHeld: boolean }) {
  const change = useChangeQueue();
  const { id, name, priority, state, lines, rendered, failed, inDoubt, leftOut, stop } = entry;
  const counts = { fresh: rendered, failed, 'in-doubt': inDoubt };
  return (
    <>
      <GripVertical aria-hidden size={14} className={styles.grip} />
      <div className={styles.words}>
        <button
          type="button"
          className={styles.name}
          aria-describedby={`queue-${id}`}
          title={t('moveHint')}
          onClick={() => openProject(id)}
        >
          {name}
        </button>
        <small id={`queue-${id}`}>{isHeld && state === 'waiting' ? t('heldEntry') : queueEntryText(entry)}</small>
        {leftOut.length > 0 && <small className="wraps">{leftOutText(leftOut)}</small>}
        {stop && stop.kind !== 'cancelled' && <small className="fail wraps">{stopText(stop)}</small>}
        {lines > 0 && <ProgressBar counts={counts} lines={lines} />}
      </div>
      <NativeSelect
        aria-label={t('priority.label', { project: name })}
        className={styles.priority ?? ''}
        value={priority}
        onChange={({ currentTarget: { value } }) => {
          const chosen = QUEUE_PRIORITIES.find((one) => one === value);
          if (chosen) void change('queue.setPriority', { id, priority: chosen });
        }}
        data={QUEUE_PRIORITIES.map((value) => ({ value, label: t(`priority.${value}`) }))}
      />
      <span className={styles.actions}>
        <EntryActions entry={entry} />
      </span>
    </>
  );
}

function EntryActions({ entry: { id, name, state, stop } }: { readonly entry: QueueEntry }): ReactNode {
  const change = useChangeQueue();
  const isUnconfirmed = stop?.kind === 'error' && stop.error.kind === 'invalid' && stop.error.field === 'price';
  const isActive = state === 'running' || state === 'waiting';
  const stopEntry = async () => {
    const reply = await change('queue.stop', { id });
    if (reply) notify(t('stoppedNotice', { project: name }), { undo: undoOf(reply.step) });
  };
  const removeEntry = async () => {
    const reply = await change('queue.remove', { id });
    if (reply) notify(t('removedNotice', { project: name }), { undo: undoOf(reply.step) });
  };
  return (
    <>
      {isUnconfirmed && (
        <Button size="xs" onClick={() => void change('queue.resume', { id, confirmed: true })}>
          {t('renderAnyway')}
        </Button>
      )}
      {isActive && (
        <IconButton
          icon={Pause}
          label={t('action.pause', { project: name })}
          onClick={() => void change('queue.pause', { id })}
        />
      )}
      {!isActive && !isUnconfirmed && state !== 'done' && (
        <IconButton
          icon={Play}
          label={t('action.resume', { project: name })}
          onClick={() => void change('queue.resume', { id })}
        />
      )}
      {(state === 'running' || state === 'paused') && (
        <IconButton icon={Square} label={t('action.stop', { project: name })} onClick={() => void stopEntry()} />
      )}
      {state !== 'running' && (
        <IconButton icon={X} label={t('action.remove', { project: name })} onClick={() => void removeEntry()} />
      )}
      <IconButton icon={ExternalLink} label={t('action.open', { project: name })} onClick={() => openProject(id)} />
    </>
  );
}

function openProject(id: string): void {
  beforeLeaving('open', () => {
    const { closeDialog, goTo } = useView.getState();
    ask('project.openRecent', { id })
      .then(() => {
        closeDialog();
        goTo('production');
      })
      .catch(notifyFailure);
  });
}

function stopText(stop: Exclude<QueueStop, { kind: 'cancelled' }>): string {
  if (stop.kind === 'run') return tRun.stop(stop.stop);
  const { title, detail } = describeError(stop.error);
  return t('because', { title, detail });
}

/** Each cap is saved on blur or Enter. */
function BudgetFields({ queue: { budget } }: { readonly queue: QueueState }) {
  const change = useChangeQueue();
  const { data: status } = useAsk('connection.status', {});
  const { data: connections } = useAsk('connection.list', {});
  const connection = connections?.find(({ id }) => id === status?.id);
  const currency = connection?.currency ?? budget?.money?.currency ?? 'USD';
  const hasMoney = (connection && connection.pricePerThousand !== null) || (budget && budget.money !== null);
  const { characters, money } = budget ?? { characters: null, money: null };
  const save = (changed: Partial<Pick<NonNullable<QueueState['budget']>, 'characters' | 'money'>>) => {
    const caps = { characters, money, ...changed };
    const isSet = caps.characters !== null || caps.money !== null;
    return change('queue.setBudget', { budget: isSet ? caps : null });
  };
  return (
    <section className={styles.budget} aria-label={t('budget.title')}>
      <h3>{t('budget.title')}</h3>
      <p className="dim">{budget ? t('budget.spent', { characters: budget.spent.characters }) : t('budget.hint')}</p>
      <div className={styles.caps}>
        <LimitField
          label={t('budget.characters')}
          description=""
          placeholder={t('budget.none')}
          value={characters}
          onSave={(cap) => save({ characters: cap === null ? null : Math.max(1, Math.round(cap)) })}
          step={10_000}
          decimals={0}
        />
        {hasMoney && (
          <LimitField
            label={t('budget.money', { currency })}
            description=""
            placeholder={t('budget.none')}
            value={money?.amount ?? null}
            onSave={(amount) => save({ money: amount === null ? null : { amount, currency } })}
            step={5}
            decimals={2}
          />
        )}
      </div>
    </section>
  );
}
