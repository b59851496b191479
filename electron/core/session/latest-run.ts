import type { OrderedLine } from '../../../shared/model/run.ts';
import type { Clock } from '../ports.ts';
import { progressOfBatch } from '../production/batch-progress.ts';
import { resendOnce } from '../production/retake.ts';
import { RunProgress } from '../production/run-progress.ts';
import { storedProgress } from '../production/stored-progress.ts';
import type { Journal } from '../project/journal/journal.ts';
import type { JournalReports, RunRecord } from '../project/journal/journal-reports.ts';
import type { Project } from '../project/project.ts';
import type { WorkKind } from '../scheduler/line-queue.ts';
import type { RunFeed } from './run-feed.ts';

export interface LatestRunParts {
  readonly project: Project;
  readonly journal: Journal;
  readonly reports: JournalReports;
  readonly clock: Clock;
  readonly feed: RunFeed;
}

/** Called with the run's id once it is in the journal, before the progress shows it. */
type OnOrdered = (runId: number) => void;

export class LatestRun {
  readonly #parts: LatestRunParts;
  #record: RunRecord | null = null;

  constructor(parts: LatestRunParts) {
    this.#parts = parts;
  }

  get record(): RunRecord | null {
    return this.#record;
  }

  get isOpen(): boolean {
    return this.#record?.state === 'open';
  }

  waiting(): readonly OrderedLine[] {
    return this.#parts.feed.progress?.waiting() ?? [];
  }

  /** @throws ProjectError */
  loadLatestRun(): void {
    const { reports, feed } = this.#parts;
    this.#record = reports.latestRun();
    if (this.#record) feed.log.recall(this.#record, reports.batchesFor(this.#record.id));
    this.reload();
  }

  /** @throws ProjectError */
  reload(): void {
    const { feed, reports } = this.#parts;
    this.#record = reports.latestRun();
    const extras = feed.progress?.runId === this.#record?.id ? feed.progress?.extras : undefined;
    const start = this.#record && storedProgress(this.#parts, this.#record);
    feed.load(this.#record, start && new RunProgress({ ...start, ...(extras && { extras }) }));
  }

  /** @throws ProjectError */
  begin(lines: readonly OrderedLine[], options: object, onOrdered: OnOrdered = () => undefined): void {
    const { journal, clock, reports, feed } = this.#parts;
    const lineIds = lines.map((line) => line.lineId);
    const runId = journal.createRun(lineIds, options, clock.now());
    onOrdered(runId);
    this.#record = reports.latestRun();
    const batches = reports.batchesFor(runId).map((batch, index) => progressOfBatch(batch, index + 1));
    feed.load(
      this.#record,
      new RunProgress({ runId, batches, states: new Map(), waiting: lines, failures: new Map() }),
    );
    feed.log.note('started', { lines: lines.length });
  }

  /** Interactive lines are sent first and are counted separately from the run. */
  add(runId: number, lines: readonly OrderedLine[], kind: WorkKind, onOrdered: OnOrdered): void {
    const { journal, feed } = this.#parts;
    const lineIds = lines.map((line) => line.lineId);
    journal.addToRun(runId, lineIds);
    onOrdered(runId);
    if (kind === 'interactive') feed.progress?.orderExtra(lines);
    else feed.progress?.order(lines);
  }

  /** @throws ProjectError, in which case the run stays open */
  end(runId: number, how: 'done' | 'cancelled'): void {
    const { journal, clock, feed, reports } = this.#parts;
    journal.finishRun(runId, how, clock.now());
    this.#record = reports.latestRun();
    if (how === 'cancelled') feed.progress?.cancelUnsent();
    if (this.#record) feed.noteRecord(this.#record);
    feed.log.note(how === 'done' ? 'finished' : 'cancelled');
  }

  /** @throws ProjectError */
  resendDoubts(): void {
    const { project, reports, feed } = this.#parts;
    for (const { id, runId, jobs } of reports.doubts()) {
      if (runId !== this.#record?.id) continue;
      const again = new Set(resendOnce(project.db, { id, runId }));
      const lines = jobs.flatMap(({ lineId, characters }) => (again.has(lineId) ? [{ lineId, characters }] : []));
      if (lines.length > 0) feed.tell({ kind: 'doubt-sent-again', batchId: id, lines });
    }
  }
}
