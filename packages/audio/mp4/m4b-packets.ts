import { ADTS_HEADER_BYTES } from '../aac/adts.ts';
import { latin1Text, numberAt } from '../codecs/bytes.ts';
import { SAMPLING_FREQUENCIES } from './m4b.ts';

export type ReadAt = (offset: number, bytes: number) => Promise<Uint8Array>;

export interface M4bPackets {
  readonly sampleRate: number;
  readonly channels: 1 | 2;
  readonly start: number;
  readonly sizes: Uint32Array;
}

const BOX_HEADER_BYTES = 8;
/** Maximum size of the movie header, in bytes. The header of a hundred-hour file takes 70 MB. */
const MAX_BOXES_BEFORE_MOVIE = 16;
const MAX_MOVIE_BYTES = 256 * 1024 * 1024;

interface Box {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function* boxesIn(bytes: Uint8Array): Generator<Box> {
  const view = viewOf(bytes);
  for (let at = 0; at + BOX_HEADER_BYTES <= bytes.length; ) {
    const size = view.getUint32(at);
    if (size < BOX_HEADER_BYTES || at + size > bytes.length) return;
    const name = latin1Text(bytes.subarray(at + 4, at + BOX_HEADER_BYTES));
    yield { name, bytes: bytes.subarray(at + BOX_HEADER_BYTES, at + size) };
    at += size;
  }
}

function findBox(bytes: Uint8Array, ...names: readonly string[]): Uint8Array | null {
  let found: Uint8Array | null = bytes;
  for (const wanted of names) {
    if (found === null) return null;
    found = boxesIn(found).find(({ name }) => name === wanted)?.bytes ?? null;
  }
  return found;
}

const DESCRIPTIONS_HEADER_BYTES = 8;
const AUDIO_ENTRY_BYTES = 28;

function readAudioFormat(table: Uint8Array): Pick<M4bPackets, 'sampleRate' | 'channels'> | null {
  const descriptions = findBox(table, 'stsd');
  const audioEntry = descriptions && findBox(descriptions.subarray(DESCRIPTIONS_HEADER_BYTES), 'mp4a');
  if (!audioEntry || audioEntry.length < AUDIO_ENTRY_BYTES) return null;
  const view = viewOf(audioEntry);
  const channels = view.getUint16(16);
  return channels === 1 || channels === 2 ? { channels, sampleRate: view.getUint32(24) >>> 16 } : null;
}

/** @returns null if the packets aren't laid out as in files written by Lectern */
export async function m4bPackets(read: ReadAt): Promise<M4bPackets | null> {
  const movie = await readMovie(read);
  if (movie === null) return null;
  const table = findBox(movie, 'trak', 'mdia', 'minf', 'stbl');
  const sizes = table && findBox(table, 'stsz');
  const offsets = table && findBox(table, 'stco');
  const longOffsets = table && findBox(table, 'co64');
  const audioFormat = table && readAudioFormat(table);
  if (!sizes || !audioFormat || !(offsets ?? longOffsets)) return null;
  const view = viewOf(sizes);
  const count = view.getUint32(8);
  if (view.getUint32(4) !== 0 || sizes.length !== 12 + count * 4 || count === 0) return null;
  const start = offsets ? viewOf(offsets).getUint32(8) : Number(viewOf(longOffsets ?? sizes).getBigUint64(8));
  return {
    ...audioFormat,
    start,
    sizes: Uint32Array.from({ length: count }, (_, index) => view.getUint32(12 + index * 4)),
  };
}

/** Returns the content of the `moov` box. Other boxes can come first, such as a signature; the audio can't. */
async function readMovie(read: ReadAt): Promise<Uint8Array | null> {
  let at = 0;
  for (let boxes = 0; boxes < MAX_BOXES_BEFORE_MOVIE; boxes += 1) {
    const head = await read(at, BOX_HEADER_BYTES);
    if (head.length < BOX_HEADER_BYTES) return null;
    const size = viewOf(head).getUint32(0);
    if (size < BOX_HEADER_BYTES) return null;
    if (latin1Text(head.subarray(4)) === 'moov') {
      return size > MAX_MOVIE_BYTES ? null : read(at + BOX_HEADER_BYTES, size - BOX_HEADER_BYTES);
    }
    at += size;
  }
  return null;
}

export function adtsStream(
  packets: Uint8Array,
  sizes: Uint32Array,
  { sampleRate, channels }: { readonly sampleRate: number; readonly channels: 1 | 2 },
): Uint8Array {
  const stream = new Uint8Array(packets.length + sizes.length * ADTS_HEADER_BYTES);
  const rate = SAMPLING_FREQUENCIES.indexOf(sampleRate);
  let from = 0;
  let to = 0;
  for (let index = 0; index < sizes.length; index += 1) {
    const size = numberAt(sizes, index);
    const whole = size + ADTS_HEADER_BYTES;
    // Header fields: MPEG-4 without checksum, AAC-LC, sample rate, channels, length, variable bitrate, one block.
    stream.set(
      [
        ...[0xff, 0xf1, (1 << 6) | (rate << 2), (channels << 6) | (whole >> 11)],
        ...[(whole >> 3) & 0xff, ((whole & 7) << 5) | 0x1f, 0xfc],
      ],
      to,
    );
    stream.set(packets.subarray(from, from + size), to + ADTS_HEADER_BYTES);
    from += size;
    to += whole;
  }
  return stream;
}
