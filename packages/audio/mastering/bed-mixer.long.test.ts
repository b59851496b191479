import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeliveryEncoding, MasteringGoal } from '../../../shared/model/export/delivery.ts';
import { joinBytes } from '../codecs/bytes.ts';
import { encode } from '../codecs/encode.ts';
import type { Pcm } from '../codecs/pcm.ts';
import { bandLevels, hasFfmpeg, levelAt, passes } from '../testing/ffmpeg-levels.ts';
import { tone } from '../testing/tones.ts';
import { encodeWav } from '../wav/wav-encode.ts';
import type { AudioPlan, PlannedAudio, PlannedBed, PlannedClip } from './audio-plan.ts';
import { BedMixer } from './bed-mixer.ts';
import { masterAudio } from './master-audio.ts';
import { renderPlan, type WithAudio } from './render-plan.ts';

const RATE = 44_100;
const frames = (seconds: number): number => Math.round(seconds * RATE);
const GOAL: MasteringGoal = {
  loudness: null,
  truePeakDbtp: -1,
  sampleRate: RATE,
  channels: 1,
  headSeconds: 0,
  tailSeconds: 0,
  evenVoices: false,
};
const WAV: DeliveryEncoding = { codec: 'wav', bits: 24 };
/** In Hz. Far enough apart for filters to separate them without blurring times. */
const [SPEECH, MUSIC] = [200, 3000];

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'beds-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

class Sounds {
  readonly #files = new Map<string, Uint8Array>();
  open = 0;

  add(bytes: Uint8Array, format: PlannedAudio['format'] = 'wav'): PlannedAudio {
    const hash = createHash('sha256').update(bytes).digest('hex');
    this.#files.set(hash, bytes);
    return { path: `/${hash}`, hash, format };
  }

  clip(startSeconds: number, seconds: number): PlannedClip {
    const audio = this.add(encodeWav(tone({ sampleRate: 24_000, seconds, frequency: SPEECH, level: 0.25 })));
    const [startFrame, length] = [frames(startSeconds), frames(seconds)];
    return { lineId: 1, audio, fromSeconds: 0, toSeconds: seconds, gainDb: 0, startFrame, frames: length };
  }

  readonly withAudio: WithAudio = async ({ hash }, use) => {
    this.open += 1;
    try {
      await use(this.#files.get(hash) ?? new Uint8Array(0));
    } finally {
      this.open -= 1;
    }
  };
}

const music = (seconds: number, sampleRate = 48_000): Pcm =>
  tone({ sampleRate, seconds, frequency: MUSIC, level: 0.5, channels: 1 });

function bed(audio: PlannedAudio, startSeconds: number, seconds: number, change: Partial<PlannedBed> = {}): PlannedBed {
  const place = { startFrame: frames(startSeconds), frames: frames(seconds) };
  const plain = { fadeInFrames: 0, fadeOutFrames: 0, isLooped: false, duck: null };
  return { audio, fromSeconds: 0, gainDb: 0, ...place, ...plain, ...change };
}

async function mastered(plan: AudioPlan, sounds: Sounds, goal: Partial<MasteringGoal> = {}): Promise<string> {
  const parts: Uint8Array[] = [];
  let start = new Uint8Array(0);
  const target = {
    write: (bytes: Uint8Array) => void parts.push(bytes.slice()),
    writeStart: (bytes: Uint8Array) => {
      start = bytes.slice();
    },
    restart: () => void parts.splice(0),
  };
  const order = { plan, goal: { ...GOAL, ...goal }, encoding: WAV };
  await masterAudio(order, target, { withAudio: sounds.withAudio });
  expect(sounds.open).toBe(0);
  const body = joinBytes(parts);
  body.set(start);
  const path = join(folder, `${createHash('sha256').update(body).digest('hex').slice(0, 8)}.wav`);
  writeFileSync(path, body);
  return path;
}

const FULL_SINE = -3.01;
const BED_LEVEL = FULL_SINE + 20 * Math.log10(0.5) - 12;

describe.skipIf(!hasFfmpeg)('music under speech, measured by ffmpeg', () => {
  it('has its level, fades and ducking within 0.5 dB and 20 ms, and doesn’t change the speech', async () => {
    const sounds = new Sounds();
    const duck = { db: 10, attackFrames: frames(0.4), releaseFrames: frames(0.8) };
    const plan: AudioPlan = {
      sampleRate: RATE,
      channels: 1,
      clips: [sounds.clip(4, 2), sounds.clip(6.6, 1.4), sounds.clip(12, 1)],
      beds: [
        bed(sounds.add(encodeWav(music(30))), 1, 16, {
          gainDb: -12,
          fadeInFrames: frames(2),
          fadeOutFrames: frames(2),
          duck,
        }),
      ],
      frames: frames(18),
    };
    const path = await mastered(plan, sounds);
    const bedLevels = bandLevels(path, 'high');
    for (const seconds of [3.2, 9.5, 11, 14.2]) {
      expect(Math.abs(levelAt(bedLevels, seconds) - BED_LEVEL)).toBeLessThan(0.5);
    }
    for (const seconds of [4.1, 5.5, 6.3, 7.5, 12.5]) {
      expect(Math.abs(levelAt(bedLevels, seconds) - (BED_LEVEL - 10))).toBeLessThan(0.5);
    }
    // Half of each ramp: linear in dB for ducking, linear for fades.
    expect(Math.abs(passes(bedLevels, BED_LEVEL - 5, 3.3) - 3.8)).toBeLessThan(0.02);
    expect(Math.abs(passes(bedLevels, BED_LEVEL - 5, 7.8) - 8.4)).toBeLessThan(0.02);
    expect(Math.abs(passes(bedLevels, BED_LEVEL - 6.02, 1.1) - 2)).toBeLessThan(0.02);
    expect(Math.abs(passes(bedLevels, BED_LEVEL - 6.02, 14.5) - 16)).toBeLessThan(0.02);
    expect(levelAt(bedLevels, 0.95)).toBeLessThan(-100);
    expect(levelAt(bedLevels, 17.05)).toBeLessThan(-100);
    const speechLevels = bandLevels(path, 'low');
    for (const seconds of [4.5, 5.5, 7, 12.5]) {
      expect(Math.abs(levelAt(speechLevels, seconds) - (FULL_SINE + 20 * Math.log10(0.25)))).toBeLessThan(0.5);
    }
  });

  it('is part of the loudness that the target asks for', async () => {
    const sounds = new Sounds();
    const plan: AudioPlan = {
      sampleRate: RATE,
      channels: 1,
      clips: [sounds.clip(4, 4)],
      beds: [bed(sounds.add(encodeWav(music(30))), 0, 12, { gainDb: -6 })],
      frames: frames(12),
    };
    const path = await mastered(plan, sounds, { loudness: { measure: 'integrated', lufs: -19 } });
    const { stderr } = spawnSync('ffmpeg', ['-nostats', '-i', path, '-af', 'ebur128', '-f', 'null', '-'], {
      encoding: 'utf8',
    });
    const loudness = Number(/I:\s+(\S+) LUFS\s+Threshold/.exec(stderr)?.[1]);
    expect(Math.abs(loudness + 19)).toBeLessThan(0.5);
    const [voice, theme] = [levelAt(bandLevels(path, 'low'), 6), levelAt(bandLevels(path, 'high'), 6)];
    expect(Math.abs(voice - theme)).toBeLessThan(0.5);
  });

  it('is looped from its start offset, or otherwise stops at the end of its file', async () => {
    const sounds = new Sounds();
    const audio = sounds.add(await encode(music(2, RATE), 'mp3'), 'mp3');
    const plan: AudioPlan = {
      sampleRate: RATE,
      channels: 1,
      clips: [],
      beds: [
        bed(audio, 0, 5, { isLooped: true, fromSeconds: 0.5, gainDb: -12 }),
        bed(audio, 6, 5, { fromSeconds: 0.5, gainDb: -12 }),
      ],
      frames: frames(12),
    };
    const measured = bandLevels(await mastered(plan, sounds), 'high');
    for (const seconds of [0.5, 2, 3.5, 4.8, 6.5, 7.3]) {
      expect(Math.abs(levelAt(measured, seconds) - BED_LEVEL)).toBeLessThan(0.5);
    }
    expect(levelAt(measured, 5.1)).toBeLessThan(-100);
    expect(levelAt(measured, 7.7)).toBeLessThan(-60);
  });

  it('closes its files when rendering stops early', async () => {
    const sounds = new Sounds();
    const beds = [bed(sounds.add(encodeWav(music(30))), 0, 20)];
    const plan: AudioPlan = { sampleRate: RATE, channels: 1, clips: [], beds, frames: frames(20) };
    const mixer = new BedMixer(plan, sounds.withAudio);
    await mixer.mix([new Float32Array(4096)]);
    expect(sounds.open).toBe(1);
    await mixer.close();
    expect(sounds.open).toBe(0);
    await expect(
      renderPlan(plan, sounds.withAudio, async () => {
        throw new Error('cancelled');
      }),
    ).rejects.toThrow('cancelled');
  });
});
