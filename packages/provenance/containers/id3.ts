// MP3 and FLAC files, whose manifest store is in a GEOB frame of an ID3v2 tag.
import { ProvenanceError } from '../provenance-error.ts';
import type { ManifestContainer, ManifestPlace, OutputPart } from './container.ts';
import type { FileRange, SourceFile } from './source-file.ts';

const TAG_HEADER_BYTES = 10;
const FRAME_HEADER_BYTES = 10;
/** The size of a tag has 28 bits. */
const MAX_TAG_BYTES = 2 ** 28 - 1;
/** Bytes read from each GEOB frame to find its media type and the start of its object. */
const MAX_GEOB_HEAD_BYTES = 1024;
/** Limits the time spent on malicious files. */
const MAX_FRAMES = 20_000;
const EXTENDED_HEADER = 0x40;
const UNSYNCHRONISATION = 0x80;
const FOOTER = 0x10;
/** The media types of the current and of earlier specifications. */
const MEDIA_TYPES = ['application/c2pa', 'application/x-c2pa-manifest-store'];
const OBJECT_HEAD = Buffer.from('\0application/c2pa\0c2pa\0c2pa manifest store\0', 'latin1');

interface Frame {
  readonly id: string;
  readonly range: FileRange;
  readonly content: FileRange;
}

interface Id3Tag {
  readonly version: 3 | 4;
  readonly frames: readonly Frame[];
  /** The end of the tag, including its padding. */
  readonly end: number;
}

const synchsafe = (size: number): number[] => [21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f);

const readSynchsafe = (bytes: Buffer, at: number): number =>
  bytes.subarray(at, at + 4).reduce((size, byte) => size * 0x80 + (byte & 0x7f), 0);

/** Returns null if the file has no tag. */
async function readTag(source: SourceFile): Promise<Id3Tag | null> {
  const header = await source.read(0, TAG_HEADER_BYTES);
  if (header.toString('latin1', 0, 3) !== 'ID3' || header.length < TAG_HEADER_BYTES) return null;
  const [version, flags = 0] = [header[3], header[5]];
  if (version !== 3 && version !== 4) throw new ProvenanceError({ kind: 'unsupported-file', feature: 'id3-version' });
  if ((flags & UNSYNCHRONISATION) !== 0) {
    throw new ProvenanceError({ kind: 'unsupported-file', feature: 'id3-unsynchronisation' });
  }
  if ((flags & EXTENDED_HEADER) !== 0 || (flags & 0x1f) !== 0) {
    throw new ProvenanceError({ kind: 'unsupported-file', feature: 'id3-extended-header' });
  }
  const end = TAG_HEADER_BYTES + readSynchsafe(header, 6);
  if (end > source.size) throw new ProvenanceError({ kind: 'damaged' });
  return { version, frames: await readFrames(source, version, end), end };
}

async function readFrames(source: SourceFile, version: 3 | 4, end: number): Promise<Frame[]> {
  const frames: Frame[] = [];
  for (let at = TAG_HEADER_BYTES; at + FRAME_HEADER_BYTES <= end; ) {
    const header = await source.readExactly(at, FRAME_HEADER_BYTES);
    // Padding follows the last frame.
    if (header[0] === 0) break;
    const id = header.toString('latin1', 0, 4);
    const size = version === 4 ? readSynchsafe(header, 4) : header.readUInt32BE(4);
    const start = at + FRAME_HEADER_BYTES;
    if (!/^[A-Z0-9]{4}$/.test(id) || start + size > end || frames.length >= MAX_FRAMES)
      throw new ProvenanceError({ kind: 'damaged' });
    frames.push({ id, range: { start: at, end: start + size }, content: { start, end: start + size } });
    at = start + size;
  }
  return frames;
}

/** Returns the manifest store in a frame, or null if it contains something else. */
async function manifestIn(source: SourceFile, { id, content }: Frame): Promise<FileRange | null> {
  if (id !== 'GEOB') return null;
  const head = await source.read(content.start, Math.min(content.end - content.start, MAX_GEOB_HEAD_BYTES));
  const mediaEnd = head.indexOf(0, 1);
  if (mediaEnd < 0 || !MEDIA_TYPES.includes(head.toString('latin1', 1, mediaEnd))) return null;
  const isUtf16 = head[0] === 1 || head[0] === 2;
  const nameEnd = endOfText(head, mediaEnd + 1, isUtf16);
  const start = content.start + endOfText(head, nameEnd, isUtf16);
  return { start: Math.min(start, content.end), end: content.end };
}

/** Returns the offset after a text and its terminator. */
function endOfText(bytes: Buffer, from: number, isUtf16: boolean): number {
  if (!isUtf16) {
    const end = bytes.indexOf(0, from);
    return end < 0 ? bytes.length : end + 1;
  }
  for (let at = from; at + 1 < bytes.length; at += 2) if (bytes[at] === 0 && bytes[at + 1] === 0) return at + 2;
  return bytes.length;
}

async function layOut(source: SourceFile, manifestBytes: number): Promise<OutputPart[]> {
  const tag = (await readTag(source)) ?? { version: 3, frames: [], end: 0 };
  const isManifest = await Promise.all(tag.frames.map(async (frame) => (await manifestIn(source, frame)) !== null));
  const kept = tag.frames.filter((_, index) => isManifest[index] === false);
  const objectBytes = OBJECT_HEAD.length + manifestBytes;
  const tagBytes = kept.reduce((sum, { range }) => sum + range.end - range.start, 0) + FRAME_HEADER_BYTES + objectBytes;
  if (tagBytes > MAX_TAG_BYTES) throw new ProvenanceError({ kind: 'too-large' });
  const size = Buffer.alloc(4);
  size.writeUInt32BE(objectBytes);
  const frameHeader = Buffer.from([
    ...Buffer.from('GEOB'),
    ...(tag.version === 4 ? synchsafe(objectBytes) : size),
    ...[0, 0],
  ]);
  const tagHeader = Buffer.from([...Buffer.from('ID3'), tag.version, 0, 0, ...synchsafe(tagBytes)]);
  return [
    { content: tagHeader, isHashed: true },
    ...kept.map(({ range }) => ({ content: range, isHashed: true })),
    { content: frameHeader, isHashed: true },
    { content: OBJECT_HEAD, isHashed: true },
    { content: 'manifest', isHashed: false },
    { content: { start: tag.end, end: source.size }, isHashed: true },
  ];
}

async function findManifests(source: SourceFile): Promise<ManifestPlace[]> {
  const tag = await readTag(source);
  const found: ManifestPlace[] = [];
  for (const frame of tag?.frames ?? []) {
    const store = await manifestIn(source, frame);
    if (store) found.push({ store, enclosure: frame.range, isIntact: true });
  }
  return found;
}

export const id3Container: ManifestContainer = { binding: 'data', layOut, findManifests };

/** Returns the offset of the audio after an ID3v2 tag of any version; 0 if there is no tag. */
export async function audioStart(source: SourceFile): Promise<number> {
  const header = await source.read(0, TAG_HEADER_BYTES);
  if (header.toString('latin1', 0, 3) !== 'ID3' || header.length < TAG_HEADER_BYTES) return 0;
  const footerBytes = ((header[5] ?? 0) & FOOTER) === 0 ? 0 : TAG_HEADER_BYTES;
  return TAG_HEADER_BYTES + readSynchsafe(header, 6) + footerBytes;
}
