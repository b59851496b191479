// One eSpeak NG, compiled to JavaScript, made exact: every utterance starts from the very same memory.

import { basename } from 'node:path';
import load, { type EspeakModule, type EspeakWorker } from '@echogarden/espeak-ng-emscripten';
import { at } from '../../../shared/rules/at.ts';
import { asPackage, espeakData } from './espeak-data.ts';
import { MemorySnapshots, usedBytes, wordsOf } from './memory-snapshots.ts';

/** Hz of everything that eSpeak NG gives here. */
export const ESPEAK_SAMPLE_RATE = 22_050;

/** How an utterance is spoken. */
export interface EspeakUtterance {
  /** A language's file name, with or without a variant: `en-gb-scotland+Andy`. It must exist: eSpeak gives no error. */
  readonly voice: string;
  /** Words in a minute, 80 to 450. */
  readonly rate: number;
  /** 0 to 99. */
  readonly pitch: number;
  /** 0 to 99. */
  readonly range: number;
  /** 0 to 200; 100 is the voice's own. */
  readonly volume: number;
  /** Plain text. */
  readonly text: string;
  /** The same with marks, in eSpeak NG's own markup (`espeak-markup.ts`): what is spoken then. */
  readonly markup?: string;
}

/**
 * Longest text of one utterance in UTF-16 units. The module keeps a buffer for the strings it is given, outside of the
 * memory that is put back: it has to have its full size before that memory is remembered.
 */
export const UTTERANCE_UNITS = 40_000;
const UTTERANCE_BYTES = UTTERANCE_UNITS * 3;

/** Where the module's random numbers start: its clock, which must not be today's. */
const FROZEN_TIME = 1_000_000_000_000;

/** Does work for which time stands still, so that nothing in it depends on when it was done. */
async function atFrozenTime<T>(work: () => Promise<T>): Promise<T> {
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

/**
 * eSpeak reads SSML and phonemes in double brackets out of a text. Here all text is plain: what would be markup becomes
 * the characters that it is written with. A NUL would end the text.
 */
export function asPlainText(text: string): string {
  return text
    .slice(0, UTTERANCE_UNITS)
    .replaceAll('\0', ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('[[', '[ [')
    .replaceAll('[[', '[ [');
}

/** Bytes of prepared voices that a speaker keeps: some twenty English ones, or all of a dialog in any language. */
const MOST_PREPARED_BYTES = 8 * 2 ** 20;

/** What the state is called in which no voice has been set; no voice is. */
const AT_START = '';

/**
 * Hears what is spoken. The samples lie in eSpeak's own memory: they are good for this call only. `share` tells how much of
 * the utterance's text has been spoken, 0 to 1, as far as that was told in this call and in those before in which it was asked.
 *
 * @returns true to end the speaking
 */
export type SampleListener = (samples: Int16Array, utterance: number, share: () => number) => boolean;

/** A loaded eSpeak NG. It is for one thread, and speaks in the call: use it in a worker thread. */
export class EspeakSpeaker {
  readonly #module: EspeakModule;
  readonly #worker: EspeakWorker;
  readonly #start = new MemorySnapshots(0);
  /** The memory as it is after a voice was set at the start, by voice. */
  readonly #prepared = new MemorySnapshots(MOST_PREPARED_BYTES);
  readonly #breakWord: number | undefined;
  readonly #listener: number;
  readonly #eventBytes: number;
  #hear: (samples: Int16Array, events: number) => boolean = () => true;

  private constructor(module: EspeakModule, worker: EspeakWorker) {
    this.#module = module;
    this.#worker = worker;
    // Twice: the buffer for strings grows in the call after the one that was too long for it.
    worker.set_voice(' '.repeat(UTTERANCE_BYTES), '', 0, 0, 0);
    worker.set_voice('en', '', 0, 0, 0);
    this.#start.save(AT_START, module.HEAPU8);
    this.#breakWord = findBreakWord(module, usedBytes(module.HEAPU8));
    this.#restore(this.#start, AT_START);
    // The package's own `synthesize` copies all samples and makes objects of all events, even those that are not read.
    this.#listener = module.addFunction((address, length, events) => this.#heard(address, length, events));
    this.#eventBytes = worker.getSizeOfEventStruct_();
  }

  /** Takes about 300 ms and 20 MB, and 24 MB that all threads share. Nothing else may read the clock while it loads. */
  static load(): Promise<EspeakSpeaker> {
    return atFrozenTime(async () => {
      const silent = (): void => {};
      const data = asPackage(espeakData());
      const module = await load({ print: silent, printErr: silent, getPreloadedPackage: () => data });
      return new EspeakSpeaker(module, await new module.eSpeakNGWorker());
    });
  }

  /** The names by which languages and variants can be asked for. */
  names(): { languages: ReadonlySet<string>; variants: ReadonlySet<string> } {
    const languages = this.#worker.list_voices().map((voice) => basename(voice.identifier).toLowerCase());
    const variants = this.#module.FS.readdir('/usr/share/espeak-ng-data/voices/!v');
    return { languages: new Set(languages), variants: new Set(variants.filter((name) => !name.startsWith('.'))) };
  }

  /** Sets voices ahead of their use, as far as that is still to be done. `tell` gets the number of those that are ready. */
  prepare(voices: Iterable<string>, tell: (ready: number) => void): void {
    let ready = 0;
    for (const voice of voices) {
      if (!this.#prepared.has(voice)) this.#startWith(voice);
      ready += 1;
      tell(ready);
    }
  }

  /** Speaks a few utterances, each as if nothing had been spoken before. After an error the speaker is of no use any more. */
  speak(utterances: readonly EspeakUtterance[], listen: SampleListener): void {
    for (const [index, { voice, rate, pitch, range, volume, text, markup }] of utterances.entries()) {
      this.#startWith(voice);
      this.#worker.set_rate(rate);
      this.#worker.set_pitch(pitch);
      this.#worker.set_range(range);
      this.#worker.set_volume(volume);
      const plain = markup ?? asPlainText(text);
      let characters: number | undefined;
      let position = 0;
      const share = (events: number): number => {
        characters ??= [...plain].length;
        position = Math.max(position, this.#position(events));
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

  /** The last place in the text, in characters, that these events tell of; 0 where none does. */
  #position(events: number): number {
    const module = this.#module;
    // Those of phonemes may tell of another place than the one where they are spoken.
    const telling = [module.espeakEVENT_WORD, module.espeakEVENT_SENTENCE, module.espeakEVENT_END];
    let position = 0;
    for (let at = events; ; at += this.#eventBytes) {
      const event = module.wrapPointer(at, module.espeak_EVENT);
      const type = event.get_type();
      if (type === module.espeakEVENT_LIST_TERMINATED) return position;
      if (telling.includes(type)) position = Math.max(position, event.get_text_position());
    }
  }

  /** What eSpeak calls with the sound that it has made. */
  #heard(address: number, length: number, events: number): number {
    // The last call comes without any.
    if (length === 0) return 0;
    const start = address / 2;
    return this.#hear(this.#module.HEAP16.subarray(start, start + length), events) ? 1 : 0;
  }

  /** Puts the memory back to where this voice has just been set. Setting it reads a dictionary, which takes a while. */
  #startWith(voice: string): void {
    if (this.#restore(this.#prepared, voice)) return;
    this.#restore(this.#start, AT_START);
    this.#worker.set_voice(voice, '', 0, 0, 0);
    this.#prepared.save(voice, this.#module.HEAPU8);
  }

  #restore(snapshots: MemorySnapshots, name: string): boolean {
    const heap = this.#module.HEAPU8;
    // What was never asked for is still zero.
    const end = this.#breakWord === undefined ? heap.length : at(wordsOf(heap), this.#breakWord);
    return snapshots.restore(name, heap, end);
  }
}

/** Bytes that are asked for to see which word tells of it. */
const PROBE_BYTES = 2 ** 20;

/**
 * The number of the word that holds the program break: the end of all memory that was ever asked for, beyond which
 * nothing is written. The module does not tell it; it is the greatest address that moves up when much is asked for.
 * Undefined where none does. Most of the 16 MB lies beyond: cleaning it before each utterance would take a tenth of
 * all time.
 */
function findBreakWord(module: EspeakModule, used: number): number | undefined {
  const before = wordsOf(module.HEAPU8).slice(0, used / 4);
  const asked = module._malloc(PROBE_BYTES);
  if (asked === 0) return undefined;
  const after = wordsOf(module.HEAPU8);
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
