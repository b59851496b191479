// Readings of a text by eSpeak NG, which reports exactly when each word and phoneme starts.
import { readFileSync } from 'node:fs';
import load, { type EspeakModule, type EspeakWorker } from '@echogarden/espeak-ng-emscripten';
import type { Language } from '@lectern/tts-protocol';
import { at } from '../../../shared/rules/at.ts';
import { espeakVoice } from '../../../shared/rules/espeak-voices.ts';
import { type SpokenWord, spokenWords } from '../../../shared/rules/spoken-words.ts';
import { toFloatSamples } from '../codecs/pcm.ts';
import { toSixteenKilohertz } from './to-sixteen-khz.ts';

/** A sound of a reading, in the IPA of eSpeak NG. Pauses have an empty `ipa`. */
export interface PhonemeEvent {
  readonly ipa: string;
  readonly startSeconds: number;
}

export interface ReferenceReading {
  /** Mono, 16,000 Hz. */
  readonly samples: Float32Array;
  readonly words: readonly SpokenWord[];
  /** The start of each of `words`, ascending. */
  readonly wordStarts: readonly number[];
  readonly durationSeconds: number;
  /** In ascending order. */
  readonly phonemes: readonly PhonemeEvent[];
}

export interface ReadingRequest {
  readonly text: string;
  readonly language: Language;
  /** Words per minute, 80 to 450. */
  readonly rate?: number;
  /** The name of an eSpeak NG voice variant, such as `f2`. It must exist, because eSpeak NG reports no error. */
  readonly voiceVariant?: string;
  /** The name of an eSpeak NG voice to use instead of the language's usual one, such as `en-gb-x-rp`. It must exist. */
  readonly accent?: string;
}

export const DEFAULT_RATE = 165;

/** Longer texts are rejected. They would take more than ten minutes to speak. */
export const MAX_READING_CHARACTERS = 20_000;
const MAX_UTF8_BYTES = 4 * MAX_READING_CHARACTERS;

/** Longer readings, for example of a text that consists only of digits, are cut off here. */
const MAX_READING_SECONDS = 1800;

/** A snapshot of a module's memory is a few megabytes. */
const MAX_SNAPSHOTS = 6;

/** A fixed time, because the module seeds its random numbers with the clock. */
const FIXED_TIME = 1_000_000_000_000;

/** eSpeak NG would speak the names of these characters, or interpret them as markup. */
const NEVER_SPOKEN =
  /[\p{C}<>[\]{}_*~^|\\\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}\p{Variation_Selector}]/u;
/** Copyright and trademark signs are pictographic, too. */
const SPOKEN_PICTOGRAPH = /[©®™]/;
/** Text that eSpeak NG would read as an escaped character. */
const ENTITY_START = /&(?=#?\w+;)/g;

/** eSpeak NG spells kanji out instead of reading them. */
const IS_HAN = /\p{Script=Han}/u;

/**
 * Whether a reading of the text resembles how other voices read it. Japanese texts with kanji can't be read, because
 * eSpeak NG only knows kana.
 */
export const isReadable = (text: string, language: Language): boolean =>
  espeakVoice(language) !== null &&
  text.length <= MAX_READING_CHARACTERS &&
  spokenWords(text).length > 0 &&
  !(language === 'japanese' && IS_HAN.test(text));

/**
 * Reads texts with eSpeak NG. Readings are deterministic and don't depend on earlier ones, because every reading starts
 * with the same memory contents. A reading takes about 1/150 of its duration. Reading is synchronous, so use it in a
 * worker thread.
 */
export class ReferenceReader {
  readonly #module: EspeakModule;
  readonly #worker: EspeakWorker;
  /** The module's memory right after a voice was selected. */
  readonly #snapshots = new Map<string, Uint8Array>();
  readonly #initial: Uint8Array;

  private constructor(module: EspeakModule, worker: EspeakWorker) {
    this.#module = module;
    this.#worker = worker;
    // The buffer for strings is outside the restored memory, so it must have its full size before the snapshot. It only
    // grows in the call after the one with the long string.
    worker.set_voice(' '.repeat(MAX_UTF8_BYTES), '', 0, 0, 0);
    worker.set_voice('en', '', 0, 0, 0);
    this.#initial = usedMemory(module);
  }

  /** Loads eSpeak NG, which takes about 300 ms and 50 MB. No other code may read the clock while it loads. */
  static create(): Promise<ReferenceReader> {
    return withFixedClock(async () => {
      const path = new URL('espeak-ng.data', import.meta.resolve('@echogarden/espeak-ng-emscripten'));
      const data = new Uint8Array(readFileSync(path)).buffer;
      const silent = (): void => {};
      const module = await load({ print: silent, printErr: silent, getPreloadedPackage: () => data });
      return new ReferenceReader(module, await new module.eSpeakNGWorker());
    });
  }

  /**
   * Reads a text.
   * @throws RangeError if eSpeak NG has no voice for the language, or the text is longer than `MAX_READING_CHARACTERS`
   */
  read({ text, language, rate = DEFAULT_RATE, voiceVariant, accent }: ReadingRequest): ReferenceReading {
    const voice = accent ?? espeakVoice(language);
    if (voice === null) throw new RangeError(`eSpeak NG has no voice for ${language}.`);
    if (text.length > MAX_READING_CHARACTERS)
      throw new RangeError(`The text has ${text.length} characters; the limit is ${MAX_READING_CHARACTERS}.`);
    this.#selectVoice(voiceVariant === undefined ? voice : `${voice}+${voiceVariant}`);
    this.#worker.set_rate(Math.round(Math.max(80, Math.min(450, rate))));
    const words = spokenWords(text);
    const { samples, events } = this.#speak(speakableText(text));
    const sampleRate = this.#worker.get_samplerate();
    const durationSeconds = samples.length / sampleRate;
    return {
      samples: toSixteenKilohertz(samples, sampleRate),
      words,
      wordStarts: findWordStarts(text, words, events, durationSeconds),
      durationSeconds,
      phonemes: findPhonemes(events),
    };
  }

  #speak(text: string): { samples: Float32Array; events: readonly TimedEvent[] } {
    const blocks: Float32Array[] = [];
    const events: TimedEvent[] = [];
    let length = 0;
    const maxLength = MAX_READING_SECONDS * this.#worker.get_samplerate();
    this.#worker.synthesize(text, (block, blockEvents) => {
      for (const event of blockEvents ?? []) {
        const timed = timedEvent(event);
        if (timed) events.push(timed);
      }
      if (block) {
        // The block is only valid during the call.
        blocks.push(toFloatSamples(block));
        length += block.length;
      }
      return length > maxLength;
    });
    const samples = new Float32Array(length);
    let end = 0;
    for (const block of blocks) {
      samples.set(block, end);
      end += block.length;
    }
    return { samples, events };
  }

  #selectVoice(voice: string): void {
    const known = this.#snapshots.get(voice);
    this.#restore(known ?? this.#initial);
    if (known) return;
    this.#worker.set_voice(voice, '', 0, 0, 0);
    for (const oldest of this.#snapshots.keys()) {
      if (this.#snapshots.size < MAX_SNAPSHOTS) break;
      this.#snapshots.delete(oldest);
    }
    this.#snapshots.set(voice, usedMemory(this.#module));
  }

  #restore(snapshot: Uint8Array): void {
    const memory = this.#module.HEAPU8;
    memory.set(snapshot);
    memory.fill(0, snapshot.length);
  }
}

async function withFixedClock<T>(work: () => Promise<T>): Promise<T> {
  const { now } = Date;
  const { performance } = globalThis;
  const elapsed = performance.now;
  Date.now = () => FIXED_TIME;
  performance.now = () => FIXED_TIME;
  try {
    return await work();
  } finally {
    Date.now = now;
    performance.now = elapsed;
  }
}

/** Copies the memory without the zeros at its end. */
function usedMemory({ HEAPU8 }: EspeakModule): Uint8Array {
  let end = HEAPU8.length;
  while (end > 0 && HEAPU8[end - 1] === 0) end -= 1;
  return HEAPU8.slice(0, end);
}

interface TimedEvent {
  readonly kind: 'word' | 'phoneme';
  readonly startSeconds: number;
  /** Offset in code points. */
  readonly position: number;
  readonly ipa: string;
}

function timedEvent(event: unknown): TimedEvent | null {
  if (typeof event !== 'object' || event === null) return null;
  // The declarations of eSpeak NG don't describe its events.
  const { type, audio_position: milliseconds, text_position: position, id } = event as Record<string, unknown>;
  if ((type !== 'word' && type !== 'phoneme') || typeof milliseconds !== 'number') return null;
  return {
    kind: type,
    startSeconds: milliseconds / 1000,
    position: typeof position === 'number' ? position - 1 : 0,
    ipa: type === 'phoneme' && typeof id === 'string' ? id : '',
  };
}

/** Moves the first phoneme of each word to the start of the word, because eSpeak NG reports it a little later. */
function findPhonemes(events: readonly TimedEvent[]): PhonemeEvent[] {
  const phonemes: PhonemeEvent[] = [];
  for (const [index, { kind, ipa, startSeconds }] of events.entries()) {
    if (kind !== 'phoneme') continue;
    const previous = events[index - 1];
    phonemes.push({ ipa, startSeconds: previous?.kind === 'word' ? previous.startSeconds : startSeconds });
  }
  return phonemes;
}

/** Replaces characters that other voices don't speak with spaces, so that positions in code points stay the same. */
function speakableText(text: string): string {
  let speakable = '';
  for (const character of text) {
    if (SPOKEN_PICTOGRAPH.test(character) || !NEVER_SPOKEN.test(character)) speakable += character;
    else speakable += ' ';
  }
  return speakable.replace(ENTITY_START, ' ');
}

/**
 * Words without an event of their own, such as the second of two that eSpeak NG joins, divide the time until the next
 * known word by their lengths.
 */
function findWordStarts(
  text: string,
  words: readonly SpokenWord[],
  events: readonly TimedEvent[],
  durationSeconds: number,
): number[] {
  const wordAt = codePointOwners(text, words);
  const starts: (number | undefined)[] = words.map(() => undefined);
  for (const { kind, position, startSeconds } of events) {
    const word = kind === 'word' ? wordAt[position] : undefined;
    if (word !== undefined && word >= 0) starts[word] ??= startSeconds;
  }
  return fillStarts(words, starts, durationSeconds);
}

/** For each code point, the index of its word, or -1 between words. */
function codePointOwners(text: string, words: readonly SpokenWord[]): Int32Array {
  const owners = new Int32Array(text.length).fill(-1);
  let unit = 0;
  let codePoint = 0;
  let word = 0;
  for (const character of text) {
    while (word < words.length && at(words, word).to <= unit) word += 1;
    if (word < words.length && at(words, word).from <= unit) owners[codePoint] = word;
    unit += character.length;
    codePoint += 1;
  }
  return owners;
}

function fillStarts(
  words: readonly SpokenWord[],
  known: readonly (number | undefined)[],
  durationSeconds: number,
): number[] {
  const starts: number[] = [];
  let latest = 0;
  for (let first = 0; first < words.length; ) {
    let next = first + 1;
    while (next < words.length && known[next] === undefined) next += 1;
    const from = Math.max(latest, known[first] ?? latest);
    const to = Math.max(from, Math.min(durationSeconds, known[next] ?? durationSeconds));
    const letters = words.slice(first, next).reduce((sum, { text }) => sum + text.length, 0);
    let before = 0;
    for (let word = first; word < next; word += 1) {
      starts.push(from + ((to - from) * before) / letters);
      before += at(words, word).text.length;
    }
    latest = to;
    first = next;
  }
  return starts;
}
