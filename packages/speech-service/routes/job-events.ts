import type { Writable } from 'node:stream';
import type { completedEventSchema, generatingEventSchema, Output } from '@lectern/tts-protocol';
import type { z } from 'zod';
import { append } from '../../../shared/rules/lists.ts';
import { DECISIONS } from '../common/decisions.ts';
import { isSpeechStage, OPEN_STAGES, overallProgress } from '../jobs/job-progress.ts';
import type { StoredJob } from '../ports/jobs.ts';
import type { StageProgress } from '../ports/progress.ts';

/** Formats an event. `data` must not contain line breaks. */
export const eventFrame = (kind: string, data: string): string => `event: ${kind}\ndata: ${data}\n\n`;

/** Formats a comment, which event parsers ignore. */
export const commentFrame = (text: string): string => `: ${text.replaceAll(/[\r\n]+/g, ' ')}\n\n`;

export interface EventSource {
  /** Returns the new events as frames, or an empty string. Must only depend on the latest state. */
  takeFrames(): string;
  isDone(): boolean;
}

interface EventStreamOptions {
  readonly source: EventSource;
  readonly pingMs: number;
  readonly stallMs: number;
  readonly stopping: AbortSignal;
  readonly onClosed: () => void;
  readonly now: () => number;
}

/**
 * Sends frames without buffering more than the socket does: asks the source for frames only after the previous ones
 * have been sent.
 */
export class EventStream {
  readonly #raw: Writable;
  readonly #options: EventStreamOptions;
  readonly #ping: NodeJS.Timeout;
  #stall: NodeJS.Timeout | undefined;
  #isOver = false;

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

  pump(): void {
    // If the reader has stalled, `drain` calls this again.
    if (this.#isOver || this.#stall !== undefined) return;
    this.#write(this.#options.source.takeFrames());
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

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearInterval(this.#ping);
    this.#stall ??= setTimeout(() => this.#raw.destroy(), this.#options.stallMs);
    this.#raw.end();
  }
}

type GeneratingData = z.input<typeof generatingEventSchema>;
type CompletedData = z.input<typeof completedEventSchema>;

function generatingData(id: string, { stage, fraction }: StageProgress): GeneratingData {
  const progress = overallProgress({ stage, fraction });
  return {
    id,
    progress,
    stage,
    ...(isSpeechStage(stage) ? { stageProgress: Math.round(fraction * 1000) / 1000 } : {}),
  };
}

/** The specification defines no event for a failed job, so the stream ends after a comment with the reason. */
export class JobEvents implements EventSource {
  readonly #id: string;
  readonly #output: (job: StoredJob) => Output | null;
  #reached: StageProgress = { stage: 'queued', fraction: 0 };
  #told: StageProgress | undefined;
  #ended: StoredJob | undefined;
  #isDone = false;

  constructor(id: string, output: (job: StoredJob) => Output | null) {
    this.#id = id;
    this.#output = output;
  }

  advance(reached: StageProgress): boolean {
    this.#reached = reached;
    const told = this.#told;
    if (told === undefined || told.stage !== reached.stage) return true;
    return reached.fraction >= told.fraction + DECISIONS.progressStep || reached.fraction === 1;
  }

  end(job: StoredJob): void {
    this.#ended = job;
    // A completed job has passed all stages, even those that were never reported.
    if (job.status === 'completed') this.#reached = { stage: 'postprocessing', fraction: 1 };
  }

  takeFrames(): string {
    if (this.#isDone) return '';
    const frames = this.#unreportedStages().map((reached) =>
      eventFrame('generating', JSON.stringify(generatingData(this.#id, reached))),
    );
    this.#told = this.#reached;
    if (this.#ended !== undefined) append(frames, this.#finalFrames(this.#ended));
    this.#isDone = this.#ended !== undefined;
    return frames.join('');
  }

  isDone(): boolean {
    return this.#isDone;
  }

  #finalFrames(job: StoredJob): string[] {
    const output = this.#output(job);
    if (output === null) return [commentFrame(`The job has failed: ${job.error ?? 'the reason is unknown.'}`)];
    const completed: CompletedData = { id: this.#id, progress: 1, stage: 'complete', ...output };
    return [eventFrame('completed', JSON.stringify(completed))];
  }

  /** Returns the unreported progress, completing any skipped stages. */
  #unreportedStages(): StageProgress[] {
    const told = this.#told;
    const now = OPEN_STAGES.indexOf(this.#reached.stage);
    const from = told === undefined ? 0 : OPEN_STAGES.indexOf(told.stage);
    return OPEN_STAGES.slice(from, now + 1).flatMap((stage): StageProgress[] => {
      const fraction = stage === this.#reached.stage ? this.#reached.fraction : Number(isSpeechStage(stage));
      return stage === told?.stage && fraction === told.fraction ? [] : [{ stage, fraction }];
    });
  }
}
