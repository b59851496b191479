// How the hostile service misbehaves. All of it is within the interface, so a careful client can cope with it.
import type { IncomingMessage } from 'node:http';
import type { SoundDefect } from './audio.ts';
import type { Misfortunes } from './seeded-random.ts';

/** What happens to a submitted batch. Outcomes named `…-after` create the jobs before failing to confirm them. */
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
  /** Accepted: the body is HTML, with a `Location`. */
  | '201-html'
  /** Accepted: no body and no `Location`. */
  | '201-empty'
  /** Accepted: the body is cut off, with a `Location`. */
  | '201-half'
  /** Accepted: the body is cut off, without a `Location`. */
  | '201-half-no-location'
  /** Accepted: the body has a self link, but there is no `Location`. */
  | '201-no-location'
  /** Accepted: a `Location`, but the body has no links. */
  | '201-no-links'
  /** Accepted: the body has no links. */
  | '201-no-way-back'
  /** Accepted: all links, including those of children, lead to the other origin, which doesn't have the batch. */
  | '201-foreign'
  | '202'
  /** 307 to the other origin; nothing is created. */
  | 'redirect'
  /** Created, but the request is never answered. */
  | 'silence-after';

/** What happens when batches, children or voices are read. */
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

/** What happens when an audio file is fetched. */
export type AudioMisfortune =
  | 'reset'
  /** Half the file with the full Content-Length. */
  | 'half-with-length'
  /** Half the file with a clean end, so only the reported size reveals the loss. */
  | 'half-without-length'
  /** Half the file without a length, with an abrupt end. */
  | 'half-broken'
  /** 403 until the child is read again. */
  | 'expired'
  /** 302 to the other origin. */
  | 'redirect'
  | '500'
  | '503-text'
  | '429-retry-after'
  | 'html'
  /** More bytes than the file contains. */
  | 'too-long';

/** What a request is for. `elsewhere` is anything except audio on the other origin. `text` is the child's text. */
export interface DeniableRequest {
  readonly what: 'batch' | 'child' | 'audio' | 'voices' | 'elsewhere';
  readonly text: string | null;
}

/** Parts of a child that can be exchanged: its IDs, echoed input and audio. */
export type ChildPart = 'custom_id' | 'id' | 'input' | 'output';

export interface MixUp {
  /** Whether parts are exchanged independently or all together. */
  readonly parts: readonly ChildPart[];
  readonly together?: boolean;
  /** `permute` exchanges all; `swap` exchanges two; `duplicate` also gives one to another child. */
  readonly how: 'permute' | 'swap' | 'duplicate';
}

/**
 * How the service claims not to have a resource: with JSON, or with the page of a proxy or file server in front of it.
 */
export type Denial = 404 | 410 | 401 | 403 | 'page';

export interface HostileBehaviours {
  readonly submission?: Misfortunes<SubmissionMisfortune>;
  readonly read?: Misfortunes<ReadMisfortune>;
  readonly audio?: Misfortunes<AudioMisfortune>;
  readonly shuffle?: boolean;
  /** The form of URLs in `Location` and `_links`; absolute by default. */
  readonly links?: 'absolute' | 'relative';
  /** Returns new links at each read; old ones stay valid. */
  readonly freshLinks?: boolean;
  /** Returns null for all nullable fields instead of omitting them. */
  readonly nulls?: boolean;
  readonly unknownFields?: boolean;
  /** Parts to exchange between a batch's children, the same way in every read. */
  readonly mixesUp?: MixUp;
  /** If false, children don't echo their input. */
  readonly echoInput?: boolean;
  /** If false, `custom_id` is returned as null. */
  readonly echoCustomId?: boolean;
  /** Maximum number of reads until a child is done. Until then it is first pending, then in progress. */
  readonly readsUntilDone?: number;
  /** The batch's own status, regardless of its children. */
  readonly batchStatus?: 'honest' | 'completed' | 'failed' | 'unknown';
  /** Uses an undocumented status instead of `pending`. */
  readonly unknownChildStatus?: boolean;
  /** The probability that a child fails, from 0 to 1. */
  readonly failChance?: number;
  /** Selects children that always fail. */
  readonly fails?: (text: string) => boolean;
  /** Returns how a resource is denied; null or undefined to serve it. */
  readonly denies?: (asked: DeniableRequest) => Denial | null | undefined;
  /** Selects children to omit from batch responses. */
  readonly leavesOut?: (text: string) => boolean;
  /** Selects audio files to serve with wrong bytes; undefined for none. */
  readonly spoils?: (text: string) => 'wrong-size' | 'undecodable' | undefined;
  /** Selects audio defects for complete, readable files; undefined for none. */
  readonly defects?: (text: string) => SoundDefect | undefined;
  /** The reason given for failed children; null for none. */
  readonly failReason?: string | null;
  /** Called for each submission that is never answered, once its jobs are created. */
  readonly onSilence?: (request: IncomingMessage) => void;
  /** Returns the webhook result of batches and children, given the number of reads; undefined for none. */
  readonly webhookResult?: (readings: number) => unknown;
  /** The origin of audio files; that of the service by default. */
  readonly audioOrigin?: 'own' | 'foreign';
  readonly ranges?: 'honoured' | 'ignored' | 'wrong-offset';
  /** Sends audio in chunked encoding, without a length. */
  readonly chunkedAudio?: boolean;
  /** Range of the random delay before each response, in milliseconds. */
  readonly delayMs?: readonly [number, number];
  /** The `Retry-After` of responses that have one, in seconds. */
  readonly retryAfterSeconds?: number;
  /** The response to `GET /api/v2/voices` instead of the list. */
  readonly voices?: unknown;
  /** Includes the key in error messages. */
  readonly echoKey?: boolean;
}
