// One pack as a source of speech.
import { join } from 'node:path';
import { checkPackFiles, PackError } from '../../../node/voice-packs/read-pack.ts';
import type { PackEngine, VoicePack } from '../../../shared/service/voice-pack.ts';
import { DECISIONS } from '../../common/decisions.ts';
import { type RemoteUtterance, type Sound, SourceError, type SpeechSource } from '../elsewhere/speech-source.ts';
import type { SherpaModel } from './pack-messages.ts';
import { PackProcess, type PackProcessOptions } from './pack-process.ts';

/** Speeds at which models still sound like themselves. */
const PACK_SPEEDS = { least: 0.5, most: 2 } as const;

/** The fields that hold paths. */
const PATHS = new Set(['model', 'tokens', 'lexicon', 'dataDir', 'voices', 'acousticModel', 'vocoder']);

/** A pack's model as sherpa-onnx takes it. Its length is not: that counts for nothing there at speeds other than 1. */
function sherpaModel(folder: string, engine: PackEngine, numThreads: number): SherpaModel {
  const { kind, lengthScale: _lengthScale, ...fields } = engine;
  const place = (path: string): string => join(folder, ...path.split('/'));
  const own = Object.entries(fields).map(([name, value]) => {
    if (Array.isArray(value)) return ['lexicon', value.map(place).join(',')] as const;
    return [name, PATHS.has(name) && typeof value === 'string' ? place(value) : value] as const;
  });
  return {
    model: { [kind]: Object.fromEntries(own), numThreads, provider: 'cpu' },
    maxNumSentences: 1,
    silenceScale: 1,
  };
}

/** What tests set. */
export type PackSourceOptions = Pick<PackProcessOptions, 'runtime' | 'idleMs' | 'mostMemory'>;

export class PackSource implements SpeechSource {
  readonly title: string;
  readonly speeds = PACK_SPEEDS;
  readonly maxCharacters = DECISIONS.packs.characters;
  readonly process: PackProcess;
  readonly #folder: string;
  readonly #pack: VoicePack;
  /** Its files were read wholly since the service started. */
  #isChecked = false;

  /** @param folder the pack's */
  constructor(folder: string, pack: VoicePack, options: PackSourceOptions = {}) {
    this.title = `The voice pack "${pack.name}"`;
    this.#folder = folder;
    this.#pack = pack;
    this.process = new PackProcess({
      ...options,
      title: this.title,
      prepare: (threads, signal) => this.#prepare(threads, signal),
    });
  }

  sampleRateOf(): number {
    return this.#pack.sampleRate;
  }

  say({ text, speaker = 0, speed }: RemoteUtterance, signal: AbortSignal): AsyncIterable<Sound> {
    const { lengthScale } = this.#pack.engine;
    return this.process.say({ text: text.replace(/\s+/g, ' ').trim(), speaker, speed: speed / lengthScale }, signal);
  }

  async #prepare(threads: number, signal: AbortSignal): Promise<SherpaModel> {
    if (!this.#isChecked) await this.#check(signal);
    this.#isChecked = true;
    return sherpaModel(this.#folder, this.#pack.engine, threads);
  }

  async #check(signal: AbortSignal): Promise<void> {
    try {
      await checkPackFiles(this.#folder, this.#pack, signal);
    } catch (error) {
      if (!(error instanceof PackError)) throw error;
      const what = error.problem === 'wrong-hash' ? 'has a damaged file' : 'has lost a file';
      throw new SourceError('final', `${this.title} ${what} (${error.where}): install it again.`);
    }
  }
}
