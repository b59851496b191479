// The answers of the application's own scheme: its page, and media by id.

import { type FileHandle, readFile, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { Readable } from 'node:stream';
import { openRegularFile } from '../../node/files/regular-file.ts';
import { readAddress } from './page-address.ts';

export interface PageAnswerOptions {
  /** Where the page's files are. */
  readonly pageFolder: string;
  /** The nonce for style elements. */
  readonly styleNonce: string;
  /** The file of a take; null where there is none. */
  readonly locateTake: (takeId: number) => Promise<{ readonly path: string; readonly contentType: string } | null>;
  /** The file of a project's cover; null where there is none. */
  readonly locateCover: (id: string) => Promise<{ readonly path: string; readonly contentType: string } | null>;
  readonly auditions: AuditionSource;
  /** Notes what failed though it should not have. */
  readonly noteDefect: (error: unknown) => void;
}

/** What answers a request; it never fails. */
export function createPageAnswer(options: PageAnswerOptions): (request: Request) => Promise<Response> {
  const common = Object.entries(pageHeaders(options.styleNonce));
  return async (request) => {
    const answer = await answerRequest(options, request).catch((error: unknown) => {
      options.noteDefect(error);
      return emptyAnswer(500);
    });
    for (const [name, value] of common) answer.headers.set(name, value);
    return answer;
  };
}

async function answerRequest(options: PageAnswerOptions, request: Request): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return emptyAnswer(405, { allow: 'GET, HEAD' });
  const target = readAddress(request.url);
  if (!target) return emptyAnswer(404);
  if (target.kind === 'asset') return serveAsset(options.pageFolder, target.names, request.method);
  if (target.kind === 'audition') return serveAudition(options.auditions, target.auditionId, request.method);
  const media = await (target.kind === 'cover' ? options.locateCover(target.id) : options.locateTake(target.takeId));
  return media ? serveMedia(media.path, media.contentType, request) : emptyAnswer(404);
}

// What goes with everything that is served to the window.

/**
 * The page's content security policy: nothing but what the application brings. Scripts are its own files; style elements
 * that the interface's libraries insert carry the nonce; text becomes markup only through the page's own policy for
 * trusted types (`renderer/bridge`).
 *
 * @param nonce letters and digits, new at each start
 */
const contentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    // Chromium does not know it yet, and says so once at each start; until then the page gives the means up itself.
    "webrtc 'block'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');

/** Headers of every answer. */
const pageHeaders = (nonce: string): Readonly<Record<string, string>> => ({
  'content-security-policy': contentSecurityPolicy(nonce),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
});

// The audio of an audition, handed on as it comes.

/** Where an audition's audio comes from. */
export interface AuditionSource {
  /** Its media type; null where there is no such audition. */
  typeOf(auditionId: string): Promise<string | null>;
  /** The next bytes from an offset on, as soon as there are any; null where it broke off or was stopped. */
  read(auditionId: string, offset: number): Promise<{ readonly bytes: Uint8Array; readonly done: boolean } | null>;
}

/** Answers an audition's audio; one that breaks off fails, so that a part is never taken for the whole. */
export async function serveAudition(source: AuditionSource, auditionId: string, method: string): Promise<Response> {
  const contentType = await source.typeOf(auditionId);
  if (!contentType) return emptyAnswer(404);
  const headers = { 'content-type': contentType };
  if (method === 'HEAD') return new Response(null, { headers });
  let offset = 0;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const next = await source.read(auditionId, offset);
        if (!next) return controller.error(new Error('the audition broke off'));
        offset += next.bytes.byteLength;
        if (next.bytes.byteLength > 0) controller.enqueue(new Uint8Array(next.bytes));
        if (next.done) controller.close();
      },
    },
    { highWaterMark: 1 },
  );
  return new Response(body, { headers });
}

// Files as answers: the page's own, and takes with byte ranges.

/** An answer without a body. */
const emptyAnswer = (status: number, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(null, { status, headers: { 'content-length': '0', ...headers } });

/**
 * Answers a file of the page.
 * @param folder the page's folder; nothing outside is served, not by a link in it either
 * @param names from the folder on, each a plain name
 */
export async function serveAsset(folder: string, names: readonly string[], method: string): Promise<Response> {
  const contentType = contentTypeOf(names.at(-1) ?? '');
  if (!contentType) return emptyAnswer(404);
  try {
    const [root, path] = await Promise.all([realpath(folder), realpath(join(folder, ...names))]);
    if (!path.startsWith(root + sep)) return emptyAnswer(404);
    const bytes = await readFile(path);
    const headers = { 'content-type': contentType, 'content-length': String(bytes.byteLength) };
    return new Response(method === 'HEAD' ? null : bytes, { headers });
  } catch {
    // Not there, or a folder: the response doesn't say which.
    return emptyAnswer(404);
  }
}

/**
 * Answers a media file, whole or in part: 206 with the part's place in the whole, 416 where there is no such part, 404
 * where the file has gone. The file is closed when all is read or the request is called off.
 */
export async function serveMedia(path: string, contentType: string, request: Request): Promise<Response> {
  let file: FileHandle;
  try {
    file = await openRegularFile(path, 'refuse');
  } catch {
    return emptyAnswer(404);
  }
  try {
    const { size } = await file.stat();
    const range = readRange(request.headers.get('range'), size);
    const headers: Record<string, string> = { 'accept-ranges': 'bytes', 'content-type': contentType };
    if (range.kind === 'unsatisfiable') {
      await file.close();
      return emptyAnswer(416, { ...headers, 'content-range': `bytes */${size}` });
    }
    const [start, end] = range.kind === 'part' ? [range.start, range.end] : [0, size - 1];
    headers['content-length'] = String(end - start + 1);
    if (range.kind === 'part') headers['content-range'] = `bytes ${start}-${end}/${size}`;
    const status = range.kind === 'part' ? 206 : 200;
    if (request.method === 'HEAD' || size === 0) {
      await file.close();
      return new Response(null, { status, headers });
    }
    return new Response(streamOf(file, start, end), { status, headers });
  } catch {
    await file.close();
    return emptyAnswer(404);
  }
}

/** Closes the file at the end, at a failure and when the reader calls it off. */
const streamOf = (file: FileHandle, start: number, end: number): ReadableStream<Uint8Array<ArrayBuffer>> =>
  Readable.toWeb(file.createReadStream({ start, end })) as ReadableStream<Uint8Array<ArrayBuffer>>;

// Byte ranges of media, by RFC 9110, section 14.

/** What of a file is to be answered. `start` and `end` are offsets in bytes, `end` inclusive. */
type RangeAnswer =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  | { readonly kind: 'unsatisfiable' };

/**
 * Reads a `Range` header for a file of `sizeBytes` bytes. A header that is no byte range, or that asks for several at
 * once, is ignored, as the standard allows: the whole file is sent.
 */
export function readRange(header: string | null, sizeBytes: number): RangeAnswer {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '') ?? [];
  if (first === '' && last === '') return { kind: 'whole' };
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes);
    return length > 0 ? { kind: 'part', start: sizeBytes - length, end: sizeBytes - 1 } : { kind: 'unsatisfiable' };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return { kind: 'whole' };
  if (start >= sizeBytes) return { kind: 'unsatisfiable' };
  return { kind: 'part', start, end: last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1) };
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/** The media type of a file of the page; null where such a file is not served. */
const contentTypeOf = (name: string): string | null => TYPES[extname(name).toLowerCase()] ?? null;
