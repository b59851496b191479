// A WAV file as it comes in.
import { AudioFormatError } from '../../../codecs/audio-format-error.ts';
import { mixToMono } from '../../../codecs/pcm.ts';
import { decodeWav } from '../../../codecs/wav-decode.ts';
import { readWavLayout, type WavLayout } from '../../../codecs/wav-layout.ts';
import type { Sound } from './speech-source.ts';

/** Bytes before the samples beyond which a file is no sound. */
const MOST_HEAD = 4 * 1024 * 1024;
const UNKNOWN = 0xffffffff;
/** Sizes from here on, and 0, mean that the writer did not know (codecs/wav-layout.ts). */
const UNKNOWN_FROM = 0x7ffff000;

interface Head {
  /** All before the samples, with sizes that say "to the end". */
  readonly bytes: Uint8Array;
  readonly layout: WavLayout;
  /** Bytes of samples; infinite if unknown. */
  readonly length: number;
}

/** Where the samples begin; undefined where that has not come in yet. */
function samplesStart(bytes: Buffer): number | undefined {
  let at = 12;
  while (at + 8 <= bytes.length) {
    const size = bytes.readUInt32LE(at + 4);
    if (bytes.toString('latin1', at, at + 4) === 'data') return at + 8;
    const end = at + 8 + size;
    if (size % 2 === 0) at = end;
    else if (end + 4 > bytes.length) return undefined;
    // Some programs forget the byte that fills an odd chunk up.
    else at = /^[a-zA-Z][\w ]{3}$/.test(bytes.toString('latin1', end, end + 4)) ? end : end + 1;
  }
  return undefined;
}

function headOf(bytes: Buffer): Head | undefined {
  const start = samplesStart(bytes);
  if (start === undefined) return undefined;
  const announced = bytes.readUInt32LE(start - 4);
  const head = Buffer.from(bytes.subarray(0, start));
  head.writeUInt32LE(UNKNOWN, 4);
  head.writeUInt32LE(UNKNOWN, start - 4);
  const isKnown = announced !== 0 && announced < UNKNOWN_FROM;
  return { bytes: head, layout: readWavLayout(head), length: isKnown ? announced : Number.POSITIVE_INFINITY };
}

/** Takes the bytes of a file, or of several one behind the other, and gives the sound: all channels as one. */
export class WavStream {
  #bytes: Buffer = Buffer.alloc(0);
  #head: Head | undefined;
  #taken = 0;
  #hasSound = false;
  #isOver = false;

  /** @throws AudioFormatError where it is no such file */
  add(bytes: Uint8Array): Sound[] {
    if (this.#isOver) return [];
    this.#bytes = this.#bytes.length === 0 ? Buffer.from(bytes) : Buffer.concat([this.#bytes, bytes]);
    const ready: Sound[] = [];
    for (let sound = this.#next(); sound !== undefined; sound = this.#next()) {
      if (sound.samples.length > 0) ready.push(sound);
    }
    return ready;
  }

  /** @throws AudioFormatError where the file was cut short */
  end(): void {
    if (this.#isOver) return;
    const hasRest = this.#head !== undefined && this.#head.length !== Number.POSITIVE_INFINITY;
    if (hasRest || (this.#head === undefined && !this.#hasSound)) {
      throw new AudioFormatError('truncated', 'The sound was cut short.');
    }
  }

  /** Works one step on; undefined where it needs more bytes for the next. */
  #next(): Sound | undefined {
    if (this.#head === undefined) {
      if (!this.#findHead()) return undefined;
    }
    const head = this.#head;
    if (head === undefined) return undefined;
    const { channels, sampleBytes } = head.layout;
    const frame = channels * sampleBytes;
    const left = Math.min(this.#bytes.length, head.length - this.#taken);
    const whole = Math.floor(left / frame) * frame;
    const isLast = this.#taken + left === head.length;
    if (whole === 0 && !isLast) return undefined;
    const file = Buffer.concat([head.bytes, this.#bytes.subarray(0, whole)]);
    this.#bytes = this.#bytes.subarray(isLast ? left : whole);
    this.#taken += isLast ? left : whole;
    this.#hasSound = true;
    if (isLast) this.#head = undefined;
    const { sampleRate, channels: mixed } = mixToMono(decodeWav(file));
    return { sampleRate, samples: mixed[0] ?? new Float32Array(0) };
  }

  /** The head of the first file, or of one that follows: what else comes after the samples is none of the sound. */
  #findHead(): boolean {
    if (this.#hasSound) {
      const at = this.#bytes[0] === 0 ? 1 : 0;
      if (this.#bytes.length < at + 4) return false;
      if (this.#bytes.toString('latin1', at, at + 4) !== 'RIFF') {
        this.#isOver = true;
        this.#bytes = Buffer.alloc(0);
        return false;
      }
      this.#bytes = this.#bytes.subarray(at);
    }
    this.#head = headOf(this.#bytes);
    if (this.#head === undefined) {
      if (this.#bytes.length > MOST_HEAD) throw new AudioFormatError('damaged', 'The WAV file has no sound.');
      return false;
    }
    this.#bytes = this.#bytes.subarray(this.#head.bytes.length);
    this.#taken = 0;
    return true;
  }
}
