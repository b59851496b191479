// The project's cover image, a file in the project folder so that it moves with the project.
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { PRIVATE_FILE_MODE } from '../../../../node/files/durable-write.ts';
import { UntrustedFolder } from '../../../../node/files/untrusted-folder.ts';
import type { CoverFigures } from '../../../../shared/model/book.ts';
import type { KnownCover } from '../../../../shared/rules/export/target-readiness.ts';

/** `format`: neither PNG nor JPEG, or truncated. */
export type CoverProblem = 'format' | 'too-large' | 'too-small' | 'too-many-pixels';

export class CoverError extends Error {
  override readonly name = 'CoverError';
  readonly problem: CoverProblem;

  constructor(problem: CoverProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** Limits for the file size in bytes and for each side in pixels. */
export const MAX_COVER_BYTES = 10 * 1024 * 1024;
const MIN_PIXELS = 64;
const MAX_PIXELS = 6_000;

const FILE_NAMES = { png: 'cover.png', jpeg: 'cover.jpg' } as const;
type ImageFormat = keyof typeof FILE_NAMES;
export const COVER_FILES: readonly string[] = Object.values(FILE_NAMES);
const CONTENT_TYPES: Readonly<Record<string, string>> = { 'cover.png': 'image/png', 'cover.jpg': 'image/jpeg' };

export interface Cover {
  readonly path: string;
  readonly sizeBytes: number;
  readonly contentType: string;
  readonly version: string;
}

export async function coverOf(folder: string): Promise<Cover | null> {
  for (const name of COVER_FILES) {
    const path = join(folder, name);
    const found = await new UntrustedFolder(folder).look(path).catch(() => null);
    if (found?.isFile()) {
      const version = `${found.size}-${Math.round(found.mtimeMs)}`;
      return { path, sizeBytes: found.size, contentType: CONTENT_TYPES[name] ?? '', version };
    }
  }
  return null;
}

export async function readCover(folder: string): Promise<Uint8Array | null> {
  const bytes = await coverBytes(folder);
  return bytes && imageFigures(bytes) ? bytes : null;
}

async function coverBytes(folder: string): Promise<Uint8Array | null> {
  const cover = await coverOf(folder);
  return cover && new UntrustedFolder(folder).read(cover.path, MAX_COVER_BYTES).catch(() => null);
}

/** @param bytes null to remove the cover @throws CoverError; system errors */
export async function writeCover(folder: string, bytes: Uint8Array | null): Promise<void> {
  const format = bytes && checkImage(bytes);
  const name = format && FILE_NAMES[format];
  const files = new UntrustedFolder(folder);
  if (bytes && name) await files.replace(join(folder, name), bytes, PRIVATE_FILE_MODE);
  for (const other of COVER_FILES) {
    const path = join(folder, other);
    if (other !== name && (await files.look(path))?.isDirectory() === false) await files.remove(path);
  }
}

/** A cover is damaged if its file is truncated, corrupt or not an image. */
export async function coverState(folder: string): Promise<KnownCover> {
  const [cover, bytes] = [await coverOf(folder), await coverBytes(folder)];
  const figures = bytes && imageFigures(bytes);
  return { figures, isDamaged: cover !== null && figures === null };
}

/** Detects format and size from the content; null for a truncated file and for other formats. */
function imageFigures(bytes: Uint8Array): CoverFigures | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const png = pngSize(view);
  const size = png ?? jpegSize(view);
  return size && { format: png ? 'png' : 'jpeg', width: size[0], height: size[1], sizeBytes: bytes.byteLength };
}

function checkImage(bytes: Uint8Array): ImageFormat {
  if (bytes.byteLength > MAX_COVER_BYTES) throw new CoverError('too-large');
  const figures = imageFigures(bytes);
  if (!figures) throw new CoverError('format');
  const { format, width, height } = figures;
  if (Math.min(width, height) < MIN_PIXELS) throw new CoverError('too-small');
  if (Math.max(width, height) > MAX_PIXELS) throw new CoverError('too-many-pixels');
  return format;
}

type Size = readonly [width: number, height: number];

const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

const PNG_CHUNK_BYTES = 12;

/** Walks all chunks and verifies their checksums. A file without an IEND chunk is truncated. */
function pngSize(bytes: Buffer): Size | null {
  if (!bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return null;
  let at = PNG_SIGNATURE.length;
  let size: Size | null = null;
  let hasData = false;
  while (at + PNG_CHUNK_BYTES <= bytes.length) {
    const end = at + PNG_CHUNK_BYTES + bytes.readUInt32BE(at);
    if (end > bytes.length || crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return null;
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (size === null) {
      if (type !== 'IHDR' || end - at < PNG_CHUNK_BYTES + 13) return null;
      size = [bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)];
    }
    if (type === 'IDAT') hasData = true;
    if (type === 'IEND') return hasData ? size : null;
    at = end;
  }
  return null;
}

const JPEG = { start: 0xd8, end: 0xd9, scan: 0xda } as const;
/** Start-of-frame markers are C0 to CF, except C4, C8 and CC. */
const isFrameHeader = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Walks all markers and scans. A file without an EOI marker is truncated. */
function jpegSize(bytes: Buffer): Size | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xff00 + JPEG.start) return null;
  let size: Size | null = null;
  let hasScan = false;
  let at = 2;
  while (at + 1 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === JPEG.end) return hasScan ? size : null;
    // 0xFF is a fill byte; all other markers before EOI have a length.
    if (marker === 0xff) at += 1;
    else {
      if (at + 4 > bytes.length) return null;
      if (isFrameHeader(marker) && at + 9 <= bytes.length)
        size = [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
      at += 2 + bytes.readUInt16BE(at + 2);
      if (marker === JPEG.scan) {
        hasScan = true;
        at = nextMarker(bytes, at);
      }
    }
  }
  return null;
}

function nextMarker(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const after = bytes[at + 1] ?? 0;
    const isRestart = after >= 0xd0 && after <= 0xd7;
    if (after !== 0 && after !== 0xff && !isRestart) return at;
  }
  return bytes.length;
}
