import type { PlanPreview, RunSummary } from '../../shared/ipc/production-requests.ts';
import { type Figure, Figures } from '../ui/figures.tsx';
import { formatClock, formatCount, formatCounted, formatDuration, nounFor } from '../ui/format.ts';
import { useNow } from './use-now.ts';
import { formatAmount } from './wording.ts';

const untilWords = (at: number | null, now: number) => (at === null ? '–' : formatDuration((at - now) / 1_000));
const clockWords = (at: number | null) => (at === null ? '–' : formatClock(at));

/** The large figures of what a run would send. */
export function PlanFigures({ plan }: { readonly plan: PlanPreview }) {
  const now = useNow(false);
  const figures: Figure[] = [
    { value: formatCount(plan.lines), label: nounFor(plan.lines, 'line') },
    { value: formatCount(plan.characters), label: 'characters' },
    { value: formatCount(plan.batches.length), label: nounFor(plan.batches.length, 'batch', 'batches') },
    { value: untilWords(plan.allSentAt, now), label: 'until the last leaves' },
    { value: clockWords(plan.doneAt), label: 'all done' },
  ];
  if (plan.price) {
    figures.push({ value: formatAmount(plan.price.amount, plan.price.currency), label: 'price' });
  }
  if (plan.room) figures.push({ value: formatCount(plan.room.characters), label: 'characters left under the cap' });
  return <Figures figures={figures} />;
}

/** The large figures of a run, live. */
export function RunFigures({ run }: { readonly run: RunSummary }) {
  const goesOn = run.state === 'running' || run.state === 'stopping';
  const now = useNow(goesOn);
  return (
    <Figures
      figures={[
        { value: `${formatCount(run.rendered)} / ${formatCount(run.lines)}`, label: nounFor(run.lines, 'line') },
        { value: formatCount(run.charactersSent), label: `of ${formatCounted(run.characters, 'character')}` },
        {
          value: formatCount(run.batches),
          label: `${nounFor(run.batches, 'batch', 'batches')}, ${formatCount(run.batchesInFlight)} in flight`,
        },
        { value: goesOn ? untilWords(run.allSentAt, now) : '–', label: 'until the last leaves' },
        run.finishedAt === null
          ? { value: goesOn ? clockWords(run.doneAt) : '–', label: 'all done' }
          : { value: clockWords(run.finishedAt), label: 'finished' },
        { value: formatCount(run.refused), label: 'refused' },
        ...(run.extraTakes > 0
          ? [{ value: `${formatCount(run.extraTakesRendered)} / ${formatCount(run.extraTakes)}`, label: 'extra takes' }]
          : []),
      ]}
    />
  );
}
