// The picture on a project's cover: a file in its folder, so that it goes where the project goes.
import { join } from 'node:path';
import { PRIVATE_FILE_MODE } from '../../../../node/files/durable-write.ts';
import { UntrustedFolder } from '../../../../node/files/untrusted-folder.ts';
import type { CoverFigures } from '../../../../shared/model/book.ts';

/** Why a picture is not taken. `format`: neither PNG nor JPEG, or cut off. */
export type CoverProblem = 'format' | 'too-large' | 'too-small' | 'too-many-pixels';

export class CoverError extends Error {
  override readonly name = 'CoverError';
  readonly problem: CoverProblem;

  constructor(problem: CoverProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** A picture has at most this many bytes, and each side is within these limits, in pixels. */
export const MOST_COVER_BYTES = 10 * 1024 * 1024;
const FEWEST_PIXELS = 64;
const MOST_PIXELS = 6_000;

const FILES = { png: 'cover.png', jpeg: 'cover.jpg' } as const;
type PictureFormat = keyof typeof FILES;
/** Names that a cover may have in a project's folder. */
export const COVER_FILES: readonly string[] = Object.values(FILES);
const TYPES: Readonly<Record<string, string>> = { 'cover.png': 'image/png', 'cover.jpg': 'image/jpeg' };

export interface Cover {
  readonly path: string;
  readonly sizeBytes: number;
  readonly contentType: string;
  /** Another picture has another one. */
  readonly version: string;
}

/** A project's cover; null where it has none. */
export async function coverOf(folder: string): Promise<Cover | null> {
  for (const name of COVER_FILES) {
    const path = join(folder, name);
    const found = await new UntrustedFolder(folder).look(path).catch(() => null);
    if (found?.isFile()) {
      const version = `${found.size}-${Math.round(found.mtimeMs)}`;
      return { path, sizeBytes: found.size, contentType: TYPES[name] ?? '', version };
    }
  }
  return null;
}

/** The bytes of a project's cover; null where it has none that can be read. */
export async function readCover(folder: string): Promise<Uint8Array | null> {
  const cover = await coverOf(folder);
  return cover && new UntrustedFolder(folder).read(cover.path, MOST_COVER_BYTES).catch(() => null);
}

/**
 * Gives a project a cover in the place of the one that it has.
 *
 * @param bytes null: none
 * @throws CoverError; what the system says
 */
export async function writeCover(folder: string, bytes: Uint8Array | null): Promise<void> {
  const format = bytes && checkPicture(bytes);
  const name = format && FILES[format];
  const files = new UntrustedFolder(folder);
  if (bytes && name) await files.replace(join(folder, name), bytes, PRIVATE_FILE_MODE);
  for (const other of COVER_FILES) {
    const path = join(folder, other);
    if (other !== name && (await files.look(path))?.isDirectory() === false) await files.remove(path);
  }
}

/** What the picture of a project's cover is; null where it has none that can be read. */
export async function coverFigures(folder: string): Promise<CoverFigures | null> {
  const bytes = await readCover(folder);
  return bytes && pictureFigures(bytes);
}

/** What a picture is, by its bytes; null: neither PNG nor JPEG, or cut off. */
function pictureFigures(bytes: Uint8Array): CoverFigures | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const png = pngSize(view);
  const size = png ?? jpegSize(view);
  return size && { format: png ? 'png' : 'jpeg', width: size[0], height: size[1], sizeBytes: bytes.byteLength };
}

/** @throws CoverError */
function checkPicture(bytes: Uint8Array): PictureFormat {
  if (bytes.byteLength > MOST_COVER_BYTES) throw new CoverError('too-large');
  const figures = pictureFigures(bytes);
  if (!figures) throw new CoverError('format');
  const { format, width, height } = figures;
  if (Math.min(width, height) < FEWEST_PIXELS) throw new CoverError('too-small');
  if (Math.max(width, height) > MOST_PIXELS) throw new CoverError('too-many-pixels');
  return format;
}

type Size = readonly [width: number, height: number];

const PNG_START = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** The head's chunk stands first, and the end's last: without it the file was cut off. */
function pngSize(bytes: Buffer): Size | null {
  if (bytes.length < 45 || !bytes.subarray(0, 8).equals(PNG_START)) return null;
  if (bytes.toString('latin1', 12, 16) !== 'IHDR' || !bytes.subarray(-12).includes('IEND', 0, 'latin1')) return null;
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

/** Frame heads of JPEG: C0 to CF, but for C4, C8 and CC, which are tables. */
const isFrameHead = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** From marker to marker up to the frame's head. */
function jpegSize(bytes: Buffer): Size | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (isFrameHead(marker)) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
    // A fill byte stands for itself; all other markers before the frame have a length.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}
