import type { Pcm } from '@lectern/audio';
import { describe, expect, test } from 'vitest';
import type { Timbre } from '../common/timbre.ts';
import { createUtterance } from '../speech/espeak/espeak-utterance.ts';
import { medianPitch } from '../testing/listening.ts';
import { SAMPLE_TEXT, SampleSpeaker } from '../testing/voice-sample.ts';
import { EMBEDDED_VOICES } from '../voices/catalogue.ts';
import type { EmbeddedVoice } from '../voices/voice.ts';
import { baseVoices, REFERENCE_SENTENCE, type VoiceProfile } from './base-voices.ts';
import { type MeasureUtterance, type TunedVoice, tuneVoice } from './tune.ts';
import { type VoiceMeasurement, VoiceMeter } from './voice-meter.ts';

const speaker = await SampleSpeaker.load();

const channel = ({ channels: [first = new Float32Array(0)] }: Pcm): Float32Array => first;

function measured(sound: Pcm): VoiceMeasurement {
  const meter = new VoiceMeter(sound.sampleRate);
  meter.add(channel(sound));
  return meter.finish();
}

const hear: MeasureUtterance = (utterance) => measured(speaker.utter(utterance));
const choice = baseVoices(EMBEDDED_VOICES);

const cloned = (sample: Pcm, gender?: EmbeddedVoice['gender']): TunedVoice =>
  tuneVoice(measured(sample), gender, choice, hear);

const LINE =
  'She opened the letter with trembling hands, read it twice, and put it back without a word. Outside, somebody was ' +
  'calling a dog. The clock on the wall struck seven, and then, after a while, it struck again.';

/** A line in the voice of a clone. */
function said({ basedOn, timbre }: TunedVoice, line = LINE): Pcm {
  return speaker.utter(createUtterance(EMBEDDED_VOICES.get(basedOn)?.espeak ?? '', timbre, line));
}

const pitchOf = (sound: Pcm): number => medianPitch(channel(sound), sound.sampleRate);
const secondsOf = (sound: Pcm): number => channel(sound).length / sound.sampleRate;
const semitones = (from: number, to: number): number => 12 * Math.log2(to / from);

const timbre = (variant: string, rate: number, pitch: number, range: number): Timbre => ({
  variant,
  rate,
  pitch,
  range,
});

/** Plays a sound faster and higher, as a tape does. */
function sped({ sampleRate, channels }: Pcm, factor: number): Pcm {
  return { sampleRate: Math.round(sampleRate * factor), channels };
}

// None of these variants is one that a prebuilt voice is made of.
describe('a clone speaks as its sample does', () => {
  test.each([
    ['a man', timbre('adam', 170, 50, 50)],
    ['a slow man with a flat melody', timbre('m2', 120, 60, 25)],
    ['a quick man', timbre('pablo', 230, 40, 60)],
    ['a deep man', timbre('paul', 165, 40, 40)],
    ['a woman', timbre('Andrea', 150, 30, 60)],
    ['a slow woman', timbre('f4', 115, 55, 40)],
    ['a quick woman with a lively melody', timbre('f4', 230, 45, 70)],
    ['a child', timbre('zac', 180, 50, 50)],
  ])('%s', (_who, who) => {
    const clone = cloned(speaker.speak(who));
    // The same line from both, measured by ears that are not the service's own.
    const [sample, copy] = [speaker.speak(who, LINE), said(clone)];
    expect(Math.abs(semitones(pitchOf(sample), pitchOf(copy)))).toBeLessThan(1.5);
    expect(Math.abs(Math.log(secondsOf(copy) / secondsOf(sample)))).toBeLessThan(Math.log(1.2));
    expect(Math.abs(measured(copy).spread - measured(sample).spread)).toBeLessThan(2.5);
  });

  test('a sample that was played higher and faster gives a higher and faster clone', () => {
    const sample = speaker.speak(timbre('m5', 150, 50, 50));
    const [plain, high] = [sample, sped(sample, 1.25)].map((sound) => cloned(sound)).map((clone) => said(clone));
    if (plain === undefined || high === undefined) throw new Error('There were two.');
    expect(Math.abs(semitones(pitchOf(plain), pitchOf(high)) - semitones(1, 1.25))).toBeLessThan(1.2);
    expect(secondsOf(plain) / secondsOf(high)).toBeGreaterThan(1.12);
    expect(secondsOf(plain) / secondsOf(high)).toBeLessThan(1.4);
  });

  test('the wider the melody of a sample, the wider the clone’s', () => {
    const spreads = [15, 45, 80].map(
      (range) => measured(said(cloned(speaker.speak(timbre('m5', 160, 50, range))))).spread,
    );
    expect(spreads).toEqual([...spreads].sort((a, b) => a - b));
    expect((spreads[2] ?? 0) - (spreads[0] ?? 0)).toBeGreaterThan(3);
  });
});

describe('the voice that a clone is made from', () => {
  const genderOf = ({ basedOn }: TunedVoice): EmbeddedVoice['gender'] | undefined =>
    EMBEDDED_VOICES.get(basedOn)?.gender;

  test('is a man’s or a woman’s by the sample’s pitch', () => {
    const man = cloned(speaker.speak(timbre('m5', 170, 50, 50)));
    const woman = cloned(speaker.speak(timbre('Andrea', 170, 50, 50)));
    expect([man.gender, genderOf(man)]).toEqual(['male', 'male']);
    expect([woman.gender, genderOf(woman)]).toEqual(['female', 'female']);
  });

  test('is of the gender that was given, at the sample’s pitch all the same', () => {
    const who = timbre('Andrea', 170, 20, 40);
    const clone = cloned(speaker.speak(who), 'male');
    expect([clone.gender, genderOf(clone)]).toEqual(['male', 'male']);
    expect(Math.abs(semitones(pitchOf(speaker.speak(who, LINE)), pitchOf(said(clone))))).toBeLessThan(1.5);
  });

  test.each(['en-gb/alistair', 'en-gb/cecily', 'en-gb/hamish', 'en-us/abigail'])(
    'is the one that speaks: %s',
    (who) => {
      const id = `lectern://voices/${who}/manifest.json`;
      const voice = EMBEDDED_VOICES.get(id);
      if (voice === undefined) throw new Error('There is no such voice.');
      expect(cloned(speaker.utter(createUtterance(voice.espeak, voice.timbre, SAMPLE_TEXT))).basedOn).toBe(id);
    },
  );
});

test.each(choice.map((base) => [base.id, base] as const))('%s sounds as its figures say', (_id, { voice, heard }) => {
  const { pitch, spread, speech, colour } = hear(createUtterance(voice.espeak, voice.timbre, REFERENCE_SENTENCE));
  const figures = (of: VoiceProfile) => [of.pitch, of.spread, of.speech.syllables, of.speech.seconds, ...of.colour];
  expect(figures({ pitch, spread, speech, colour })).toEqual(figures(heard).map((value) => expect.closeTo(value, 1)));
});

test('a sample without syllables leaves the voice its own pace', () => {
  const sampleRate = 16_000;
  const hum = Float32Array.from({ length: 3 * sampleRate }, (_, index) => {
    let sample = 0;
    for (let harmonic = 1; harmonic < 20; harmonic += 1) {
      sample += Math.sin((2 * Math.PI * 120 * harmonic * index) / sampleRate) / harmonic;
    }
    return sample / 10;
  });
  const { basedOn, timbre: made } = cloned({ sampleRate, channels: [hum] });
  expect(made.rate).toBe(EMBEDDED_VOICES.get(basedOn)?.timbre.rate);
});
