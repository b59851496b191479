// Encodes AAC-LC (libavcodec as WebAssembly) as a stream of ADTS frames.
import { readFileSync } from 'node:fs';
import { compileFunction } from 'node:vm';
import type { EncoderInput, FileEncoder } from '../codecs/audio-encoder.ts';
import { joinBytes } from '../codecs/bytes.ts';
import { sampleAt } from '../codecs/pcm.ts';
import { adtsStream } from '../mp4/m4b-packets.ts';
import { AAC_FRAME } from './adts.ts';

/** Functions exported by the library's bridge.c. Addresses and lengths are in bytes. */
interface AacLibrary {
  /** The WebAssembly memory, replaced by a new array whenever it grows. */
  readonly HEAPU8: Uint8Array<ArrayBuffer>;
  _init_encoder(channels: number, sampleRate: number, bitsPerSecond: number): number;
  _get_encode_input_ptr(encoder: number, bytes: number): number;
  _send_frame(encoder: number, samplesBefore: bigint): number;
  /** @returns the packet length in bytes; 0 if no packet is ready; negative on failure */
  _receive_packet(encoder: number): number;
  _get_encoded_data(encoder: number): number;
  _flush_encoder_start(encoder: number): void;
  _close_encoder(encoder: number): void;
}

let loading: Promise<AacLibrary> | undefined;

/**
 * Loads the library directly, because the package's own entry point needs a bundler and runs each encoder in a slower
 * thread.
 */
function aacLibrary(): Promise<AacLibrary> {
  loading ??= (async () => {
    const path = new URL('../modules/build/aac.js', import.meta.resolve('@mediabunny/aac-encoder'));
    const text = readFileSync(path, 'utf8').replace('import.meta.url', 'undefined');
    const exports: { default?: (options: object) => Promise<AacLibrary> } = {};
    compileFunction(text, ['exports'], { filename: path.href })(exports);
    if (!exports.default) throw new Error('The AAC encoder has no default export.');
    return exports.default({ printErr: () => undefined });
  })();
  return loading;
}

/** Opens an encoder. The stream starts with one frame of silence, so it decodes to one frame more than the input. */
export async function openAacEncoder(kilobitsPerSecond: number, audio: EncoderInput): Promise<FileEncoder> {
  return new AacEncoder(await aacLibrary(), kilobitsPerSecond, audio);
}

class AacEncoder implements FileEncoder {
  readonly sampleRate: number;
  readonly #library: AacLibrary;
  readonly #width: 1 | 2;
  #encoder: number;
  readonly #frame: Float32Array<ArrayBuffer>;
  #filled = 0;
  #framesIn = 0;

  constructor(library: AacLibrary, kilobitsPerSecond: number, { channels, sampleRate }: EncoderInput) {
    if (channels !== 1 && channels !== 2)
      throw new RangeError(`AAC is only written with one or two channels, not ${channels}.`);
    this.sampleRate = sampleRate;
    this.#library = library;
    this.#width = channels;
    this.#frame = new Float32Array(AAC_FRAME * channels);
    this.#encoder = library._init_encoder(channels, sampleRate, kilobitsPerSecond * 1000);
    if (this.#encoder === 0)
      throw new RangeError(`The AAC encoder doesn't support ${sampleRate} Hz and ${kilobitsPerSecond} kbit/s.`);
  }

  add(channels: readonly Float32Array[]): Uint8Array {
    const total = channels[0]?.length ?? 0;
    const packets: Uint8Array[] = [];
    for (let from = 0; from < total; ) {
      const count = Math.min(AAC_FRAME - this.#filled, total - from);
      this.#fillInput(channels, from, count);
      from += count;
      if (this.#filled === AAC_FRAME) this.#encode(packets);
    }
    return this.#toAdtsStream(packets);
  }

  end(): Uint8Array {
    const packets: Uint8Array[] = [];
    if (this.#filled > 0) {
      this.#frame.fill(0, this.#filled * this.#width);
      this.#encode(packets);
    }
    if (this.#framesIn > 0) {
      this.#library._flush_encoder_start(this.#encoder);
      this.#receivePackets(packets);
    }
    return this.#toAdtsStream(packets);
  }

  header(): Uint8Array {
    return new Uint8Array(0);
  }

  close(): void {
    if (this.#encoder !== 0) this.#library._close_encoder(this.#encoder);
    this.#encoder = 0;
  }

  #fillInput(channels: readonly Float32Array[], from: number, count: number): void {
    const width = this.#width;
    for (const [index, channel] of channels.entries()) {
      let place = this.#filled * width + index;
      for (let frame = from; frame < from + count; frame += 1) {
        this.#frame[place] = sampleAt(channel, frame);
        place += width;
      }
    }
    this.#filled += count;
  }

  #encode(packets: Uint8Array[]): void {
    const bytes = new Uint8Array(this.#frame.buffer);
    const input = this.#library._get_encode_input_ptr(this.#encoder, bytes.length);
    if (input === 0) throw new Error('The AAC encoder is out of memory.');
    this.#library.HEAPU8.set(bytes, input);
    const sent = this.#library._send_frame(this.#encoder, BigInt(this.#framesIn * AAC_FRAME));
    if (sent < 0) throw new Error(`The AAC encoder failed with code ${sent}.`);
    this.#framesIn += 1;
    this.#filled = 0;
    this.#receivePackets(packets);
  }

  #receivePackets(packets: Uint8Array[]): void {
    for (;;) {
      const length = this.#library._receive_packet(this.#encoder);
      if (length < 0) throw new Error(`The AAC encoder failed with code ${length}.`);
      if (length === 0) return;
      const from = this.#library._get_encoded_data(this.#encoder);
      packets.push(this.#library.HEAPU8.slice(from, from + length));
    }
  }

  #toAdtsStream(packets: readonly Uint8Array[]): Uint8Array {
    const sizes = Uint32Array.from(packets, ({ length }) => length);
    return adtsStream(joinBytes(packets), sizes, { sampleRate: this.sampleRate, channels: this.#width });
  }
}
