// The events of single asynchronous generation ("Event stream of POST /api/v2/tts"), as callers get them.

import { isAscii } from 'node:buffer';
import { STAGES, type Stage } from '@lectern/tts-protocol';
import { createParser } from 'eventsource-parser';
import { at } from '../../../shared/rules/at.ts';
import { parsed } from './error-body.ts';
import { audioAddress, keptLink, MOST_ID_CHARACTERS, type ReadingContext } from './readings.ts';

// Bytes into the events of an event stream, as the HTML standard has it ("Server-sent events"). The grammar is
// `eventsource-parser`'s; the bytes, their bounds and the stream's end are ours.

/** An event as it came: `event:` (`message` where it has none) and `data:`, whose rows are joined by newlines. */
export interface WireEvent {
  readonly name: string;
  readonly data: string;
}

interface EventReader {
  /**
   * Takes the next bytes, cut wherever the network cut them, and tells each event that they complete, in order.
   * @returns false once an event was too large: nothing more is taken then
   */
  push(bytes: Uint8Array): boolean;
  /** The stream has ended: an event whose last row was whole and only lacked the blank one is told, too. */
  end(): void;
}

/** @param limitCharacters UTF-16 code units that are kept while an event is not whole */
export function createEventReader(onEvent: (event: WireEvent) => void, limitCharacters: number): EventReader {
  // The parser takes the mark at the start (BOM) off itself.
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
      parser.feed(!isInsideCharacter && isAscii(bytes) ? asciiText(bytes) : decoder.decode(bytes, { stream: true }));
      // After a byte of ASCII the decoder never waits for more.
      if (bytes.byteLength > 0) isInsideCharacter = at(bytes, bytes.byteLength - 1) > 0x7f;
      return !isTooLarge;
    },
    end() {
      // Two ends of rows: of the one that was under way, if any, and of the event.
      if (!isTooLarge) parser.feed(`${decoder.decode()}\n\n`);
    },
  };
}

/** Several times as fast as decoding; only for bytes that are all below 0x80. */
function asciiText({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
}

/** The job is on its way. Neither `progress` nor the stage nor, within a stage, its progress ever falls. */
export interface GeneratingEvent {
  readonly kind: 'generating';
  /** The job's identifier, null as long as the service has not named it. */
  readonly id: string | null;
  /** 0 to 1. */
  readonly progress: number;
  readonly stage: Exclude<Stage, 'complete'>;
  /** 0 to 1; null in stages that have none. */
  readonly stageProgress: number | null;
}

/** The service is still there. `at`: its timestamp, ISO 8601; null where it gave something else. */
export interface PingEvent {
  readonly kind: 'ping';
  readonly at: string | null;
}

/** The audio is there: the last event. */
export interface CompletedEvent {
  readonly kind: 'completed';
  readonly id: string | null;
  readonly progress: 1;
  /** Where the audio is, to be fetched with `download`. */
  readonly url: string;
  /** Seconds; null where the service does not say. */
  readonly duration: number | null;
  /** Bytes; null where the service does not say. */
  readonly size: number | null;
}

/** An event that the interface does not know. `data` has at most 1,000 characters and never the key. */
export interface OtherEvent {
  readonly kind: 'other';
  readonly name: string;
  readonly data: string;
}

export type GenerationEvent = GeneratingEvent | PingEvent | CompletedEvent | OtherEvent;

const MOST_OTHER_CHARACTERS = 1000;
/** The first stage that has a progress of its own, and the last. */
const [FROM_STAGE, TO_STAGE] = [STAGES.indexOf('preload'), STAGES.indexOf('postprocessing')];

type Fields = Readonly<Record<string, unknown>>;

/**
 * Makes events of what comes over the wire, one after the other, and keeps what they say of the job. It reads by hand
 * what `packages/tts-protocol/schemas/events.ts` describes, field by field: whatever is missing or wrong is as it was before.
 */
export class GenerationLog {
  /** The job's identifier, once it is known. */
  id: string | null = null;
  /** A link to read the job by, as `toStoredLink` keeps it, where an event gave one. */
  self: string | undefined;
  /** No event that matters follows: the job is complete, or the service says that it ended without completing. */
  isOver = false;
  /** How often an event told that the job has gone on. */
  advances = 0;
  readonly context: ReadingContext;
  #progress = 0;
  #stage = 0;
  #stageProgress = 0;

  constructor(context: ReadingContext) {
    this.context = context;
  }

  /** @returns null for an event that can't be read */
  take({ name, data }: WireEvent): GenerationEvent | null {
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
    this.#know(fields);
    const [beforeProgress, beforeStage, beforeStageProgress] = [this.#progress, this.#stage, this.#stageProgress];
    const { progress, stage, stageProgress } = fields;
    if (typeof progress === 'number') this.#progress = Math.max(this.#progress, Math.min(1, progress));
    const at = (STAGES as readonly unknown[]).indexOf(stage);
    if (at > this.#stage && at <= TO_STAGE) {
      this.#stage = at;
      this.#stageProgress = 0;
    }
    // What belongs to an earlier stage came late.
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
    // Even one that can't be read says that there is nothing to wait for.
    this.isOver = true;
    if (fields === null) return null;
    this.#know(fields);
    const url = typeof fields['url'] === 'string' ? audioAddress(fields['url'], this.context) : null;
    if (url === null) return null;
    return {
      kind: 'completed',
      id: this.id,
      progress: 1,
      url,
      duration: quantity(fields['duration']),
      size: Number.isInteger(fields['size']) ? quantity(fields['size']) : null,
    };
  }

  #other(name: string, data: string): OtherEvent {
    // Not in the interface, but plain enough: reading the job says what happened.
    if (name === 'error' || name === 'failed') this.isOver = true;
    const clean = (text: string) => this.context.scrubber.text(text).slice(0, MOST_OTHER_CHARACTERS);
    return { kind: 'other', name: clean(name), data: clean(data) };
  }

  /** Keeps what is known of the job: what came first stays. */
  know(id: string | undefined, self: string | undefined): void {
    if (this.id === null && isIdentifier(id) && !this.context.scrubber.taints(id)) this.id = id;
    this.self ??= self;
  }

  #know({ id, _links: links }: Fields): void {
    if (this.id === null && typeof id === 'string') this.know(id, undefined);
    if (this.self !== undefined || links === undefined) return;
    const href = (links as { self?: { href?: unknown } | null } | null)?.self?.href;
    if (typeof href === 'string') this.know(undefined, keptLink(href, this.context));
  }
}

const isIdentifier = (id: string | undefined): id is string =>
  id !== undefined && id !== '' && id.length <= MOST_ID_CHARACTERS;

function fieldsOf(data: string): Fields | null {
  const value = parsed(data);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

/** Seconds or bytes: 0 or more. */
const quantity = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
