import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  type Compression,
  type DeliveryEncoding,
  GENTLE_COMPRESSION,
  type MasteringGoal,
} from '../../../shared/model/export/delivery.ts';
import { TARGETS } from '../../../shared/rules/export/export-targets.ts';
import { AacDecoder } from '../aac/aac-decode.ts';
import { requirePackets } from '../aac/adts.ts';
import { joinBytes } from '../codecs/bytes.ts';
import { decode } from '../codecs/decode.ts';
import type { Pcm } from '../codecs/pcm.ts';
import { analyseAudio } from '../meters/analyse-audio.ts';
import { measureFile } from '../meters/measure-file.ts';
import { channelOf, murmur, seededNumbers, tone } from '../testing/tones.ts';
import { encodeWav } from '../wav/wav-encode.ts';
import { type AudioPlan, type PlannedClip, planAtSampleRate } from './audio-plan.ts';
import { masterAudio } from './master-audio.ts';
import { renderPlan } from './render-plan.ts';

const RATE = 44_100;
const GOAL: MasteringGoal = {
  loudness: { measure: 'integrated', lufs: -19 },
  truePeakDbtp: -1.5,
  sampleRate: RATE,
  channels: 1,
  headSeconds: 0.5,
  tailSeconds: 1,
  evenVoices: false,
};
const WAV: DeliveryEncoding = { codec: 'wav', bits: 16 };

/** Takes in memory, by their path. */
class Takes {
  readonly #files = new Map<string, Uint8Array>();

  clip(pcm: Pcm, startFrame: number, change: Partial<PlannedClip> = {}): PlannedClip {
    const bytes = encodeWav(pcm);
    const hash = createHash('sha256').update(bytes).digest('hex');
    this.#files.set(hash, bytes);
    const seconds = (pcm.channels[0]?.length ?? 0) / pcm.sampleRate;
    return {
      lineId: 1,
      audio: { path: `/takes/${hash}`, hash, format: 'wav' },
      fromSeconds: 0,
      toSeconds: seconds,
      gainDb: 0,
      startFrame,
      frames: Math.round(seconds * RATE),
      ...change,
    };
  }

  readonly withAudio = async ({ hash }: { hash: string }, use: (at: Uint8Array) => Promise<void>): Promise<void> =>
    use(this.#files.get(hash) ?? new Uint8Array(0));
}

const joined = (sounds: readonly Float32Array[]): Float32Array =>
  Float32Array.from(sounds.flatMap((sound) => [...sound]));

class Memory {
  #parts: Uint8Array[] = [];
  restarts = 0;

  get bytes(): Uint8Array {
    return joinBytes(this.#parts);
  }

  write(bytes: Uint8Array): void {
    this.#parts.push(bytes.slice());
  }

  writeStart(bytes: Uint8Array): void {
    const all = this.bytes;
    all.set(bytes);
    this.#parts = [all];
  }

  restart(): void {
    this.restarts += 1;
    this.#parts = [];
  }
}

/** One channel at the usual rate. */
function decodedAac(stream: Uint8Array): Pcm {
  const decoder = new AacDecoder(RATE, 1);
  const sounds = requirePackets(stream).flatMap(({ from, to }) =>
    decoder.decode(stream.subarray(from, to)).map((sound) => sound.slice()),
  );
  return { sampleRate: RATE, channels: [joined(sounds)] };
}

const planOf = (clips: readonly PlannedClip[], frames: number, channels: 1 | 2 = 1): AudioPlan => ({
  sampleRate: RATE,
  channels,
  clips,
  frames,
});

async function rendered(plan: AudioPlan, takes: Takes): Promise<number[][]> {
  const sides: number[][] = Array.from({ length: plan.channels }, () => []);
  await renderPlan(plan, takes.withAudio, (channels) => {
    for (const [index, samples] of channels.entries()) sides[index]?.push(...samples);
  });
  return sides;
}

describe('the sound of a plan', () => {
  it('has each take at its place, levelled, and silence everywhere else', async () => {
    const takes = new Takes();
    const first = tone({ sampleRate: RATE, seconds: 0.2, level: 0.5 });
    const plan = planOf([takes.clip(first, 1000, { gainDb: -6.0206 }), takes.clip(first, 20_000)], 40_000);
    const [made = []] = await rendered(plan, takes);
    expect(made).toHaveLength(40_000);
    expect(made.slice(0, 1000).every((sample) => sample === 0)).toBe(true);
    expect(made.slice(1000 + 8820, 20_000).every((sample) => sample === 0)).toBe(true);
    const middle = channelOf(first).slice(4000, 4100);
    for (const [index, sample] of middle.entries()) {
      expect(made[1000 + 4000 + index]).toBeCloseTo(sample / 2, 3);
      expect(made[20_000 + 4000 + index]).toBeCloseTo(sample, 3);
    }
  });

  it('fades clips in and out, so that a cut through sound does not click', async () => {
    const takes = new Takes();
    const steady = { sampleRate: RATE, channels: [new Float32Array(RATE).fill(0.5)] };
    const cut = takes.clip(steady, 0, { fromSeconds: 0.25, toSeconds: 0.5, frames: 11_025 });
    const [made = []] = await rendered(planOf([cut], 11_025), takes);
    expect(Math.abs(made[0] ?? 1)).toBeLessThan(0.005);
    expect(Math.abs(made.at(-1) ?? 1)).toBeLessThan(0.005);
    expect(made[200]).toBeCloseTo(0.5, 3);
    const steps = made.slice(1).map((sample, index) => Math.abs(sample - (made[index] ?? 0)));
    expect(Math.max(...steps)).toBeLessThan(0.005);
  });

  it('has another rate brought to its own, and one channel on both sides', async () => {
    const takes = new Takes();
    const slow = tone({ sampleRate: 24_000, seconds: 0.5, level: 0.5, frequency: 300 });
    const [left = [], right = []] = await rendered(planOf([takes.clip(slow, 0)], 22_050, 2), takes);
    const wanted = channelOf(tone({ sampleRate: RATE, seconds: 0.5, level: 0.5, frequency: 300 }));
    expect(left).toEqual(right);
    for (let index = 500; index < 20_000; index += 997) expect(left[index]).toBeCloseTo(wanted[index] ?? 9, 3);
  });

  it('ends in silence where a take is shorter than planned, and cuts one that is longer', async () => {
    const takes = new Takes();
    const short = tone({ sampleRate: RATE, seconds: 0.1 });
    const plan = planOf(
      [takes.clip(short, 0, { frames: 10_000, toSeconds: 1 }), takes.clip(short, 10_000, { frames: 100 })],
      12_000,
    );
    const [made = []] = await rendered(plan, takes);
    expect(made).toHaveLength(12_000);
    expect(made.slice(4410, 10_000).every((sample) => sample === 0)).toBe(true);
    expect(made.slice(10_100).every((sample) => sample === 0)).toBe(true);
  });
});

/** Syllables, with a pause after every eighth. */
function spoken(seconds: number): Pcm {
  const sound = murmur(24_000, seconds);
  const samples = channelOf(sound).map((sample, index) => {
    const [inSyllable, syllable] = [(index % 4_800) / 4_800, Math.floor(index / 4_800)];
    return syllable % 8 === 7 ? 0 : sample * Math.sin(Math.PI * inSyllable);
  });
  return { ...sound, channels: [samples] };
}

describe('a mastered file', () => {
  const speech = murmur(24_000, 4);

  it.each([
    ['LUFS', { measure: 'integrated', lufs: -19 } as const],
    ['LUFS with much limiting', { measure: 'integrated', lufs: -9 } as const],
    ['dB RMS', { measure: 'rms', dbfs: -20 } as const],
  ])('has the loudness that was asked for, in %s, and stays below the ceiling', async (_name, loudness) => {
    const takes = new Takes();
    const plan = planOf([takes.clip(speech, RATE / 2)], 5 * RATE);
    const target = new Memory();
    const order = { plan, goal: { ...GOAL, loudness }, encoding: WAV };
    const made = await masterAudio(order, target, { withAudio: takes.withAudio });
    const { analysis } = await analyseAudio(target.bytes);
    const samples = channelOf(await decode(target.bytes));
    const rms = 10 * Math.log10(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
    expect(made.rmsDbfs).toBeCloseTo(rms, 2);
    if (loudness.measure === 'rms') expect(Math.abs(rms - loudness.dbfs)).toBeLessThan(0.2);
    else expect(Math.abs((analysis.loudnessLufs ?? 0) - loudness.lufs)).toBeLessThan(0.2);
    expect(analysis.truePeakDbtp).toBeLessThan(-1.5);
    expect(samples).toHaveLength(5 * RATE);
    // The gain was found before anything was encoded.
    expect(target.restarts).toBe(0);
  });

  it('has the same loudness and ceiling with a watermark', async () => {
    const takes = new Takes();
    const plan = planOf([takes.clip(speech, RATE / 2)], 5 * RATE);
    const master = async (watermarkId?: number): Promise<Uint8Array> => {
      const target = new Memory();
      await masterAudio({ plan, goal: GOAL, encoding: WAV, watermarkId }, target, { withAudio: takes.withAudio });
      return target.bytes;
    };
    const plain = await master();
    const marked = await master(7);
    expect(marked).toHaveLength(plain.length);
    expect(marked).not.toEqual(plain);
    const { analysis } = await analyseAudio(marked);
    expect(Math.abs((analysis.loudnessLufs ?? 0) + 19)).toBeLessThan(0.2);
    expect(analysis.truePeakDbtp).toBeLessThan(-1.5);
  });

  it('stays below the ceiling as AAC too, whose decoder lets short peaks grow', async () => {
    const random = seededNumbers(7);
    const bursts = Float32Array.from({ length: 2 * 24_000 }, (_, index) => {
      const since = index % 2_400;
      return (since < 500 ? Math.exp(-since / 80) : 0.01) * (random() * 2 - 1);
    });
    const takes = new Takes();
    const plan = planOf([takes.clip({ sampleRate: 24_000, channels: [bursts] }, 0)], 2 * RATE + 888);
    const goal = { ...GOAL, loudness: { measure: 'integrated', lufs: -14 } } as const;
    const target = new Memory();
    await masterAudio({ plan, goal, encoding: { codec: 'aac', bitrate: 64 } }, target, { withAudio: takes.withAudio });
    const { analysis } = await analyseAudio(encodeWav(decodedAac(target.bytes)));
    expect(analysis.truePeakDbtp).toBeLessThan(-1.5);
    expect(analysis.truePeakDbtp).toBeGreaterThan(-4);
  });

  it('is listened to once and encoded once, where the limiter has little to do', async () => {
    const takes = new Takes();
    const plan = planOf([takes.clip(speech, 0), takes.clip(speech, 4 * RATE)], 8 * RATE);
    const target = new Memory();
    let secondsHeard = 0;
    await masterAudio({ plan, goal: GOAL, encoding: WAV }, target, {
      async withAudio(audio, use) {
        // The rate is asked of the first take alone.
        secondsHeard += 4;
        await takes.withAudio(audio, use);
      },
    });
    expect(secondsHeard).toBe(4 + 2 * 8);
    expect(target.restarts).toBe(0);
  });

  it('is the same each time, also with room tone, dither and a high-pass', async () => {
    const takes = new Takes();
    const plan = planOf([takes.clip(speech, 3000)], 5 * RATE, 2);
    const goal = { ...GOAL, channels: 2, roomToneDbfs: -70, highPassHz: 80 } as const;
    const made = await Promise.all(
      [0, 1].map(async () => {
        const target = new Memory();
        await masterAudio({ plan, goal, encoding: WAV }, target, { withAudio: takes.withAudio });
        return target.bytes;
      }),
    );
    expect(made[0]).toEqual(made[1]);
  });

  it('has room tone of the level that was asked for where nothing else is heard', async () => {
    const takes = new Takes();
    const plan = planOf([takes.clip(speech, 2 * RATE)], 8 * RATE);
    const target = new Memory();
    const goal = { ...GOAL, roomToneDbfs: -66 };
    await masterAudio({ plan, goal, encoding: { codec: 'wav', bits: 24 } }, target, { withAudio: takes.withAudio });
    const head = channelOf(await decode(target.bytes)).subarray(0, 2 * RATE);
    const rms = 10 * Math.log10(head.reduce((sum, sample) => sum + sample * sample, 0) / head.length);
    expect(rms).toBeCloseTo(-66, 0);
  });

  it.each([
    ['mp3', { codec: 'mp3', mode: 'cbr', bitrate: 64 }],
    ['wav', { codec: 'wav', bits: 16 }],
    ['flac', { codec: 'flac', bits: 24 }],
    ['ogg', { codec: 'vorbis', bitrate: 64 }],
    ['opus', { codec: 'opus', bitrate: 32 }],
    ['aac', { codec: 'aac', bitrate: 64 }],
  ] as const)(
    'has no digital silence as %s with the room tone of targets, and a floor below -60 dB',
    async (_, encoding) => {
      const takes = new Takes();
      const { roomToneDbfs } = TARGETS.acx.goal ?? {};
      const sampleRate = encoding.codec === 'opus' ? 48_000 : RATE;
      const clips = [takes.clip(speech, RATE), takes.clip(speech, 7 * RATE)];
      const plan = planAtSampleRate(planOf(clips, 12 * RATE), sampleRate);
      const target = new Memory();
      await masterAudio({ plan, goal: { ...GOAL, sampleRate, roomToneDbfs }, encoding }, target, {
        withAudio: takes.withAudio,
      });
      const file = encoding.codec === 'aac' ? encodeWav(decodedAac(target.bytes)) : target.bytes;
      const measured = await measureFile(file);
      expect(measured.silences).toEqual([]);
      expect(measured.noiseFloorDbfs).toBeGreaterThan(-82);
      expect(measured.noiseFloorDbfs).toBeLessThan(-74);
      expect(measured.headSeconds).toBeCloseTo(1, 1);
    },
  );

  it('is as loud as the chapters where it is one line between silent ends, within the RMS that the store takes', async () => {
    const { goal, figures } = TARGETS.acx;
    if (!goal) throw new Error('ACX has no goal');
    const lengths = { word: 0.7, dedication: 1.5, note: 4, chapter: 40 };
    const takes = new Takes();
    const made: Record<string, { lufs: number; rms: number }> = {};
    for (const [name, seconds] of Object.entries(lengths)) {
      const end = Math.round((goal.headSeconds + seconds + goal.tailSeconds) * RATE);
      const plan = planOf([takes.clip(spoken(seconds), Math.round(goal.headSeconds * RATE))], end);
      const target = new Memory();
      await masterAudio({ plan, goal, encoding: WAV }, target, { withAudio: takes.withAudio });
      const { integratedLufs, rmsDbfs } = await measureFile(target.bytes);
      made[name] = { lufs: integratedLufs ?? 0, rms: rmsDbfs ?? 0 };
    }
    const { chapter, note, dedication, word } = made;
    expect(note?.lufs).toBeCloseTo(chapter?.lufs ?? 0, 0);
    expect(Math.abs((dedication?.lufs ?? 0) - (chapter?.lufs ?? 0))).toBeLessThan(1);
    // A single word is no louder than it has to be.
    expect(word?.rms).toBeCloseTo((figures.bounds.rmsDbfs?.min ?? 0) + 0.25, 1);
    for (const { rms } of Object.values(made)) {
      expect(rms).toBeGreaterThan(figures.bounds.rmsDbfs?.min ?? 0);
      expect(rms).toBeLessThan(figures.bounds.rmsDbfs?.max ?? 0);
    }
  });

  it('has no rumble where a high-pass is asked for', async () => {
    const takes = new Takes();
    const rumble = tone({ sampleRate: RATE, seconds: 2, frequency: 20, level: 0.5 });
    const plan = planOf([takes.clip(rumble, 0)], 2 * RATE);
    const target = new Memory();
    const goal = { ...GOAL, loudness: null, highPassHz: 80 };
    await masterAudio({ plan, goal, encoding: { codec: 'wav', bits: 24 } }, target, { withAudio: takes.withAudio });
    const samples = channelOf(await decode(target.bytes)).subarray(RATE / 2, RATE);
    expect(Math.max(...samples)).toBeLessThan(0.05);
  });

  it('is as loud as asked with its loud and quiet parts nearer to each other, where compression is asked for', async () => {
    const takes = new Takes();
    const part = (level: number) => tone({ sampleRate: RATE, seconds: 2, frequency: 1000, level });
    const [loud, quiet] = [takes.clip(part(0.2), 0), takes.clip(part(0.08), 2 * RATE)];
    const made = async (compression?: Compression) => {
      const target = new Memory();
      const goal = { ...GOAL, ...(compression && { compression }) };
      const order = { plan: planOf([loud, quiet], 4 * RATE), goal, encoding: { codec: 'wav', bits: 24 } } as const;
      const { loudnessLufs } = await masterAudio(order, target, { withAudio: takes.withAudio });
      expect(Math.abs((loudnessLufs ?? 0) + 19)).toBeLessThan(0.1);
      const samples = channelOf(await decode(target.bytes));
      const rmsOf = (from: number) =>
        10 * Math.log10(samples.subarray(from, from + RATE).reduce((sum, sample) => sum + sample * sample, 0) / RATE);
      // Once the gain has come back.
      return rmsOf(RATE / 2) - rmsOf(2.9 * RATE);
    };
    expect(await made()).toBeCloseTo(20 * Math.log10(0.2 / 0.08), 1);
    // Both lie above the threshold, and so half of what is between them stays.
    expect(await made({ ...GENTLE_COMPRESSION, thresholdDbfs: -34 })).toBeCloseTo(10 * Math.log10(0.2 / 0.08), 1);
  });

  it('ends at once where the caller no longer wants it', async () => {
    const takes = new Takes();
    const plan = planOf([takes.clip(speech, 0)], 5 * RATE);
    const stopped = new Error('stop');
    const onProgress = (share: number): void => {
      if (share > 0.2) throw stopped;
    };
    const made = masterAudio({ plan, goal: GOAL, encoding: WAV }, new Memory(), {
      withAudio: takes.withAudio,
      onProgress,
    });
    await expect(made).rejects.toBe(stopped);
  });
});
