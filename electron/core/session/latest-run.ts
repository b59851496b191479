// The project's latest run: its journal record and its board, always updated together.

import type { OrderedLine } from '../../../shared/model/run.ts';
import type { Clock } from '../ports.ts';
import { boardBatch } from '../production/board-batch.ts';
import { boardStart } from '../production/board-start.ts';
import { resendOnce } from '../production/retake.ts';
import { RunBoard } from '../production/run-board.ts';
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

/** Called with the run's id after it is in the journal and before the board shows it. */
type NoteOrder = (runId: number) => void;

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
    return this.#parts.feed.board?.waiting() ?? [];
  }

  /**
   * Loads the run and log of an earlier process.
   *
   * @throws ProjectError
   */
  loadLatestRun(): void {
    const { reports, feed } = this.#parts;
    this.#record = reports.latestRun();
    if (this.#record) feed.log.recall(this.#record, reports.board(this.#record.id));
    this.reload();
  }

  /**
   * Reloads the run from the journal.
   *
   * @throws ProjectError
   */
  reload(): void {
    const { feed, reports } = this.#parts;
    this.#record = reports.latestRun();
    const extras = feed.board?.runId === this.#record?.id ? feed.board?.extras : undefined;
    const start = this.#record && boardStart(this.#parts, this.#record);
    feed.load(this.#record, start && new RunBoard({ ...start, ...(extras && { extras }) }));
  }

  /**
   * Starts a new run.
   *
   * @param options how it was ordered
   * @throws ProjectError
   */
  begin(lines: readonly OrderedLine[], options: object, note: NoteOrder = () => undefined): void {
    const { journal, clock, reports, feed } = this.#parts;
    const lineIds = lines.map((line) => line.lineId);
    const runId = journal.createRun(lineIds, options, clock.now());
    note(runId);
    this.#record = reports.latestRun();
    const batches = reports.board(runId).map((batch, index) => boardBatch(batch, index + 1));
    feed.load(this.#record, new RunBoard({ runId, batches, fates: new Map(), waiting: lines, failures: new Map() }));
    feed.log.note('started', { lines: lines.length });
  }

  /** Adds lines to an open run. Interactive lines are sent first and count in addition to the run. */
  add(runId: number, lines: readonly OrderedLine[], kind: WorkKind, note: NoteOrder): void {
    const { journal, feed } = this.#parts;
    const lineIds = lines.map((line) => line.lineId);
    journal.addToRun(runId, lineIds);
    note(runId);
    if (kind === 'interactive') feed.board?.orderExtra(lines);
    else feed.board?.order(lines);
  }

  /**
   * Closes an open run.
   *
   * @throws ProjectError; the run stays open
   */
  end(runId: number, how: 'done' | 'cancelled'): void {
    const { journal, clock, feed, reports } = this.#parts;
    journal.finishRun(runId, how, clock.now());
    this.#record = reports.latestRun();
    if (how === 'cancelled') feed.board?.cancelUnsent();
    if (this.#record) feed.noteRecord(this.#record);
    feed.log.note(how === 'done' ? 'finished' : 'cancelled');
  }

  /**
   * Queues the run's lines that are in doubt or lost to be sent again.
   *
   * @throws ProjectError
   */
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
