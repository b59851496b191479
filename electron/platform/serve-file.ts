// Files as answers: the page's own, and takes with byte ranges.
import { type FileHandle, readFile, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { Readable } from 'node:stream';
import { openRegularFile } from '../../node/files/regular-file.ts';
import { readRange } from './byte-range.ts';
import { contentTypeOf } from './content-types.ts';

/** An answer without a body. */
export const emptyAnswer = (status: number, headers: Readonly<Record<string, string>> = {}): Response =>
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
