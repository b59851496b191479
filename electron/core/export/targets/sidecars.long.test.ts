// Subtitles held against the sound of finished files: each line sounds in its file when its subtitle says so.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeBlocks, encodeWav, type Pcm } from '@lectern/audio';
import { masterAudio } from '@lectern/audio/mastering';
import { analyseAudio } from '@lectern/audio/meters';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decodeM4aBlocks } from '../../../../packages/audio/mp4/m4a-decode.ts';
import { id3ChaptersIn, trackChaptersIn } from '../../../../packages/audio/testing/chapter-readers.ts';
import { channelOf, tone } from '../../../../packages/audio/testing/tones.ts';
import type { TargetChanges } from '../../../../shared/model/export/delivery.ts';
import { FileTarget } from '../../audio/file-target.ts';
import type { MasteringWorkers } from '../../audio/mastering-workers.ts';
import { setPause } from '../../project/lines/set-pauses.ts';
import { castAll, giveTake, save } from '../../project/testing/test-project.ts';
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

/** Times at which sound starts after silence, and at which it stops, in seconds. */
async function soundsIn(path: string): Promise<number[][]> {
  const file = readFileSync(path);
  const sounds: number[][] = [];
  let at = 0;
  let last = Number.NEGATIVE_INFINITY;
  const take = ({ sampleRate, channels }: Pcm): void => {
    for (const sample of channels[0] ?? []) {
      if (Math.abs(sample) >= 0.02) {
        if (at - last > 0.15 * sampleRate) sounds.push([at / sampleRate, at / sampleRate]);
        last = at;
        const sound = sounds.at(-1);
        if (sound) sound[1] = at / sampleRate;
      }
      at += 1;
    }
  };
  if (path.endsWith('.m4b') || path.endsWith('.m4a')) await decodeM4aBlocks(file, take, { seconds: 10_000 });
  else await decodeBlocks(file, {}, take);
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
    workshop.project.updateSettings({ cutSilentEnds: isCut, authorisedTargets: ['acx'] });
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

describe('a book of 300 chapters', () => {
  const CHAPTERS = 300;
  const PAUSE = 0.4;
  /** The producer set the pause before some chapters. */
  const SET_PAUSE = 0.9;
  const pauseBefore = (at: number): number => (at % 7 === 3 ? SET_PAUSE : PAUSE);
  const MAX_SECONDS_OFF = 0.02;
  /** The chapters of an M4B start at a frame of AAC, which lasts 23 ms. */
  const MAX_PAUSE_OFF = { m4b: 0.025, podcast: MAX_SECONDS_OFF, chapters: MAX_SECONDS_OFF };
  const off = (one: number | undefined, other: number | undefined) => Math.abs((one ?? -1) - (other ?? -2));

  it.each([
    ['m4b', undefined],
    ['podcast', undefined],
    ['chapters', { format: 'wav' }],
  ] as const)('has the same times everywhere, as %s, to its last chapter', async (target, changes) => {
    const { project } = workshop;
    const text = Array.from({ length: CHAPTERS }, (_, at) => `# ${at + 1}\n\nADA: Hello ${at}.\n`).join('\n');
    save(project, text);
    const pauses = { part: 0, turn: 0, paragraph: 0, scene: 0, heading: 0, chapter: PAUSE };
    project.updateSettings({ speakHeadings: false, pauses, followPunctuation: true });
    castAll(project);
    for (const [index, line] of project.lines.states().entries()) {
      await giveTake(project, line, encodeWav(takeOf(index)));
      if (pauseBefore(index) !== PAUSE) setPause(project.db, line.id, pauseBefore(index));
    }
    const out = workshop.path('out');
    const quiet = { ...changes, goal: { loudness: null } };
    const { files } = await workshop.audioOf(target, out, quiet, { ...PORTS, mastering });
    const texts = [];
    for (const form of ['srt', 'vtt', 'json-chapters'] as const) {
      const { report, read } = await workshop.textsOf(form, target, quiet, PORTS);
      expect(report.files).toHaveLength(files.length);
      texts.push(report.files.map(read));
    }
    const [srt, vtt, chapters] = texts;
    let total = 0;
    for (const [index, { file }] of files.entries()) {
      const sounds = await soundsIn(join(out, file));
      for (const cues of [cuesIn(srt?.[index] ?? ''), cuesIn(vtt?.[index] ?? '')]) {
        expect(cues).toHaveLength(sounds.length);
        for (const [at, [from, to]] of cues.entries()) {
          expect(off(from, sounds[at]?.[0]), `start of ${at + 1} in ${file}`).toBeLessThan(MAX_SECONDS_OFF);
          expect(off(to, sounds[at]?.[1]), `end of ${at + 1} in ${file}`).toBeLessThan(MAX_SECONDS_OFF);
          if (at > 0) expect((from ?? 0) - (cues[at - 1]?.[1] ?? 0)).toBeGreaterThan(0);
        }
      }
      for (const [at, [from = 0]] of sounds.entries()) {
        const before = sounds[at - 1]?.[1];
        if (before !== undefined)
          expect(off(from - before, pauseBefore(at)), `pause ${at} of ${file}`).toBeLessThan(MAX_PAUSE_OFF[target]);
      }
      const starts = JSON.parse(chapters?.[index] ?? '').chapters.map(
        ({ startTime }: { startTime: number }) => startTime,
      );
      const marked = target === 'm4b' ? trackChaptersIn(readFileSync(join(out, file))) : null;
      const frames = target === 'podcast' ? id3ChaptersIn(readFileSync(join(out, file))).listed : null;
      for (const marks of [marked, frames]) {
        if (marks)
          expect(marks.map(({ startMs }) => startMs / 1_000)).toEqual(
            starts.map((each: number) => expect.closeTo(each, 2)),
          );
      }
      // A chapter starts shortly before its speech, so that players don't cut off the first word.
      for (const [at, start] of starts.entries()) {
        if (at > 0) expect((sounds[at]?.[0] ?? 0) - start).toBeGreaterThan(0);
        if (at > 0) expect((sounds[at]?.[0] ?? 0) - start).toBeLessThan(0.1);
      }
      total += sounds.length;
    }
    expect(total).toBe(CHAPTERS);
    if (files.length > 1) return;
    // A session has the same times, except that it doesn't have the silence at the start of the file.
    const session = await workshop.package();
    const [first = 0] = cuesIn(srt?.[0] ?? '')[0] ?? [];
    const positions = cuesIn(session).map(([from = 0]) => from);
    for (const [at, [from]] of cuesIn(srt?.[0] ?? '').entries()) {
      expect(off((positions[at] ?? 0) - (positions[0] ?? 0), (from ?? 0) - first)).toBeLessThan(MAX_SECONDS_OFF);
    }
  });
});
