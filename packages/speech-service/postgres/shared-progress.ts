// Sends progress from workers to nodes whose clients follow a job's events.
import type pg from 'pg';
import { z } from 'zod';
import { JobProgress, OPEN_STAGES } from '../jobs/job-progress.ts';
import type { StoredJob } from '../ports/jobs.ts';
import type { ProgressReporter, ProgressSource, ProgressWatcher, StageProgress } from '../ports/progress.ts';
import { CHANNELS, NoticeSender } from './notices.ts';

/** Only single jobs have events. */
const hasEvents = (id: string): boolean => id.startsWith('sj-');

/** Minimum interval between progress reports within a job's stage, in milliseconds. */
const REPORT_MS = 100;

const noticeSchema = z.object({
  id: z.string(),
  /** Absent if the job has ended. */
  stage: z.enum(OPEN_STAGES).optional(),
  fraction: z.number().default(0),
});
type ProgressNotice = z.input<typeof noticeSchema>;

interface ReportedJob {
  stage: StageProgress['stage'];
  reportedAt: number;
}

/** Sends the progress of this worker's jobs. */
export class SharedProgressReporter implements ProgressReporter {
  readonly #sender: NoticeSender;
  readonly #reported = new Map<string, ReportedJob>();

  /** @param pool may commit asynchronously */
  constructor(pool: pg.Pool) {
    this.#sender = new NoticeSender(pool);
  }

  begin(id: string): void {
    if (!hasEvents(id)) return;
    this.#reported.set(id, { stage: 'active', reportedAt: performance.now() });
    this.#send({ id, stage: 'active' });
  }

  advance(id: string, stage: StageProgress['stage'], fraction: number): void {
    const known = this.#reported.get(id);
    if (known === undefined || Number.isNaN(fraction)) return;
    const now = performance.now();
    if (known.stage === stage && fraction < 1 && now - known.reportedAt < REPORT_MS) return;
    this.#reported.set(id, { stage, reportedAt: now });
    this.#send({ id, stage, fraction });
  }

  release(id: string): void {
    this.#reported.delete(id);
  }

  end({ id }: StoredJob): void {
    if (!hasEvents(id)) return;
    this.#reported.delete(id);
    this.#send({ id });
  }

  #send(notice: ProgressNotice): void {
    this.#sender.send(CHANNELS.progress, JSON.stringify(notice));
  }
}

/** How often to poll watched jobs, in milliseconds. Notices can be lost. */
const LOOK_MS = 2000;

/** Receives the progress of jobs that this node's clients follow. */
export class SharedProgressSource implements ProgressSource {
  readonly #read: (ids: readonly string[]) => Promise<readonly StoredJob[]>;
  readonly #local = new JobProgress();
  readonly #watched = new Map<string, number>();
  readonly #unread = new Set<string>();
  readonly #timer: NodeJS.Timeout;
  #isReading = false;

  /** @param read returns stored jobs by their IDs */
  constructor(read: (ids: readonly string[]) => Promise<readonly StoredJob[]>) {
    this.#read = read;
    this.#timer = setInterval(() => this.lookAtAll(), LOOK_MS);
  }

  watch(id: string, watcher: ProgressWatcher): { readonly reached: StageProgress; readonly leave: () => void } {
    this.#watched.set(id, (this.#watched.get(id) ?? 0) + 1);
    const { reached, leave } = this.#local.watch(id, watcher);
    // The job may have begun or ended since it was read.
    this.#look([id]);
    let isWatching = true;
    return {
      reached,
      leave: () => {
        if (!isWatching) return;
        isWatching = false;
        const left = (this.#watched.get(id) ?? 1) - 1;
        if (left > 0) this.#watched.set(id, left);
        else {
          this.#watched.delete(id);
          this.#local.release(id);
        }
        leave();
      },
    };
  }

  handleNotice(payload: string): void {
    const { id, stage, fraction } = noticeSchema.parse(JSON.parse(payload));
    if (!this.#watched.has(id)) return;
    if (stage === undefined) this.#look([id]);
    else this.#reach(id, { stage, fraction });
  }

  /** Polls all watched jobs. Call this when notices may have been lost. */
  lookAtAll(): void {
    this.#look(this.#watched.keys());
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #reach(id: string, { stage, fraction }: StageProgress): void {
    if (stage === 'queued') return;
    this.#local.begin(id);
    if (stage !== 'active') this.#local.advance(id, stage, fraction);
  }

  #look(ids: Iterable<string>): void {
    for (const id of ids) this.#unread.add(id);
    if (!this.#isReading && this.#unread.size > 0) void this.#readAll();
  }

  async #readAll(): Promise<void> {
    this.#isReading = true;
    while (this.#unread.size > 0) {
      const ids = [...this.#unread];
      this.#unread.clear();
      // If this fails, the timer looks again.
      for (const job of await this.#read(ids).catch(() => [])) {
        if (!this.#watched.has(job.id)) continue;
        if (job.status === 'completed' || job.status === 'failed') this.#local.end(job);
        else if (job.status === 'in_progress') this.#reach(job.id, { stage: 'active', fraction: 0 });
      }
    }
    this.#isReading = false;
  }
}
