import { createHash } from 'node:crypto';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import type { RecogniserModel, RecogniserPack } from '@lectern/tts-protocol';
import { type StartedModel, startModelProcess } from '../../../node/model-process/start-model-process.ts';
import { checkPackFiles, PackError } from '../../../node/voice-packs/read-pack.ts';
import type { RecogniserProblem } from '../../../shared/model/proofed-take.ts';
import { at } from '../../../shared/rules/at.ts';
import type { HeardWord } from '../rules/proof/compare-words.ts';
import { heardWordsOf, isTimed } from './heard-words.ts';
import { quietCuts } from './quiet-cuts.ts';
import { type RecognisedSpeech, type Recogniser, RecogniserError, type SpeechToRecognise } from './recogniser.ts';
import type { MessageFromRecogniser, MessageToRecogniser, RecognisedTokens } from './recogniser-messages.ts';

export interface InstalledRecogniser {
  readonly pack: RecogniserPack;
  /** The pack's folder. */
  readonly path: string;
}

/** Identifies the model, its files and the pack. Other changes, such as to the licence, don't affect what it hears. */
export function recogniserHash({ id, engine, sampleRate, files }: RecogniserPack): string {
  const parts = [id, engine, sampleRate, files.map(({ path, sha256 }) => [path, sha256])];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

export interface RecogniserLimits {
  readonly maxMemoryBytes?: number;
  /** In addition to the time allowed for the length of the speech. */
  readonly loadSeconds?: number;
}

const RECOGNISER_PROGRAM = {
  entry: new URL('./recogniser-child.ts', import.meta.url),
  packagedSwitch: '--recogniser',
} as const;

const MAX_THREADS = 4;
/** Even slow computers load a model in this time. */
const LOAD_SECONDS = 180;
/** Maximum recognition time, in seconds per second of speech. */
const SECONDS_PER_SECOND = 20;

/** Shorter audio contains no speech, and some models can't handle it. */
const MIN_SECONDS = 0.1;

/** Part of the only message that ONNX Runtime prints when a run fails. */
const FAILED_RUN = 'Non-zero status code returned while running';

/** Runs a pack's model in a separate process, which is started for the first take and restarted after a crash. */
export const createRecogniser = (installed: InstalledRecogniser, limits: RecogniserLimits = {}): Recogniser =>
  new PackRecogniser(installed, limits);

const primaryLanguage = (languageCode: string): string => languageCode.toLowerCase().split('-')[0] ?? '';

export const recognisesLanguage = ({ languages }: Pick<RecogniserPack, 'languages'>, languageCode: string): boolean =>
  languages.some((language) => primaryLanguage(language) === primaryLanguage(languageCode));

/**
 * Returns the pack to use for a language, or null if there is none. Prefers models that report word times (Whisper usually
 * doesn't), then packs for fewer languages, because they are better at each of them, and then larger models.
 */
export function recogniserFor(
  languageCode: string,
  installed: readonly InstalledRecogniser[],
): InstalledRecogniser | null {
  const bytesOf = ({ pack }: InstalledRecogniser): number => pack.files.reduce((sum, { size }) => sum + size, 0);
  const [best] = installed
    .filter(({ pack }) => recognisesLanguage(pack, languageCode))
    .toSorted(
      (a, b) =>
        Number(a.pack.engine.kind === 'whisper') - Number(b.pack.engine.kind === 'whisper') ||
        a.pack.languages.length - b.pack.languages.length ||
        bytesOf(b) - bytesOf(a) ||
        a.pack.id.localeCompare(b.pack.id, 'en'),
    );
  return best ?? null;
}

class PackRecogniser implements Recogniser {
  readonly name: string;
  readonly #installed: InstalledRecogniser;
  readonly #limits: RecogniserLimits;
  #isChecked = false;
  #process: RecogniserProcess | null = null;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(installed: InstalledRecogniser, limits: RecogniserLimits) {
    this.name = installed.pack.name;
    this.#installed = installed;
    this.#limits = limits;
  }

  recognise(speech: SpeechToRecognise, signal: AbortSignal = new AbortController().signal): Promise<RecognisedSpeech> {
    const result = this.#queue.then(() => this.#recognise(speech, signal));
    this.#queue = result.catch(() => {});
    return result;
  }

  close(): void {
    this.#process?.end('crashed');
    this.#process = null;
  }

  async #recognise(
    { samples, sampleRate, languageCode, hotwords }: SpeechToRecognise,
    signal: AbortSignal,
  ): Promise<RecognisedSpeech> {
    const { pack } = this.#installed;
    if (!recognisesLanguage(pack, languageCode)) {
      throw new RecogniserError({ kind: 'other-language', pack: pack.name, languageCode });
    }
    await this.#checkFiles(signal);
    const cuts = quietCuts(samples, sampleRate);
    const words: HeardWord[] = [];
    let timed = true;
    for (let part = 0; part + 1 < cuts.length; part += 1) {
      signal.throwIfAborted();
      const [from, to] = [at(cuts, part), at(cuts, part + 1)];
      if (to - from < MIN_SECONDS * sampleRate) continue;
      const language = primaryLanguage(languageCode);
      const order = { samples: samples.slice(from, to), sampleRate, language, hotwords };
      const result = await this.#running().recognise(order, signal);
      const seconds = (to - from) / sampleRate;
      timed &&= result.text.trim() === '' || isTimed(result);
      for (const word of heardWordsOf(result, seconds, from / sampleRate)) words.push(word);
    }
    return { words, isTimed: timed };
  }

  #running(): RecogniserProcess {
    if (this.#process?.isUsable === true) return this.#process;
    const { pack, path } = this.#installed;
    const model = {
      model: withAbsolutePaths(pack.engine, path),
      sampleRate: pack.sampleRate,
      threads: Math.min(MAX_THREADS, availableParallelism()),
    };
    const { maxMemoryBytes = totalmem() / 2, loadSeconds = LOAD_SECONDS } = this.#limits;
    this.#process = new RecogniserProcess(pack.name, { kind: 'load', model, maxMemoryBytes }, loadSeconds);
    return this.#process;
  }

  /** Checks the hashes of the files before the model is loaded for the first time. */
  async #checkFiles(signal: AbortSignal): Promise<void> {
    if (this.#isChecked) return;
    const { pack, path } = this.#installed;
    try {
      await checkPackFiles(path, pack, signal);
    } catch (error) {
      if (!(error instanceof PackError)) throw error;
      throw new RecogniserError({ kind: 'damaged', pack: pack.name, file: error.where });
    }
    this.#isChecked = true;
  }
}

function withAbsolutePaths(model: RecogniserModel, folder: string): RecogniserModel {
  const place = (path: string): string => join(folder, ...path.split('/'));
  const { tokens } = model;
  switch (model.kind) {
    case 'transducer': {
      const files = { encoder: place(model.encoder), decoder: place(model.decoder), joiner: place(model.joiner) };
      const vocabulary = model.bpeVocab === undefined ? {} : { bpeVocab: place(model.bpeVocab) };
      return { ...model, ...files, ...vocabulary, tokens: place(tokens) };
    }
    case 'nemo-transducer': {
      const files = { encoder: place(model.encoder), decoder: place(model.decoder), joiner: place(model.joiner) };
      return { ...model, ...files, tokens: place(tokens) };
    }
    case 'whisper':
      return { ...model, encoder: place(model.encoder), decoder: place(model.decoder), tokens: place(tokens) };
    default:
      return { ...model, model: place(model.model), tokens: place(tokens) };
  }
}

type RecognitionOrder = Omit<Extract<MessageToRecogniser, { kind: 'recognise' }>, 'kind' | 'id'>;
type LossKind = Exclude<RecogniserProblem['kind'], 'damaged' | 'other-language'>;

class RecogniserProcess {
  readonly #pack: string;
  readonly #process: StartedModel<MessageToRecogniser>;
  readonly #loadSeconds: number;
  readonly #lost = Promise.withResolvers<never>();
  readonly #pending = new Map<number, (result: RecognisedTokens) => void>();
  #loss: LossKind | null = null;
  #hasAnswered = false;
  #lastId = 0;

  constructor(pack: string, load: Extract<MessageToRecogniser, { kind: 'load' }>, loadSeconds: number) {
    this.#pack = pack;
    this.#loadSeconds = loadSeconds;
    // Prevents an unhandled rejection if the process ends while idle.
    this.#lost.promise.catch(() => {});
    // Search stderr without storing it, because it may contain words of the script.
    let last = '';
    this.#process = startModelProcess<MessageToRecogniser, MessageFromRecogniser>(RECOGNISER_PROGRAM, {
      onMessage: (message) => this.#receive(message),
      onStderr: (part) => {
        last = (last + part).slice(-(part.length + FAILED_RUN.length));
        if (last.includes(FAILED_RUN)) this.end('failed');
      },
      // The native code calls exit() for an invalid model.
      onExit: (code) => this.end(code !== null && !this.#hasAnswered ? 'unloadable' : 'crashed'),
      onStartError: () => this.end('crashed'),
    });
    this.#process.send(load);
  }

  get isUsable(): boolean {
    return this.#loss === null;
  }

  async recognise(order: RecognitionOrder, signal: AbortSignal): Promise<RecognisedTokens> {
    this.#lastId += 1;
    const id = this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<RecognisedTokens>();
    this.#pending.set(id, resolve);
    // The model can't be interrupted, so end the process.
    const cancel = (): void => {
      reject(signal.reason);
      this.end('crashed');
    };
    signal.addEventListener('abort', cancel, { once: true });
    const seconds = this.#loadSeconds + (SECONDS_PER_SECOND * order.samples.length) / order.sampleRate;
    const deadline = setTimeout(() => this.end('stuck'), 1000 * seconds);
    try {
      this.#process.send({ kind: 'recognise', id, ...order });
      return await Promise.race([promise, this.#lost.promise]);
    } finally {
      clearTimeout(deadline);
      signal.removeEventListener('abort', cancel);
      this.#pending.delete(id);
    }
  }

  end(kind: LossKind): void {
    if (this.#loss !== null) return;
    this.#loss = kind;
    this.#process.kill();
    this.#lost.reject(new RecogniserError({ kind, pack: this.#pack }));
  }

  #receive(message: MessageFromRecogniser): void {
    if (message.kind === 'greedy') this.end('too-much-memory');
    else if (message.kind === 'recognised') {
      this.#hasAnswered = true;
      this.#pending.get(message.id)?.(message.result);
    } else this.end(message.kind === 'failed' && !this.#hasAnswered ? 'unloadable' : message.kind);
  }
}
