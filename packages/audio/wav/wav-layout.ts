import { AudioFormatError } from '../codecs/audio-format-error.ts';
import { type AudioBytes, asSource, type ByteSource, latin1Text } from '../codecs/bytes.ts';

/** A sample format. All formats are little-endian; 8-bit PCM is unsigned. */
export type WavCoding = 'pcm8' | 'pcm16' | 'pcm24' | 'pcm32' | 'float32' | 'float64' | 'mulaw' | 'alaw';

export interface WavLayout {
  readonly coding: WavCoding;
  readonly sampleRate: number;
  readonly channels: number;
  readonly sampleBytes: number;
  readonly dataOffset: number;
  readonly frames: number;
  readonly hasCorrectSizes: boolean;
  /** True if the data size is unknown, so the data extends to the end of the file and no chunks follow. */
  readonly endsFile: boolean;
  /** Set if the header claims more audio than the file contains. */
  readonly incomplete?: AudioFormatError;
}

type WavSampleFormat = Pick<WavLayout, 'coding' | 'sampleRate' | 'channels' | 'sampleBytes'>;

const FORMAT_PCM = 1;
const FORMAT_FLOAT = 3;
const FORMAT_A_LAW = 6;
const FORMAT_MU_LAW = 7;
const FORMAT_EXTENSIBLE = 0xfffe;
/** Number of bytes read from a `ds64` chunk: the 64-bit sizes of the file and the data. */
const DS64_SIZES_BYTES = 16;
/** Number of bytes read from a format chunk, including an extensible format. */
const FORMAT_BYTES = 40;

/** The largest 32-bit size. In RF64 files, it means that the size is in the `ds64` chunk. */
export const MAX_32_BIT_SIZE = 0xffffffff;

/** Placeholder sizes may be smaller by up to this many bytes, because programs subtract headers and alignment. */
const PLACEHOLDER_SLACK = 4_096;

/** ffmpeg and OpenAI write 0xFFFFFFFF to a pipe, sox 0x7FFFF000, others 0x7FFFFFFF or a round number. */
function isPlaceholder(size: number): boolean {
  const isNear = (limit: number): boolean => size <= limit && size >= limit - PLACEHOLDER_SLACK;
  if (size > MAX_32_BIT_SIZE) return size >= 2 ** 62;
  return isNear(MAX_32_BIT_SIZE) || isNear(2 ** 31) || (size >= 1_000_000_000 && size % 100_000_000 === 0);
}

const SAMPLE_BYTES: Readonly<Record<WavCoding, number>> = {
  pcm8: 1,
  pcm16: 2,
  pcm24: 3,
  pcm32: 4,
  float32: 4,
  float64: 8,
  mulaw: 1,
  alaw: 1,
};

function fourCharacters(view: DataView, offset: number): string {
  return String.fromCharCode(
    view.getUint8(offset),
    view.getUint8(offset + 1),
    view.getUint8(offset + 2),
    view.getUint8(offset + 3),
  );
}

function truncatedError(detail: string): AudioFormatError {
  return new AudioFormatError('truncated', `The WAV file is cut short: ${detail}.`);
}

function codingOf(tag: number, bits: number): WavCoding {
  if (tag === FORMAT_PCM) {
    if (bits === 8) return 'pcm8';
    if (bits === 16) return 'pcm16';
    if (bits === 24) return 'pcm24';
    if (bits === 32) return 'pcm32';
  }
  if (tag === FORMAT_FLOAT && bits === 32) return 'float32';
  if (tag === FORMAT_FLOAT && bits === 64) return 'float64';
  if (tag === FORMAT_MU_LAW && bits === 8) return 'mulaw';
  if (tag === FORMAT_A_LAW && bits === 8) return 'alaw';
  throw new AudioFormatError(
    'unsupported',
    `WAV files of format ${tag} with ${bits} bits per sample aren't supported.`,
  );
}

function readSampleFormat(view: DataView, offset: number, size: number): WavSampleFormat {
  if (size < 16) throw new AudioFormatError('damaged', 'The WAV file has a format chunk that is too short.');
  let tag = view.getUint16(offset, true);
  const channels = view.getUint16(offset + 2, true);
  const sampleRate = view.getUint32(offset + 4, true);
  const blockBytes = view.getUint16(offset + 12, true);
  // In the extensible format, the actual tag is in the first two bytes of the sub-format GUID.
  if (tag === FORMAT_EXTENSIBLE) {
    if (size < 26) throw new AudioFormatError('damaged', 'The WAV file has a format chunk that is too short.');
    tag = view.getUint16(offset + 24, true);
  }
  // Samples of 20 bits, for example, are left-justified in whole bytes, so they are read as 24-bit samples.
  const coding = codingOf(tag, Math.ceil(view.getUint16(offset + 14, true) / 8) * 8);
  const sampleBytes = SAMPLE_BYTES[coding];
  if (channels === 0 || sampleRate === 0 || blockBytes !== channels * sampleBytes) {
    throw new AudioFormatError('damaged', 'The number of channels or the sample rate in the WAV file is inconsistent.');
  }
  return { coding, sampleRate, channels, sampleBytes };
}

interface AnnouncedSizes {
  readonly riff: number;
  readonly data: number;
  readonly dataOffset: number;
  readonly file: number;
}

/** Returns null if the file is incomplete. */
function dataBytes({ riff, data, dataOffset, file }: AnnouncedSizes): number | null {
  const available = file - dataOffset;
  // Streams may also have a data size of 0, but if the outer size is correct as well, the file is empty.
  if (data === 0) return riff + 8 === file ? 0 : available;
  const isUnknown = isPlaceholder(data) || (isPlaceholder(riff) && riff === dataOffset - 8 + data);
  // The data can also be longer than a placeholder size. If the data size is correct, the outer size is correct too.
  if (data <= available) return isUnknown && riff + 8 + PADDING_BYTES < file ? available : data;
  return isUnknown ? available : null;
}

/** The padding byte of an odd chunk. Some programs omit it or don't count it. */
const PADDING_BYTES = 1;

function areSizesCorrect({ riff, data, dataOffset, file }: AnnouncedSizes, dataLength: number): boolean {
  const end = riff + 8;
  return data === dataLength && end >= dataOffset + dataLength && end <= file + PADDING_BYTES;
}

/** WAV file identifiers: with 32-bit sizes, and with 64-bit sizes (EBU Tech 3306; BW64 is ITU-R BS.2088). */
const FILE_IDS: readonly string[] = ['RIFF', 'RF64', 'BW64'];

/** Returns whether bytes start like a WAV file, even if the file is truncated after four or more bytes. */
export function isWav(bytes: Uint8Array): boolean {
  const text = latin1Text(bytes.subarray(0, 12));
  return FILE_IDS.includes(text.slice(0, 4)) && (text.length < 12 || text.endsWith('WAVE'));
}

/**
 * Skips unknown chunks; placeholder sizes mean "to the end".
 * @param readsIncomplete whether to return a layout for incomplete files, too
 * @throws AudioFormatError
 */
export function readWavLayout(audio: AudioBytes, readsIncomplete = false): WavLayout {
  const source = asSource(audio);
  const head = viewOf(source, 0, 12);
  if (!isWav(source.read(0, 12))) throw new AudioFormatError('foreign', 'The file is not a WAV file.');
  if (source.length < 12) throw truncatedError('its head is incomplete');
  const isLong = fourCharacters(head, 0) !== 'RIFF';
  let riff = head.getUint32(4, true);
  let longData: number | undefined;
  let shape: WavSampleFormat | undefined;
  let offset = 12;
  while (offset + 8 <= source.length) {
    const chunk = viewOf(source, offset, 8);
    const id = fourCharacters(chunk, 0);
    const size = chunk.getUint32(4, true);
    const body = offset + 8;
    const available = source.length - body;
    if (id === 'data') {
      if (shape === undefined)
        throw new AudioFormatError('damaged', 'The format chunk of the WAV file is missing or after the audio.');
      const data = size === MAX_32_BIT_SIZE ? (longData ?? size) : size;
      const sizes = { riff, data, dataOffset: body, file: source.length };
      const complete = dataBytes(sizes);
      const incomplete =
        complete === null
          ? truncatedError(`its header says ${data} bytes of audio, but there are ${available}`)
          : undefined;
      if (incomplete && !readsIncomplete) throw incomplete;
      const length = complete ?? available;
      const frames = Math.floor(length / (shape.channels * shape.sampleBytes));
      return {
        ...shape,
        dataOffset: body,
        frames,
        hasCorrectSizes: areSizesCorrect(sizes, length),
        endsFile: length !== data,
        ...(incomplete && { incomplete }),
      };
    }
    if (size > available) break;
    if (isLong && id === 'ds64' && size >= DS64_SIZES_BYTES) {
      const sizes = viewOf(source, body, DS64_SIZES_BYTES);
      if (riff === MAX_32_BIT_SIZE) riff = Number(sizes.getBigUint64(0, true));
      longData = Number(sizes.getBigUint64(8, true));
    }
    if (id === 'fmt ') shape = readSampleFormat(viewOf(source, body, Math.min(size, FORMAT_BYTES)), 0, size);
    offset = nextChunk(source, body + size, size);
  }
  throw truncatedError('it has no sound');
}

function viewOf(source: ByteSource, offset: number, count: number): DataView {
  const bytes = source.read(offset, count);
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Accepts an identifier right after an odd body, because some programs omit the padding byte. */
function nextChunk(source: ByteSource, end: number, size: number): number {
  if (size % 2 === 0) return end;
  const name = viewOf(source, end, 4);
  const unpadded =
    name.byteLength === 4 && name.getUint8(0) !== 0 && /^[a-zA-Z][\w ]{3}$/.test(fourCharacters(name, 0));
  return unpadded ? end : end + 1;
}
