import {
  type LenientBatchJob,
  type LenientChildJob,
  type LenientClonedVoice,
  type LenientSingleJob,
  type LenientVoice,
  lenientBatchJobSchema,
  lenientChildJobSchema,
  lenientClonedVoiceListSchema,
  lenientClonedVoiceSchema,
  lenientSingleJobSchema,
  voiceListResponseSchema,
} from '@lectern/tts-protocol';
import type { ReplyProblem } from '../../../shared/model/problems/service-problem.ts';
import {
  cleanMessage,
  foreignReplyProblem,
  isPage,
  type ReplyText,
  type SecretScrubber,
  truncate,
  tryParseJson,
} from './error-body.ts';
import { resolveLink, toStoredLink } from './links.ts';
import { ServiceError } from './service-error.ts';

export interface ReadingContext {
  readonly baseUrl: URL;
  readonly readFrom: URL;
  readonly scrubber: SecretScrubber;
}

/** Links and identifiers are kept in memory and on disk. Longer ones are treated as missing. */
const MAX_LINK_CHARACTERS = 8 * 1024;
export const MAX_ID_CHARACTERS = 200;
const MAX_VOICE_ID_CHARACTERS = 2 * 1024;
const MAX_TRAIT_CHARACTERS = 200;
const MAX_VOICES = 10_000;

export function storedLink(href: string | undefined, context: ReadingContext): string | undefined {
  const url = href === undefined || href.length > MAX_LINK_CHARACTERS ? null : resolveLink(href, context.readFrom);
  if (!url || context.scrubber.appearsIn(url.href)) return undefined;
  return toStoredLink(url, context.baseUrl);
}

export function parseJsonReply(reply: ReplyText, scrubber: SecretScrubber): unknown {
  if (isPage(reply)) throw new ServiceError(foreignReplyProblem(reply, scrubber));
  const value = tryParseJson(reply.text);
  if (value !== undefined) return value;
  if (reply.text === '') throw unreadable(reply, 'empty');
  if (/json/i.test(reply.headers['content-type'] ?? '')) throw unreadable(reply, 'not-json');
  throw new ServiceError(foreignReplyProblem(reply, scrubber));
}

/** @throws ServiceError if the reply isn't a batch, that is, has no list of children */
export function parseBatch(reply: ReplyText, context: ReadingContext): LenientBatchJob {
  const read = lenientBatchJobSchema.safeParse(parseJsonReply(reply, context.scrubber));
  if (!read.success || !read.data.jobs) throw unreadable(reply, 'not-batch');
  const { _links: links, jobs, ...rest } = read.data;
  return {
    ...rest,
    jobs: jobs.map((job) => resolveLinks(job, context)),
    _links: links && { self: link(links.self?.href, context) },
  };
}

/** @throws ServiceError if the reply isn't a child job, that is, if it has no id, status or output */
export function parseChildJob(reply: ReplyText, context: ReadingContext): LenientChildJob {
  const read = lenientChildJobSchema.safeParse(parseJsonReply(reply, context.scrubber));
  if (!read.success || !(read.data.id ?? read.data.status ?? read.data.output)) {
    throw unreadable(reply, 'not-child');
  }
  return resolveLinks(read.data, context);
}

/** A single-generation job, normalised because services put its fields in different locations. */
export interface SingleReading extends Pick<LenientSingleJob, 'id' | 'status' | 'output'> {
  /**
   * True if the job will never have audio. If the status is unknown, this is true if there is an error message instead
   * of audio.
   */
  readonly hasFailed: boolean;
  readonly reason: string | undefined;
  readonly self: string | undefined;
}

/** @throws ServiceError if the reply isn't a job, that is, has neither id, status, output nor a link of its own */
export function parseSingleJob(reply: ReplyText, context: ReadingContext): SingleReading {
  const read = lenientSingleJobSchema.safeParse(parseJsonReply(reply, context.scrubber));
  if (!read.success) throw unreadable(reply, 'not-job');
  const { id, status, url, duration, size, error_message, error, message, _links: links } = read.data;
  const output = read.data.output ?? (url === undefined ? undefined : { url, duration, size });
  const address = output && audioAddress(output.url, context);
  const self = storedLink(links?.self?.href, context);
  if (!(id ?? status ?? address ?? self)) throw unreadable(reply, 'not-job');
  const wrong = error_message || error;
  const reason = wrong || message || undefined;
  return {
    id,
    status,
    output: output && address ? { ...output, url: address } : undefined,
    hasFailed: status === 'failed' || (status === undefined && !address && Boolean(wrong)),
    reason: reason === undefined ? undefined : cleanMessage(reason, context.scrubber),
    self,
  };
}

export function audioAddress(href: string, { readFrom, scrubber }: ReadingContext): string | null {
  const url = href.length > MAX_LINK_CHARACTERS ? null : resolveLink(href, readFrom);
  return url && !scrubber.appearsIn(url.href) ? url.href : null;
}

export function parseClones(reply: ReplyText, context: ReadingContext): LenientClonedVoice[] {
  const read = lenientClonedVoiceListSchema.safeParse(parseJsonReply(reply, context.scrubber));
  if (!read.success) throw unreadable(reply, 'not-voices');
  return limitVoices(read.data, reply);
}

/** @throws ServiceError if the reply isn't a voice, that is, has no identifier */
export function parseClone(reply: ReplyText, context: ReadingContext): LenientClonedVoice {
  const read = lenientClonedVoiceSchema.safeParse(parseJsonReply(reply, context.scrubber));
  if (!read.success) throw unreadable(reply, 'not-voice');
  return read.data;
}

export function parseVoices(reply: ReplyText, context: ReadingContext): LenientVoice[] {
  const read = voiceListResponseSchema.safeParse(parseJsonReply(reply, context.scrubber));
  if (!read.success) throw unreadable(reply, 'not-voices');
  return limitVoices(read.data, reply).map((voice) => {
    const sample = voice.sample === undefined ? null : resolveLink(voice.sample, context.readFrom);
    return { ...voice, sample: sample?.href };
  });
}

/** Removes or truncates overlong fields, because the list is stored, displayed and passed between processes. */
function limitVoices<V extends LenientVoice | LenientClonedVoice>(voices: readonly V[], { status }: ReplyText): V[] {
  if (voices.length > MAX_VOICES) {
    throw new ServiceError({ kind: 'oversized-reply', status, limit: { unit: 'entries', most: MAX_VOICES } });
  }
  return voices.filter(({ id }) => id.length <= MAX_VOICE_ID_CHARACTERS).map((voice) => truncateFields(voice));
}

function truncateFields<V extends LenientVoice | LenientClonedVoice>(voice: V): V {
  const { id, sample, ...traits } = voice;
  const isLong = sample !== undefined && sample.length > MAX_LINK_CHARACTERS;
  const texts = Object.entries(traits).map(([name, value]) => [
    name,
    typeof value === 'string' ? truncate(value, MAX_TRAIT_CHARACTERS) : value,
  ]);
  // Fields and their types are the same; TypeScript can't infer this through `Object.fromEntries`.
  return { ...Object.fromEntries(texts), id, ...(sample === undefined || isLong ? {} : { sample }) } as V;
}

function resolveLinks(child: LenientChildJob, context: ReadingContext): LenientChildJob {
  const { _links: links, id, output, error_message, error, message, ...rest } = child;
  const clean = (text: string | undefined) => (text === undefined ? undefined : cleanMessage(text, context.scrubber));
  const url = output && (resolveLink(output.url, context.readFrom)?.href ?? output.url);
  return {
    ...rest,
    id: id !== undefined && id.length <= MAX_ID_CHARACTERS ? id : undefined,
    error_message: clean(error_message),
    error: clean(error),
    message: clean(message),
    output: url !== undefined && url.length <= MAX_LINK_CHARACTERS ? { ...output, url } : undefined,
    _links: links && { self: link(links.self?.href, context), batch: link(links.batch?.href, context) },
  };
}

function link(href: string | undefined, context: ReadingContext): { href: string } | undefined {
  const kept = storedLink(href, context);
  return kept === undefined ? undefined : { href: kept };
}

const unreadable = ({ status }: ReplyText, fault: ReplyProblem) =>
  new ServiceError({ kind: 'unreadable-reply', status, fault });
