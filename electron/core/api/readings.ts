// Replies of the service as the client gives them on: links resolved, what people get to see without the key.

import {
  type BatchJobReading,
  batchJobReading,
  type ChildJobReading,
  type ClonedVoiceReading,
  childJobReading,
  clonedVoiceListReading,
  clonedVoiceReading,
  type SingleJobReading,
  singleJobReading,
  type VoiceReading,
  voiceListReading,
} from '@lectern/tts-protocol';
import { clip, foreign, isPage, parsed, type ReplyText, type SecretScrubber, tidied } from './error-body.ts';
import { resolveLink, toStoredLink } from './links.ts';
import { ServiceError } from './service-error.ts';

export interface ReadingContext {
  readonly baseUrl: URL;
  /** The address whose reply is read: relative links start there. */
  readonly readFrom: URL;
  readonly scrubber: SecretScrubber;
}

/** Links, identifiers and the like are kept, in memory and on the disk. Longer ones count as absent. */
const MOST_LINK_CHARACTERS = 8 * 1024;
export const MOST_ID_CHARACTERS = 200;
/** Of a voice: its identifier is a URI. */
const MOST_VOICE_ID_CHARACTERS = 2 * 1024;
/** Of each of the words that describe it. */
const MOST_TRAIT_CHARACTERS = 200;
/** More than any catalogue has. */
const MOST_VOICES = 10_000;

/**
 * A link as it can be kept (see `toStoredLink`), or undefined where it is none, far too long, or one that holds the key.
 *
 * @param href as the service gave it
 */
export function keptLink(href: string | undefined, context: ReadingContext): string | undefined {
  const url = href === undefined || href.length > MOST_LINK_CHARACTERS ? null : resolveLink(href, context.readFrom);
  if (!url || context.scrubber.taints(url.href)) return undefined;
  return toStoredLink(url, context.baseUrl);
}

/** @throws ServiceError `not-the-service` or `unreadable-reply` */
export function jsonOf(reply: ReplyText, scrubber: SecretScrubber): unknown {
  if (isPage(reply)) throw new ServiceError(foreign(reply, scrubber));
  const value = parsed(reply.text);
  if (value !== undefined) return value;
  if (reply.text === '') throw unreadable(reply, 'it is empty');
  if (/json/i.test(reply.headers['content-type'] ?? '')) throw unreadable(reply, 'it is not valid JSON');
  throw new ServiceError(foreign(reply, scrubber));
}

/** @throws ServiceError where the reply holds no batch: what has no list of children is none */
export function batchOf(reply: ReplyText, context: ReadingContext): BatchJobReading {
  const read = batchJobReading.safeParse(jsonOf(reply, context.scrubber));
  if (!read.success || !read.data.jobs) throw unreadable(reply, 'it holds no batch job');
  const { _links: links, jobs, ...rest } = read.data;
  return {
    ...rest,
    jobs: jobs.map((job) => resolved(job, context)),
    _links: links && { self: link(links.self?.href, context) },
  };
}

/** @throws ServiceError where the reply holds no child job: what has neither id, status nor output is none */
export function childOf(reply: ReplyText, context: ReadingContext): ChildJobReading {
  const read = childJobReading.safeParse(jsonOf(reply, context.scrubber));
  if (!read.success || !(read.data.id ?? read.data.status ?? read.data.output)) {
    throw unreadable(reply, 'it holds no child job');
  }
  return resolved(read.data, context);
}

/** A job of single generation, wherever the service puts what it says of it. */
export interface SingleReading extends Pick<SingleJobReading, 'id' | 'status' | 'output'> {
  /** It never will have audio. Where a service gives no status that we know, an error in place of audio says so. */
  readonly hasFailed: boolean;
  /** Why it failed, where the service says so. */
  readonly reason: string | undefined;
  /** A link to read it by, as `toStoredLink` keeps it. */
  readonly self: string | undefined;
}

/** @throws ServiceError where the reply holds no job: what has neither id, status, output nor a link of its own is none */
export function singleOf(reply: ReplyText, context: ReadingContext): SingleReading {
  const read = singleJobReading.safeParse(jsonOf(reply, context.scrubber));
  if (!read.success) throw unreadable(reply, 'it holds no job');
  const { id, status, url, duration, size, error_message, error, message, _links: links } = read.data;
  const output = read.data.output ?? (url === undefined ? undefined : { url, duration, size });
  const address = output && audioAddress(output.url, context);
  const self = keptLink(links?.self?.href, context);
  if (!(id ?? status ?? address ?? self)) throw unreadable(reply, 'it holds no job');
  const wrong = error_message || error;
  const reason = wrong || message || undefined;
  return {
    id,
    status,
    output: output && address ? { ...output, url: address } : undefined,
    hasFailed: status === 'failed' || (status === undefined && !address && Boolean(wrong)),
    reason: reason === undefined ? undefined : tidied(reason, context.scrubber),
    self,
  };
}

/** The address of audio that a reply names, or null where it is none, far too long, or one that holds the key. */
export function audioAddress(href: string, { readFrom, scrubber }: ReadingContext): string | null {
  const url = href.length > MOST_LINK_CHARACTERS ? null : resolveLink(href, readFrom);
  return url && !scrubber.taints(url.href) ? url.href : null;
}

/** @throws ServiceError where the reply is no list */
export function clonesOf(reply: ReplyText, context: ReadingContext): ClonedVoiceReading[] {
  const read = clonedVoiceListReading.safeParse(jsonOf(reply, context.scrubber));
  if (!read.success) throw unreadable(reply, 'it is not a list of voices');
  return keptVoices(read.data, reply);
}

/** @throws ServiceError where the reply holds no voice: what has no identifier is none */
export function cloneOf(reply: ReplyText, context: ReadingContext): ClonedVoiceReading {
  const read = clonedVoiceReading.safeParse(jsonOf(reply, context.scrubber));
  if (!read.success) throw unreadable(reply, 'it holds no voice');
  return read.data;
}

/** @throws ServiceError where the reply is no list */
export function voicesOf(reply: ReplyText, context: ReadingContext): VoiceReading[] {
  const read = voiceListReading.safeParse(jsonOf(reply, context.scrubber));
  if (!read.success) throw unreadable(reply, 'it is not a list of voices');
  return keptVoices(read.data, reply).map((voice) => {
    const sample = voice.sample === undefined ? null : resolveLink(voice.sample, context.readFrom);
    return { ...voice, sample: sample?.href };
  });
}

/** Voices without what is far too long in them: a list is kept, shown, and sent from process to process. */
function keptVoices<V extends VoiceReading | ClonedVoiceReading>(voices: readonly V[], { status }: ReplyText): V[] {
  if (voices.length > MOST_VOICES) {
    throw new ServiceError({ kind: 'oversized-reply', status, limit: { unit: 'entries', most: MOST_VOICES } });
  }
  return voices.filter(({ id }) => id.length <= MOST_VOICE_ID_CHARACTERS).map((voice) => clippedVoice(voice));
}

function clippedVoice<V extends VoiceReading | ClonedVoiceReading>(voice: V): V {
  const { id, sample, ...traits } = voice;
  const isLong = sample !== undefined && sample.length > MOST_LINK_CHARACTERS;
  const texts = Object.entries(traits).map(([name, value]) => [
    name,
    typeof value === 'string' ? clip(value, MOST_TRAIT_CHARACTERS) : value,
  ]);
  // The same fields with the same types, which the compiler cannot follow through their names.
  return { ...Object.fromEntries(texts), id, ...(sample === undefined || isLong ? {} : { sample }) } as V;
}

function resolved(child: ChildJobReading, context: ReadingContext): ChildJobReading {
  const { _links: links, id, output, error_message, error, message, ...rest } = child;
  const clean = (text: string | undefined) => (text === undefined ? undefined : tidied(text, context.scrubber));
  const url = output && (resolveLink(output.url, context.readFrom)?.href ?? output.url);
  return {
    ...rest,
    id: id !== undefined && id.length <= MOST_ID_CHARACTERS ? id : undefined,
    error_message: clean(error_message),
    error: clean(error),
    message: clean(message),
    output: url !== undefined && url.length <= MOST_LINK_CHARACTERS ? { ...output, url } : undefined,
    _links: links && { self: link(links.self?.href, context), batch: link(links.batch?.href, context) },
  };
}

function link(href: string | undefined, context: ReadingContext): { href: string } | undefined {
  const kept = keptLink(href, context);
  return kept === undefined ? undefined : { href: kept };
}

const unreadable = ({ status }: ReplyText, detail: string) =>
  new ServiceError({ kind: 'unreadable-reply', status, detail });
