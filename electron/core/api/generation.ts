// The request is sent once and never retried; if the reply is lost, the job is looked up instead.

import { PATHS, type SingleCreation, singleCreationSchema } from '@lectern/tts-protocol';
import { countCharacters } from '../../../shared/rules/characters.ts';
import type { HttpReply } from '../ports.ts';
import { cancellable } from './cancellable.ts';
import { foreignReplyProblem } from './error-body.ts';
import { REPLY_BOUNDS, readReply, readWithin, rejectCompressed } from './exchange.ts';
import { createEventReader, type GenerationEvent, GenerationLog } from './generation-events.ts';
import { parseSingleJob, storedLink } from './readings.ts';
import type { ReadContext } from './retry.ts';
import { failureOf, type SendContext, sendOnce } from './send-once.ts';
import { ServiceError, type ServiceProblem } from './service-error.ts';
import { completedEvent, followJob } from './single-job.ts';

export type GenerationDoubt =
  | { readonly kind: 'unreadable-event'; readonly name: string }
  /** The event stream ended early. From now on, the job is polled. */
  | { readonly kind: 'events-lost'; readonly error: ServiceError };

export interface GenerateOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onDoubt?: ((doubt: GenerationDoubt) => void) | undefined;
}

export type GenerationContext = SendContext & ReadContext;

const MAX_EVENT_CHARACTERS = 64 * 1024;
/** Maximum bytes of an event stream, enough for ten events per second for an hour. */
const MAX_STREAM_BYTES = 16 * 1024 ** 2;
/**
 * Time without progress before the job is polled instead, in milliseconds. Pings only show that the connection is open.
 */
const STALLED_AFTER_MS = 300_000;
const MAX_NAME_CHARACTERS = 100;

/** Sends the request when the first event is requested. If the caller stops iterating, the connection is closed. */
export function generate(
  parameters: SingleCreation,
  { signal, onDoubt }: GenerateOptions,
  context: GenerationContext,
): AsyncIterableIterator<GenerationEvent, undefined, undefined> {
  const creation = singleCreationSchema.parse(parameters);
  const leaving = new AbortController();
  const either = signal ? AbortSignal.any([signal, leaving.signal]) : leaving.signal;
  return cancellable(generation(creation, either, onDoubt ?? (() => {}), context), () => leaving.abort());
}

async function* generation(
  creation: SingleCreation,
  signal: AbortSignal,
  onDoubt: (doubt: GenerationDoubt) => void,
  context: GenerationContext,
): AsyncGenerator<readonly GenerationEvent[], void, undefined> {
  const { reply, url } = await send(creation, signal, context);
  const log = new GenerationLog({ baseUrl: context.baseUrl, readFrom: url, scrubber: context.scrubber });
  let trouble: ServiceProblem;
  let isStream = false;
  try {
    rejectCompressed(reply);
    const opened = await openReply(reply);
    isStream = opened.sort === 'events';
    const last = isStream
      ? yield* readEvents(opened.reply, log, context, onDoubt)
      : await readAnswer(opened, log, context);
    if (last?.kind === 'completed') return isStream ? undefined : yield [last];
    trouble = isStream ? endedEarly(url) : untraceable(reply);
  } catch (error) {
    const failure = failureOf(error, signal);
    if (!(failure instanceof ServiceError) || failure.problem.kind === 'job-failed') throw failure;
    trouble = failure.problem;
  } finally {
    reply.discard();
  }
  const links = linksOf(reply, log, trouble);
  if (trouble.kind === 'not-the-service' && links.length === 0) throw new ServiceError(trouble);
  if (isStream) onDoubt({ kind: 'events-lost', error: new ServiceError(trouble) });
  yield [await followJob({ id: log.id, links, trouble }, signal, context)];
}

function send(creation: SingleCreation, signal: AbortSignal, context: GenerationContext) {
  const order = {
    method: 'POST',
    path: PATHS.single,
    scope: 'single',
    characters: countCharacters(creation.text),
    headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify(creation),
    what: 'generation',
  } as const;
  return sendOnce(order, signal, context);
}

async function* readEvents(
  reply: HttpReply,
  log: GenerationLog,
  { clock, timeouts }: GenerationContext,
  onDoubt: (doubt: GenerationDoubt) => void,
): AsyncGenerator<readonly GenerationEvent[], GenerationEvent | undefined, undefined> {
  let batch: GenerationEvent[] = [];
  let last: GenerationEvent | undefined;
  const reader = createEventReader((wire) => {
    if (log.isOver) return;
    const event = log.readEvent(wire);
    if (event) batch.push(event);
    else onDoubt({ kind: 'unreadable-event', name: wire.name.slice(0, MAX_NAME_CHARACTERS) });
  }, MAX_EVENT_CHARACTERS);
  const takeBatch = () => {
    const full = batch;
    batch = [];
    last = full.at(-1) ?? last;
    // Close the connection after the last event, even if the caller stops iterating.
    if (log.isOver) reply.discard();
    return full;
  };
  const { status } = reply;
  const startedAt = clock.now();
  let advancedAt = startedAt;
  let advances = 0;
  let total = 0;
  for await (const bytes of reply.body) {
    const fits = reader.push(bytes);
    if (batch.length > 0) yield takeBatch();
    if (log.isOver) return last;
    if (!fits) throw oversizedError(status, MAX_EVENT_CHARACTERS);
    total += bytes.byteLength;
    if (total > MAX_STREAM_BYTES) throw oversizedError(status, MAX_STREAM_BYTES);
    const now = clock.now();
    if (log.advances > advances) advancedAt = now;
    advances = log.advances;
    if (now - advancedAt >= STALLED_AFTER_MS || now - startedAt >= timeouts.followMs) throw stalledError(status);
  }
  reader.end();
  if (batch.length > 0) yield takeBatch();
  return last;
}

/** Reads a reply that isn't an event stream. @returns the last event if the job is already finished */
async function readAnswer(
  { sort, reply }: OpenedReply,
  log: GenerationLog,
  context: GenerationContext,
): Promise<GenerationEvent | null> {
  const { status, headers } = reply;
  if (sort === 'page' || sort === 'foreign') {
    throw new ServiceError(foreignReplyProblem({ status, headers, text: '' }, context.scrubber));
  }
  const text = await readWithin(context.timeouts.exchangeMs, reply, () => readReply(reply, REPLY_BOUNDS.singleJob));
  const job = parseSingleJob(text, log.context);
  log.recordJob(job.id, job.self);
  return completedEvent(job);
}

/**
 * Returns links to the job, preferred ones first. Ignores foreign replies unless their status is 201, which means that
 * the job exists.
 */
function linksOf({ status, headers }: HttpReply, log: GenerationLog, trouble: ServiceProblem): string[] {
  if (trouble.kind === 'not-the-service' && status !== 201) return [];
  const links = [
    storedLink(headers['location'], log.context),
    log.self,
    storedLink(headers['content-location'], log.context),
  ];
  return links.filter((link) => link !== undefined);
}

const endedEarly = ({ origin }: URL): ServiceProblem => ({
  kind: 'connection',
  phase: 'sent',
  failure: 'ended-early',
  origin,
  code: null,
});

const untraceable = ({ status }: HttpReply): ServiceProblem => ({
  kind: 'unreadable-reply',
  status,
  fault: 'no-job-link',
});

const oversizedError = (status: number, maximum: number): ServiceError =>
  new ServiceError({ kind: 'oversized-reply', status, limit: { unit: 'bytes', most: maximum } });

const stalledError = (status: number): ServiceError =>
  new ServiceError({ kind: 'unreadable-reply', status, fault: 'endless-events' });

type ReplyFormat = 'events' | 'json' | 'page' | 'empty' | 'foreign';

interface OpenedReply {
  readonly sort: ReplyFormat;
  readonly reply: HttpReply;
}

/** Maximum number of leading blank bytes to skip. Beyond that, only the content type counts. */
const MAX_BLANKS = 1024;

/**
 * Never trusts the content type alone, because proxies can send HTML pages with any content type.
 * @throws TransportError
 */
export async function openReply(reply: HttpReply): Promise<OpenedReply> {
  const chunks = reply.body[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  let bytes = 0;
  let start: string | undefined;
  while (start === undefined && bytes < MAX_BLANKS) {
    const next = await chunks.next();
    if (next.done) break;
    read.push(next.value);
    bytes += next.value.byteLength;
    start = firstCharacter(next.value);
  }
  const { status, headers } = reply;
  return {
    sort: formatOfReply(headers['content-type'] ?? '', start, bytes),
    reply: { status, headers, body: whole(read, chunks), discard: () => reply.discard() },
  };
}

async function* whole(read: readonly Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* read;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

function firstCharacter(chunk: Uint8Array): string | undefined {
  const byte = chunk.find((value) => value > 0x20 && value !== 0xef && value !== 0xbb && value !== 0xbf);
  return byte === undefined ? undefined : String.fromCharCode(byte);
}

function formatOfReply(contentType: string, start: string | undefined, bytes: number): ReplyFormat {
  if (/event-stream/i.test(contentType) && start !== '{' && start !== '<') return 'events';
  if (start === '<') return 'page';
  if (start === '{' || start === '[' || /json/i.test(contentType)) return bytes === 0 ? 'empty' : 'json';
  if (/html|xml/i.test(contentType)) return 'page';
  if (bytes === 0) return 'empty';
  return contentType === '' || /^\s*(text\/plain|application\/octet-stream)/i.test(contentType) ? 'events' : 'foreign';
}
