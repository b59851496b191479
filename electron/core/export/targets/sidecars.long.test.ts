// Subtitles held against the sound of finished files: each line sounds in its file when its subtitle says so.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeBlocks, encodeWav, type Pcm } from '@lectern/audio';
import { masterAudio } from '@lectern/audio/mastering';
import { analyseAudio } from '@lectern/audio/meters';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decodeM4aBlocks } from '../../../../packages/audio/mp4/m4a-decode.ts';
import { channelOf, tone } from '../../../../packages/audio/testing/tones.ts';
import type { TargetChanges } from '../../../../shared/model/export/delivery.ts';
import { FileTarget } from '../../audio/file-target.ts';
import type { MasteringWorkers } from '../../audio/mastering-workers.ts';
import { giveTake } from '../../project/testing/test-project.ts';
import { cuesIn, portsWith, TimedWorkshop } from '../testing/timed-texts.ts';
import type { AudioTargetId } from './target-settings.ts';

let workshop: TimedWorkshop;
beforeEach(() => {
  workshop = new TimedWorkshop();
});
afterEach(() => workshop.clear());

/** Masters in this thread. */
const mastering: MasteringWorkers = {
  size: 1,
  async master(order, { fd }, { prefix } = {}) {
    return masterAudio(order, new FileTarget(fd, prefix), {
      withAudio: async ({ path }, use) => use(readFileSync(path)),
    });
  },
  close: async () => {},
};

/** Where a file begins to sound after silence, and where it ends, in seconds. */
async function soundsIn(path: string): Promise<number[][]> {
  const file = readFileSync(path);
  const samples: number[] = [];
  let rate = 0;
  const decode = path.endsWith('.m4b') || path.endsWith('.m4a');
  const take = ({
    sampleRate,
    channels,
  }: {
    readonly sampleRate: number;
    readonly channels: readonly Float32Array[];
  }) => {
    rate = sampleRate;
    for (const sample of channels[0] ?? []) samples.push(Math.abs(sample));
  };
  if (decode) await decodeM4aBlocks(file, take, { seconds: 1_000 });
  else await decodeBlocks(file, {}, take);
  const sounds: number[][] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const [index, level] of samples.entries()) {
    if (level < 0.02) continue;
    if (index - last > 0.15 * rate) sounds.push([index / rate, index / rate]);
    last = index;
    const sound = sounds.at(-1);
    if (sound) sound[1] = index / rate;
  }
  return sounds;
}

/** A second with a tone in it, and silence before and after. */
function takeOf(index: number): Pcm {
  const sound = tone({ sampleRate: 24_000, seconds: 1, frequency: 300 + 20 * index });
  const from = Math.round(24_000 * (0.03 + 0.037 * (index % 9)));
  const to = Math.round(24_000 * (0.98 - 0.041 * (index % 7)));
  return { ...sound, channels: [channelOf(sound).map((sample, at) => (at < from || at >= to ? 0 : sample))] };
}

const PORTS = {
  ...portsWith(),
  workers: {
    analyseAudio: async ({ fd }: { readonly fd: number }) => (await analyseAudio(readFileSync(fd))).analysis,
  },
};

describe('the times of subtitles', () => {
  const MAX_SECONDS_OFF = 0.02;
  const FORMS = [
    ['m4b', undefined],
    ['podcast', undefined],
    ['podcast', { format: 'opus' }],
    ['chapters', { format: 'ogg' }],
    ['chapters', { format: 'wav' }],
    ['acx', undefined],
  ] as const satisfies readonly (readonly [AudioTargetId, TargetChanges | undefined])[];

  const CASES = [...FORMS.map((form) => [...form, true] as const), ['m4b', undefined, false] as const];

  it.each(CASES)('of %s (%j) are those at which the lines sound, silence cut: %j', async (target, changes, isCut) => {
    for (const [index, line] of workshop.project.lines.states().entries()) {
      await giveTake(workshop.project, line, encodeWav(takeOf(index)));
    }
    workshop.project.updateSettings({ cutSilentEnds: isCut });
    const out = workshop.path('out');
    const { files } = await workshop.audioOf(target, out, changes, { ...PORTS, mastering });
    const { report, read } = await workshop.textsOf('vtt', target, changes, PORTS);
    expect(report.files).toHaveLength(files.length);
    for (const [index, { file }] of files.entries()) {
      const sounds = await soundsIn(join(out, file));
      const cues = cuesIn(read(report.files[index] ?? ''));
      expect(cues.length).toBe(sounds.length);
      for (const [at, cue] of cues.entries()) {
        for (const end of [0, 1]) {
          const off = Math.abs((cue[end] ?? 0) - (sounds[at]?.[end] ?? 0));
          expect(off, `line ${at + 1} of ${file}`).toBeLessThan(MAX_SECONDS_OFF);
        }
      }
    }
  });
});
