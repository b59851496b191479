import { join } from 'node:path';
import { decode, mixToMono } from '@lectern/audio';
import type { PackEngine, VoicePack } from '@lectern/tts-protocol';
import { UntrustedFolder } from '../../../../node/files/untrusted-folder.ts';
import { checkPackFiles, PackError } from '../../../../node/voice-packs/read-pack.ts';
import { at } from '../../../../shared/rules/at.ts';
import { DECISIONS } from '../../common/decisions.ts';
import type { CloneSampleStore } from '../../ports/clones.ts';
import { isCloneIdentifier } from '../../voices/voice-directory.ts';
import { type RemoteUtterance, type Sound, SourceError, type SpeechSource } from '../elsewhere/speech-source.ts';
import type { Reference, SherpaModel } from './pack-messages.ts';
import { PackProcess, type PackProcessOptions } from './pack-process.ts';

/** Speeds at which models sound natural. */
const PACK_SPEED_RANGE = { min: 0.5, max: 2 } as const;
/** For models with a fixed speed. Other speeds are reached by time-stretching. */
const FIXED_SPEED_RANGE = { min: 1, max: 1 } as const;

const PATH_FIELDS = new Set([
  ...['model', 'tokens', 'lexicon', 'dataDir', 'voices', 'acousticModel', 'vocoder'],
  ...['lmFlow', 'lmMain', 'encoder', 'decoder', 'textConditioner', 'vocabJson', 'tokenScoresJson'],
]);

/** Maximum length of a reference recording, even though models only use its start. */
const REFERENCE_LIMIT = { seconds: 300 } as const;
const REFERENCE_BYTES = 16 * 1024 * 1024;

/** Returns as much of a recording's start as models use. @throws AudioFormatError */
async function toReference(bytes: Uint8Array): Promise<Reference> {
  const { sampleRate, channels } = mixToMono(await decode(bytes, {}, REFERENCE_LIMIT));
  return { sampleRate, samples: at(channels, 0).slice(0, DECISIONS.packs.referenceSeconds * sampleRate) };
}

/** `lengthScale` is omitted, because sherpa-onnx ignores it at speeds other than 1. */
function toSherpaModel(folder: string, engine: PackEngine, numThreads: number): SherpaModel {
  const { kind, ...fields } = engine;
  const place = (path: string): string => join(folder, ...path.split('/'));
  const { lengthScale: _lengthScale, ...taken } = { lengthScale: 1, ...fields };
  const own = Object.entries(taken).map(([name, value]) => {
    if (Array.isArray(value)) return ['lexicon', value.map(place).join(',')] as const;
    return [name, PATH_FIELDS.has(name) && typeof value === 'string' ? place(value) : value] as const;
  });
  return {
    model: { [kind]: Object.fromEntries(own), numThreads, provider: 'cpu' },
    maxNumSentences: 1,
    silenceScale: 1,
  };
}

export interface PackSourceOptions extends Pick<PackProcessOptions, 'runtime' | 'idleMs' | 'mostMemory'> {
  readonly cloneSamples?: CloneSampleStore | undefined;
}

export class PackSource implements SpeechSource {
  readonly title: string;
  readonly speeds: SpeechSource['speeds'];
  readonly maxCharacters = DECISIONS.packs.characters;
  readonly process: PackProcess;
  readonly #folder: string;
  readonly #pack: VoicePack;
  readonly #cloneSamples: CloneSampleStore | undefined;
  readonly #references = new Map<string, Promise<Reference>>();
  #isChecked = false;

  constructor(folder: string, pack: VoicePack, { cloneSamples, ...options }: PackSourceOptions = {}) {
    this.title = `The voice pack "${pack.name}"`;
    this.#folder = folder;
    this.#pack = pack;
    this.#cloneSamples = cloneSamples;
    this.speeds = pack.engine.kind === 'pocket' ? FIXED_SPEED_RANGE : PACK_SPEED_RANGE;
    this.process = new PackProcess({
      ...options,
      title: this.title,
      prepare: (threads, signal) => this.#prepare(threads, signal),
    });
  }

  sampleRateOf(): number {
    return this.#pack.sampleRate;
  }

  async *say({ text, speaker = 0, speed, voice, seed }: RemoteUtterance, signal: AbortSignal): AsyncGenerator<Sound> {
    const { lengthScale } = { lengthScale: 1, ...this.#pack.engine };
    const order = { text: text.replace(/\s+/g, ' ').trim(), speaker, speed: speed / lengthScale };
    const like = voice === undefined ? {} : { reference: await this.#referenceOf(voice), seed };
    yield* this.process.say({ ...order, ...like }, signal);
  }

  /** @param voice a clone identifier or a path within the pack; paths never contain a colon */
  #referenceOf(voice: string): Promise<Reference> {
    return isCloneIdentifier(voice) ? this.#cloneReference(voice) : this.#packReference(voice);
  }

  /** Reads the sample every time, so that no data of a deleted clone stays in memory. */
  async #cloneReference(clone: string): Promise<Reference> {
    const sample = await this.#cloneSamples?.read(clone);
    if (sample === undefined) throw new Error('There are no samples of clones.');
    return toReference(sample);
  }

  #packReference(path: string): Promise<Reference> {
    const known = this.#references.get(path) ?? this.#readReference(path);
    this.#references.set(path, known);
    known.catch(() => this.#references.delete(path));
    return known;
  }

  async #readReference(path: string): Promise<Reference> {
    try {
      const folder = new UntrustedFolder(this.#folder);
      const bytes = folder.readSync(join(this.#folder, ...path.split('/')), REFERENCE_BYTES);
      return await toReference(bytes);
    } catch {
      throw new SourceError('final', `${this.title} has no recording of the voice (${path}): install it again.`);
    }
  }

  async #prepare(threads: number, signal: AbortSignal): Promise<SherpaModel> {
    if (!this.#isChecked) await this.#check(signal);
    this.#isChecked = true;
    return toSherpaModel(this.#folder, this.#pack.engine, threads);
  }

  async #check(signal: AbortSignal): Promise<void> {
    try {
      await checkPackFiles(this.#folder, this.#pack, signal);
    } catch (error) {
      if (!(error instanceof PackError)) throw error;
      const what = error.problem === 'wrong-hash' ? 'has a damaged file' : 'is missing a file';
      throw new SourceError('final', `${this.title} ${what} (${error.where}): install it again.`);
    }
  }
}
