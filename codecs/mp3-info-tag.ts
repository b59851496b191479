// The silent first frame by which players know how long an MP3 is and what to cut off its ends.
import { joinBytes, numberAt } from './bytes.ts';
import { MP3_BITRATES, readMp3Frame } from './mp3-frames.ts';

/** Samples that LAME puts before the sound. Decoders add 529 of their own, and know it. */
const ENCODER_DELAY = 576;

/** Bytes of the tag: "Info" with frames, bytes, table and quality, then LAME's extension. */
const TAG_BYTES = 156;

const CRC_TABLE = Uint16Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = (value & 1) === 0 ? value >> 1 : (value >> 1) ^ 0xa001;
  return value;
});

/** The same for a byte that one, two and three others follow: four bytes are taken at once. */
const CRC_BEFORE_ONE = shifted(CRC_TABLE);
const CRC_BEFORE_TWO = shifted(CRC_BEFORE_ONE);
const CRC_BEFORE_THREE = shifted(CRC_BEFORE_TWO);

function shifted(table: Uint16Array): Uint16Array {
  return table.map((value) => (value >> 8) ^ numberAt(CRC_TABLE, value & 0xff));
}

/** CRC-16 as LAME's tag has it. @param before that of the bytes before these */
function checksum(bytes: Uint8Array, before = 0): number {
  let value = before;
  let index = 0;
  for (; index + 4 <= bytes.length; index += 4) {
    value =
      numberAt(CRC_BEFORE_THREE, (value ^ numberAt(bytes, index)) & 0xff) ^
      numberAt(CRC_BEFORE_TWO, (value >> 8) ^ numberAt(bytes, index + 1)) ^
      numberAt(CRC_BEFORE_ONE, numberAt(bytes, index + 2)) ^
      numberAt(CRC_TABLE, numberAt(bytes, index + 3));
  }
  // By places: each turn of "for … of" makes an object until it is compiled.
  for (; index < bytes.length; index += 1) {
    value = (value >> 8) ^ numberAt(CRC_TABLE, (value ^ numberAt(bytes, index)) & 0xff);
  }
  return value;
}

function writeText(target: Uint8Array, offset: number, text: string): void {
  for (let index = 0; index < text.length; index += 1) target[offset + index] = text.charCodeAt(index);
}

/** An empty frame like the stream's own, of the stream's bitrate or the next one that has room for the tag. */
function emptyFrame(stream: Uint8Array): { frame: Uint8Array; tag: number; samples: number } {
  const model = readMp3Frame(stream, 0);
  if (model === undefined) throw new Error('The MP3 encoder gave no MP3 frame.');
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

/** Bytes of a frame's head. */
const HEAD_BYTES = 4;

/** Entries of the table of places. */
const PLACES = 100;

/**
 * Makes the frame with LAME's extension that goes in front of a stream, so that decoders that know it (nearly all) give
 * back exactly the samples that went in, without the codec's silence at both ends. It is called "Info" at a constant
 * bitrate; at a variable one it is "Xing", by which players find any place.
 */
export class InfoTag {
  readonly #isVariable: boolean;
  /** Where each frame of a variable stream begins, in bytes. */
  readonly #starts: number[] = [];
  #empty: ReturnType<typeof emptyFrame> | undefined;
  #bytes = 0;
  #frames = 0;
  #checksum = 0;
  /** The first bytes of a head that is not whole yet, and how many bytes lie before the next head. */
  #begun: Uint8Array = new Uint8Array(0);
  #ahead = 0;

  constructor(isVariable = false) {
    this.#isVariable = isVariable;
  }

  /** Bytes of the frame: 0 until the stream has begun. */
  get size(): number {
    return this.#empty?.frame.length ?? 0;
  }

  /** @param stream the next bytes of the stream, as LAME gave them */
  add(stream: Uint8Array): void {
    this.#bytes += stream.length;
    this.#checksum = checksum(stream, this.#checksum);
    const bytes = this.#begun.length === 0 ? stream : joinBytes([this.#begun, stream]);
    let offset = this.#ahead;
    const from = this.#bytes - bytes.length;
    while (offset + HEAD_BYTES <= bytes.length) {
      const frame = readMp3Frame(bytes, offset);
      if (frame === undefined) throw new Error('The MP3 encoder gave a broken stream.');
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
   * The frame, now that all of the stream was added.
   *
   * @param samples samples of each channel that were encoded
   */
  frame(samples: number): Uint8Array {
    if (this.#empty === undefined || this.#begun.length > 0) throw new Error('The MP3 encoder gave a broken stream.');
    const { tag, samples: perFrame } = this.#empty;
    const frame = this.#empty.frame.slice();
    const total = frame.length + this.#bytes;
    const padding = this.#frames * perFrame - samples - ENCODER_DELAY;
    if (padding < 0 || padding > 0xfff) throw new Error('The MP3 encoder gave a stream of another length than asked.');
    const view = new DataView(frame.buffer);
    writeText(frame, tag, this.#isVariable ? 'Xing' : 'Info');
    view.setUint32(tag + 4, 0x0f);
    view.setUint32(tag + 8, this.#frames);
    view.setUint32(tag + 12, total);
    for (let percent = 0; percent < PLACES; percent += 1) frame[tag + 16 + percent] = this.#placeOf(percent, total);
    const extension = tag + 120;
    writeText(frame, extension, 'LAME3.100');
    // Revision 0 of the extension; 1 is constant, 4 LAME's usual way of varying.
    frame[extension + 9] = this.#isVariable ? 4 : 1;
    view.setUint16(extension + 21, (ENCODER_DELAY << 4) | (padding >> 8));
    frame[extension + 23] = padding & 0xff;
    view.setUint32(extension + 28, total);
    view.setUint16(extension + 32, this.#checksum);
    view.setUint16(extension + 34, checksum(frame.subarray(0, extension + 34)));
    return frame;
  }

  /** Where a hundredth of the time lies, in parts of 256 of the bytes. At a constant bitrate it is a straight line. */
  #placeOf(percent: number, total: number): number {
    if (!this.#isVariable) return Math.floor((percent * 256) / PLACES);
    const start = this.#starts[Math.floor((percent * this.#frames) / PLACES)] ?? 0;
    return Math.min(255, Math.floor(((start + (percent === 0 ? 0 : this.size)) * 256) / total));
  }
}
