// How the hostile service misbehaves. Nothing here breaks its interface so far that a careful client could not cope.
import type { IncomingMessage } from 'node:http';
import type { SoundDefect } from './audio.ts';
import type { Misfortunes } from './chance.ts';

/** What befalls a `POST` of a batch. Those named `…-after` have made the jobs before they fail to say so. */
export type SubmissionMisfortune =
  | 'reset-before'
  | 'reset-after'
  | '500-before'
  | '500-after'
  | '500-html-after'
  | '502-text'
  | '503-text'
  | '429'
  | '429-retry-after'
  /** Accepted; an HTML page for a body, and a `Location`. */
  | '201-html'
  /** Accepted; no body and no `Location`. */
  | '201-empty'
  /** Accepted; the body breaks off, and there is a `Location`. */
  | '201-half'
  /** Accepted; the body breaks off, and there is no `Location`. */
  | '201-half-no-location'
  /** Accepted; the batch's own link in the body and no `Location`. */
  | '201-no-location'
  /** Accepted; a `Location` and no links in the body. */
  | '201-no-links'
  /** Accepted; a body and no link anywhere. */
  | '201-no-way-back'
  /** Accepted; every link, the children's too, leads to the other origin, which knows nothing of the batch. */
  | '201-foreign'
  | '202'
  /** 307 to the other origin; nothing is made. */
  | 'redirect'
  /** Made, and never answered. */
  | 'silence-after';

/** What befalls a reading of batches, children or voices. */
export type ReadMisfortune =
  | 'reset'
  | 'half'
  | '500'
  | '502-text'
  | '503-text'
  | '429'
  | '429-retry-after'
  | 'html'
  | '404-html'
  | 'not-json'
  /** 307 to the other origin. */
  | 'redirect'
  | 'silence';

/** What befalls a fetch of an audio file. */
export type AudioMisfortune =
  | 'reset'
  /** Half the file under its whole length. */
  | 'half-with-length'
  /** Half the file, and a clean end: nothing but the announced size tells. */
  | 'half-without-length'
  /** Half the file without a length, and no clean end. */
  | 'half-broken'
  /** 403 until the child is read again. */
  | 'expired'
  /** 302 to the other origin. */
  | 'redirect'
  | '500'
  | '503-text'
  | '429-retry-after'
  | 'html'
  /** The file and more. */
  | 'too-long';

/** What a request asks for; `elsewhere`: anything but audio of the other origin. `text`: what the child, or the child of the audio file, was to speak. */
export interface Asked {
  readonly what: 'batch' | 'child' | 'audio' | 'voices' | 'elsewhere';
  readonly text: string | null;
}

/** The parts of a child that can be mixed up: its names, what it echoes, and its audio. */
export type ChildPart = 'custom_id' | 'id' | 'input' | 'output';

export interface MixUp {
  /** Each by itself, or all of them together. */
  readonly parts: readonly ChildPart[];
  readonly together?: boolean;
  /** `permute`: all change places; `swap`: two do; `duplicate`: one's is also given to another. */
  readonly how: 'permute' | 'swap' | 'duplicate';
}

/** How the service denies that it has what was asked for: JSON, or the page of a proxy or file server before it. */
export type Denial = 404 | 410 | 401 | 403 | 'page';

export interface HostileBehaviours {
  readonly submission?: Misfortunes<SubmissionMisfortune>;
  readonly read?: Misfortunes<ReadMisfortune>;
  readonly audio?: Misfortunes<AudioMisfortune>;
  /** Children in a different order at each reading. */
  readonly shuffle?: boolean;
  /** `Location` and `_links`: whole addresses, or relative ones. Absolute unless given. */
  readonly links?: 'absolute' | 'relative';
  /** New links at each reading; the older ones stay good. */
  readonly freshLinks?: boolean;
  /** Null for all that may be null, in place of leaving it out. */
  readonly nulls?: boolean;
  readonly unknownFields?: boolean;
  /** Which parts of a batch's children it gives to other children of the batch, the same way at each reading. */
  readonly mixesUp?: MixUp;
  /** False: children don't say what they were to speak. */
  readonly echoInput?: boolean;
  /** False: `custom_id` comes back as null. */
  readonly echoCustomId?: boolean;
  /** How often a child is read, at most, until it is done: it is pending, then in progress. */
  readonly readsUntilDone?: number;
  /** What the batch says of itself, whatever its children say. */
  readonly batchStatus?: 'honest' | 'completed' | 'failed' | 'unknown';
  /** A status that the interface does not name, in place of `pending`. */
  readonly unknownChildStatus?: boolean;
  /** The chance that a child fails, from 0 to 1. */
  readonly failChance?: number;
  /** Children that fail for certain. */
  readonly fails?: (text: string) => boolean;
  /** What the service denies to have, asked at each request; null or undefined: it answers. */
  readonly denies?: (asked: Asked) => Denial | null | undefined;
  /** Children that a batch's answer leaves out. */
  readonly leavesOut?: (text: string) => boolean;
  /** Audio files that are served with other bytes than the job announced; undefined: the right ones. */
  readonly spoils?: (text: string) => 'wrong-size' | 'undecodable' | undefined;
  /** What is wrong with the sound of whole, readable files; undefined: nothing. */
  readonly defects?: (text: string) => SoundDefect | undefined;
  /** Why a child failed, in the service's words; null: it does not say. */
  readonly failReason?: string | null;
  /** Told of each submission that is never answered, once its jobs are made. */
  readonly onSilence?: (request: IncomingMessage) => void;
  /** What a batch and its children report about webhooks after this many readings; undefined: nothing. */
  readonly webhookResult?: (readings: number) => unknown;
  /** Where the audio files are. On the service's own origin unless given. */
  readonly audioOrigin?: 'own' | 'foreign';
  readonly ranges?: 'honoured' | 'ignored' | 'wrong-offset';
  /** Audio files without a length, in chunks. */
  readonly chunkedAudio?: boolean;
  /** Each reply is delayed by a random time between these two. Milliseconds. */
  readonly delayMs?: readonly [number, number];
  /** `Retry-After` of the refusals that have one, in seconds. */
  readonly retryAfterSeconds?: number;
  /** A reply to `GET /api/v2/voices` in place of the list. */
  readonly voices?: unknown;
  /** The key in the words of each error. */
  readonly echoKey?: boolean;
}
