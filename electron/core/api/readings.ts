// Replies of the service as the client gives them on: links resolved, what people get to see without the key.
import {
  type BatchJobReading,
  batchJobReading,
  type ChildJobReading,
  childJobReading,
} from '../../../shared/service/jobs.ts';
import { type VoiceReading, voiceListReading } from '../../../shared/service/voices.ts';
import { foreign, isPage, parsed, type ReplyText } from './error-body.ts';
import { resolveLink, toStoredLink } from './links.ts';
import type { SecretScrubber } from './secret-scrubber.ts';
import { ServiceError } from './service-error.ts';

export interface ReadingContext {
  readonly baseUrl: URL;
  /** The address whose reply is read: relative links start there. */
  readonly readFrom: URL;
  readonly scrubber: SecretScrubber;
}

/**
 * A link as it can be kept (see `toStoredLink`), or undefined where it is none, or one that holds the key.
 *
 * @param href as the service gave it
 */
export function keptLink(href: string | undefined, context: ReadingContext): string | undefined {
  const url = href === undefined ? null : resolveLink(href, context.readFrom);
  if (!url || context.scrubber.taints(url.href)) return undefined;
  return toStoredLink(url, context.baseUrl);
}

/** @throws ServiceError `not-the-service` or `unreadable-reply` */
export function jsonOf(reply: ReplyText, scrubber: SecretScrubber): unknown {
  if (isPage(reply)) throw new ServiceError(foreign(reply, scrubber));
  const value = parsed(reply.text);
  if (value !== undefined) return value;
  if (/json/i.test(reply.headers['content-type'] ?? '')) throw unreadable(reply, 'it is not valid JSON');
  throw reply.text === '' ? unreadable(reply, 'it is empty') : new ServiceError(foreign(reply, scrubber));
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

/** @throws ServiceError where the reply is no list */
export function voicesOf(reply: ReplyText, context: ReadingContext): VoiceReading[] {
  const read = voiceListReading.safeParse(jsonOf(reply, context.scrubber));
  if (!read.success) throw unreadable(reply, 'it is not a list of voices');
  return read.data.map((voice) => {
    const sample = voice.sample === undefined ? null : resolveLink(voice.sample, context.readFrom);
    return { ...voice, sample: sample?.href };
  });
}

function resolved(child: ChildJobReading, context: ReadingContext): ChildJobReading {
  const { _links: links, output, error_message, error, message, ...rest } = child;
  const clean = (text: string | undefined) => (text === undefined ? undefined : context.scrubber.text(text));
  return {
    ...rest,
    error_message: clean(error_message),
    error: clean(error),
    message: clean(message),
    output: output && { ...output, url: resolveLink(output.url, context.readFrom)?.href ?? output.url },
    _links: links && { self: link(links.self?.href, context), batch: link(links.batch?.href, context) },
  };
}

function link(href: string | undefined, context: ReadingContext): { href: string } | undefined {
  const kept = keptLink(href, context);
  return kept === undefined ? undefined : { href: kept };
}

const unreadable = ({ status }: ReplyText, detail: string) =>
  new ServiceError({ kind: 'unreadable-reply', status, detail });
