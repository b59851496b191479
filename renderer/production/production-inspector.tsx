// Beside the board: this minute's budget, the other plans, what is in doubt, what failed, the ledger, the calls of the webhook,
// the log.
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReplyOf } from '../../shared/ipc/contract.ts';
import { lossWords } from '../../shared/model/loss.ts';
import { useAsk, useTell } from '../bridge/use-ask.ts';
import { formatClock, formatClockSeconds, formatCount, formatCounted } from '../ui/format.ts';
import { notify, notifyFailure } from '../ui/toast.tsx';
import { undoOf } from '../ui/undo-history.ts';
import { useView } from '../ui/view-store.ts';
import { PLAN_LABELS, planInForce } from '../ui/wording/plans.ts';
import { WEBHOOK_COLOURS, webhookLabel, webhookWords } from '../ui/wording/webhooks.ts';
import { Editable } from '../ui/writing.tsx';
import { CapFields } from './cap-fields.tsx';
import styles from './production-inspector.module.css';
import { useProductionView } from './production-view.tsx';
import { formatAmount, logWords } from './wording.ts';

/** All that a producer decides a run by. */
export function ProductionInspector() {
  const { data: status } = useAsk('connection.status', {});
  const isLimited = status !== undefined && planInForce(status) !== null;
  return (
    <div className={styles.inspector}>
      <Minute />
      <Doubts />
      <Failures />
      {isLimited && <Plans />}
      <LedgerPart />
      <Webhooks />
      <RunLog />
    </div>
  );
}

function Minute() {
  const { data: budget } = useAsk('production.budget', {});
  if (!budget || (budget.characters.limit === null && budget.requests.limit === null)) return null;
  return (
    <section aria-labelledby="minute">
      <h2 id="minute" className="label">
        This minute
      </h2>
      <div className={styles.card}>
        <Meter label="Characters" {...budget.characters} />
        <Meter label="Requests" {...budget.requests} />
      </div>
    </section>
  );
}

interface MeterProps {
  readonly label: string;
  readonly used: number;
  readonly limit: number | null;
}

function Meter({ label, used, limit }: MeterProps) {
  // What is not limited is not counted.
  if (limit === null) {
    return (
      <div className={styles.meter}>
        <span>{label}</span>
        <span className={styles.figure}>not limited</span>
      </div>
    );
  }
  return (
    <div className={styles.meter}>
      <span>{label}</span>
      <span className={styles.figure}>
        {formatCount(used)} / {formatCount(limit)}
      </span>
      <div
        role="meter"
        aria-label={`${label} used this minute`}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={used}
        className={styles.track}
      >
        <i style={{ transform: `scaleX(${limit === 0 ? 0 : Math.min(1, used / limit)})` }} />
      </div>
    </div>
  );
}

function Plans() {
  const { data: plan } = useAsk('production.plan', {});
  if (!plan || plan.lines === 0 || plan.plans.length === 0) return null;
  return (
    <section aria-labelledby="plans">
      <h2 id="plans" className="label">
        On the plans
      </h2>
      <dl className={styles.pairs}>
        {plan.plans.map(({ plan: name, allSentAt, current }) => (
          <div key={name} data-current={current || undefined}>
            <dt>{PLAN_LABELS[name]}</dt>
            <dd>
              {allSentAt === null ? 'at once' : `all sent ${formatClock(allSentAt)}`}
              {current && <span className="unseen"> (in use)</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

type Doubt = ReplyOf<'production.doubts'>[number];

function sayLeftOut({ batchId, lines, label }: Doubt, step: string | null): void {
  const said = `${label}: ${formatCounted(lines, 'line')} left out, to be rendered whenever you order it.`;
  notify(said, { id: `doubt ${batchId}`, undo: undoOf(step) });
}

function doubtsHeading(doubts: readonly Doubt[]): string {
  const kinds = new Set(doubts.map(({ kind }) => kind));
  if (kinds.size === 2) return 'In doubt or lost';
  return kinds.has('lost') ? 'Lost' : 'In doubt';
}

function Doubts() {
  const { data: doubts } = useAsk('production.doubts', {});
  const decide = useTell('production.decideDoubt');
  if (!doubts || doubts.length === 0) return null;
  return (
    <section aria-labelledby="doubts">
      <h2 id="doubts" className="label">
        {doubtsHeading(doubts)}
      </h2>
      {doubts.map((doubt) => (
        <article
          key={doubt.batchId}
          className={styles.doubt}
          aria-label={`Batch ${doubt.number}, ${doubt.kind === 'lost' ? 'lost' : 'in doubt'}`}
        >
          <p>
            <b>Batch {String(doubt.number).padStart(2, '0')}</b>, {doubt.label} (
            {formatCounted(doubt.characters, 'character')}) was sent at {formatClock(doubt.sentAt)}{' '}
            {doubt.kind === 'lost'
              ? `and accepted, and ${formatCounted(doubt.lines, 'line')} of it will not come back. Sending ${doubt.lines === 1 ? 'it' : 'them'} again is charged again.`
              : 'and no clear reply came. It may have been accepted. Sending it again may be charged twice.'}
          </p>
          {doubt.causes.map((cause) => (
            <p key={cause} className="dim">
              {lossWords(cause)}
            </p>
          ))}
          {doubt.reason && <p className="dim">{doubt.reason}</p>}
          <Editable>
            <div className={styles.buttons}>
              <Button
                disabled={decide.isPending}
                onClick={() =>
                  decide.mutate({ batchId: doubt.batchId, decision: 'send-again' }, { onError: notifyFailure })
                }
              >
                Send again
              </Button>
              <Button
                disabled={decide.isPending}
                onClick={() =>
                  decide.mutate(
                    { batchId: doubt.batchId, decision: 'leave-out' },
                    { onError: notifyFailure, onSuccess: ({ step }) => sayLeftOut(doubt, step) },
                  )
                }
              >
                Leave out
              </Button>
            </div>
          </Editable>
        </article>
      ))}
    </section>
  );
}

/** Up to this many failed lines are named; the rest are counted. */
const NAMED = 20;

function Failures() {
  const { data: failed } = useAsk('production.failed', {});
  const selectLine = useView((state) => state.selectLine);
  const goTo = useView((state) => state.goTo);
  if (!failed || failed.length === 0) return null;
  return (
    <section aria-labelledby="failures">
      <h2 id="failures" className="label">
        Failed · {formatCount(failed.length)}
      </h2>
      <ul className={styles.failures}>
        {failed.slice(0, NAMED).map((line) => (
          <li key={line.lineId}>
            <button
              type="button"
              onClick={() => {
                selectLine(line.lineId, true);
                goTo('script');
              }}
            >
              <b>{line.label}</b>: <span className="dim">{line.excerpt}</span>
            </button>
            <p className={styles.reason}>{line.reason}</p>
          </li>
        ))}
      </ul>
      {failed.length > NAMED && <p className="dim">and {formatCounted(failed.length - NAMED, 'line')} more</p>}
    </section>
  );
}

function LedgerPart() {
  const { data: ledger } = useAsk('production.ledger', {});
  if (!ledger) return null;
  const spent = ledger.pricePerThousand === null && ledger.spent === 0 ? null : ledger.spent;
  return (
    <section aria-labelledby="ledger">
      <h2 id="ledger" className="label">
        Ledger
      </h2>
      <dl className={styles.pairs}>
        <Pair label="This run" value={`${formatCount(ledger.thisRun)} characters`} />
        <Pair label="Retakes" value={formatCount(ledger.retakes)} />
        {ledger.inDoubt > 0 && <Pair label="In doubt" value={formatCount(ledger.inDoubt)} />}
        {ledger.lost > 0 && <Pair label="Lost" value={formatCount(ledger.lost)} />}
        {ledger.auditions > 0 && <Pair label="Auditions" value={formatCount(ledger.auditions)} />}
        <Pair
          label="In all"
          value={
            spent === null
              ? formatCount(ledger.total)
              : `${formatCount(ledger.total)} · ${formatAmount(spent, ledger.currency)}`
          }
        />
      </dl>
      <Button className={styles.all ?? ''} onClick={() => useProductionView.getState().show('costs')}>
        All costs
      </Button>
      <Editable>
        <CapFields ledger={ledger} />
      </Editable>
    </section>
  );
}

function Pair({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** Up to this many of the newest entries are shown. */
const SHOWN = 200;

/** What happened in the run, newest first; open on request. */
function RunLog() {
  const [isOpen, setOpen] = useState(false);
  const { data: log } = useAsk('production.log', {});
  if (!log || log.length === 0) return null;
  return (
    <details className={styles.log} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="label">Log</summary>
      {isOpen && (
        <ol>
          {log
            .slice(-SHOWN)
            .toReversed()
            .map((entry) => (
              <li key={`${entry.at} ${entry.kind} ${entry.batch} ${entry.line}`}>
                <time>{formatClockSeconds(entry.at)}</time> {logWords(entry)}
              </li>
            ))}
        </ol>
      )}
    </details>
  );
}

/** Up to this many batches are named, the latest first; the rest are counted. */
const NAMED_BATCHES = 8;

/** The outcome of the webhook calls for the batches. */
function Webhooks() {
  const { data: snapshot } = useAsk('production.snapshot', {});
  const told =
    snapshot?.batches.flatMap(({ key, number, webhook }) => (webhook ? [{ key, number, webhook }] : [])) ?? [];
  if (told.length === 0) return null;
  const answered = told.filter(({ webhook }) => webhook.state === 'answered').length;
  return (
    <section aria-labelledby="webhooks">
      <h2 id="webhooks" className="label">
        Webhooks · {formatCount(answered)} of {formatCount(told.length)} answered
      </h2>
      <ul className={styles.webhooks}>
        {told
          .toReversed()
          .slice(0, NAMED_BATCHES)
          .map(({ key, number, webhook }) => (
            <li key={key} title={webhookWords(webhook)}>
              <span>Batch {String(number).padStart(2, '0')}</span>
              <span className="tag" style={{ ['--c' as string]: WEBHOOK_COLOURS[webhook.state] }}>
                {webhookLabel(webhook)}
              </span>
              <p className="dim">{webhookWords(webhook)}</p>
            </li>
          ))}
      </ul>
      {told.length > NAMED_BATCHES && <p className="dim">and {formatCount(told.length - NAMED_BATCHES)} before</p>}
    </section>
  );
}
