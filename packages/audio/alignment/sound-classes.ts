// The sounds that the classifier distinguishes, and the sound of each frame of a reading.
import { at } from '../../../shared/rules/at.ts';
import { type Cepstra, frameAtSeconds } from './cepstra.ts';
import type { PhonemeEvent, ReferenceReading } from './reference-reading.ts';

/** ARPAbet names of the sounds. `pau` is a pause, `ax` a schwa. */
export const SOUNDS = (
  'pau p b t d k g f v th dh s z sh ch jh m n ng l r w y hh ' + 'iy ih eh ae ah ax aa ao ow uh uw er ey ay oy aw'
).split(' ');
export const SOUND_COUNT = SOUNDS.length;

/** Phonemes of eSpeak NG's English that differ from those of other languages, or that consist of several letters. */
const PHONEMES: Readonly<Record<string, string>> = {
  aɪ: 'ay',
  ai: 'ay',
  aʊ: 'aw',
  au: 'aw',
  ɑu: 'aw',
  eɪ: 'ey',
  ei: 'ey',
  oʊ: 'ow',
  əʊ: 'ow',
  ou: 'ow',
  ɔɪ: 'oy',
  ɔø: 'oy',
  ɔʏ: 'oy',
  tʃ: 'ch',
  tɕ: 'ch',
  ʈʂ: 'ch',
  dʒ: 'jh',
  dʑ: 'jh',
  əl: 'l',
  aɪɚ: 'ay er',
};

/** The nearest sound to each letter of the IPA. */
const LETTERS: Readonly<Record<string, string>> = {
  ...same('p b t d k g f v s z m n l r w'),
  q: 'k',
  c: 'k',
  ʈ: 't',
  ɖ: 'd',
  ɡ: 'g',
  ɟ: 'g',
  ɣ: 'g',
  ɸ: 'f',
  β: 'v',
  ʋ: 'v',
  θ: 'th',
  ð: 'dh',
  ʃ: 'sh',
  ʒ: 'sh',
  ɕ: 'sh',
  ʑ: 'sh',
  ʂ: 'sh',
  ʐ: 'sh',
  ç: 'sh',
  h: 'hh',
  ɦ: 'hh',
  ħ: 'hh',
  x: 'hh',
  χ: 'hh',
  ɱ: 'm',
  ɳ: 'n',
  ɲ: 'n',
  ŋ: 'ng',
  ɫ: 'l',
  ɭ: 'l',
  ɬ: 'l',
  ʎ: 'l',
  ɹ: 'r',
  ɻ: 'r',
  ɾ: 'r',
  ʁ: 'r',
  ʀ: 'r',
  j: 'y',
  ɥ: 'w',
  ʍ: 'w',
  i: 'iy',
  y: 'iy',
  ɪ: 'ih',
  ʏ: 'ih',
  ɨ: 'ih',
  ᵻ: 'ih',
  e: 'eh',
  ɛ: 'eh',
  œ: 'eh',
  æ: 'ae',
  ʌ: 'ah',
  ɤ: 'ah',
  ə: 'ax',
  ɐ: 'ax',
  a: 'aa',
  ɑ: 'aa',
  ɒ: 'aa',
  o: 'ao',
  ɔ: 'ao',
  u: 'uw',
  ʊ: 'uh',
  ɯ: 'uh',
  ɜ: 'er',
  ɚ: 'er',
  ɝ: 'er',
  ø: 'er',
};

/** Stress, length and ties. eSpeak NG puts the names of languages that it switches to in parentheses. */
const IGNORED = /\([^()]*\)|[\p{M}\p{Lm}\p{Sk}.]/gu;

const PAUSE = 0;
const UNKNOWN = soundNumber('ax');

const known = new Map<string, readonly number[]>();

/** Returns the numbers of the sounds of an IPA phoneme. A pause is one sound; markers without a sound give none. */
export function soundsOfPhoneme(ipa: string): readonly number[] {
  let sounds = known.get(ipa);
  if (sounds === undefined) {
    sounds = findSounds(ipa);
    known.set(ipa, sounds);
  }
  return sounds;
}

function findSounds(ipa: string): number[] {
  if (ipa === '') return [PAUSE];
  const plain = ipa.normalize('NFC').replace(IGNORED, '');
  const whole = PHONEMES[plain];
  if (whole !== undefined) return whole.split(' ').map(soundNumber);
  const sounds: number[] = [];
  for (const letter of plain) {
    // A letter with a diacritic, such as a nasal vowel, counts as the plain letter.
    const sound = LETTERS[letter] ?? LETTERS[letter.normalize('NFD').charAt(0)];
    if (sound !== undefined) sounds.push(soundNumber(sound));
  }
  return sounds.length === 0 && /\p{L}/u.test(plain) ? [UNKNOWN] : sounds;
}

/** Returns the number of an ARPAbet sound; that of a schwa if it is unknown. */
export function soundNumber(name: string): number {
  const index = SOUNDS.indexOf(name);
  return index < 0 ? SOUNDS.indexOf('ax') : index;
}

function same(names: string): Record<string, string> {
  return Object.fromEntries(names.split(' ').map((name) => [name, name]));
}

interface TimedSound {
  readonly sound: number;
  readonly startSeconds: number;
}

/** Divides a phoneme that consists of several sounds into equal parts. */
function timedSounds(phonemes: readonly PhonemeEvent[], durationSeconds: number): TimedSound[] {
  return phonemes.flatMap(({ ipa, startSeconds }, index) => {
    const sounds = soundsOfPhoneme(ipa);
    const length = (phonemes[index + 1]?.startSeconds ?? durationSeconds) - startSeconds;
    return sounds.map((sound, part) => ({ sound, startSeconds: startSeconds + (length * part) / sounds.length }));
  });
}

/** Returns the sound of each kept frame. @param sounds in ascending order */
export function labelFrames(sounds: readonly TimedSound[], { originalCount, originalOfKept }: Cepstra): Uint8Array {
  const labels = new Uint8Array(originalCount).fill(PAUSE);
  for (const [index, { sound, startSeconds }] of sounds.entries()) {
    const next = sounds[index + 1];
    const end = next ? frameAtSeconds(next.startSeconds) : originalCount;
    labels.fill(sound, Math.max(0, frameAtSeconds(startSeconds)), Math.max(0, end));
  }
  return Uint8Array.from(originalOfKept, (frame) => at(labels, frame));
}

/** Returns the sound of each kept frame of a reading. */
export const labelReading = ({ phonemes, durationSeconds }: ReferenceReading, cepstra: Cepstra): Uint8Array =>
  labelFrames(timedSounds(phonemes, durationSeconds), cepstra);
