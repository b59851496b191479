// A job's way as events ("Event stream of `POST /api/v2/tts`").

import type { Writable } from 'node:stream';
import type { completedEventSchema, generatingEventSchema, Output } from '@lectern/tts-protocol';
import type { z } from 'zod';
import { append } from '../../shared/rules/lists.ts';
import { DECISIONS } from '../common/decisions.ts';
import { isSpeechStage, OPEN_STAGES, overallProgress, type StageProgress } from '../jobs/job-progress.ts';
import type { StoredJob } from '../store/job-store.ts';

// A stream of events as an answer ("Each event has an `event:` line and a `data:` line").

/** One event. `data` has no line breaks. */
export const eventFrame = (kind: string, data: string): string => `event: ${kind}\ndata: ${data}\n\n`;

/** What people see who look at the stream itself; no event. */
export const comment = (text: string): string => `: ${text.replaceAll(/[\r\n]+/g, ' ')}\n\n`;

/** Where the events come from. */
export interface EventSource {
  /** What is to be sent now, as frames; empty where there is nothing new. What is not asked for need not be kept. */
  take(): string;
  /** Whether what was taken last was the end. */
  isDone(): boolean;
}

interface EventStreamOptions {
  readonly source: EventSource;
  /** Milliseconds between two pings. */
  readonly pingMs: number;
  /** Milliseconds for which the reader may take nothing. */
  readonly stallMs: number;
  /** Ends the stream at once. */
  readonly stopping: AbortSignal;
  /** Called once when the stream is over, however it ended. */
  readonly onClosed: () => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Sends events as fast as their reader takes them, and never keeps more of them than the connection has taken: the source
 * is asked again only when what was sent is out of the way. Keep-alives go out between events.
 */
export class EventStream {
  readonly #raw: Writable;
  readonly #options: EventStreamOptions;
  readonly #ping: NodeJS.Timeout;
  #stall: NodeJS.Timeout | undefined;
  #isOver = false;

  /** @param raw an answer whose head is written */
  constructor(raw: Writable, options: EventStreamOptions) {
    this.#raw = raw;
    this.#options = options;
    this.#ping = setInterval(() => this.#sendPing(), options.pingMs);
    const stop = (): void => this.#end();
    options.stopping.addEventListener('abort', stop, { once: true });
    raw.on('error', () => {});
    raw.on('drain', () => {
      clearTimeout(this.#stall);
      this.#stall = undefined;
      this.pump();
    });
    raw.once('close', () => {
      options.stopping.removeEventListener('abort', stop);
      this.#isOver = true;
      clearInterval(this.#ping);
      clearTimeout(this.#stall);
      options.onClosed();
    });
    if (options.stopping.aborted) stop();
  }

  /** To be called when the source has something new. */
  pump(): void {
    // While the reader takes nothing, nothing is taken from the source either.
    if (this.#isOver || this.#stall !== undefined) return;
    this.#write(this.#options.source.take());
    if (this.#options.source.isDone()) this.#end();
  }

  #sendPing(): void {
    // "A timestamp as plain text, not JSON."
    if (this.#stall === undefined) this.#write(eventFrame('ping', new Date(this.#options.now()).toISOString()));
  }

  #write(frames: string): void {
    if (this.#isOver || frames === '' || this.#raw.write(frames)) return;
    this.#stall = setTimeout(() => this.#raw.destroy(), this.#options.stallMs);
  }

  /** The last bytes leave as long as their reader takes them, and no longer than a stalled one may wait. */
  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearInterval(this.#ping);
    this.#stall ??= setTimeout(() => this.#raw.destroy(), this.#options.stallMs);
    this.#raw.end();
  }
}

type Generating = z.input<typeof generatingEventSchema>;
type Completed = z.input<typeof completedEventSchema>;

function generating(id: string, { stage, fraction }: StageProgress): Generating {
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
  #reached: StageProgress = { stage: 'queued', fraction: 0 };
  /** What was told last. */
  #told: StageProgress | undefined;
  #ended: StoredJob | undefined;
  #isDone = false;

  /** @param output the audio of a completed job */
  constructor(id: string, output: (job: StoredJob) => Output | null) {
    this.#id = id;
    this.#output = output;
  }

  /** @returns whether it is worth an event */
  advance(reached: StageProgress): boolean {
    this.#reached = reached;
    const told = this.#told;
    if (told === undefined || told.stage !== reached.stage) return true;
    return reached.fraction >= told.fraction + DECISIONS.progressStep || reached.fraction === 1;
  }

  end(job: StoredJob): void {
    this.#ended = job;
    // Whatever it was told to have come to, it has gone all the way.
    if (job.status === 'completed') this.#reached = { stage: 'postprocessing', fraction: 1 };
  }

  take(): string {
    if (this.#isDone) return '';
    const frames = this.#untold().map((reached) =>
      eventFrame('generating', JSON.stringify(generating(this.#id, reached))),
    );
    this.#told = this.#reached;
    if (this.#ended !== undefined) append(frames, this.#last(this.#ended));
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
  #untold(): StageProgress[] {
    const told = this.#told;
    const now = OPEN_STAGES.indexOf(this.#reached.stage);
    const from = told === undefined ? 0 : OPEN_STAGES.indexOf(told.stage);
    return OPEN_STAGES.slice(from, now + 1).flatMap((stage): StageProgress[] => {
      const fraction = stage === this.#reached.stage ? this.#reached.fraction : Number(isSpeechStage(stage));
      return stage === told?.stage && fraction === told.fraction ? [] : [{ stage, fraction }];
    });
  }
}
