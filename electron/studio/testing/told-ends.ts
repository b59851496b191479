// A run at a simulated service on a turned clock, and the end that the window is told while it goes on.
import type { BudgetSettings } from '../../../shared/model/connection.ts';
import { RunProgress } from '../../core/production/run-progress.ts';
import type { LinePositions } from '../../core/project/lines/line-positions.ts';
import { Dispatcher } from '../../core/scheduler/dispatcher.ts';
import { Backlog, ServiceLoad } from '../../core/scheduler/service-load.ts';
import { SpeakingService } from '../../core/scheduler/testing/speaking-service.ts';
import { TemporaryLimits } from '../../core/scheduler/testing/temporary-limits.ts';
import { RunFeed } from '../../core/session/run-feed.ts';

interface SimulatedRun {
  /** The characters of each line. */
  readonly lines: readonly number[];
  readonly settings: BudgetSettings;
  readonly charactersPerSecond: number;
  /** Milliseconds that a line takes beside its characters. */
  readonly msPerLine: number;
  /** Milliseconds until the service is there to speak; none unless given. */
  readonly startsAfterMs?: number;
  /** What is known of the service's pace before it was measured, in units of work per millisecond; nothing unless given. */
  readonly earlierPace?: number;
}

/** How long a run took, and what was told of its end on the way. Milliseconds since it began. */
export interface ForecastEnds {
  readonly told: readonly { readonly at: number; readonly end: number | null }[];
  readonly end: number;
}

/** The share of a run after which what is told of its end must hold. */
const SETTLED = 0.05;
/** The end is asked for so often in a run. */
const LOOKS = 100;

/** The farthest that what was told after a twentieth of a run was off its end, as a share of the whole run. */
export function worstForecastError({ told, end }: ForecastEnds): number {
  const settled = told.filter(({ at }) => at >= SETTLED * end && at < end);
  if (settled.length === 0) return Number.POSITIVE_INFINITY;
  return (
    Math.max(...settled.map((each) => (each.end === null ? Number.POSITIVE_INFINITY : Math.abs(each.end - end)))) / end
  );
}

/** Renders lines of these lengths, and asks for the end again and again. */
export async function forecastEnds(run: SimulatedRun): Promise<ForecastEnds> {
  const { lines, settings } = run;
  const limits = new TemporaryLimits();
  try {
    const { clock } = limits;
    const service = new SpeakingService(clock, run.charactersPerSecond, run.msPerLine, run.startsAfterMs);
    const load = new ServiceLoad({ clock, earlierPace: run.earlierPace ?? null });
    const { characters } = settings.limits.batch ?? {};
    const isLocal = settings.limits.batch !== undefined && characters === undefined;
    const budget = limits.budget(settings);
    const dispatcher = new Dispatcher({
      budget,
      clock,
      requestTimeoutMs: 30_000,
      load,
      ...(isLocal ? { backlog: new Backlog({ clock, load }) } : {}),
    });
    const waiting = lines.map((length, index) => ({ lineId: index + 1, characters: length }));
    const progress = new RunProgress({ runId: 1, batches: [], states: new Map(), waiting, failures: new Map() });
    const feed = new RunFeed({
      // What is told is asked for here: nothing has to be pushed.
      clock: { now: () => clock.now(), monotonic: () => clock.monotonic(), sleep: () => new Promise(() => {}) },
      emit: () => {},
      places: { label: () => '', rangeLabel: () => '' } as unknown as LinePositions,
      isShown: () => true,
      state: () => 'running',
      outlook: () => budget.outlook('batch'),
      load: () => load.state,
      onUpdate: () => {},
      onLines: () => {},
      onTakes: () => {},
      onDefect: (error) => {
        throw error;
      },
    });
    const startedAt = clock.now();
    feed.load({ id: 1, createdAt: startedAt, state: 'open', finishedAt: null }, progress);
    const told: { at: number; end: number | null }[] = [];
    let left = lines.length;
    let batches = 0;
    let looked = 0;
    const look = () => {
      const { doneAt } = feed.summary();
      told.push({ at: clock.now() - startedAt, end: doneAt === null ? null : doneAt - startedAt });
    };
    service.dispatcher = {
      ended(ids) {
        dispatcher.ended(ids);
        for (const id of ids)
          feed.handleEvent({ kind: 'line-rendered', lineId: Number(id), takeId: 1, durationSeconds: 1 });
        left -= ids.length;
        const looks = Math.floor(((lines.length - left) / lines.length) * LOOKS);
        if (looks > looked && left > 0) look();
        looked = looks;
      },
    };
    dispatcher.enqueue({
      runId: '1',
      kind: 'bulk',
      lines: waiting.map((line) => ({ ...line, id: String(line.lineId) })),
      async send(batch) {
        batches += 1;
        const batchId = batches;
        const sum = batch.reduce((total, line) => total + line.characters, 0);
        const lineIds = batch.map(({ lineId }) => lineId);
        feed.handleEvent({ kind: 'batch-sent', batchId, lineIds, characters: sum, webhookHost: null });
        const result = await service.send(batch);
        feed.handleEvent({ kind: 'batch-accepted', batchId, lines: batch.length });
        return result;
      },
      neverFits: (line) => {
        throw new Error(`line ${line.id} can't leave`);
      },
    });
    while (left > 0) if (!(await clock.step())) throw new Error('the run waits for something that no clock brings');
    feed.stop();
    return { told, end: clock.now() - startedAt };
  } finally {
    limits.dispose();
  }
}
