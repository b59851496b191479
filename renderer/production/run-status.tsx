// The local service has no rate limits, so its runs show only a progress bar and the remaining time.
import { Button } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { PlanPreview, RunSummary } from '../../shared/ipc/production-requests.ts';
import { LOCAL_ORIGIN } from '../../shared/model/connection.ts';
import { TARGETS } from '../../shared/rules/export/export-targets.ts';
import { syntheticNotices } from '../../shared/rules/export/target-readiness.ts';
import { narrationPolicyText } from '../../shared/words/delivery-words.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { tDelivery, words } from '../locales/words.ts';
import { runCommand } from '../ui/commands.ts';
import { formatClock, formatClockSeconds, formatCount, formatDuration } from '../ui/format.ts';
import { Editable } from '../ui/read-only.tsx';
import { type Figure, Figures } from '../ui/screen-parts.tsx';
import { useView } from '../ui/view-store.ts';
import { formatAmount } from '../ui/wording/amounts.ts';
import { tRun } from '../ui/wording/errors.ts';
import { activePlan } from '../ui/wording/plans.ts';
import { endedEarly, extraTakesText } from '../ui/wording/status.ts';
import styles from './production-screen.module.css';
import { useProductionView } from './production-view.tsx';
import { useOwnWebhook } from './run-options.tsx';
import { formatEstimate, waitText } from './wording.ts';

const t = words('production');

/** Returns milliseconds since the epoch, updated every second while `ticking`. */
function useNow(ticking: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    setNow(Date.now());
    if (!ticking) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [ticking]);
  return now;
}

const waitUntilText = (at: number | null, now: number) => (at === null ? '–' : formatDuration((at - now) / 1_000));
/** The service's speed may be unknown; then the lines are done some time after the last batch is sent. */
const doneText = ({ doneAt, allSentAt }: Pick<PlanPreview, 'doneAt' | 'allSentAt'>) =>
  doneAt === null && allSentAt !== null ? t('figures.after', { time: formatClock(allSentAt) }) : clockText(doneAt);
const clockText = (at: number | null) => (at === null ? '–' : formatClock(at));

export function PlanFigures({ plan }: { readonly plan: PlanPreview }) {
  const now = useNow(false);
  const figures: Figure[] = [
    { value: formatCount(plan.lines), label: t('figures.lines', { lines: plan.lines }) },
    { value: formatCount(plan.characters), label: t('figures.characters') },
    { value: formatCount(plan.batches.length), label: t('figures.batches', { batches: plan.batches.length }) },
    { value: waitUntilText(plan.allSentAt, now), label: t('figures.untilLast') },
    { value: doneText(plan), label: t('figures.allDone') },
  ];
  if (plan.price) {
    figures.push({ value: formatAmount(plan.price.amount, plan.price.currency), label: t('figures.price') });
  }
  if (plan.room) figures.push({ value: formatCount(plan.room.characters), label: t('figures.room') });
  return <Figures figures={figures} />;
}

export function RunFigures({ run }: { readonly run: RunSummary }) {
  const goesOn = run.state === 'running' || run.state === 'stopping';
  const now = useNow(goesOn);
  return (
    <Figures
      figures={[
        {
          value: `${formatCount(run.rendered)} / ${formatCount(run.lines)}`,
          label: t('figures.lines', { lines: run.lines }),
        },
        { value: formatCount(run.charactersSent), label: t('figures.ofCharacters', { characters: run.characters }) },
        {
          value: formatCount(run.batches),
          label: t('figures.batchesInFlight', { batches: run.batches, inFlight: run.batchesInFlight }),
        },
        { value: goesOn ? waitUntilText(run.allSentAt, now) : '–', label: t('figures.untilLast') },
        run.finishedAt === null
          ? { value: goesOn ? doneText(run) : '–', label: t('figures.allDone') }
          : { value: clockText(run.finishedAt), label: t(endedEarly(run) ? 'figures.stopped' : 'figures.finished') },
        { value: formatCount(run.refused), label: t('figures.refused') },
        ...(run.extraTakes > 0
          ? [
              {
                value: `${formatCount(run.extraTakesRendered)} / ${formatCount(run.extraTakes)}`,
                label: t('figures.extraTakes'),
              },
            ]
          : []),
      ]}
    />
  );
}

export function useIsLocal(): boolean {
  const { data: project } = useAsk('project.current', {});
  const { data: status } = useAsk('connection.status', {});
  const { own: webhook } = useOwnWebhook();
  return (
    project?.connection.origin === LOCAL_ORIGIN &&
    webhook === null &&
    (status === undefined || activePlan(status) === null)
  );
}

export function LocalPlan({ plan }: { readonly plan: PlanPreview }) {
  const now = useNow(false);
  return (
    <Figures
      figures={[
        { value: formatCount(plan.lines), label: t('figures.lines', { lines: plan.lines }) },
        { value: formatCount(plan.characters), label: t('figures.characters') },
        { value: formatEstimate(plan.doneAt === null ? null : plan.doneAt - now), label: t('figures.estimate') },
      ]}
    />
  );
}

export function LocalProgress({ run }: { readonly run: RunSummary }) {
  const now = useNow(run.state === 'running');
  const done = run.rendered + run.failed;
  const rendered = t('progress.rendered', { rendered: run.rendered, lines: run.lines });
  const failed = run.failed === 0 ? null : t('progress.failed', { lines: run.failed });
  return (
    <div className={styles.progress}>
      <div
        role="progressbar"
        aria-label={t('progress.label')}
        aria-valuemin={0}
        aria-valuemax={run.lines}
        aria-valuenow={done}
        aria-valuetext={rendered}
        className={styles.track}
      >
        <i data-state={run.state} style={{ transform: `scaleX(${run.lines === 0 ? 0 : done / run.lines})` }} />
      </div>
      <p className={styles.words}>
        <span>{[rendered, failed, extraTakesText(run)].filter((part) => part !== null).join(' · ')}</span>
        <span>{timeLeftText(run, now)}</span>
      </p>
    </div>
  );
}

function timeLeftText({ state, doneAt }: RunSummary, now: number): string {
  if (state === 'paused') return t('progress.paused');
  if (state === 'stopping') return t('progress.stopping');
  if (state !== 'running') return '';
  return doneAt === null ? t('progress.estimating') : t('progress.left', { time: formatEstimate(doneAt - now) });
}

/** The window frame shows notices about the project itself. */
export function RunNotices({ run }: { readonly run: RunSummary }) {
  return (
    <div role="status" className={styles.notices}>
      {run.state === 'paused' && <Notice>{t('notices.paused', { lines: run.waiting })}</Notice>}
      <BehindOthers run={run} />
      {run.state === 'finished' && run.isCancelled && (
        <Notice>{t('notices.cancelled', { rendered: run.rendered, lines: run.lines })}</Notice>
      )}
      {run.state === 'stopping' && <Notice>{t('notices.stopping')}</Notice>}
      {run.wait && run.state === 'running' && (
        <Notice>{t('notices.waiting', { why: waitText(run.wait), time: formatClockSeconds(run.wait.until) })}</Notice>
      )}
      {run.stopped !== null && run.leftOut === null && (
        <Notice isProblem>{t('notices.stopped', { why: tRun.stop(run.stopped) })}</Notice>
      )}
      {run.stopped !== null && run.leftOut !== null && (
        <Notice
          isProblem
          action={
            <Editable>
              <Button onClick={raiseCap}>{t('actions.raiseCap')}</Button>
            </Editable>
          }
        >
          {t('notices.capped', { why: tRun.stop(run.stopped), lines: run.waiting, which: run.leftOut })}
        </Notice>
      )}
    </div>
  );
}

/** The project waits until all lines of the projects before it in the render queue have been sent. */
function BehindOthers({ run }: { readonly run: RunSummary }) {
  const { data: queue } = useAsk('queue.state', {});
  const at = queue?.entries.findIndex(({ isShown }) => isShown) ?? -1;
  const before = queue?.entries.slice(0, Math.max(0, at)).filter(({ state }) => state === 'running') ?? [];
  const lines = before.reduce((sum, { unsent }) => sum + unsent, 0);
  if (run.state !== 'running' || run.waiting === 0 || lines === 0) return null;
  return (
    <Notice action={<Button onClick={() => runCommand('queue.open')}>{t('view.renderQueue')}</Button>}>
      {t('notices.behind', { lines })}
    </Notice>
  );
}

function raiseCap(): void {
  const { inspectorOpen, toggleInspector } = useView.getState();
  if (!inspectorOpen) toggleInspector();
  // Waits until the inspector has rendered.
  requestAnimationFrame(() => useProductionView.getState().focusCap());
}

interface NoticeProps {
  readonly isProblem?: boolean;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

function Notice({ isProblem = false, action, children }: NoticeProps) {
  return (
    <div className={styles.notice} data-bad={isProblem || undefined}>
      <TriangleAlert aria-hidden size={15} />
      <p>{children}</p>
      {action}
    </div>
  );
}

export function StoreNotices() {
  const { data: project } = useAsk('project.current', {});
  const stances = syntheticNotices((project?.settings.targets ?? []).map((id) => TARGETS[id])).flatMap(
    ({ target }) => narrationPolicyText(tDelivery, { id: target }) ?? [],
  );
  if (stances.length === 0) return null;
  return (
    <ul className={styles.stances} aria-label={t('stances')}>
      {stances.map((stance) => (
        <li key={stance}>{stance}</li>
      ))}
    </ul>
  );
}
