// eSpeak NG compiled to JavaScript and made deterministic: every utterance starts from the same memory state.

import { basename } from 'node:path';
import load, { type EspeakModule, type EspeakWorker } from '@echogarden/espeak-ng-emscripten';
import { at } from '../../../../shared/rules/at.ts';
import { asPackageBuffer, espeakData } from './espeak-data.ts';
import { asWords, MemorySnapshots, usedBytes } from './memory-snapshots.ts';

export const ESPEAK_SAMPLE_RATE = 22_050;

export interface EspeakUtterance {
  /** For example `en-gb-scotland+Andy`. It must exist, because eSpeak NG reports no error. */
  readonly voice: string;
  /** Words per minute, 80 to 450. */
  readonly rate: number;
  readonly pitch: number;
  readonly range: number;
  /** 0 to 200; 100 is the voice's own. */
  readonly volume: number;
  readonly text: string;
  /** The text in eSpeak NG markup (`espeak-markup.ts`), spoken instead of `text`. */
  readonly markup?: string;
}

/** The string buffer is outside the restored memory, so it must have its full size before the snapshot is taken. */
export const UTTERANCE_UNITS = 40_000;
const UTTERANCE_BYTES = UTTERANCE_UNITS * 3;

/** A fixed clock, which seeds the module's random numbers. */
const FROZEN_TIME = 1_000_000_000_000;

async function withFrozenClock<T>(work: () => Promise<T>): Promise<T> {
  const { now } = Date;
  const { performance } = globalThis;
  const elapsed = performance.now;
  Date.now = () => FROZEN_TIME;
  performance.now = () => FROZEN_TIME;
  try {
    return await work();
  } finally {
    Date.now = now;
    performance.now = elapsed;
  }
}

/** Escapes text, because eSpeak NG would interpret SSML and phonemes in double brackets. NUL would end the text. */
export function escapePlainText(text: string): string {
  return text
    .slice(0, UTTERANCE_UNITS)
    .replaceAll('\0', ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('[[', '[ [')
    .replaceAll('[[', '[ [');
}

/**
 * Memory for an EspeakSpeaker's prepared voices: enough for about twenty English voices, or for a dialog's voices in
 * any language.
 */
const MAX_PREPARED_BYTES = 8 * 2 ** 20;

const INITIAL_STATE = '';

/**
 * Receives samples, which are only valid during the call. `share` is the spoken part of the text, 0 to 1. Returns true
 * to stop.
 */
export type SampleListener = (samples: Int16Array, utterance: number, share: () => number) => boolean;

/** A loaded eSpeak NG. It speaks synchronously, so use it in a worker thread. */
export class EspeakSpeaker {
  readonly #module: EspeakModule;
  readonly #worker: EspeakWorker;
  readonly #start = new MemorySnapshots(0);
  readonly #prepared = new MemorySnapshots(MAX_PREPARED_BYTES);
  readonly #breakWord: number | undefined;
  readonly #listener: number;
  readonly #eventBytes: number;
  #hear: (samples: Int16Array, events: number) => boolean = () => true;

  private constructor(module: EspeakModule, worker: EspeakWorker) {
    this.#module = module;
    this.#worker = worker;
    // Call `set_voice` twice, because the string buffer only grows in the call after the one with the long string.
    worker.set_voice(' '.repeat(UTTERANCE_BYTES), '', 0, 0, 0);
    worker.set_voice('en', '', 0, 0, 0);
    this.#start.save(INITIAL_STATE, module.HEAPU8);
    this.#breakWord = findProgramBreak(module, usedBytes(module.HEAPU8));
    this.#restore(this.#start, INITIAL_STATE);
    // Register a listener for `synth_`, because the package's own `synthesize` copies all samples and creates an object
    // for each event.
    this.#listener = module.addFunction((address, length, events) => this.#handleSamples(address, length, events));
    this.#eventBytes = worker.getSizeOfEventStruct_();
  }

  /**
   * Loads eSpeak NG, which takes about 300 ms and 20 MB, plus 24 MB shared by all threads. No other code may read the
   * clock while it loads.
   */
  static load(): Promise<EspeakSpeaker> {
    return withFrozenClock(async () => {
      const silent = (): void => {};
      const data = asPackageBuffer(espeakData());
      const module = await load({ print: silent, printErr: silent, getPreloadedPackage: () => data });
      return new EspeakSpeaker(module, await new module.eSpeakNGWorker());
    });
  }

  names(): { languages: ReadonlySet<string>; variants: ReadonlySet<string> } {
    const languages = this.#worker.list_voices().map((voice) => basename(voice.identifier).toLowerCase());
    const variants = this.#module.FS.readdir('/usr/share/espeak-ng-data/voices/!v');
    return { languages: new Set(languages), variants: new Set(variants.filter((name) => !name.startsWith('.'))) };
  }

  /** Prepares voices. @param onReady receives the number of voices ready */
  prepare(voices: Iterable<string>, onReady: (ready: number) => void): void {
    let ready = 0;
    for (const voice of voices) {
      if (!this.#prepared.has(voice)) this.#selectVoice(voice);
      ready += 1;
      onReady(ready);
    }
  }

  /** Speaks utterances independently of each other. Don't use it after an error. */
  speak(utterances: readonly EspeakUtterance[], listen: SampleListener): void {
    for (const [index, { voice, rate, pitch, range, volume, text, markup }] of utterances.entries()) {
      this.#selectVoice(voice);
      this.#worker.set_rate(rate);
      this.#worker.set_pitch(pitch);
      this.#worker.set_range(range);
      this.#worker.set_volume(volume);
      const plain = markup ?? escapePlainText(text);
      let characters: number | undefined;
      let position = 0;
      const share = (events: number): number => {
        characters ??= [...plain].length;
        position = Math.max(position, this.#textPosition(events));
        return Math.min(1, position / characters);
      };
      let ended = false;
      this.#hear = (samples, events) => {
        ended ||= listen(samples, index, () => share(events));
        return ended;
      };
      this.#worker.synth_(plain, this.#listener);
      if (ended) return;
    }
  }

  #textPosition(events: number): number {
    const module = this.#module;
    // The position in phoneme events can be wrong.
    const telling = [module.espeakEVENT_WORD, module.espeakEVENT_SENTENCE, module.espeakEVENT_END];
    let position = 0;
    for (let at = events; ; at += this.#eventBytes) {
      const event = module.wrapPointer(at, module.espeak_EVENT);
      const type = event.get_type();
      if (type === module.espeakEVENT_LIST_TERMINATED) return position;
      if (telling.includes(type)) position = Math.max(position, event.get_text_position());
    }
  }

  #handleSamples(address: number, length: number, events: number): number {
    // In its last call, eSpeak NG passes no samples.
    if (length === 0) return 0;
    const start = address / 2;
    return this.#hear(this.#module.HEAP16.subarray(start, start + length), events) ? 1 : 0;
  }

  /** Restores the state right after the voice was set, because setting it reads a dictionary, which is slow. */
  #selectVoice(voice: string): void {
    if (this.#restore(this.#prepared, voice)) return;
    this.#restore(this.#start, INITIAL_STATE);
    this.#worker.set_voice(voice, '', 0, 0, 0);
    this.#prepared.save(voice, this.#module.HEAPU8);
  }

  #restore(snapshots: MemorySnapshots, name: string): boolean {
    const heap = this.#module.HEAPU8;
    // Memory beyond the program break is still zero.
    const end = this.#breakWord === undefined ? heap.length : at(asWords(heap), this.#breakWord);
    return snapshots.restore(name, heap, end);
  }
}

const PROBE_BYTES = 2 ** 20;

/**
 * Finds the program break: the greatest address that moves after a large allocation. Most of the 16 MB lies beyond it,
 * and clearing that part before each utterance would take a tenth of the total time.
 */
function findProgramBreak(module: EspeakModule, used: number): number | undefined {
  const before = asWords(module.HEAPU8).slice(0, used / 4);
  const asked = module._malloc(PROBE_BYTES);
  if (asked === 0) return undefined;
  const after = asWords(module.HEAPU8);
  let found: number | undefined;
  let furthest = asked + PROBE_BYTES - 1;
  for (const [word, value] of before.entries()) {
    const now = at(after, word);
    if (value < used || now <= value || now <= furthest || now > module.HEAPU8.length) continue;
    found = word;
    furthest = now;
  }
  return found;
}
