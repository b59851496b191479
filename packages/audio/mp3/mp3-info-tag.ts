import { joinBytes, numberAt } from '../codecs/bytes.ts';
import { MP3_BITRATES, readMp3Frame } from './mp3-frames.ts';

/** Number of samples that LAME adds at the start. Decoders add and compensate for another 529. */
const ENCODER_DELAY = 576;

/** Size of the tag: "Info" with frames, bytes, seek table and quality, followed by LAME's extension. */
const TAG_BYTES = 156;

const CRC_TABLE = Uint16Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = (value & 1) === 0 ? value >> 1 : (value >> 1) ^ 0xa001;
  return value;
});

/** Checksum tables for bytes followed by one, two and three other bytes, used to process four bytes per step. */
const CRC_BEFORE_ONE = followedByZero(CRC_TABLE);
const CRC_BEFORE_TWO = followedByZero(CRC_BEFORE_ONE);
const CRC_BEFORE_THREE = followedByZero(CRC_BEFORE_TWO);

function followedByZero(table: Uint16Array): Uint16Array {
  return table.map((value) => (value >> 8) ^ numberAt(CRC_TABLE, value & 0xff));
}

function checksum(bytes: Uint8Array, initial = 0): number {
  let value = initial;
  let index = 0;
  for (; index + 4 <= bytes.length; index += 4) {
    value =
      numberAt(CRC_BEFORE_THREE, (value ^ numberAt(bytes, index)) & 0xff) ^
      numberAt(CRC_BEFORE_TWO, (value >> 8) ^ numberAt(bytes, index + 1)) ^
      numberAt(CRC_BEFORE_ONE, numberAt(bytes, index + 2)) ^
      numberAt(CRC_TABLE, numberAt(bytes, index + 3));
  }
  // Use an index loop, because "for … of" allocates an object per iteration until the function is compiled.
  for (; index < bytes.length; index += 1) {
    value = (value >> 8) ^ numberAt(CRC_TABLE, (value ^ numberAt(bytes, index)) & 0xff);
  }
  return value;
}

function writeText(target: Uint8Array, offset: number, text: string): void {
  for (let index = 0; index < text.length; index += 1) target[offset + index] = text.charCodeAt(index);
}

/** Creates an empty frame like the stream's frames, at their bitrate or the next one that has room for the tag. */
function emptyFrame(stream: Uint8Array): { frame: Uint8Array; tag: number; samples: number } {
  const model = readMp3Frame(stream, 0);
  if (model === undefined) throw new Error('The MP3 encoder returned no MP3 frame.');
  const needed = model.tagOffset + TAG_BYTES;
  const bitrates = MP3_BITRATES[model.version];
  for (let index = bitrates.indexOf(model.bitrate); index < bitrates.length; index += 1) {
    const [sync = 0, kind = 0, rates = 0, mode = 0] = stream;
    const head = Uint8Array.of(sync, kind | 1, ((index + 1) << 4) | (rates & 0x0c), mode);
    const size = readMp3Frame(head, 0)?.size ?? 0;
    if (size < needed) continue;
    const frame = new Uint8Array(size);
    frame.set(head);
    return { frame, tag: model.tagOffset, samples: model.samples };
  }
  throw new Error('No MP3 frame is large enough for the tag.');
}

const HEADER_BYTES = 4;

const SEEK_POINTS = 100;

/**
 * Builds the tag from which nearly all decoders restore the exact length. The tag is called "Xing" if the bitrate is
 * variable.
 */
export class InfoTag {
  readonly #isVariable: boolean;
  readonly #starts: number[] = [];
  #empty: ReturnType<typeof emptyFrame> | undefined;
  #bytes = 0;
  #frames = 0;
  #checksum = 0;
  /** The first bytes of an incomplete header, and the number of bytes until the next header. */
  #begun: Uint8Array = new Uint8Array(0);
  #ahead = 0;

  constructor(isVariable = false) {
    this.#isVariable = isVariable;
  }

  get size(): number {
    return this.#empty?.frame.length ?? 0;
  }

  add(stream: Uint8Array): void {
    this.#bytes += stream.length;
    this.#checksum = checksum(stream, this.#checksum);
    const bytes = this.#begun.length === 0 ? stream : joinBytes([this.#begun, stream]);
    let offset = this.#ahead;
    const from = this.#bytes - bytes.length;
    while (offset + HEADER_BYTES <= bytes.length) {
      const frame = readMp3Frame(bytes, offset);
      if (frame === undefined) throw new Error('The MP3 encoder returned an invalid stream.');
      this.#empty ??= emptyFrame(bytes);
      this.#frames += 1;
      if (this.#isVariable) this.#starts.push(from + offset);
      offset += frame.size;
    }
    const read = Math.min(offset, bytes.length);
    this.#begun = bytes.slice(read);
    this.#ahead = offset - read;
  }

  /**
   * Returns the frame with the tag. Call it after adding the whole stream.
   * @param samples number of encoded samples per channel
   */
  frame(samples: number): Uint8Array {
    if (this.#empty === undefined || this.#begun.length > 0)
      throw new Error('The MP3 encoder returned an invalid stream.');
    const { tag, samples: perFrame } = this.#empty;
    const frame = this.#empty.frame.slice();
    const total = frame.length + this.#bytes;
    const padding = this.#frames * perFrame - samples - ENCODER_DELAY;
    if (padding < 0 || padding > 0xfff) throw new Error('The MP3 encoder returned a stream of the wrong length.');
    const view = new DataView(frame.buffer);
    writeText(frame, tag, this.#isVariable ? 'Xing' : 'Info');
    view.setUint32(tag + 4, 0x0f);
    view.setUint32(tag + 8, this.#frames);
    view.setUint32(tag + 12, total);
    for (let percent = 0; percent < SEEK_POINTS; percent += 1)
      frame[tag + 16 + percent] = this.#seekPoint(percent, total);
    const extension = tag + 120;
    writeText(frame, extension, 'LAME3.100');
    // Revision 0 of the extension. Method 1 is constant bitrate; method 4 is LAME's default VBR.
    frame[extension + 9] = this.#isVariable ? 4 : 1;
    view.setUint16(extension + 21, (ENCODER_DELAY << 4) | (padding >> 8));
    frame[extension + 23] = padding & 0xff;
    view.setUint32(extension + 28, total);
    view.setUint16(extension + 32, this.#checksum);
    view.setUint16(extension + 34, checksum(frame.subarray(0, extension + 34)));
    return frame;
  }

  /**
   * Returns the position of a percentage of the duration, in 256ths of the file size. Positions are linear at a
   * constant bitrate.
   */
  #seekPoint(percent: number, total: number): number {
    if (!this.#isVariable) return Math.floor((percent * 256) / SEEK_POINTS);
    const start = this.#starts[Math.floor((percent * this.#frames) / SEEK_POINTS)] ?? 0;
    return Math.min(255, Math.floor(((start + (percent === 0 ? 0 : this.size)) * 256) / total));
  }
}
