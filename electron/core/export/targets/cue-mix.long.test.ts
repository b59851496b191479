import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeWav } from '@lectern/audio';
import { checkAudio } from '@lectern/audio/meters';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bandLevels, hasFfmpeg, levelAt, passes } from '../../../../packages/audio/testing/ffmpeg-levels.ts';
import { tone } from '../../../../packages/audio/testing/tones.ts';
import type { SoundSettings } from '../../../../shared/model/cue-sounds.ts';
import { createMasteringWorkers } from '../../audio/mastering-workers.ts';
import { importSound } from '../../project/cues/attach-sound.ts';
import { listCues, setCueSound } from '../../project/cues/cue-list.ts';
import type { Project } from '../../project/project.ts';
import { castAll, giveTake, save, Workshop } from '../../project/testing/test-project.ts';
import { measuredAs } from '../../project/testing/test-takes.ts';
import { AUDIO_LIST_FILE } from '../files/audio-list.ts';
import { exportUnmeasured, WHOLE } from '../testing/write-plans.ts';
import type { AudioOrder } from './target-settings.ts';

const SCRIPT = `[MUSIC: theme]

# One

[pause 5s]

ADA: Hello.

[pause 6s]

[SFX: a bell]

ADA: Good morning.

[MUSIC OUT]

BEN: Good night.
`;
/** In Hz. */
const [SPEECH, MUSIC] = [200, 3000];

let workshop: Workshop;
let project: Project;
beforeEach(async () => {
  workshop = new Workshop();
  project = workshop.create('Play.lectern', { cutSilentEnds: false });
  save(project, SCRIPT);
  castAll(project);
  const take = encodeWav(tone({ sampleRate: 24_000, seconds: 1, frequency: SPEECH, level: 0.25 }));
  for (const line of project.lines.states()) await giveTake(project, line, take);
});
afterEach(() => workshop.clear());

async function attach(number: number, seconds: number, change: Partial<SoundSettings>): Promise<void> {
  const path = workshop.path(`sound ${number}.wav`);
  writeFileSync(path, encodeWav(tone({ sampleRate: 48_000, seconds, frequency: MUSIC, level: 0.25, channels: 1 })));
  const cue = listCues(project)[number - 1];
  if (!cue) throw new Error(`There is no cue ${number}.`);
  const sound = await importSound(project, cue, path, { checkAudio });
  setCueSound(project, cue, { ...sound, ...change });
}

async function episode(change: Partial<AudioOrder> = {}) {
  const mastering = createMasteringWorkers(1);
  const order: AudioOrder = {
    ...WHOLE,
    target: 'podcast',
    untitled: 'Opening',
    changes: { format: 'wav24', goal: { sampleRate: 44_100 } },
    ...change,
  };
  try {
    const out = workshop.path('out');
    const workers = { analyseAudio: async () => measuredAs() };
    const { audio, verdict, failed } = await exportUnmeasured(project, order, out, { mastering, workers });
    const file = audio.files[0];
    const lines = file?.chapters.flatMap((chapter) => chapter.lines) ?? [];
    const delivery = JSON.parse(readFileSync(join(out, AUDIO_LIST_FILE), 'utf8'));
    const starts = lines.map(([, start]) => start);
    return {
      path: join(out, file?.file ?? ''),
      starts,
      seconds: file?.durationSeconds ?? 0,
      delivery,
      verdict,
      failed,
    };
  } finally {
    await mastering.close();
  }
}

describe.skipIf(!hasFfmpeg)('a mixed episode, measured by ffmpeg', () => {
  it('has its speech, music, fades and ducking within 0.5 dB and 20 ms', async () => {
    const settings = { gainDb: -9, duckDb: 12, attackSeconds: 0.5, releaseSeconds: 1, fadeInSeconds: 2 };
    await attach(1, 30, { ...settings, fadeOutSeconds: 0.4, licence: 'CC BY 4.0', credit: 'Theme by A. Composer' });
    const { path, starts, delivery, verdict } = await episode();
    const [heading = 0, hello = 0, morning = 0] = starts;
    const speech = bandLevels(path, 'low');
    const music = bandLevels(path, 'high');
    const spoken = levelAt(speech, hello + 0.5);
    for (const start of [heading, morning]) expect(Math.abs(levelAt(speech, start + 0.5) - spoken)).toBeLessThan(0.5);
    // The sound has the level of the takes, so its gain is the difference.
    const free = spoken - 9;
    expect(Math.abs(levelAt(music, hello - 1) - free)).toBeLessThan(0.5);
    expect(Math.abs(levelAt(music, morning - 1) - free)).toBeLessThan(0.5);
    for (const start of [hello, morning]) {
      expect(Math.abs(levelAt(music, start + 0.5) - (free - 12))).toBeLessThan(0.5);
      expect(Math.abs(passes(music, free - 6, start - 1.2) - (start - 0.25))).toBeLessThan(0.02);
    }
    expect(Math.abs(passes(music, free - 6, hello + 1) - (hello + 1.5))).toBeLessThan(0.02);
    // It starts with the chapter, under its heading, and fades out until the last line begins.
    expect(Math.abs(passes(music, free - 12 - 6.02, heading + 0.3) - (heading + 1))).toBeLessThan(0.02);
    expect(Math.abs(passes(music, free - 12 - 6.02, morning + 0.5) - (morning + 0.8))).toBeLessThan(0.02);
    expect(levelAt(music, morning + 1.05)).toBeLessThan(-70);
    expect(delivery.sounds).toMatchObject([
      { cue: 'MUSIC: theme', name: 'sound 1.wav', licence: 'CC BY 4.0', credit: 'Theme by A. Composer' },
    ]);
    expect(verdict.rows).toContainEqual({
      kind: 'cues',
      result: 'look',
      mixed: 1,
      unattached: 1,
      lost: 0,
      unlicensed: 0,
    });
  });

  it('places an effect after the pause mark before it, and leaves it out without music', async () => {
    await attach(2, 0.5, { gainDb: 0, delaySeconds: 0 });
    const { path, starts } = await episode();
    const music = bandLevels(path, 'high');
    const [, , morning = 0] = starts;
    expect(levelAt(music, morning - 0.1)).toBeLessThan(-70);
    expect(levelAt(music, morning + 0.25)).toBeGreaterThan(-40);
    const silent = await episode({ music: false });
    expect(levelAt(bandLevels(silent.path, 'high'), morning + 0.25)).toBeLessThan(-60);
    expect(silent.delivery.sounds).toBeUndefined();
    expect(silent.verdict.rows.some(({ kind }) => kind === 'cues')).toBe(false);
  });

  it('reports sounds that are missing or have no licence', async () => {
    await attach(1, 10, {});
    await attach(2, 1, {});
    expect((await episode()).verdict.rows).toContainEqual(
      expect.objectContaining({ kind: 'cues', result: 'look', mixed: 2, unattached: 0, unlicensed: 2 }),
    );
    const [lost] = listCues(project);
    const path = lost?.sound && project.takes.audioPath(lost.sound.audioHash, lost.sound.format);
    writeFileSync(path ?? '', 'cut');
    expect((await episode()).verdict.rows).toContainEqual(
      expect.objectContaining({ kind: 'cues', result: 'fail', mixed: 1, lost: 1, unlicensed: 1 }),
    );
  });

  it('names the cue whose sound is damaged', async () => {
    await attach(1, 10, {});
    const [cue] = listCues(project);
    const path = (cue?.sound && project.takes.audioPath(cue.sound.audioHash, cue.sound.format)) ?? '';
    const bytes = readFileSync(path);
    bytes.fill(0, 1_000, 2_000);
    writeFileSync(path, bytes);
    const { failed } = await episode();
    const reason = { kind: 'sound-damaged', cue: 'MUSIC: theme', name: 'sound 1.wav' };
    expect(new Set(failed.map((one) => one.reason))).toEqual(new Set(failed.map(() => reason)));
    expect(failed.length).toBeGreaterThan(0);
  });
});
