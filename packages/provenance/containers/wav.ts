// WAV files, whose manifest store is in a chunk of the RIFF form.
import { ProvenanceError } from '../provenance-error.ts';
import type { ManifestContainer, ManifestPlace, OutputPart } from './container.ts';
import type { FileRange, SourceFile } from './source-file.ts';

const FORM_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const MANIFEST_CHUNK = 'C2PA';
const MAX_SIZE = 2 ** 32 - 1;
/** More chunks than any program writes. Limits the time spent on malicious files. */
const MAX_CHUNKS = 10_000;

interface RiffChunk {
  readonly id: string;
  /** Includes the header and the padding byte. */
  readonly range: FileRange;
  readonly content: FileRange;
}

async function readChunks(source: SourceFile): Promise<RiffChunk[]> {
  const header = await source.readExactly(0, FORM_HEADER_BYTES);
  if (header.toString('latin1', 0, 4) === 'RF64') {
    throw new ProvenanceError({ kind: 'unsupported-file', feature: 'rf64' });
  }
  const formEnd = CHUNK_HEADER_BYTES + header.readUInt32LE(4);
  // The padding byte of the last chunk may be missing.
  if (formEnd > source.size + 1) throw new ProvenanceError({ kind: 'damaged' });
  const chunks: RiffChunk[] = [];
  for (let at = FORM_HEADER_BYTES; at + CHUNK_HEADER_BYTES <= Math.min(formEnd, source.size); ) {
    const head = await source.readExactly(at, CHUNK_HEADER_BYTES);
    const size = head.readUInt32LE(4);
    const start = at + CHUNK_HEADER_BYTES;
    const end = start + size + (size % 2);
    if (start + size > Math.min(formEnd, source.size) || chunks.length >= MAX_CHUNKS) {
      throw new ProvenanceError({ kind: 'damaged' });
    }
    const id = head.toString('latin1', 0, 4);
    chunks.push({ id, range: { start: at, end: Math.min(end, source.size) }, content: { start, end: start + size } });
    at = end;
  }
  return chunks;
}

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

async function layOut(source: SourceFile, manifestBytes: number): Promise<OutputPart[]> {
  const kept = (await readChunks(source)).filter(({ id }) => id !== MANIFEST_CHUNK);
  const parts: OutputPart[] = [];
  let size = 'WAVE'.length;
  for (const { range } of kept) {
    const bytes = range.end - range.start;
    parts.push({ content: range, isHashed: true });
    if (bytes % 2 === 1) parts.push({ content: Buffer.alloc(1), isHashed: true });
    size += bytes + (bytes % 2);
  }
  const padding = Buffer.alloc(manifestBytes % 2);
  size += CHUNK_HEADER_BYTES + manifestBytes + padding.length;
  if (size > MAX_SIZE) throw new ProvenanceError({ kind: 'too-large' });
  return [
    { content: Buffer.concat([Buffer.from('RIFF'), uint32(size), Buffer.from('WAVE')]), isHashed: true },
    ...parts,
    // Readers expect the chunk's header to be excluded from the hash.
    { content: Buffer.concat([Buffer.from(MANIFEST_CHUNK), uint32(manifestBytes)]), isHashed: false },
    { content: 'manifest', isHashed: false },
    { content: padding, isHashed: true },
  ];
}

const findManifests = async (source: SourceFile): Promise<ManifestPlace[]> =>
  (await readChunks(source))
    .filter(({ id }) => id === MANIFEST_CHUNK)
    .map(({ content, range }) => ({ store: content, enclosure: range, isIntact: true }));

export const wavContainer: ManifestContainer = { binding: 'data', layOut, findManifests };
