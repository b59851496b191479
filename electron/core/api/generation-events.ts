import { isAscii } from 'node:buffer';
import { STAGES, type Stage } from '@lectern/tts-protocol';
import { createParser } from 'eventsource-parser';
import { at } from '../../../shared/rules/at.ts';
import { tryParseJson } from './error-body.ts';
import { audioAddress, MAX_ID_CHARACTERS, type ReadingContext, storedLink } from './readings.ts';

// Decodes server-sent events as defined in the HTML standard, with a size limit.

export interface WireEvent {
  readonly name: string;
  readonly data: string;
}

interface EventReader {
  /** The stream can be split at any byte. @returns false once an event exceeds the limit; parsing stops then */
  push(bytes: Uint8Array): boolean;
  /** Also emits the last event if only its final blank line is missing. */
  end(): void;
}

/** @param limitCharacters maximum number of UTF-16 code units buffered for an incomplete event */
export function createEventReader(onEvent: (event: WireEvent) => void, limitCharacters: number): EventReader {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let isInsideCharacter = false;
  let isTooLarge = false;
  const parser = createParser({
    maxBufferSize: limitCharacters,
    onEvent: ({ event, data }) => onEvent({ name: event ?? 'message', data }),
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') isTooLarge = true;
    },
  });
  return {
    push(bytes) {
      if (isTooLarge) return false;
      parser.feed(!isInsideCharacter && isAscii(bytes) ? decodeAscii(bytes) : decoder.decode(bytes, { stream: true }));
      // After an ASCII byte, the decoder holds no incomplete character.
      if (bytes.byteLength > 0) isInsideCharacter = at(bytes, bytes.byteLength - 1) > 0x7f;
      return !isTooLarge;
    },
    end() {
      // The first line ending completes an unfinished line; the second completes the event.
      if (!isTooLarge) parser.feed(`${decoder.decode()}\n\n`);
    },
  };
}

/** Converts bytes that are all below 0x80, several times faster than TextDecoder. */
function decodeAscii({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
}

/** The job is in progress. `progress`, the stage and the progress within a stage never decrease. */
export interface GeneratingEvent {
  readonly kind: 'generating';
  readonly id: string | null;
  /** 0 to 1. */
  readonly progress: number;
  readonly stage: Exclude<Stage, 'complete'>;
  /** 0 to 1; null in stages without progress. */
  readonly stageProgress: number | null;
}

/** Keep-alive. `at` is the service's timestamp (ISO 8601), or null if it isn't a date. */
export interface PingEvent {
  readonly kind: 'ping';
  readonly at: string | null;
}

export interface CompletedEvent {
  readonly kind: 'completed';
  readonly id: string | null;
  readonly progress: 1;
  readonly url: string;
  readonly duration: number | null;
  readonly size: number | null;
}

/** An event that the interface doesn't define. `data` has at most 1,000 characters and never contains the key. */
export interface OtherEvent {
  readonly kind: 'other';
  readonly name: string;
  readonly data: string;
}

export type GenerationEvent = GeneratingEvent | PingEvent | CompletedEvent | OtherEvent;

const MAX_OTHER_CHARACTERS = 1000;
const [FROM_STAGE, TO_STAGE] = [STAGES.indexOf('preload'), STAGES.indexOf('postprocessing')];

type Fields = Readonly<Record<string, unknown>>;

/** Reads fields one by one, so that a missing or invalid field keeps its previous value. */
export class GenerationLog {
  id: string | null = null;
  self: string | undefined;
  /**
   * True after the last relevant event: the job has completed, or the service has reported that it ended without
   * completing.
   */
  isOver = false;
  advances = 0;
  readonly context: ReadingContext;
  #progress = 0;
  #stage = 0;
  #stageProgress = 0;

  constructor(context: ReadingContext) {
    this.context = context;
  }

  readEvent({ name, data }: WireEvent): GenerationEvent | null {
    switch (name) {
      case 'generating':
        return this.#generating(fieldsOf(data));
      case 'ping':
        return { kind: 'ping', at: Number.isNaN(Date.parse(data)) ? null : data.trim() };
      case 'completed':
        return this.#completed(fieldsOf(data));
      default:
        return this.#other(name, data);
    }
  }

  #generating(fields: Fields | null): GeneratingEvent | null {
    if (fields === null) return null;
    this.#recordJob(fields);
    const [beforeProgress, beforeStage, beforeStageProgress] = [this.#progress, this.#stage, this.#stageProgress];
    const { progress, stage, stageProgress } = fields;
    if (typeof progress === 'number') this.#progress = Math.max(this.#progress, Math.min(1, progress));
    const at = (STAGES as readonly unknown[]).indexOf(stage);
    if (at > this.#stage && at <= TO_STAGE) {
      this.#stage = at;
      this.#stageProgress = 0;
    }
    // An earlier stage means that the event is late, so ignore its progress.
    if (at === this.#stage && typeof stageProgress === 'number') {
      this.#stageProgress = Math.max(this.#stageProgress, Math.min(1, stageProgress));
    }
    const hasAdvanced =
      this.#progress > beforeProgress || this.#stage > beforeStage || this.#stageProgress > beforeStageProgress;
    if (hasAdvanced) this.advances += 1;
    return {
      kind: 'generating',
      id: this.id,
      progress: this.#progress,
      stage: STAGES[this.#stage] as GeneratingEvent['stage'],
      stageProgress: this.#stage < FROM_STAGE ? null : this.#stageProgress,
    };
  }

  #completed(fields: Fields | null): CompletedEvent | null {
    // Even if a `completed` event is unreadable, there is nothing left to wait for.
    this.isOver = true;
    if (fields === null) return null;
    this.#recordJob(fields);
    const url = typeof fields['url'] === 'string' ? audioAddress(fields['url'], this.context) : null;
    if (url === null) return null;
    return {
      kind: 'completed',
      id: this.id,
      progress: 1,
      url,
      duration: nonNegativeNumber(fields['duration']),
      size: Number.isInteger(fields['size']) ? nonNegativeNumber(fields['size']) : null,
    };
  }

  #other(name: string, data: string): OtherEvent {
    // The interface doesn't define this event, but its meaning is clear. Reading the job returns the reason.
    if (name === 'error' || name === 'failed') this.isOver = true;
    const clean = (text: string) => this.context.scrubber.scrub(text).slice(0, MAX_OTHER_CHARACTERS);
    return { kind: 'other', name: clean(name), data: clean(data) };
  }

  recordJob(id: string | undefined, self: string | undefined): void {
    if (this.id === null && isIdentifier(id) && !this.context.scrubber.appearsIn(id)) this.id = id;
    this.self ??= self;
  }

  #recordJob({ id, _links: links }: Fields): void {
    if (this.id === null && typeof id === 'string') this.recordJob(id, undefined);
    if (this.self !== undefined || links === undefined) return;
    const href = (links as { self?: { href?: unknown } | null } | null)?.self?.href;
    if (typeof href === 'string') this.recordJob(undefined, storedLink(href, this.context));
  }
}

const isIdentifier = (id: string | undefined): id is string =>
  id !== undefined && id !== '' && id.length <= MAX_ID_CHARACTERS;

function fieldsOf(data: string): Fields | null {
  const value = tryParseJson(data);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

const nonNegativeNumber = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
