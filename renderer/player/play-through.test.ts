// @vitest-environment happy-dom

import { DEFAULT_PAUSES, KEPT_SILENCE_SECONDS } from '@lectern/audio/timeline';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { INITIAL_VIEW, type MissingLines } from '../../shared/ipc/view-preferences.ts';
import type { PlaybackEntry, PlaybackLine } from '../../shared/model/listening.ts';
import { type FakeBridge, failWith, installFakeBridge } from '../bridge/testing/fake-bridge.ts';
import { askKey, askQuery } from '../bridge/use-ask.ts';
import type { ThroughExtent } from '../ui/sound/player-store.ts';
import { ClipPlayer } from './clip-player.ts';
import { BEEP } from './placeholder-sounds.ts';
import { type ListenedClip, PlayThrough } from './play-through.ts';
import { playThroughEndText } from './play-through-tally.ts';
import { FakeSound } from './testing/fake-sound.ts';

let bridge: FakeBridge;
let client: QueryClient;
let crosses: boolean;
let changes: number;
/** Lines that were spoken, and how: seconds, or why not. */
let asked: number[];
let voice: (lineId: number) => Promise<number | null>;
let open: PlayThrough[];
/** What the studio has. */
let script: Map<number, PlaybackEntry[]>;

const line = (lineId: number, chapterId: number, about: Partial<PlaybackLine> = {}): PlaybackLine => ({
  kind: 'line',
  lineId,
  chapterNumber: 0,
  numberInChapter: lineId,
  chapterId,
  paragraphId: lineId,
  isHeading: false,
  roles: ['LANE'],
  opens: 'sentence',
  closes: 'stop',
  pauseBeforeSeconds: null,
  pauseAfterSeconds: null,
  setPauseSeconds: null,
  takes: 1,
  take: {
    takeId: lineId * 10,
    number: 1,
    durationSeconds: 2,
    trimStartSeconds: 0,
    trimEndSeconds: 0,
    gainDb: 0,
    loudnessLufs: null,
    headSilenceSeconds: null,
    tailSilenceSeconds: null,
    overview: null,
  },
  audioProblem: null,
  ...about,
});
const silent = (lineId: number, chapterId: number, about: Partial<PlaybackLine> = {}) =>
  line(lineId, chapterId, { take: null, ...about });

beforeEach(() => {
  crosses = false;
  changes = 0;
  asked = [];
  voice = async () => 1.5;
  open = [];
  script = new Map([
    [1, [line(1, 1), line(2, 1), { kind: 'pause', seconds: 1.5, isScene: false }, line(3, 1)]],
    [2, [silent(4, 2)]],
    [3, [line(5, 3), line(6, 3)]],
  ]);
  const everyLine = () => [...script.values()].flat().filter((entry) => entry.kind === 'line');
  bridge = installFakeBridge({
    'playback.chapter': ({ chapterId }) => script.get(chapterId ?? 0) ?? [],
    'playback.lines': ({ lineIds }) => lineIds.flatMap((id) => everyLine().find(({ lineId }) => lineId === id) ?? []),
  });
  client = new QueryClient();
  const chapters = ['One', 'Two', 'Three'].map((title, at) => ({ id: at + 1, title }));
  client.setQueryData(askKey('project.chapters', {}), chapters as never);
});
afterEach(() => {
  for (const through of open) through.close();
  client.clear();
  bridge.remove();
});

async function speak(lineId: number) {
  asked.push(lineId);
  const seconds = await voice(lineId);
  return seconds === null ? null : { soundId: `voice of ${lineId}`, seconds };
}

const hearMissing = (missingLines: MissingLines): void => {
  client.setQueryData(askKey('preferences.get', {}), { ...INITIAL_VIEW, missingLines });
};

function through(extent: ThroughExtent, fromLineId: number | null = null): PlayThrough {
  const made = new PlayThrough(
    { extent, fromLineId },
    {
      client,
      crossesChapters: () => crosses,
      speak,
      onChange: () => {
        changes += 1;
      },
    },
  );
  open.push(made);
  return made;
}

const chapter = (chapterId: number, fromLineId: number | null = null) =>
  through({ kind: 'chapter', chapterId }, fromLineId);

/** Plays to the end: the lines in order, each with the pause before it. */
async function playAll(of: PlayThrough): Promise<(readonly [lineId: number, pauseSeconds: number])[]> {
  const heard: (readonly [number, number])[] = [];
  let clip: ListenedClip | null = await of.open();
  let pauseSeconds = 0;
  while (clip) {
    of.onClipStarted(clip);
    heard.push([clip.id, Number(pauseSeconds.toFixed(3))]);
    let next = of.after(clip);
    while (next === 'pending') {
      await new Promise((resolve) => setTimeout(resolve));
      next = of.after(clip);
    }
    clip = next?.clip ?? null;
    pauseSeconds = next?.pauseSeconds ?? 0;
  }
  return heard;
}

const refreshed = async (): Promise<void> => {
  await client.invalidateQueries();
};

describe('a chapter that is played through', () => {
  it('is heard from the selected line to its end, with its pauses', async () => {
    const played = chapter(1, 2);
    expect(await playAll(played)).toEqual([
      [2, 0],
      [3, 1.5],
    ]);
    expect(played.finish()).toEqual({ title: 'One', heard: 2, spoken: 0, withoutTake: 0, withoutFile: 0 });
  });

  it('is heard as it is now where it was known from before, and something has changed since', async () => {
    await client.prefetchQuery(askQuery('playback.chapter', { chapterId: 1 }));
    script.set(1, [line(2, 1), line(3, 1)]);
    await refreshed();
    expect((await playAll(chapter(1))).map(([id]) => id)).toEqual([2, 3]);
  });

  it('passes over lines without a take or without a file, and counts them', async () => {
    script.set(1, [silent(1, 1), line(2, 1), silent(3, 1), line(7, 1), silent(8, 1, { audioProblem: 'missing' })]);
    const played = chapter(1, 1);
    expect((await playAll(played)).map(([id]) => id)).toEqual([2, 7]);
    expect(played.finish()).toMatchObject({ heard: 2, withoutTake: 2, withoutFile: 1 });
  });

  it('counts what was passed over by the time that a line sounds, and where that line stands', async () => {
    script.set(1, [line(1, 1), silent(2, 1), line(3, 1)]);
    const played = chapter(1);
    const first = await played.open();
    if (!first) throw new Error('nothing is played');
    expect(played.onClipStarted(first)).toEqual({ at: 1, of: 3, title: 'One' });
    expect(played.skipped).toBe(0);
    const next = played.after(first);
    if (next === null || next === 'pending') throw new Error('nothing follows');
    expect(played.onClipStarted(next.clip)).toMatchObject({ at: 3 });
    expect(played.skipped).toBe(1);
    expect(played.neighbour(next.clip, -1)?.id).toBe(1);
  });

  it('is heard without the silence at the ends of takes, until the project has it otherwise', async () => {
    const { take } = line(5, 3);
    script.set(3, [line(5, 3, { take: take && { ...take, headSilenceSeconds: 0.25, tailSilenceSeconds: 0.4 } })]);
    const first = await chapter(3).open();
    expect(first).toMatchObject({ fromSeconds: expect.closeTo(0.2), toSeconds: expect.closeTo(1.7) });
    const settings = { pauses: DEFAULT_PAUSES, cutSilentEnds: false };
    client.setQueryData(askKey('project.current', {}), { settings } as never);
    expect(await chapter(3).open()).toMatchObject({ fromSeconds: 0, toSeconds: 2 });
  });

  it('follows punctuation if the project does, with the same gaps between speech as in an export', async () => {
    const { take } = line(5, 3);
    const soft = { take: take && { ...take, headSilenceSeconds: 0.25, tailSilenceSeconds: 0.4 } };
    script.set(3, [line(5, 3, { ...soft, closes: 'comma' }), line(6, 3, { ...soft, roles: ['NARRATOR'] })]);
    const settings = { pauses: DEFAULT_PAUSES, cutSilentEnds: true, followPunctuation: true };
    client.setQueryData(askKey('project.current', {}), { settings } as never);
    expect(await playAll(chapter(3))).toEqual([
      [5, 0],
      [6, expect.closeTo(DEFAULT_PAUSES.part - KEPT_SILENCE_SECONDS.head - KEPT_SILENCE_SECONDS.tail)],
    ]);
  });

  it('has the project’s pauses, those that are set before a line, and changes of both from the next one on', async () => {
    const pauses = { ...DEFAULT_PAUSES, paragraph: 0.2 };
    const set = (table: object) =>
      client.setQueryData(askKey('project.current', {}), { settings: { pauses: table } } as never);
    set(pauses);
    expect(await playAll(chapter(3))).toEqual([
      [5, 0],
      [6, 0.2],
    ]);
    const played = chapter(3);
    const first = await played.open();
    if (!first) throw new Error('nothing is played');
    set({ ...pauses, paragraph: 0.9 });
    expect(played.after(first)).toMatchObject({ pauseSeconds: expect.closeTo(0.9) });
    script.set(3, [line(5, 3), line(6, 3, { setPauseSeconds: 0.05 })]);
    await refreshed();
    expect(played.after(first)).toMatchObject({ pauseSeconds: expect.closeTo(0.05) });
  });

  it('has nothing to play where no line has a take, and says how many it looked at', async () => {
    const played = chapter(2);
    expect(await played.open()).toBeNull();
    expect(played.finish()).toMatchObject({ heard: 0, withoutTake: 1 });
  });

  it('goes on with the chapters after it where that is wanted, also over one without takes', async () => {
    crosses = true;
    expect(await playAll(chapter(1, 3))).toEqual([
      [3, 0],
      [5, DEFAULT_PAUSES.chapter],
      [6, DEFAULT_PAUSES.paragraph],
    ]);
  });

  it('ends at the chapter’s end as soon as that is wanted, though more is known already', async () => {
    crosses = true;
    const played = chapter(1, 3);
    const first = await played.open();
    if (!first) throw new Error('nothing is played');
    played.after(first);
    await new Promise((resolve) => setTimeout(resolve, 5));
    crosses = false;
    expect(played.after(first)).toBeNull();
  });

  it('loses a take whose file is not there', async () => {
    const played = chapter(1);
    const first = await played.open();
    if (!first) throw new Error('nothing is played');
    const next = played.after(first);
    if (next === null || next === 'pending') throw new Error('nothing follows');
    played.markUnavailable(next.clip);
    expect(played.after(first)).toMatchObject({ clip: { id: 3 } });
    played.onClipStarted(first);
    expect(played.finish()).toMatchObject({ withoutFile: 1 });
  });

  it('ends where what follows can’t be read', async () => {
    crosses = true;
    bridge.answer({
      'playback.chapter': ({ chapterId }) =>
        chapterId === 1 ? (script.get(1) ?? []) : failWith('playback.chapter', { kind: 'no-project' }),
    });
    expect((await playAll(chapter(1, 3))).map(([id]) => id)).toEqual([3]);
  });
});

describe('a change while a chapter is played through', () => {
  it('is heard from the next line on: another take, trim or gain', async () => {
    const played = chapter(1);
    const first = await played.open();
    if (!first) throw new Error('nothing is played');
    const [, second] = script.get(1) ?? [];
    if (second?.kind !== 'line' || !second.take) throw new Error('there is no second line');
    const take = { ...second.take, takeId: 99, gainDb: -3, trimStartSeconds: 0.5 };
    script.set(1, [line(1, 1), { ...second, take }, line(3, 1)]);
    const before = changes;
    await refreshed();
    expect(changes).toBeGreaterThan(before);
    expect(played.after(first)).toMatchObject({ clip: { soundId: 99, gainDb: -3, fromSeconds: 0.5 } });
  });

  it('of the line that sounds leaves what follows: it was deleted, or has no take any more', async () => {
    const played = chapter(1);
    const first = await played.open();
    if (!first) throw new Error('nothing is played');
    script.set(1, [line(2, 1), line(3, 1)]);
    await refreshed();
    expect(played.after(first)).toMatchObject({ clip: { id: 2 } });
    script.set(1, [silent(2, 1), line(3, 1)]);
    await refreshed();
    expect(played.after(first)).toMatchObject({ clip: { id: 3 } });
  });

  it('such as a new line in its place is heard in its place', async () => {
    const played = chapter(1);
    const first = await played.open();
    if (!first) throw new Error('nothing is played');
    script.set(1, [line(1, 1), line(9, 1), line(2, 1), line(3, 1)]);
    await refreshed();
    expect(played.after(first)).toMatchObject({ clip: { id: 9 } });
  });
});

describe('lines without a take', () => {
  beforeEach(() => {
    script.set(1, [line(1, 1), silent(2, 1), silent(3, 1), line(7, 1), silent(8, 1)]);
  });

  /** Plays to the end: what sounds, with the pause before it. */
  async function sounds(of: PlayThrough) {
    const heard: (readonly [sound: number | string, seconds: number, pauseSeconds: number])[] = [];
    let clip: ListenedClip | null = await of.open();
    let pauseSeconds = 0;
    while (clip) {
      of.onClipStarted(clip);
      heard.push([clip.soundId, clip.toSeconds - clip.fromSeconds, Number(pauseSeconds.toFixed(3))]);
      let next = of.after(clip);
      for (; next === 'pending'; next = of.after(clip)) await new Promise((resolve) => setTimeout(resolve));
      clip = next?.clip ?? null;
      pauseSeconds = next?.pauseSeconds ?? 0;
    }
    return heard;
  }
  const { paragraph } = DEFAULT_PAUSES;

  it('are skipped in silence unless something else is chosen: no voice is asked for', async () => {
    expect((await sounds(chapter(1))).map(([sound]) => sound)).toEqual([10, 70]);
    expect(asked).toEqual([]);
  });

  it('get a beep, one for several in a row, and count as skipped', async () => {
    hearMissing('beep');
    const played = chapter(1);
    expect(await sounds(played)).toEqual([
      [10, 2, 0],
      ['beep', 0.15, paragraph],
      [70, 2, paragraph],
      ['beep', 0.15, paragraph],
    ]);
    expect(played.finish()).toMatchObject({ heard: 2, spoken: 0, withoutTake: 3, withoutFile: 0 });
    expect(asked).toEqual([]);
  });

  it('are spoken, each at its place in its whole length, and count as spoken', async () => {
    hearMissing('voice');
    const played = chapter(1);
    expect(await sounds(played)).toEqual([
      [10, 2, 0],
      ['voice of 2', 1.5, paragraph],
      ['voice of 3', 1.5, paragraph],
      [70, 2, paragraph],
      ['voice of 8', 1.5, paragraph],
    ]);
    expect(played.finish()).toMatchObject({ heard: 2, spoken: 3, withoutTake: 0 });
    expect(asked).toEqual([2, 3, 8]);
  });

  it('begin with a voice where the first line is one of them', async () => {
    hearMissing('voice');
    expect((await sounds(chapter(1, 2)))[0]).toEqual(['voice of 2', 1.5, 0]);
  });

  it('get a beep once no voice can be had, which is not tried again and again', async () => {
    hearMissing('voice');
    voice = () => Promise.reject(new Error('there is no service'));
    expect((await sounds(chapter(1, 3))).map(([sound]) => sound)).toEqual(['beep', 70, 'beep']);
    expect(asked).toEqual([3]);
  });

  it('get a beep where their own words can’t be spoken', async () => {
    hearMissing('voice');
    voice = async (lineId) => (lineId === 3 ? null : 1.5);
    const heard = (await sounds(chapter(1))).map(([sound]) => sound);
    expect(heard).toEqual([10, 'voice of 2', 'beep', 70, 'voice of 8']);
  });

  it('are asked for a little before they are heard, not all at once', async () => {
    hearMissing('voice');
    script.set(1, [line(1, 1), ...Array.from({ length: 40 }, (_, at) => silent(100 + at, 1))]);
    const played = chapter(1);
    const first = await played.open();
    if (!first) throw new Error('nothing is played');
    played.after(first);
    expect(asked).toEqual([100, 101, 102, 103]);
  });

  it('are heard as chosen from the next one on', async () => {
    const played = chapter(1);
    const first = await played.open();
    if (!first) throw new Error('nothing is played');
    expect(played.after(first)).toMatchObject({ clip: { soundId: 70 } });
    hearMissing('beep');
    expect(played.after(first)).toMatchObject({ clip: { id: 2, soundId: 'beep' } });
    expect(changes).toBeGreaterThan(0);
  });

  it('have their take as soon as there is one, and are asked for again when the script changes', async () => {
    hearMissing('voice');
    const played = chapter(1);
    const first = await played.open();
    if (!first) throw new Error('nothing is played');
    played.after(first);
    await new Promise((resolve) => setTimeout(resolve));
    expect(played.after(first)).toMatchObject({ clip: { soundId: 'voice of 2' } });
    script.set(1, [line(1, 1), silent(2, 1, { roles: ['ALGERNON'] }), line(3, 1), line(7, 1)]);
    await refreshed();
    // What is known is heard until there is something newer.
    expect(played.after(first)).toMatchObject({ clip: { soundId: 'voice of 2' } });
    expect(asked).toEqual([2, 3, 8, 2]);
    script.set(1, [line(1, 1), line(2, 1), line(3, 1), line(7, 1)]);
    await refreshed();
    expect(played.after(first)).toMatchObject({ clip: { soundId: 20 } });
  });

  it('sound without a gap: the voice is there before the line before it ends', async () => {
    hearMissing('voice');
    const sound = new FakeSound();
    for (const [id, seconds] of [
      [10, 2],
      [70, 2],
      ['voice of 2', 1.5],
      ['voice of 3', 1.5],
    ] as const) {
      sound.files.set(id, seconds);
    }
    sound.files.set(BEEP.soundId, BEEP.seconds);
    const spoken = Promise.withResolvers<void>();
    voice = async (lineId) => {
      await spoken.promise;
      return lineId === 8 ? null : 1.5;
    };
    const silence = () => undefined;
    const player = new ClipPlayer<ListenedClip>(sound.ports, {
      onClip: (clip) => played.onClipStarted(clip),
      onStatus: silence,
      onPosition: silence,
      onEnd: silence,
      onFailure: silence,
    });
    const played: PlayThrough = new PlayThrough(
      { extent: { kind: 'chapter', chapterId: 1 }, fromLineId: null },
      { client, crossesChapters: () => false, speak, onChange: () => player.queueChanged() },
    );
    open.push(played);
    const first = await played.open();
    if (!first) throw new Error('nothing is played');
    player.play(first, played);
    await sound.pass(1.5);
    spoken.resolve();
    await sound.pass(12);
    const heard = sound.heard();
    const zero = heard[0]?.at ?? 0;
    expect(
      heard.map(({ soundId, at, end }) => [soundId, Number((at - zero).toFixed(3)), Number((end - zero).toFixed(3))]),
    ).toEqual([
      [10, 0, 2],
      ['voice of 2', 2.6, 4.1],
      ['voice of 3', 4.7, 6.2],
      [70, 6.8, 8.8],
      ['beep', 9.4, 9.55],
    ]);
  });
});

describe('lines in an order of their own', () => {
  it('are heard in that order from the selected one on, with the same pause between all', async () => {
    const played = through({ kind: 'lines', lineIds: [6, 2, 4, 1] }, 2);
    expect(await playAll(played)).toEqual([
      [2, 0],
      [1, DEFAULT_PAUSES.paragraph],
    ]);
    expect(played.finish()).toEqual({ title: '', heard: 2, spoken: 0, withoutTake: 1, withoutFile: 0 });
  });

  it('are read a page at a time', async () => {
    const ids = Array.from({ length: 450 }, (_, at) => at + 1);
    script.set(
      1,
      ids.map((id) => line(id, 1)),
    );
    const played = through({ kind: 'lines', lineIds: ids.toReversed() });
    expect((await playAll(played)).map(([id]) => id)).toEqual(ids.toReversed());
    const asked = bridge.calls.filter(({ channel }) => channel === 'playback.lines');
    expect(asked).toHaveLength(5);
  });
});

describe('what is said at the end', () => {
  const summary = { title: 'Act I', heard: 57, spoken: 0, withoutTake: 0, withoutFile: 0 };

  it('says how far playing through came', () => {
    expect(playThroughEndText(summary)).toBe('Played 57 lines, to the end of Act I.');
    expect(playThroughEndText({ ...summary, title: '', heard: 1 })).toBe('Played 1 line.');
  });

  it('says which lines were skipped, and why', () => {
    expect(playThroughEndText({ ...summary, withoutTake: 1 })).toBe(
      'Played 57 lines, to the end of Act I. Skipped 1 line without a take.',
    );
    expect(playThroughEndText({ ...summary, withoutTake: 1_200, withoutFile: 2 })).toBe(
      'Played 57 lines, to the end of Act I. Skipped 1,200 lines without a take and 2 lines whose audio file is missing or damaged.',
    );
  });

  it('says which lines a voice spoke', () => {
    expect(playThroughEndText({ ...summary, spoken: 2, withoutTake: 1 })).toBe(
      'Played 57 lines, to the end of Act I. Skipped 1 line without a take. A local voice spoke 2 lines without a take.',
    );
    expect(playThroughEndText({ ...summary, heard: 0, spoken: 1 })).toBe('A local voice spoke 1 line without a take.');
  });

  it('says that there is nothing to play', () => {
    expect(playThroughEndText({ ...summary, heard: 0, withoutTake: 3 })).toBe(
      'Nothing to play from here. Skipped 3 lines without a take.',
    );
    expect(playThroughEndText({ ...summary, heard: 0 })).toBe('Nothing to play from here.');
  });
});
