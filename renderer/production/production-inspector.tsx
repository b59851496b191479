import { Button, Group, NumberInput, Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { ReplyOf, RequestOf } from '../../shared/ipc/contract.ts';
import { ask } from '../bridge/ask.ts';
import { useRefetch } from '../bridge/keep-fresh.ts';
import { useAsk, useSend } from '../bridge/use-ask.ts';
import { tProblem, words } from '../locales/words.ts';
import { numberOrKnown, useFieldDraft } from '../ui/fields/use-field-draft.ts';
import { formatClock, formatClockSeconds, formatCount } from '../ui/format.ts';
import { notify, notifyFailure } from '../ui/overlays/toast.tsx';
import { Editable } from '../ui/read-only.tsx';
import { Section } from '../ui/screen-parts.tsx';
import { undoOf } from '../ui/undo-history.ts';
import { useView } from '../ui/view-store.ts';
import { formatAmount } from '../ui/wording/amounts.ts';
import { tRun } from '../ui/wording/errors.ts';
import { activePlan, PLAN_LABELS } from '../ui/wording/plans.ts';
import { WEBHOOK_COLOURS, webhookLabel, webhookText } from '../ui/wording/webhooks.ts';
import styles from './production-inspector.module.css';
import { useProductionView } from './production-view.tsx';
import { batchNumber, logEntryText } from './wording.ts';

const t = words('production');

/** The run's budget, problems, spending, webhook calls and log, and how other plans compare. */
export function ProductionInspector() {
  const { data: status } = useAsk('connection.status', {});
  const isLimited = status !== undefined && activePlan(status) !== null;
  return (
    <div className="inspector-sections">
      <MinuteBudget />
      <Doubts />
      <Failures />
      {isLimited && <Plans />}
      <LedgerPart />
      <Webhooks />
      <RunLog />
    </div>
  );
}

function MinuteBudget() {
  const { data: budget } = useAsk('production.budget', {});
  if (!budget || (budget.characters.limit === null && budget.requests.limit === null)) return null;
  return (
    <Section title={t('minute.title')}>
      <div className={`card ${styles.card}`}>
        <Meter scope="characters" {...budget.characters} />
        <Meter scope="requests" {...budget.requests} />
      </div>
    </Section>
  );
}

interface MeterProps {
  readonly scope: 'characters' | 'requests';
  readonly used: number;
  readonly limit: number | null;
}

function Meter({ scope, used, limit }: MeterProps) {
  // Limits that aren't set aren't counted.
  if (limit === null) {
    return (
      <div className={styles.meter}>
        <span>{t(`minute.${scope}`)}</span>
        <span className="small">{t('minute.unlimited')}</span>
      </div>
    );
  }
  return (
    <div className={styles.meter}>
      <span>{t(`minute.${scope}`)}</span>
      <span className="small">
        {formatCount(used)} / {formatCount(limit)}
      </span>
      <div
        role="meter"
        aria-label={t(`minute.${scope}Used`)}
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
  const { data: plan } = useAsk('production.plan', { replaceApproved: true });
  if (!plan || plan.lines === 0 || plan.plans.length === 0) return null;
  return (
    <Section title={t('plans.title')}>
      <dl className={styles.pairs}>
        {plan.plans.map(({ plan: name, allSentAt, current }) => (
          <div key={name} data-current={current || undefined}>
            <dt>{PLAN_LABELS[name]}</dt>
            <dd>
              {allSentAt === null ? t('plans.atOnce') : t('plans.allSent', { time: formatClock(allSentAt) })}
              {current && <span className="unseen"> {t('plans.current')}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

type Doubt = ReplyOf<'production.doubts'>[number];

function notifyLeftOut({ batchId, lines, label }: Doubt, step: string | null): void {
  notify(t('doubts.leftOut', { which: label, lines }), { id: `doubt-${batchId}`, undo: undoOf(step) });
}

function doubtsHeading(doubts: readonly Doubt[]): string {
  const kinds = new Set(doubts.map(({ kind }) => kind));
  if (kinds.size === 2) return t('doubts.heading.both');
  return kinds.has('lost') ? t('doubts.heading.lost') : t('doubts.heading.in-doubt');
}

function Doubts() {
  const { data: doubts } = useAsk('production.doubts', {});
  const decide = useSend('production.decideDoubt');
  if (!doubts || doubts.length === 0) return null;
  return (
    <Section title={doubtsHeading(doubts)}>
      {doubts.map((doubt) => (
        <article
          key={doubt.batchId}
          className={styles.doubt}
          aria-label={t(`doubts.label.${doubt.kind}`, { batch: doubt.number })}
        >
          <p>
            {t.parts(`doubts.text.${doubt.kind}`, {
              b: (inside) => <b key="b">{inside}</b>,
              batch: batchNumber(doubt),
              which: doubt.label,
              characters: doubt.characters,
              lines: doubt.lines,
              time: formatClock(doubt.sentAt),
            })}
          </p>
          {doubt.causes.map((cause) => (
            <p key={cause} className="dim">
              {tProblem.loss(cause)}
            </p>
          ))}
          {doubt.reason && <p className="dim">{tRun.doubt(doubt.reason)}</p>}
          <Editable>
            <Group align="stretch" wrap="nowrap">
              <Button
                disabled={decide.isPending}
                onClick={() =>
                  decide.mutate({ batchId: doubt.batchId, decision: 'send-again' }, { onError: notifyFailure })
                }
              >
                {t('doubts.sendAgain')}
              </Button>
              <Button
                disabled={decide.isPending}
                onClick={() =>
                  decide.mutate(
                    { batchId: doubt.batchId, decision: 'leave-out' },
                    { onError: notifyFailure, onSuccess: ({ step }) => notifyLeftOut(doubt, step) },
                  )
                }
              >
                {t('doubts.leaveOut')}
              </Button>
            </Group>
          </Editable>
        </article>
      ))}
    </Section>
  );
}

const MAX_LISTED_LINES = 20;

function Failures() {
  const { data: failed } = useAsk('production.failed', {});
  const selectLine = useView((state) => state.selectLine);
  const goTo = useView((state) => state.goTo);
  if (!failed || failed.length === 0) return null;
  return (
    <Section id="failures" title={t('failures.title', { lines: failed.length })}>
      <ul className={styles.failures}>
        {failed.slice(0, MAX_LISTED_LINES).map((line) => (
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
            <p className="fail small wraps">{tRun.failure(line.failure)}</p>
          </li>
        ))}
      </ul>
      {failed.length > MAX_LISTED_LINES && (
        <p className="dim">{t('failures.more', { lines: failed.length - MAX_LISTED_LINES })}</p>
      )}
    </Section>
  );
}

function LedgerPart() {
  const { data: ledger } = useAsk('production.ledger', {});
  if (!ledger) return null;
  const spent = ledger.pricePerThousand === null && ledger.spent === 0 ? null : ledger.spent;
  return (
    <Section title={t('ledger.title')}>
      <dl className={styles.pairs}>
        <LedgerRow label={t('ledger.thisRun')} value={t('ledger.characters', { characters: ledger.thisRun })} />
        <LedgerRow label={t('ledger.retakes')} value={formatCount(ledger.retakes)} />
        {ledger.inDoubt > 0 && <LedgerRow label={t('ledger.inDoubt')} value={formatCount(ledger.inDoubt)} />}
        {ledger.lost > 0 && <LedgerRow label={t('ledger.lost')} value={formatCount(ledger.lost)} />}
        {ledger.auditions > 0 && <LedgerRow label={t('ledger.auditions')} value={formatCount(ledger.auditions)} />}
        <LedgerRow
          label={t('ledger.total')}
          value={
            spent === null
              ? formatCount(ledger.total)
              : `${formatCount(ledger.total)} · ${formatAmount(spent, ledger.currency)}`
          }
        />
      </dl>
      <Button className={styles.all ?? ''} onClick={() => useProductionView.getState().show('costs')}>
        {t('ledger.all')}
      </Button>
      <Editable>
        <CapFields ledger={ledger} />
      </Editable>
    </Section>
  );
}

function LedgerRow({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

const MAX_LOG_ENTRIES = 200;

/** The run's log, newest first and collapsed by default. */
function RunLog() {
  const [isOpen, setOpen] = useState(false);
  const { data: log } = useAsk('production.log', {});
  if (!log || log.length === 0) return null;
  return (
    <details className={styles.log} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="label">{t('log.title')}</summary>
      {isOpen && (
        <ol>
          {log
            .slice(-MAX_LOG_ENTRIES)
            .toReversed()
            .map((entry) => (
              <li key={`${entry.at} ${entry.kind} ${entry.batch} ${entry.line}`}>
                <time>{formatClockSeconds(entry.at)}</time> {logEntryText(entry)}
              </li>
            ))}
        </ol>
      )}
    </details>
  );
}

/** The maximum number of batches to list. The latest batches come first. */
const MAX_LISTED_BATCHES = 8;

function Webhooks() {
  const { data: snapshot } = useAsk('production.snapshot', {});
  const listed =
    snapshot?.batches.flatMap(({ key, number, webhook }) => (webhook ? [{ key, number, webhook }] : [])) ?? [];
  if (listed.length === 0) return null;
  const answered = listed.filter(({ webhook }) => webhook.state === 'answered').length;
  return (
    <Section id="webhooks" title={t('webhooks.title', { answered, batches: listed.length })}>
      <ul className={styles.webhooks}>
        {listed
          .toReversed()
          .slice(0, MAX_LISTED_BATCHES)
          .map(({ key, number, webhook }) => (
            <li key={key} title={webhookText(webhook)}>
              <span>{t('webhooks.batch', { batch: batchNumber({ number }) })}</span>
              <span className="tag" style={{ ['--c' as string]: WEBHOOK_COLOURS[webhook.state] }}>
                {webhookLabel(webhook)}
              </span>
              <p className="dim">{webhookText(webhook)}</p>
            </li>
          ))}
      </ul>
      {listed.length > MAX_LISTED_BATCHES && (
        <p className="dim">{t('webhooks.more', { batches: listed.length - MAX_LISTED_BATCHES })}</p>
      )}
    </Section>
  );
}

type Ledger = ReplyOf<'production.ledger'>;

/** Each limit is saved on blur or Enter. */
export function CapFields({ ledger }: { readonly ledger: Ledger }) {
  const readLedger = useRefetch('production.ledger');
  const save = (settings: RequestOf<'project.updateSettings'>) =>
    ask('project.updateSettings', settings).then(readLedger);
  const focusCount = useProductionView((state) => state.capFocusCount);
  const { cap, moneyCap, confirmPrice, currency, pricePerThousand } = ledger;
  const hasMoney = pricePerThousand !== null || moneyCap !== null || confirmPrice !== null;
  const isOther = moneyCap !== null && pricePerThousand !== null && moneyCap.currency !== currency;
  return (
    <Stack gap="var(--gap-5)">
      <LimitField
        label={t('caps.characters.label')}
        description={t('caps.characters.hint')}
        placeholder={t('caps.characters.none')}
        value={cap}
        onSave={(characterCap) => save({ characterCap: characterCap === null ? null : Math.round(characterCap) })}
        step={1_000}
        decimals={0}
        focusCount={focusCount}
      />
      {hasMoney && (
        <>
          <LimitField
            label={t('caps.money.label', { currency })}
            description={
              isOther ? t('caps.money.otherCurrency', { limit: moneyCap.currency, currency }) : t('caps.money.hint')
            }
            placeholder={t('caps.money.none')}
            value={moneyCap?.amount ?? null}
            onSave={(amount) => save({ moneyCap: amount === null ? null : { amount, currency } })}
            resaves={isOther}
            step={5}
            decimals={2}
          />
          <LimitField
            label={t('caps.confirm.label', { currency })}
            description={t('caps.confirm.hint')}
            placeholder={t('caps.confirm.none')}
            value={confirmPrice}
            onSave={(amount) => save({ confirmPrice: amount })}
            step={1}
            decimals={2}
          />
        </>
      )}
    </Stack>
  );
}

interface LimitFieldProps {
  readonly label: string;
  readonly description: string;
  readonly placeholder: string;
  readonly value: number | null;
  readonly onSave: (value: number | null) => Promise<unknown>;
  /** Whether to save a number even if it hasn't changed, because its meaning has changed. */
  readonly resaves?: boolean;
  readonly step: number;
  readonly decimals: number;
  readonly focusCount?: number;
}

export function LimitField({ value, onSave, resaves = false, decimals, focusCount = 0, ...rest }: LimitFieldProps) {
  const { draft, ...field } = useFieldDraft<string | number, number | null>({
    value,
    read(typed, known) {
      const limit = typed === '' ? null : numberOrKnown(typed, known);
      return limit === null ? null : Math.max(0, limit);
    },
    save: onSave,
    resaves,
    dropsFailed: true,
  });
  const input = useRef<HTMLInputElement>(null);
  const seen = useRef(focusCount);
  useEffect(() => {
    if (focusCount === seen.current) return;
    seen.current = focusCount;
    input.current?.focus();
    input.current?.select();
  }, [focusCount]);
  return (
    <NumberInput
      {...rest}
      ref={input}
      min={0}
      thousandSeparator=","
      decimalScale={decimals}
      allowDecimal={decimals > 0}
      allowNegative={false}
      value={draft ?? field.value ?? ''}
      onChange={field.type}
      onBlur={field.save}
      onKeyDown={({ key }) => key === 'Enter' && field.save()}
    />
  );
}
