// Reads the page headers of an Ogg file (RFC 3533).
import { type AudioBytes, asSource, latin1Text, numberAt } from '../codecs/bytes.ts';

export interface OggPages {
  /** Sample rate in Hz, if the first packet is a Vorbis or Opus header. */
  readonly sampleRate: number | undefined;
  /** Maximum number of channels in any stream, if the first packet is a Vorbis or Opus header. */
  readonly channels: number | undefined;
  /** Maximum samples per channel in a packet of any stream. */
  readonly packetSamples: number;
  /** Granule position of the last complete page, in samples per channel. */
  readonly lastPosition: number;
  /** True if all complete pages have a correct checksum. Decoders silently skip pages with a wrong checksum. */
  readonly intact: boolean;
  readonly cut: boolean;
  readonly ended: boolean;
  readonly size: number;
}

export const OGG_PAGE_HEADER_BYTES = 27;
export const FIRST_PAGE_FLAG = 2;
export const LAST_PAGE_FLAG = 4;
export const SERIAL_OFFSET = 14;
export const SEQUENCE_OFFSET = 18;
export const CHECKSUM_OFFSET = 22;
export const SEGMENT_COUNT_OFFSET = OGG_PAGE_HEADER_BYTES - 1;

const CHECKSUM_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24;
  for (let bit = 0; bit < 8; bit += 1) value = value < 0 ? (value << 1) ^ 0x04c11db7 : value << 1;
  return value;
});

export function oggPageChecksum(bytes: Uint8Array, offset: number, size: number): number {
  let value = 0;
  for (let index = 0; index < size; index += 1) {
    const byte = index >= CHECKSUM_OFFSET && index < CHECKSUM_OFFSET + 4 ? 0 : numberAt(bytes, offset + index);
    value = (value << 8) ^ numberAt(CHECKSUM_TABLE, (value >>> 24) ^ byte);
  }
  return value >>> 0;
}

const OPUS_SAMPLE_RATE = 48000;
/** Maximum samples in a packet: 120 ms (RFC 6716, section 3.2.5). */
const OPUS_PACKET_SAMPLES = 5760;

export function isOgg(bytes: Uint8Array, offset = 0): boolean {
  return (
    bytes[offset] === 0x4f && bytes[offset + 1] === 0x67 && bytes[offset + 2] === 0x67 && bytes[offset + 3] === 0x53
  );
}

export function oggPageSize(bytes: Uint8Array, offset: number): number | undefined {
  const segments = bytes[offset + OGG_PAGE_HEADER_BYTES - 1];
  if (segments === undefined || offset + OGG_PAGE_HEADER_BYTES + segments > bytes.length) return undefined;
  let size = OGG_PAGE_HEADER_BYTES + segments;
  for (let index = 0; index < segments; index += 1) size += numberAt(bytes, offset + OGG_PAGE_HEADER_BYTES + index);
  return offset + size > bytes.length ? undefined : size;
}

type StreamParameters = Pick<OggPages, 'packetSamples'> & { readonly sampleRate: number; readonly channels: number };

export function isOggOpus(audio: AudioBytes): boolean {
  const page = asSource(audio).read(0, MAX_PAGE_BYTES);
  const body = OGG_PAGE_HEADER_BYTES + (page[OGG_PAGE_HEADER_BYTES - 1] ?? 0);
  return isOgg(page) && latin1Text(page.subarray(body, body + 8)) === 'OpusHead';
}

function readStreamParameters(bytes: Uint8Array, view: DataView): StreamParameters | undefined {
  const body = OGG_PAGE_HEADER_BYTES + numberAt(bytes, OGG_PAGE_HEADER_BYTES - 1);
  const name = latin1Text(bytes.subarray(body, body + 8));
  if (body + 16 > bytes.length) return undefined;
  if (name.startsWith('\u0001vorbis') && body + 29 <= bytes.length) {
    // The larger of two block sizes, as an exponent of 2. A packet yields half of its block and half of the previous
    // block.
    const packetSamples = 2 ** (view.getUint8(body + 28) >> 4) / 2;
    return { channels: view.getUint8(body + 11), sampleRate: view.getUint32(body + 12, true), packetSamples };
  }
  if (name !== 'OpusHead') return undefined;
  const channels = view.getUint8(body + 9);
  return { channels, sampleRate: OPUS_SAMPLE_RATE, packetSamples: OPUS_PACKET_SAMPLES };
}

/** Largest possible page: header, 255 segment sizes, and 255 segments of 255 bytes. */
export const MAX_PAGE_BYTES = OGG_PAGE_HEADER_BYTES + 255 + 255 * 255;

export function readOggPages(audio: AudioBytes): OggPages {
  const source = asSource(audio);
  let lastPosition = 0;
  let intact = true;
  let ended = false;
  let cut = false;
  let offset = 0;
  let first: StreamParameters | undefined;
  let channels = 0;
  let packetSamples = 0;
  for (;;) {
    const bytes = source.read(offset, MAX_PAGE_BYTES);
    if (!isOgg(bytes)) break;
    const size = oggPageSize(bytes, 0);
    if (size === undefined) {
      cut = true;
      break;
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, size);
    intact &&= oggPageChecksum(bytes, 0, size) === view.getUint32(CHECKSUM_OFFSET, true);
    const flags = view.getUint8(5);
    const head =
      (flags & FIRST_PAGE_FLAG) === 0 && offset > 0 ? undefined : readStreamParameters(bytes.subarray(0, size), view);
    first ??= head;
    channels = Math.max(channels, head?.channels ?? 0);
    packetSamples = Math.max(packetSamples, head?.packetSamples ?? 0);
    ended = (flags & LAST_PAGE_FLAG) !== 0;
    const position = view.getBigInt64(6, true);
    if (position >= 0n) lastPosition = Number(position);
    offset += size;
  }
  const rest = source.length - offset;
  if (!cut && rest > 0 && rest < 4) cut = true;
  const sampleRate = first?.sampleRate;
  return {
    sampleRate,
    channels: first && channels,
    packetSamples,
    lastPosition,
    intact,
    cut,
    ended,
    size: offset,
  };
}
