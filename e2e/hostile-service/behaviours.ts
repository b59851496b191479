// How the hostile service misbehaves. The interface permits all of these behaviours, so a careful client can handle
// them.
import type { IncomingMessage } from 'node:http';
import type { RateLimit } from '@lectern/tts-protocol';
import type { SoundDefect } from './audio.ts';
import type { Misfortunes } from './seeded-random.ts';

/** What happens to a submitted batch. Outcomes named `…-after` create the jobs, but don't confirm this. */
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
  /** Accepted: the response has no body and no `Location`. */
  | '201-empty'
  /** Accepted: the body is cut off, with a `Location`. */
  | '201-half'
  /** Accepted: the body is cut off, without a `Location`. */
  | '201-half-no-location'
  /** Accepted: the body has a self link, but there is no `Location`. */
  | '201-no-location'
  /** Accepted: the response has a `Location`, but the body has no links. */
  | '201-no-links'
  /** Accepted: the body has no links, and there is no `Location`. */
  | '201-no-way-back'
  /** Accepted: all links lead to the other origin, which doesn't have the batch. */
  | '201-foreign'
  | '202'
  /** 307 redirect to the other origin; nothing is created. */
  | 'redirect'
  /** The jobs are created, but the request is never answered. */
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
  /** 307 redirect to the other origin. */
  | 'redirect'
  | 'silence';

/** What happens when an audio file is fetched. */
export type AudioMisfortune =
  | 'reset'
  /** Sends half the file, with the full `Content-Length`. */
  | 'half-with-length'
  /** Sends half the file and ends normally, so that only the size in the child resource reveals the loss. */
  | 'half-without-length'
  /** Sends half the file without a `Content-Length`, and disconnects. */
  | 'half-broken'
  /** Responds with 403 until the child is read again. */
  | 'expired'
  /** 302 redirect to the other origin. */
  | 'redirect'
  | '500'
  | '503-text'
  | '429-retry-after'
  | 'html'
  /** Sends extra bytes after the end of the file. */
  | 'too-long';

/**
 * The resource that a request asks for. `elsewhere`: anything on the other origin except audio. `text`: the child's
 * text.
 */
export interface DeniableRequest {
  readonly what: 'batch' | 'child' | 'audio' | 'voices' | 'elsewhere';
  readonly text: string | null;
}

/** Parts of a child that can be exchanged: its IDs, echoed input and audio. */
export type ChildPart = 'custom_id' | 'id' | 'input' | 'output';

export interface MixUp {
  /** Which parts to exchange. With `together`, a child's parts all move to the same child. */
  readonly parts: readonly ChildPart[];
  readonly together?: boolean;
  /**
   * `permute` exchanges the parts of all children, `swap` those of two, and `duplicate` copies one child's parts to
   * another.
   */
  readonly how: 'permute' | 'swap' | 'duplicate';
}

/**
 * How the service claims that it doesn't have a resource: with a status and JSON, or with a 404 page like that of a
 * proxy or file server in front of the service.
 */
export type Denial = 404 | 410 | 401 | 403 | 'page';

export interface HostileBehaviours {
  /** Limits per minute, counted when a request has arrived. Requests beyond them are refused with 429. */
  readonly limits?: Readonly<Partial<Record<'batch' | 'read' | 'list', RateLimit>>>;
  readonly submission?: Misfortunes<SubmissionMisfortune>;
  readonly read?: Misfortunes<ReadMisfortune>;
  readonly audio?: Misfortunes<AudioMisfortune>;
  readonly shuffle?: boolean;
  /** The form of URLs in `Location` and `_links`; absolute by default. */
  readonly links?: 'absolute' | 'relative';
  /** Returns new links every time a resource is read. Old links stay valid. */
  readonly freshLinks?: boolean;
  /** Returns null for all nullable fields instead of omitting them. */
  readonly nulls?: boolean;
  readonly unknownFields?: boolean;
  /** Parts to exchange between a batch's children. The exchange is the same every time the batch is read. */
  readonly mixesUp?: MixUp;
  /** If false, children don't echo their input. */
  readonly echoInput?: boolean;
  /** If false, `custom_id` is returned as null. */
  readonly echoCustomId?: boolean;
  /** Maximum number of reads until a child is done. Before that, the child is pending, then in progress. */
  readonly readsUntilDone?: number;
  /** The batch's own status, regardless of its children. */
  readonly batchStatus?: 'honest' | 'completed' | 'failed' | 'unknown';
  /** Returns an undocumented status instead of `pending`. */
  readonly unknownChildStatus?: boolean;
  /** The probability that a child fails, from 0 to 1. */
  readonly failChance?: number;
  /** Selects children that always fail. */
  readonly fails?: (text: string) => boolean;
  /** Returns how to deny a resource, or null or undefined to serve it. */
  readonly denies?: (asked: DeniableRequest) => Denial | null | undefined;
  /** Selects children to omit from batch responses. */
  readonly leavesOut?: (text: string) => boolean;
  /** Returns how to damage a text's audio file; undefined to leave it intact. */
  readonly spoils?: (text: string) => 'wrong-size' | 'undecodable' | undefined;
  /** Returns the audio defect of a text's file, which stays complete and readable; undefined for no defect. */
  readonly defects?: (text: string) => SoundDefect | undefined;
  /** The failure reason of failed children; null to omit the reason. */
  readonly failReason?: string | null;
  /** Called for each submission that has arrived, before its delay. Its jobs are created even if the client goes away. */
  readonly onArrival?: () => void;
  /** Called for each submission that is never answered, after its jobs have been created. */
  readonly onSilence?: (request: IncomingMessage) => void;
  /** Returns the webhook result of a batch or child after the given number of reads; undefined for no result. */
  readonly webhookResult?: (readings: number) => unknown;
  /** The origin that serves audio files; by default, the service's own. */
  readonly audioOrigin?: 'own' | 'foreign';
  readonly ranges?: 'honoured' | 'ignored' | 'wrong-offset';
  /** Sends audio in chunked encoding, without a length. */
  readonly chunkedAudio?: boolean;
  /** Minimum and maximum of the random delay before each response, in milliseconds. */
  readonly delayMs?: readonly [number, number];
  /** The value of `Retry-After` in responses that have this header, in seconds. */
  readonly retryAfterSeconds?: number;
  /** The response to `GET /api/v2/voices` instead of the list. */
  readonly voices?: unknown;
  /** Includes the API key in error messages. */
  readonly echoKey?: boolean;
}
