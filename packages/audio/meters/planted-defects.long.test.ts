// Defects planted into takes of something like speech: each is found, and the takes without one are not suspicious.
import { expect, it } from 'vitest';
import { habitOf, suspicionsOf, tempoOf } from '../../../electron/core/rules/suspicion.ts';
import { seededNumbers } from '../testing/tones.ts';
import { analyseCells, CellMeter } from './analyse-audio.ts';

const RATE = 16_000;
const CHARACTERS_IN_SYLLABLE = 3;
const random = seededNumbers(12);

const silence = (seconds: number): Float32Array => new Float32Array(Math.round(seconds * RATE));

function joined(...parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Swells and fades within 0.14 to 0.2 s, at some pitch, with a short stop behind it. */
function syllable(): Float32Array {
  const sound = silence(0.14 + 0.06 * random());
  const step = (2 * Math.PI * (110 + 60 * random())) / RATE;
  return joined(
    sound.map((_, at) => {
      const voice = Math.sin(step * at) + 0.5 * Math.sin(3 * step * at) + 0.3 * Math.sin(9 * step * at);
      return 0.2 * voice * Math.sin((Math.PI * at) / sound.length) ** 0.5;
    }),
    silence(0.02),
  );
}

interface Spoken {
  readonly samples: Float32Array;
  readonly characters: number;
}

/** A line of this many syllables, with a pause after every eighth. */
function speak(syllables: number): Spoken {
  const parts = Array.from({ length: syllables }, (_, at) =>
    at % 8 === 7 ? joined(syllable(), silence(0.3)) : syllable(),
  );
  return { samples: joined(silence(0.05), ...parts, silence(0.08)), characters: syllables * CHARACTERS_IN_SYLLABLE };
}

function judged({ samples, characters }: Spoken) {
  const meter = new CellMeter();
  meter.add({ sampleRate: RATE, channels: [samples] });
  const durationSeconds = samples.length / RATE;
  return {
    sound: analyseCells(meter.finish()),
    durationSeconds,
    announcedSeconds: durationSeconds,
    format: 'wav' as const,
    sampleRate: RATE,
    spokenLength: characters,
    speed: 1,
    pauseBeforeSeconds: 0,
    pauseAfterSeconds: 0,
  };
}

const lines = Array.from({ length: 40 }, (_, at) => speak(4 + ((at * 7) % 60)));
const sound = lines.map(judged);
const habit = habitOf(sound.flatMap((one) => tempoOf(one) ?? []));
/** Long enough for its tempo to be judged strictly, and in the middle of a syllable at 40 and at 60 per cent. */
const line = speak(30);
const part = (from: number, to: number): Float32Array =>
  line.samples.slice(Math.round(line.samples.length * from), Math.round(line.samples.length * to));
const kindsOf = (samples: Float32Array): string[] =>
  suspicionsOf(judged({ ...line, samples }), habit).map(({ kind }) => kind);

it('takes without a defect are not suspicious', () => {
  expect(sound.map((one) => suspicionsOf(one, habit)).filter((flags) => flags.length > 0)).toEqual([]);
});

it.each([
  ['said twice', ['slow'], joined(line.samples, line.samples)],
  ['half of it missing', ['fast'], joined(part(0, 0.45), silence(0.1))],
  ['hanging for two seconds', ['dead-air'], joined(part(0, 0.5), silence(2), part(0.5, 1))],
  ['silent for two seconds before it', ['dead-air'], joined(silence(2), line.samples)],
  ['silent for two seconds behind it', ['dead-air'], joined(line.samples, silence(2))],
  ['driven far beyond full scale', ['clipping'], line.samples.map((x) => Math.min(1, Math.max(-1, x * 8)))],
  ['without any sound', ['silent'], line.samples.map(() => 0)],
])('a take %s is found', (_name, kinds, samples) => {
  expect(kindsOf(samples)).toEqual(kinds);
});

it('a take that begins or ends mid-syllable is found', () => {
  const found = Array.from({ length: 20 }, (_, at) => {
    const place = 0.3 + at / 50;
    return [kindsOf(part(place, 1)).includes('cut-start'), kindsOf(part(0, place)).includes('cut-end')];
  }).flat();
  // The rest fell between two syllables, where nothing is heard of it.
  expect(found.filter(Boolean).length).toBeGreaterThan(found.length * 0.7);
});
