// A run at the local service: one bar, one time. Nothing limits it, so there are no departures to show.
import type { PlanPreview, RunSummary } from '../../shared/ipc/production-requests.ts';
import { LOCAL_ORIGIN } from '../../shared/model/connection.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { Figures } from '../ui/figures.tsx';
import { formatCount, formatCounted, nounFor } from '../ui/format.ts';
import { extraTakesWords } from '../ui/wording/extra-takes.ts';
import { planInForce } from '../ui/wording/plans.ts';
import styles from './local-run.module.css';
import { useOwnWebhook } from './run-options.tsx';
import { useNow } from './use-now.ts';
import { formatEstimate } from './wording.ts';

/** Whether the open project is rendered by the local service without the limits of a plan and without a webhook to follow. */
export function useIsLocal(): boolean {
  const { data: project } = useAsk('project.current', {});
  const { data: status } = useAsk('connection.status', {});
  const { own: webhook } = useOwnWebhook();
  return (
    project?.connection.origin === LOCAL_ORIGIN &&
    webhook === null &&
    (status === undefined || planInForce(status) === null)
  );
}

/** What a run at the local service would take. */
export function LocalPlan({ plan }: { readonly plan: PlanPreview }) {
  const now = useNow(false);
  return (
    <Figures
      figures={[
        { value: formatCount(plan.lines), label: nounFor(plan.lines, 'line') },
        { value: formatCount(plan.characters), label: 'characters' },
        { value: formatEstimate(plan.doneAt === null ? null : plan.doneAt - now), label: 'estimated time' },
      ]}
    />
  );
}

/** How far a run at the local service is. */
export function LocalProgress({ run }: { readonly run: RunSummary }) {
  const now = useNow(run.state === 'running');
  const done = run.rendered + run.failed;
  const words = `${formatCount(run.rendered)} of ${formatCounted(run.lines, 'line')} rendered`;
  const extra = extraTakesWords(run);
  return (
    <div className={styles.progress}>
      <div
        role="progressbar"
        aria-label="Progress"
        aria-valuemin={0}
        aria-valuemax={run.lines}
        aria-valuenow={done}
        aria-valuetext={words}
        className={styles.track}
      >
        <i data-state={run.state} style={{ transform: `scaleX(${run.lines === 0 ? 0 : done / run.lines})` }} />
      </div>
      <p className={styles.words}>
        <span>
          {words}
          {run.failed > 0 && ` · ${formatCount(run.failed)} failed`}
          {extra !== null && ` · ${extra}`}
        </span>
        <span>{timeLeft(run, now)}</span>
      </p>
    </div>
  );
}

function timeLeft({ state, doneAt }: RunSummary, now: number): string {
  if (state === 'paused') return 'Paused';
  if (state === 'stopping') return 'Stopping…';
  if (state !== 'running') return '';
  return doneAt === null ? 'Estimating time left…' : `${formatEstimate(doneAt - now)} left`;
}
