// MP4 files (ISO/IEC 14496-12) such as M4A and M4B, whose manifest store is in a `uuid` box after `ftyp`.
import { MP4_MANIFEST_UUID } from '../manifest/write-manifest.ts';
import { ProvenanceError } from '../provenance-error.ts';
import type { ManifestContainer, ManifestPlace, OutputPart } from './container.ts';
import type { FileRange, SourceFile } from './source-file.ts';

const BOX_HEADER_BYTES = 8;
const LARGE_BOX_HEADER_BYTES = 16;
const MAX_BOXES = 100_000;
/** Limit for the `moov` box. That of a hundred hours of audio is smaller than 64 MB. */
const MAX_MOVIE_BYTES = 256 * 1024 ** 2;
const PURPOSE = 'manifest\0';
/** Version and flags, the purpose, and the position of Merkle trees, which only fragmented files have. */
const MANIFEST_HEAD = Buffer.concat([Buffer.alloc(4), Buffer.from(PURPOSE), Buffer.alloc(8)]);

interface Mp4Box {
  readonly type: string;
  readonly range: FileRange;
  /** Excludes the header. */
  readonly content: FileRange;
}

/** @throws ProvenanceError `damaged` */
async function readBoxes(source: Pick<SourceFile, 'read'>, within: FileRange): Promise<Mp4Box[]> {
  const boxes: Mp4Box[] = [];
  for (let at = within.start; at < within.end; ) {
    const header = await source.read(at, LARGE_BOX_HEADER_BYTES);
    if (header.length < BOX_HEADER_BYTES || boxes.length >= MAX_BOXES) throw new ProvenanceError({ kind: 'damaged' });
    const { size, headerBytes } = boxSize(header, within.end - at);
    if (size < headerBytes || at + size > within.end) throw new ProvenanceError({ kind: 'damaged' });
    const range = { start: at, end: at + size };
    boxes.push({
      type: header.toString('latin1', 4, 8),
      range,
      content: { start: at + headerBytes, end: range.end },
    });
    at += size;
  }
  return boxes;
}

function boxSize(header: Buffer, rest: number): { readonly size: number; readonly headerBytes: number } {
  const size = header.readUInt32BE(0);
  if (size === 0) return { size: rest, headerBytes: BOX_HEADER_BYTES };
  if (size !== 1) return { size, headerBytes: BOX_HEADER_BYTES };
  if (header.length < LARGE_BOX_HEADER_BYTES) throw new ProvenanceError({ kind: 'damaged' });
  return { size: Number(header.readBigUInt64BE(8)), headerBytes: LARGE_BOX_HEADER_BYTES };
}

/** Returns the manifest store in a `uuid` box, or null if the box contains something else. */
async function manifestIn(source: SourceFile, { type, range, content }: Mp4Box): Promise<ManifestPlace | null> {
  if (type !== 'uuid') return null;
  const head = await source.read(content.start, MP4_MANIFEST_UUID.length + MANIFEST_HEAD.length);
  const rest = head.subarray(MP4_MANIFEST_UUID.length);
  if (!head.subarray(0, MP4_MANIFEST_UUID.length).equals(MP4_MANIFEST_UUID)) return null;
  if (rest.toString('latin1', 4, 4 + PURPOSE.length) !== PURPOSE) return null;
  const store = { start: Math.min(content.start + head.length, content.end), end: content.end };
  return { store, enclosure: range, isIntact: rest.equals(MANIFEST_HEAD) };
}

/** @throws ProvenanceError `damaged` */
export async function topLevelBoxes(source: SourceFile): Promise<Mp4Box[]> {
  const boxes = await readBoxes(source, { start: 0, end: source.size });
  if (boxes[0]?.type !== 'ftyp') throw new ProvenanceError({ kind: 'damaged' });
  return boxes;
}

async function findManifests(source: SourceFile): Promise<ManifestPlace[]> {
  const found: ManifestPlace[] = [];
  for (const box of await topLevelBoxes(source)) {
    const place = await manifestIn(source, box);
    if (place) found.push(place);
  }
  return found;
}

async function layOut(source: SourceFile, manifestBytes: number): Promise<OutputPart[]> {
  const boxes = await topLevelBoxes(source);
  if (boxes.some(({ type }) => type === 'moof')) {
    throw new ProvenanceError({ kind: 'unsupported-file', feature: 'fragments' });
  }
  const isManifest = await Promise.all(boxes.map(async (box) => (await manifestIn(source, box)) !== null));
  const [brand, ...others] = boxes.filter((_, index) => isManifest[index] === false);
  if (brand === undefined) throw new ProvenanceError({ kind: 'damaged' });
  const head = manifestHead(manifestBytes);
  const moves: Move[] = [];
  let position = brand.range.end + head.length + manifestBytes;
  for (const { range } of others) {
    moves.push({ from: range, by: position - range.start });
    position += range.end - range.start;
  }
  const parts: OutputPart[] = [
    { content: brand.range, isHashed: false },
    { content: head, isHashed: false },
    { content: 'manifest', isHashed: false },
  ];
  for (const box of others) {
    const content = box.type === 'moov' ? await movedMovie(source, box, moves) : box.range;
    parts.push({ content, isHashed: box.type !== 'mfra', startsBox: box.type !== 'mfra' });
  }
  return parts;
}

function manifestHead(manifestBytes: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(BOX_HEADER_BYTES + MP4_MANIFEST_UUID.length + MANIFEST_HEAD.length + manifestBytes);
  return Buffer.concat([size, Buffer.from('uuid'), MP4_MANIFEST_UUID, MANIFEST_HEAD]);
}

/** How far a box moves, in bytes. */
interface Move {
  readonly from: FileRange;
  readonly by: number;
}

/** Returns the `moov` box with updated chunk offsets. */
async function movedMovie(source: SourceFile, { range }: Mp4Box, moves: readonly Move[]): Promise<Buffer> {
  if (range.end - range.start > MAX_MOVIE_BYTES) throw new ProvenanceError({ kind: 'too-large' });
  const bytes = await source.readExactly(range.start, range.end - range.start);
  for (const table of await offsetTables(bytes)) moveOffsets(bytes, table, moves);
  return bytes;
}

const PATH_TO_OFFSETS = ['moov', 'trak', 'mdia', 'minf', 'stbl'];

async function offsetTables(movie: Buffer): Promise<Mp4Box[]> {
  const source = { read: async (start: number, count: number) => movie.subarray(start, start + count) };
  let level = await readBoxes(source, { start: 0, end: movie.length });
  for (const type of PATH_TO_OFFSETS) {
    const next: Mp4Box[] = [];
    for (const box of level.filter((each) => each.type === type)) {
      for (const child of await readBoxes(source, box.content)) next.push(child);
    }
    level = next;
  }
  return level.filter(({ type }) => type === 'stco' || type === 'co64');
}

/** Moves the chunk offsets of an `stco` or `co64` box: version and flags, a count, and the offsets. */
function moveOffsets(bytes: Buffer, { type, content }: Mp4Box, moves: readonly Move[]): void {
  if (content.end - content.start < 8) throw new ProvenanceError({ kind: 'damaged' });
  const count = bytes.readUInt32BE(content.start + 4);
  const width = type === 'co64' ? 8 : 4;
  if (content.start + 8 + count * width > content.end) throw new ProvenanceError({ kind: 'damaged' });
  for (let index = 0; index < count; index += 1) {
    const at = content.start + 8 + index * width;
    const offset = width === 8 ? Number(bytes.readBigUInt64BE(at)) : bytes.readUInt32BE(at);
    const move = moves.find(({ from }) => offset >= from.start && offset < from.end);
    if (move === undefined) throw new ProvenanceError({ kind: 'damaged' });
    const moved = offset + move.by;
    if (width === 8) bytes.writeBigUInt64BE(BigInt(moved), at);
    else if (moved > 0xffffffff) throw new ProvenanceError({ kind: 'too-large' });
    else bytes.writeUInt32BE(moved, at);
  }
}

export const mp4Container: ManifestContainer = { binding: 'mp4', layOut, findManifests };

/** Encodes the position of a top-level box as 64 bits, which the hash of an MP4 file covers. */
export function boxPosition(position: number): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(position));
  return bytes;
}
