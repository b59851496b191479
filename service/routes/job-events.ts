// A job's way as events ("Event stream of `POST /api/v2/tts`").
import type { z } from 'zod';
import type { completedEventSchema, generatingEventSchema } from '../../shared/service/events.ts';
import type { Output } from '../../shared/service/jobs.ts';
import { DECISIONS } from '../common/decisions.ts';
import { isSpeechStage, OPEN_STAGES, overallProgress, type Standing } from '../jobs/job-stages.ts';
import type { StoredJob } from '../store/stored-jobs.ts';
import { comment, type EventSource, eventFrame } from './event-stream.ts';

type Generating = z.input<typeof generatingEventSchema>;
type Completed = z.input<typeof completedEventSchema>;

function generating(id: string, { stage, fraction }: Standing): Generating {
  const progress = overallProgress({ stage, fraction });
  return {
    id,
    progress,
    stage,
    ...(isSpeechStage(stage) ? { stageProgress: Math.round(fraction * 1000) / 1000 } : {}),
  };
}

/**
 * What one watcher of a job is told: every stage at least once and in order, however late it came or slow it is; of the
 * way within a stage only the newest step.
 *
 * A job that fails has no event of its own: the interface has none, and a kind of our own could be mistaken (in a browser
 * `error` is what a broken connection is called). The stream ends without `completed`, after a comment that says why, which
 * every reader of events passes over.
 */
export class JobEvents implements EventSource {
  readonly #id: string;
  readonly #output: (job: StoredJob) => Output | null;
  /** Where the job is. */
  #standing: Standing = { stage: 'queued', fraction: 0 };
  /** What was told last. */
  #told: Standing | undefined;
  #ended: StoredJob | undefined;
  #isDone = false;

  /** @param output the audio of a completed job */
  constructor(id: string, output: (job: StoredJob) => Output | null) {
    this.#id = id;
    this.#output = output;
  }

  /** @returns whether it is worth an event */
  advance(standing: Standing): boolean {
    this.#standing = standing;
    const told = this.#told;
    if (told === undefined || told.stage !== standing.stage) return true;
    return standing.fraction >= told.fraction + DECISIONS.progressStep || standing.fraction === 1;
  }

  end(job: StoredJob): void {
    this.#ended = job;
    // Whatever it was told to have come to, it has gone all the way.
    if (job.status === 'completed') this.#standing = { stage: 'postprocessing', fraction: 1 };
  }

  take(): string {
    if (this.#isDone) return '';
    const frames = this.#untold().map((standing) =>
      eventFrame('generating', JSON.stringify(generating(this.#id, standing))),
    );
    this.#told = this.#standing;
    if (this.#ended !== undefined) frames.push(...this.#last(this.#ended));
    this.#isDone = this.#ended !== undefined;
    return frames.join('');
  }

  isDone(): boolean {
    return this.#isDone;
  }

  #last(job: StoredJob): string[] {
    const output = this.#output(job);
    if (output === null) return [comment(`The job has failed: ${job.error ?? 'the reason is not known.'}`)];
    const completed: Completed = { id: this.#id, progress: 1, stage: 'complete', ...output };
    return [eventFrame('completed', JSON.stringify(completed))];
  }

  /** From what was told last to where the job is now. A stage that is behind is told to its end. */
  #untold(): Standing[] {
    const told = this.#told;
    const now = OPEN_STAGES.indexOf(this.#standing.stage);
    const from = told === undefined ? 0 : OPEN_STAGES.indexOf(told.stage);
    return OPEN_STAGES.slice(from, now + 1).flatMap((stage): Standing[] => {
      const fraction = stage === this.#standing.stage ? this.#standing.fraction : Number(isSpeechStage(stage));
      return stage === told?.stage && fraction === told.fraction ? [] : [{ stage, fraction }];
    });
  }
}
