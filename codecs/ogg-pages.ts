// The pages of an Ogg file (RFC 3533), read from their heads.

/** What the pages say without decoding. */
export interface OggPages {
  /** Hz and channels, where the first packet is Vorbis's or Opus's head. */
  readonly sampleRate: number | undefined;
  readonly channels: number | undefined;
  /** Samples of each channel up to the end, as the last whole page has it. */
  readonly lastPosition: number;
  /** Whether every whole page has the checksum that it says. The decoders only leave out those that have not. */
  readonly intact: boolean;
  /** Whether the last page is cut. */
  readonly cut: boolean;
  /** Whether the last page says that it is the last one. */
  readonly ended: boolean;
}

const PAGE_HEAD = 27;
const CHECKSUM_AT = 22;

const CHECKSUM_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24;
  for (let bit = 0; bit < 8; bit += 1) value = value < 0 ? (value << 1) ^ 0x04c11db7 : value << 1;
  return value;
});

/** The page's checksum as RFC 3533 has it: of all its bytes, the four of the checksum taken as 0. */
function pageChecksum(bytes: Uint8Array, offset: number, size: number): number {
  let value = 0;
  for (let index = 0; index < size; index += 1) {
    const byte = index >= CHECKSUM_AT && index < CHECKSUM_AT + 4 ? 0 : (bytes[offset + index] ?? 0);
    value = (value << 8) ^ (CHECKSUM_TABLE[(value >>> 24) ^ byte] ?? 0);
  }
  return value >>> 0;
}

const OPUS_SAMPLE_RATE = 48000;

/** Whether bytes start with Ogg's mark. */
export function isOgg(bytes: Uint8Array, offset = 0): boolean {
  return (
    bytes[offset] === 0x4f && bytes[offset + 1] === 0x67 && bytes[offset + 2] === 0x67 && bytes[offset + 3] === 0x53
  );
}

/** Bytes of the page at `offset`; undefined where its end is not there. */
function pageSize(bytes: Uint8Array, offset: number): number | undefined {
  const segments = bytes[offset + PAGE_HEAD - 1];
  if (segments === undefined || offset + PAGE_HEAD + segments > bytes.length) return undefined;
  let size = PAGE_HEAD + segments;
  for (let index = 0; index < segments; index += 1) size += bytes[offset + PAGE_HEAD + index] ?? 0;
  return offset + size > bytes.length ? undefined : size;
}

function readHead(bytes: Uint8Array, view: DataView): { sampleRate: number; channels: number } | undefined {
  const body = PAGE_HEAD + (bytes[PAGE_HEAD - 1] ?? 0);
  const name = String.fromCharCode(...bytes.subarray(body, body + 8));
  if (body + 16 > bytes.length) return undefined;
  if (name.startsWith('\u0001vorbis'))
    return { channels: view.getUint8(body + 11), sampleRate: view.getUint32(body + 12, true) };
  if (name === 'OpusHead') return { channels: view.getUint8(body + 9), sampleRate: OPUS_SAMPLE_RATE };
  return undefined;
}

/** Walks the pages to the end, or to where no page follows. */
export function readOggPages(bytes: Uint8Array): OggPages {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let lastPosition = 0;
  let intact = true;
  let ended = false;
  let cut = false;
  let offset = 0;
  while (isOgg(bytes, offset)) {
    const size = pageSize(bytes, offset);
    if (size === undefined) {
      cut = true;
      break;
    }
    intact &&= pageChecksum(bytes, offset, size) === view.getUint32(offset + CHECKSUM_AT, true);
    ended = (view.getUint8(offset + 5) & 4) !== 0;
    const position = view.getBigInt64(offset + 6, true);
    if (position >= 0n) lastPosition = Number(position);
    offset += size;
  }
  const rest = bytes.length - offset;
  if (!cut && rest > 0 && rest < 4) cut = true;
  const head = readHead(bytes, view);
  return { sampleRate: head?.sampleRate, channels: head?.channels, lastPosition, intact, cut, ended };
}
