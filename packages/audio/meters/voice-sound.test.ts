import { describe, expect, it } from 'vitest';
import { seededNumbers, tone } from '../testing/tones.ts';
import { VoiceSoundMeter } from './voice-sound.ts';

const RATE = 24_000;

/** A buzz with the harmonics of a voice, whose strength falls by `tilt` dB per octave. */
function buzz(hertz: number, { seconds = 1, tilt = 9, level = 0.2, sampleRate = RATE } = {}): Float32Array {
  return Float32Array.from({ length: seconds * sampleRate }, (_, index) => {
    let sum = 0;
    for (let n = 1; n * hertz < 3_500; n += 1) {
      sum += 10 ** ((-tilt * Math.log2(n)) / 20) * Math.sin((2 * Math.PI * n * hertz * index) / sampleRate + n * n);
    }
    return level * sum;
  });
}

function measure(samples: Float32Array, sampleRate = RATE) {
  const meter = new VoiceSoundMeter();
  meter.add({ sampleRate, channels: [samples] });
  return meter.finish();
}

const semitones = (hertz: number) => 12 * Math.log2(hertz);
const distance = (a: Float32Array | null, b: Float32Array | null) =>
  Math.hypot(...Array.from(a ?? [], (value, index) => value - (b?.[index] ?? 0)));

describe('the pitch of a voice', () => {
  it.each([75, 98, 131, 196, 262, 350])('is measured to a tenth of a semitone at %i Hz', (hertz) => {
    expect(Math.abs((measure(buzz(hertz)).pitchSemitones ?? 0) - semitones(hertz))).toBeLessThan(0.1);
  });

  it.each([8_000, 16_000, 22_050, 44_100])('doesn’t depend on a sample rate of %i Hz', (sampleRate) => {
    const { pitchSemitones } = measure(buzz(120, { sampleRate }), sampleRate);
    expect(Math.abs((pitchSemitones ?? 0) - semitones(120))).toBeLessThan(0.1);
  });

  it('ignores silence and noise around the speech', () => {
    const random = seededNumbers(1);
    const samples = new Float32Array(4 * RATE).map(() => 0.002 * (random() - 0.5));
    samples.set(buzz(150), RATE);
    expect(Math.abs((measure(samples).pitchSemitones ?? 0) - semitones(150))).toBeLessThan(0.1);
  });

  it('is unknown for silence, noise and audio that is too short', () => {
    const random = seededNumbers(2);
    const noise = new Float32Array(RATE).map(() => random() - 0.5);
    for (const samples of [new Float32Array(RATE), noise, buzz(150).subarray(0, 1_000), new Float32Array(0)]) {
      expect(measure(samples)).toMatchObject({ pitchSemitones: null, timbre: null });
    }
  });
});

describe('the timbre of a voice', () => {
  it('doesn’t depend on the level', () => {
    const [loud, quiet] = [measure(buzz(140)), measure(buzz(140, { level: 0.02 }))];
    expect(distance(loud.timbre, quiet.timbre)).toBeLessThan(0.2);
  });

  it('differs between a bright and a dark voice of the same pitch', () => {
    const [dark, bright] = [measure(buzz(140, { tilt: 12 })), measure(buzz(140, { tilt: 6 }))];
    expect(distance(dark.timbre, bright.timbre)).toBeGreaterThan(3);
    expect(Math.abs((dark.pitchSemitones ?? 0) - (bright.pitchSemitones ?? 9))).toBeLessThan(0.05);
  });
});

it('is measured from blocks and several channels alike', () => {
  const samples = buzz(110);
  const meter = new VoiceSoundMeter();
  for (let from = 0; from < samples.length; from += 5_000) {
    const part = samples.subarray(from, from + 5_000);
    meter.add({ sampleRate: RATE, channels: [part, part] });
  }
  expect(meter.finish()).toEqual(measure(samples));
});

it('of a pure tone is its frequency', () => {
  const [samples = new Float32Array(0)] = tone({ sampleRate: RATE, seconds: 1, frequency: 200 }).channels;
  expect(Math.abs((measure(samples).pitchSemitones ?? 0) - semitones(200))).toBeLessThan(0.05);
});
