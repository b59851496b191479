import { writeFileSync } from 'node:fs';
import { encodeWav } from '@lectern/audio';
import { checkAudio } from '@lectern/audio/meters';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tone } from '../../../../packages/audio/testing/tones.ts';
import type { Project } from '../project.ts';
import { copyProject } from '../project-copy.ts';
import { save, Workshop } from '../testing/test-project.ts';
import { importSound } from './attach-sound.ts';
import { listCues, setCueSound } from './cue-list.ts';
import { restoreSounds } from './cue-sounds.ts';

const SCRIPT = `[MUSIC: theme]

# One

ADA: Hello. [pause 2s]

[pause 1s]

[SFX: door] [MUSIC: sting]

BEN: Who is it? (SFX: steps)

[MUSIC OUT]

# Two

ADA: Bye.
`;

let workshop: Workshop;
let project: Project;
beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create();
  save(project, SCRIPT);
});
afterEach(() => workshop.clear());

const listed = () =>
  listCues(project).map(({ text, nextLine, sound }) => [text, nextLine?.number ?? null, sound?.name ?? null]);

async function attach(number: number, name = 'theme.wav', seconds = 1) {
  const path = workshop.path(name);
  writeFileSync(path, encodeWav(tone({ sampleRate: 8_000, seconds, level: 0.2 })));
  const cue = listCues(project)[number - 1];
  if (!cue) throw new Error(`There is no cue ${number}.`);
  return setCueSound(project, cue, await importSound(project, cue, path, { checkAudio }));
}

describe('the cues of a script', () => {
  it('are listed in order, with the line after them and the pauses before them', () => {
    expect(listed()).toEqual([
      ['MUSIC: theme', '1.1', null],
      ['SFX: door', '1.3', null],
      ['MUSIC: sting', '1.3', null],
      ['SFX: steps', '1.3', null],
      ['MUSIC OUT', null, null],
    ]);
    expect(listCues(project).map(({ pausedSeconds, isStop }) => [pausedSeconds, isStop])).toEqual([
      [0, false],
      [3, false],
      [3, false],
      [3, false],
      [0, true],
    ]);
  });

  it('keep their sounds when their text or their neighbours change', async () => {
    await attach(3, 'sting.wav');
    const swapped = SCRIPT.replace('[SFX: door] [MUSIC: sting]', '[MUSIC: sting] [SFX: door]');
    save(project, swapped);
    expect(listed().filter(([, , sound]) => sound !== null)).toEqual([['MUSIC: sting', '1.3', 'sting.wav']]);
    save(project, swapped.replace('sting]', 'a long sting]'));
    expect(listed().filter(([, , sound]) => sound !== null)).toEqual([['MUSIC: a long sting', '1.3', 'sting.wav']]);
  });

  it('regain a sound when the change is undone or the cue is restored', async () => {
    const before = await attach(1);
    const [cue] = listCues(project);
    if (!cue?.sound) throw new Error('There is no sound.');
    expect(cue.sound).toMatchObject({ durationSeconds: 1, gainDb: -6, until: { kind: 'next' }, licence: '' });
    restoreSounds(project.db, cue.paragraphId, before);
    expect(listed()[0]).toEqual(['MUSIC: theme', '1.1', null]);
    setCueSound(project, cue, cue.sound);
    save(project, SCRIPT.replace('[MUSIC: theme]\n\n', ''));
    save(project, SCRIPT);
    expect(listed()[0]).toEqual(['MUSIC: theme', '1.1', 'theme.wav']);
  });

  it('are copied with their sounds', async () => {
    await attach(1);
    const [cue] = listCues(project);
    const options = { name: 'Copy', clock: workshop.clock, random: workshop.random, onProgress: () => {} };
    const to = workshop.path('Copy.lectern');
    await copyProject(project.dir, to, { ...options, signal: new AbortController().signal });
    const copy = workshop.open('Copy.lectern');
    expect(listCues(copy)[0]?.sound).toEqual(cue?.sound);
    expect(
      copy.takes.hasAudio({ hash: cue?.sound?.audioHash ?? '', format: 'wav', sizeBytes: cue?.sound?.sizeBytes ?? 0 }),
    ).toBe(true);
  });

  it.each([
    ['missing.wav', null, 'not-found'],
    ['text.mp3', 'This is no sound, but a text of some length.', 'undecodable'],
    ['empty.wav', '', 'undecodable'],
  ])('take no file that has no sound: %s', async (name, content, kind) => {
    const path = workshop.path(name);
    if (content !== null) writeFileSync(path, content);
    const cue = listCues(project)[0];
    if (!cue) throw new Error('There is no cue.');
    await expect(importSound(project, cue, path, { checkAudio })).rejects.toMatchObject({ problem: { kind, path } });
    await expect(importSound(project, cue, workshop.folder, { checkAudio })).rejects.toMatchObject({
      problem: { kind: 'not-a-file' },
    });
    expect(listed()[0]?.[2]).toBeNull();
  });
});
