import { describe, expect, test } from 'vitest';
import { type VoiceMeasurement, VoiceMeter } from './voice-meter.ts';

/** A buzz, as a voice without a mouth has it: all harmonics below 3.5 kHz. `pitchAt` in Hz, `levelAt` 0 to 1, by seconds. */
function buzz(
  sampleRate: number,
  seconds: number,
  pitchAt: (second: number) => number,
  levelAt: (second: number) => number = () => 1,
): Float32Array {
  let phase = 0;
  return Float32Array.from({ length: Math.round(seconds * sampleRate) }, (_, index) => {
    const second = index / sampleRate;
    const pitch = pitchAt(second);
    phase += (2 * Math.PI * pitch) / sampleRate;
    let sample = 0;
    for (let harmonic = 1; harmonic * pitch < 3500; harmonic += 1) sample += Math.sin(harmonic * phase) / harmonic;
    return 0.2 * sample * levelAt(second);
  });
}

function heard(sound: Float32Array, sampleRate: number, piece = 1000): VoiceMeasurement {
  const meter = new VoiceMeter(sampleRate);
  for (let start = 0; start < sound.length; start += piece) meter.add(sound.subarray(start, start + piece));
  return meter.finish();
}

/** A syllable every so often: loud for its first half, all but silent for its second. */
const syllables =
  (aSecond: number) =>
  (second: number): number =>
    0.02 + 0.98 * Math.max(0, Math.sin(2 * Math.PI * aSecond * second));

describe('the pitch that is heard', () => {
  test.each([70, 98, 147, 220, 330, 440])('of a buzz of %i Hz is that of the buzz', (pitch) => {
    for (const sampleRate of [8000, 22_050, 48_000]) {
      const { pitch: found } = heard(
        buzz(sampleRate, 1, () => pitch),
        sampleRate,
      );
      expect(Math.abs(12 * Math.log2(found / pitch)), `${sampleRate} Hz`).toBeLessThan(0.1);
    }
  });

  test('spreads as far as the melody goes, without its outermost tenths', () => {
    // Slowly up by an octave, evenly in semitones.
    const sound = buzz(16_000, 4, (second) => 120 * 2 ** (second / 4));
    const { pitch, spread } = heard(sound, 16_000);
    expect(pitch).toBeCloseTo(120 * Math.SQRT2, -0.5);
    expect(spread).toBeGreaterThan(9);
    expect(spread).toBeLessThan(10.2);
  });

  test('is none where there is only noise', () => {
    let state = 1;
    const noise = Float32Array.from({ length: 16_000 }, () => {
      state = (state * 48_271) % 2_147_483_647;
      return (state / 2_147_483_647 - 0.5) * 0.5;
    });
    const { pitch, voicedSeconds, isSilent } = heard(noise, 8000);
    expect({ pitch, isSilent }).toEqual({ pitch: 0, isSilent: false });
    expect(voicedSeconds).toBe(0);
  });

  test('does not depend on the level, nor on a hum or an offset below it', () => {
    const quiet = buzz(8000, 1, () => 200).map((sample, index) => {
      const hum = 0.002 * Math.sin((2 * Math.PI * 25 * index) / 8000);
      return sample * 0.03 + hum + 0.05;
    });
    expect(heard(quiet, 8000).pitch).toBeCloseTo(200, 0);
  });
});

describe('the pace that is heard', () => {
  test.each([2.5, 4, 5.5, 7])('of %f syllables in a second is theirs', (aSecond) => {
    const { speech } = heard(
      buzz(8000, 6, () => 140, syllables(aSecond)),
      8000,
    );
    expect(speech.syllables / speech.seconds).toBeGreaterThan(aSecond * 0.93);
    expect(speech.syllables / speech.seconds).toBeLessThan(aSecond * 1.07);
  });

  test('leaves pauses out', () => {
    const speaking = syllables(4);
    const paused = (second: number): number => (second > 2 && second < 4 ? 0 : speaking(second));
    const { speech } = heard(
      buzz(8000, 6, () => 140, paused),
      8000,
    );
    expect(speech.seconds).toBeGreaterThan(3.6);
    expect(speech.seconds).toBeLessThan(4.2);
    expect(speech.syllables).toBe(16);
  });
});

test('a tilt of the spectrum is heard as colour, and nothing else is', () => {
  const bright = buzz(8000, 1, () => 110);
  let last = 0;
  const dull = bright.map((sample) => (last += 0.2 * (sample - last)));
  const [one, other] = [heard(bright, 8000), heard(dull, 8000)];
  expect((one.colour.at(-1) ?? 0) - (one.colour[0] ?? 0)).toBeGreaterThan(
    (other.colour.at(-1) ?? 0) - (other.colour[0] ?? 0) + 6,
  );
  const louder = heard(
    bright.map((sample) => sample * 1.5),
    8000,
  );
  for (const [band, level] of one.colour.entries()) expect(louder.colour[band]).toBeCloseTo(level, 1);
});

test('silence is silent, and so is a sound too quiet to hear', () => {
  expect(heard(new Float32Array(16_000), 8000).isSilent).toBe(true);
  expect(
    heard(
      buzz(
        8000,
        2,
        () => 140,
        () => 0.002,
      ),
      8000,
    ).isSilent,
  ).toBe(true);
});

test('it makes no difference in which pieces the sound comes', () => {
  const sound = buzz(22_050, 2, () => 180, syllables(4));
  expect(heard(sound, 22_050, 77)).toEqual(heard(sound, 22_050, 100_000));
});
