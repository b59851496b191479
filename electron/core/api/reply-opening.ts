// What a reply turns out to be, by its content type and by how it begins.
import type { HttpReply } from '../ports.ts';

export type ReplySort = 'events' | 'json' | 'page' | 'empty' | 'foreign';

export interface OpenedReply {
  readonly sort: ReplySort;
  /** The same reply; its body still has all its bytes. */
  readonly reply: HttpReply;
}

/** A reply may begin with up to this many blank bytes; one with more is judged by its content type. */
const MOST_BLANKS = 1024;

/**
 * Looks at how a reply begins. The content type alone is never trusted: proxies send pages under any.
 *
 * @throws TransportError
 */
export async function openReply(reply: HttpReply): Promise<OpenedReply> {
  const chunks = reply.body[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  let bytes = 0;
  let start: string | undefined;
  while (start === undefined && bytes < MOST_BLANKS) {
    const next = await chunks.next();
    if (next.done) break;
    read.push(next.value);
    bytes += next.value.byteLength;
    start = firstCharacter(next.value);
  }
  const { status, headers } = reply;
  return {
    sort: sortOf(headers['content-type'] ?? '', start, bytes),
    reply: { status, headers, body: whole(read, chunks), discard: () => reply.discard() },
  };
}

async function* whole(read: readonly Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* read;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/** The first one that is neither blank nor of a mark at the start (BOM). */
function firstCharacter(chunk: Uint8Array): string | undefined {
  const byte = chunk.find((value) => value > 0x20 && value !== 0xef && value !== 0xbb && value !== 0xbf);
  return byte === undefined ? undefined : String.fromCharCode(byte);
}

function sortOf(contentType: string, start: string | undefined, bytes: number): ReplySort {
  if (/event-stream/i.test(contentType) && start !== '{' && start !== '<') return 'events';
  if (start === '<') return 'page';
  if (start === '{' || start === '[' || /json/i.test(contentType)) return bytes === 0 ? 'empty' : 'json';
  if (/html|xml/i.test(contentType)) return 'page';
  if (bytes === 0) return 'empty';
  return contentType === '' || /^\s*(text\/plain|application\/octet-stream)/i.test(contentType) ? 'events' : 'foreign';
}
