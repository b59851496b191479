// All figures here follow from the sounds: no other meter is asked.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../../e2e/support/rounds.ts';
import { type AudioAnalysis, OVERVIEW_PARTS } from '../../../shared/model/take.ts';
import { encode } from '../codecs/encode.ts';
import type { Pcm } from '../codecs/pcm.ts';
import { murmur, seededNumbers, tone } from '../testing/tones.ts';
import { formatChunk, wavFile } from '../testing/wav-bytes.ts';
import { analyseAudio, analyseCells, CellMeter } from './analyse-audio.ts';
import { VoiceSoundMeter } from './voice-sound.ts';

function measure(...blocks: Pcm[]): AudioAnalysis {
  const meter = new CellMeter();
  for (const block of blocks) meter.add(block);
  return { ...analyseCells(meter.finish()), voice: new VoiceSoundMeter().finish() };
}

/** Stretches of one channel after each other. */
function joined(...parts: readonly Pcm[]): Pcm {
  const channels = parts.flatMap(({ channels: [channel] }) => (channel ? [channel] : []));
  const samples = new Float32Array(channels.reduce((length, channel) => length + channel.length, 0));
  channels.reduce((start, channel) => {
    samples.set(channel, start);
    return start + channel.length;
  }, 0);
  return { sampleRate: parts[0]?.sampleRate ?? 0, channels: [samples] };
}

const RATE = 16_000;
const sine = (seconds: number, level: number): Pcm => tone({ sampleRate: RATE, seconds, level, frequency: 500 });
const silence = (seconds: number): Pcm => sine(seconds, 0);

describe('loudness', () => {
  // BS.1770: a sine of 997 Hz at full scale in one channel is -3.01 LUFS, whatever the sample rate.
  const reference = (options: Partial<Parameters<typeof tone>[0]> = {}): Pcm =>
    tone({ sampleRate: 48_000, seconds: 3, frequency: 997, level: 1, ...options });

  it.each([8_000, 11_025, 16_000, 22_050, 24_000, 44_100, 48_000])('of the reference tone at %i Hz', (sampleRate) => {
    expect(measure(reference({ sampleRate })).loudnessLufs).toBeCloseTo(-3.01, 1);
  });

  it('follows the level', () => {
    expect(measure(reference({ level: 0.1 })).loudnessLufs).toBeCloseTo(-23.01, 1);
  });

  it('adds up over the channels', () => {
    const [channel = new Float32Array(0)] = reference().channels;
    expect(measure({ sampleRate: 48_000, channels: [channel, channel] }).loudnessLufs).toBeCloseTo(0, 1);
  });

  it('hears a high tone as louder by the shelf, and next to nothing of a rumble', () => {
    expect(measure(reference({ frequency: 10_000 })).loudnessLufs).toBeCloseTo(-3.01 + 3.3, 0);
    expect(measure(reference({ frequency: 10 })).loudnessLufs).toBeLessThan(-25);
  });

  it('does not count silence, nor what is 10 LU below the rest', () => {
    const loud = sine(6, 0.1);
    const alone = Number(measure(loud).loudnessLufs);
    expect(measure(joined(loud, silence(20))).loudnessLufs).toBeCloseTo(alone, 0);
    expect(measure(joined(loud, sine(20, 0.001))).loudnessLufs).toBeCloseTo(alone, 0);
    // 6 LU below counts: 6 s of it beside 6 s make the mean of both energies.
    const mean = alone + 10 * Math.log10((1 + 0.25) / 2);
    expect(measure(joined(loud, sine(6, 0.05))).loudnessLufs).toBeCloseTo(mean, 1);
  });

  it('is unknown where there is no whole block of 400 ms, or all is below -70 LUFS', () => {
    expect(measure(sine(0.39, 0.5)).loudnessLufs).toBeNull();
    expect(measure(sine(0.4, 0.5)).loudnessLufs).not.toBeNull();
    expect(measure(sine(2, 0.0002)).loudnessLufs).toBeNull();
  });
});

describe('the true peak', () => {
  /** A quarter of the rate, its samples at 45 degrees: they reach 0.7071 of what the tone reaches. It swells and fades. */
  const between = (level: number): Pcm => ({
    sampleRate: RATE,
    channels: [
      Float32Array.from({ length: RATE }, (_, index) => {
        const swell = Math.sin((Math.PI * index) / RATE) ** 2;
        return level * swell * Math.sin((Math.PI / 2) * index + Math.PI / 4);
      }),
    ],
  });

  it('is what the sound reaches between the samples', () => {
    expect(measure(between(1)).truePeakDbtp).toBeCloseTo(0, 1);
    expect(measure(between(0.5)).truePeakDbtp).toBeCloseTo(-6.02, 1);
  });

  it('is found anywhere between samples that are far from each other', () => {
    const sampleRate = 16_000;
    // A quarter of the rate, whose crests lie an eighth of the way from one sample to the next.
    const samples = Float32Array.from({ length: sampleRate }, (_, index) => {
      const swell = Math.sin((Math.PI * index) / sampleRate) ** 2;
      return swell * Math.cos((Math.PI / 2) * (index - 1 / 8));
    });
    expect(Math.abs(measure({ sampleRate, channels: [samples] }).truePeakDbtp ?? 9)).toBeLessThan(0.02);
  });

  it('may be above full scale', () => {
    expect(measure(between(1.4)).truePeakDbtp).toBeCloseTo(2.92, 1);
  });

  it('is never below the loudest sample', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 300 }), (values) => {
        const samples = Float32Array.from(values);
        const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
        const { truePeakDbtp } = measure({ sampleRate: RATE, channels: [samples] });
        if (loudest === 0) expect(truePeakDbtp).toBeNull();
        else expect(truePeakDbtp).toBeGreaterThanOrEqual(20 * Math.log10(loudest) - 1e-9);
      }),
    );
  });
});

describe('clipping', () => {
  const clipped = (level: number): Pcm => {
    const { sampleRate, channels } = tone({ sampleRate: RATE, seconds: 1, frequency: 100, level });
    return { sampleRate, channels: channels.map((samples) => samples.map((x) => Math.min(1, Math.max(-1, x)))) };
  };

  it('counts the samples that were cut off at full scale', () => {
    const sound = clipped(2);
    const flat = sound.channels[0]?.reduce((count, sample) => count + +(Math.abs(sample) === 1), 0);
    expect(flat).toBeGreaterThan(1_000);
    expect(measure(sound).clippedSamples).toBe(flat);
  });

  it('takes no crest for it', () => {
    expect(measure(clipped(1)).clippedSamples).toBe(0);
    expect(measure(clipped(0.9)).clippedSamples).toBe(0);
  });

  it('knows full scale of 16 bits, above and below zero', async () => {
    const { analysis } = await analyseAudio(await encode(clipped(2), 'wav'));
    expect(analysis.clippedSamples).toBe(measure(clipped(2)).clippedSamples);
  });
});

describe('silence', () => {
  it('is measured before, within and after the sound', () => {
    const sound = joined(
      silence(0.3),
      sine(1, 0.3),
      silence(0.8),
      sine(0.5, 0.3),
      silence(0.2),
      sine(1, 0.3),
      silence(0.5),
    );
    const figures = measure(sound);
    expect(figures.headSilenceSeconds).toBeCloseTo(0.3, 2);
    expect(Math.abs(figures.longestPauseSeconds - 0.8)).toBeLessThan(0.03);
    expect(Math.abs(figures.tailSilenceSeconds - 0.5)).toBeLessThan(0.03);
  });

  it('is found in the noise of a room too', () => {
    const random = seededNumbers(7);
    const noise = (seconds: number): Pcm => ({
      sampleRate: RATE,
      channels: [Float32Array.from({ length: seconds * RATE }, () => 0.002 * (random() - 0.5))],
    });
    const figures = measure(joined(noise(0.5), sine(1, 0.3), noise(2), sine(1, 0.3), noise(1)));
    expect(figures.headSilenceSeconds).toBeCloseTo(0.5, 2);
    expect(figures.longestPauseSeconds).toBeCloseTo(2, 1);
    expect(figures.tailSilenceSeconds).toBeCloseTo(1, 1);
  });

  it('without any sound is all of the take, and nothing else is known of it', () => {
    for (const level of [0, 0.0003]) {
      expect(measure(sine(1.5, level))).toMatchObject({
        loudnessLufs: null,
        speechLevelDb: null,
        headSilenceSeconds: 1.5,
        tailSilenceSeconds: 0,
        longestPauseSeconds: 0,
        startLevelDb: null,
        endLevelDb: null,
      });
    }
    expect(measure(silence(1)).truePeakDbtp).toBeNull();
  });
});

describe('the ends of a take', () => {
  it('are as loud as the rest when it begins and ends mid-sound', () => {
    const { startLevelDb, endLevelDb } = measure(murmur(RATE, 2));
    expect(Math.abs(Number(measure(sine(1, 0.3)).startLevelDb))).toBeLessThan(3);
    expect(Math.abs(Number(measure(sine(1, 0.3)).endLevelDb))).toBeLessThan(3);
    expect(startLevelDb).toBeLessThan(-12);
    expect(endLevelDb).toBeGreaterThan(-12);
  });

  it('are next to nothing where there is silence around it', () => {
    const { startLevelDb, endLevelDb } = measure(joined(silence(0.1), sine(1, 0.3), silence(0.1)));
    expect(startLevelDb).toBe(-120);
    expect(endLevelDb).toBeLessThan(-60);
  });

  it('are measured by the speech, not by the silence around it', () => {
    const short = measure(joined(sine(0.3, 0.3), silence(20)));
    expect(Math.abs(Number(short.startLevelDb))).toBeLessThan(3);
    expect(short.speechLevelDb).toBeCloseTo(Number(measure(sine(0.3, 0.3)).speechLevelDb), 0);
  });
});

describe('the balance of two channels', () => {
  const of = (...levels: readonly number[]) =>
    measure({ sampleRate: RATE, channels: levels.flatMap((level) => sine(1, level).channels) }).balanceDb;

  it('says how much louder the left one is, and that one is silent', () => {
    expect(of(0.5, 0.5)).toBeCloseTo(0, 6);
    expect(of(0.5, 0.05)).toBeCloseTo(20, 3);
    expect(of(0.05, 0.5)).toBeCloseTo(-20, 3);
    expect(of(0.5, 0)).toBe(120);
    expect(of(0, 0.5)).toBe(-120);
  });

  it('is unknown of one channel, of three, and of silence', () => {
    expect(of(0.5)).toBeNull();
    expect(of(0.5, 0.5, 0)).toBeNull();
    expect(of(0, 0)).toBeNull();
  });
});

describe('the waveform', () => {
  it('has 50 peaks a second and an overview of 96 parts, by the loudest sample of each', () => {
    const { peaks, peaksPerSecond, overview } = measure(joined(sine(1, 0.2), sine(1, 0.8)));
    expect(peaksPerSecond).toBe(50);
    expect(peaks.length).toBe(100);
    expect([...new Set(peaks.subarray(0, 50))]).toEqual([51]);
    expect([...new Set(peaks.subarray(50))]).toEqual([204]);
    expect(overview.length).toBe(OVERVIEW_PARTS);
    expect([...new Set(overview.subarray(0, 48))]).toEqual([51]);
    expect([...new Set(overview.subarray(48))]).toEqual([204]);
  });

  it('stays in time where 20 ms are no whole number of samples', () => {
    const samples = new Float32Array(11_025 * 40);
    for (let second = 0; second < 40; second += 1) samples[Math.ceil((second + 0.51) * 11_025)] = 1;
    const { peaks } = measure({ sampleRate: 11_025, channels: [samples] });
    const places = [...peaks].flatMap((peak, at) => (peak > 0 ? [at] : []));
    expect(places).toEqual(Array.from({ length: 40 }, (_, second) => second * 50 + 25));
  });

  it('is coarser where it would have more than 6,000 peaks', () => {
    const sound = { sampleRate: 1_000, channels: [new Float32Array(1_000 * 250)] };
    const { peaks, peaksPerSecond } = measure(sound);
    expect({ peaksPerSecond, length: peaks.length }).toEqual({ peaksPerSecond: 12.5, length: 3_125 });
    const less = measure({ sampleRate: 1_000, channels: [new Float32Array(1_000 * 120)] });
    expect({ peaksPerSecond: less.peaksPerSecond, length: less.peaks.length }).toEqual({
      peaksPerSecond: 50,
      length: 6_000,
    });
  });

  it('of a take shorter than its parts repeats what there is', () => {
    const { peaks, overview } = measure(sine(0.03, 1));
    expect(peaks.length).toBe(2);
    expect(Math.min(...overview)).toBeGreaterThan(200);
  });
});

describe('a sound in blocks', () => {
  it('has the figures of the whole, however it is cut', () => {
    const whole = murmur(RATE, 0.7, 2);
    const length = whole.channels[0]?.length ?? 0;
    const expected = measure(whole);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: length }), { maxLength: 12 }), (cuts) => {
        const places = [0, ...cuts.sort((a, b) => a - b), length];
        const blocks = places.slice(1).map((end, at) => ({
          sampleRate: RATE,
          channels: whole.channels.map((samples) => samples.subarray(places[at], end)),
        }));
        const figures = measure(...blocks);
        expect(figures.truePeakDbtp).toBeCloseTo(Number(expected.truePeakDbtp), 9);
        expect(figures.loudnessLufs).toBeCloseTo(Number(expected.loudnessLufs), 9);
        expect(figures.peaks).toEqual(expected.peaks);
        expect(figures.headSilenceSeconds).toBe(expected.headSilenceSeconds);
      }),
      { numRuns: rounds(30) },
    );
  });
});

describe('a file', () => {
  it.each(['wav', 'flac', 'mp3', 'ogg', 'mulaw'] as const)('of %s has the figures of its sound', async (format) => {
    const sound = joined(silence(0.2), sine(1.5, 0.3), silence(0.4));
    const { analysis, frames, sampleRate, format: found } = await analyseAudio(await encode(sound, format));
    const figures = measure(sound);
    expect({ frames, sampleRate, found }).toEqual({ frames: 2.1 * RATE, sampleRate: RATE, found: format });
    expect(Math.abs(Number(analysis.loudnessLufs) - Number(figures.loudnessLufs))).toBeLessThan(0.3);
    expect(Math.abs(Number(analysis.truePeakDbtp) - Number(figures.truePeakDbtp))).toBeLessThan(0.5);
    expect(Math.abs(analysis.headSilenceSeconds - 0.2)).toBeLessThan(0.02);
    expect(Math.abs(analysis.tailSilenceSeconds - 0.4)).toBeLessThan(0.03);
  });

  it('with samples that are no numbers is damaged', async () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const body = new Uint8Array(Float32Array.of(0.5, value, ...new Array<number>(200).fill(0.25)).buffer);
      const file = wavFile([formatChunk(3, { bits: 32 }), { id: 'data', body }]);
      await expect(analyseAudio(file)).rejects.toMatchObject({ name: 'AudioFormatError', kind: 'damaged' });
    }
  });

  it('without a sample has no figures to speak of', async () => {
    const { analysis, frames } = await analyseAudio(await encode({ sampleRate: RATE, channels: [] }, 'wav'));
    expect(frames).toBe(0);
    expect(analysis).toMatchObject({ loudnessLufs: null, truePeakDbtp: null, speechLevelDb: null });
    expect(analysis.peaks.length).toBe(0);
  });
});
