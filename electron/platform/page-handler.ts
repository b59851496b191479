import { type FileHandle, readFile, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { Readable } from 'node:stream';
import { openRegularFile } from '../../node/files/regular-file.ts';
import { parseAddress } from './page-address.ts';

export interface PageHandlerOptions {
  readonly pageFolder: string;
  readonly styleNonce: string;
  readonly locateTake: (takeId: number) => Promise<{ readonly path: string; readonly contentType: string } | null>;
  readonly locateCover: (id: string) => Promise<{ readonly path: string; readonly contentType: string } | null>;
  readonly auditions: AuditionSource;
  readonly noteDefect: (error: unknown) => void;
}

/** Returns a request handler that never rejects. */
export function createPageHandler(options: PageHandlerOptions): (request: Request) => Promise<Response> {
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

async function answerRequest(options: PageHandlerOptions, request: Request): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return emptyAnswer(405, { allow: 'GET, HEAD' });
  const target = parseAddress(request.url);
  if (!target) return emptyAnswer(404);
  if (target.kind === 'asset') return serveAsset(options.pageFolder, target.names, request.method);
  if (target.kind === 'audition') return serveAudition(options.auditions, target.auditionId, request.method);
  const media = await (target.kind === 'cover' ? options.locateCover(target.id) : options.locateTake(target.takeId));
  return media ? serveMedia(media.path, media.contentType, request) : emptyAnswer(404);
}

/**
 * Allows only the application's own resources. Style elements inserted by UI libraries need the nonce, and markup
 * created from text needs the page's trusted types policy (`renderer/bridge`).
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
    // Chromium doesn't support this directive yet, and logs a warning every time it starts. Until it does, the page
    // itself disables WebRTC.
    "webrtc 'block'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');

const pageHeaders = (nonce: string): Readonly<Record<string, string>> => ({
  'content-security-policy': contentSecurityPolicy(nonce),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
});

export interface AuditionSource {
  typeOf(auditionId: string): Promise<string | null>;
  /** Returns the next bytes as soon as there are any; null if the audition failed or was stopped. */
  read(auditionId: string, offset: number): Promise<{ readonly bytes: Uint8Array; readonly done: boolean } | null>;
}

/** If the audition fails, the response also fails, so that partial audio is never mistaken for complete audio. */
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

const emptyAnswer = (status: number, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(null, { status, headers: { 'content-length': '0', ...headers } });

/** Files outside the folder are never served, not even through links. `names` have already been validated. */
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
    // The response doesn't reveal whether the path is missing or a folder.
    return emptyAnswer(404);
  }
}

/** Responds with 206 and `content-range`, 416 for an invalid range, or 404 if the file is gone. */
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

const streamOf = (file: FileHandle, start: number, end: number): ReadableStream<Uint8Array<ArrayBuffer>> =>
  Readable.toWeb(file.createReadStream({ start, end })) as ReadableStream<Uint8Array<ArrayBuffer>>;

/** In bytes; `end` is inclusive. */
type RangeAnswer =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  | { readonly kind: 'unsatisfiable' };

/** Parses a `Range` header (RFC 9110, section 14). Malformed and multiple ranges are ignored, as the RFC allows. */
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

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/** Returns null if files of this type aren't served. */
const contentTypeOf = (name: string): string | null => CONTENT_TYPES[extname(name).toLowerCase()] ?? null;
