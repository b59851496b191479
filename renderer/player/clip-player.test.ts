import { beforeEach, describe, expect, it } from 'vitest';
import { type ClipListener, ClipPlayer, type ClipQueue } from './clip-player.ts';
import type { Clip } from './clip-sound.ts';
import { FakeSound } from './testing/fake-sound.ts';

const PAUSE = 0.5;
/** Seconds between an order and its sound. */
const LEAD = 0.03;

let sound: FakeSound;
let told: string[];
let position: number;
let player: ClipPlayer<Clip>;
/** Lines in order; each has the sound of its number. */
let lines: Clip[];
let lost: number[];

const queue: ClipQueue<Clip> = {
  after(clip) {
    const next = lines.slice(lines.findIndex(({ id }) => id === clip.id) + 1).find(({ id }) => !lost.includes(id));
    return next ? { clip: next, pauseSeconds: PAUSE } : null;
  },
  markUnavailable: ({ id }) => lost.push(id),
};

const clip = (id: number, about: Partial<Clip> = {}): Clip => ({
  id,
  soundId: id,
  fromSeconds: 0,
  toSeconds: sound.files.get(id) ?? 1,
  gainDb: 0,
  ...about,
});

beforeEach(() => {
  sound = new FakeSound();
  told = [];
  lost = [];
  player = new ClipPlayer(sound.ports, listenerOf());
  write([2, 3, 1]);
});

const listenerOf = (): ClipListener<Clip> => ({
  onClip: ({ id }) => told.push(`line ${id}`),
  onStatus: (status) => told.push(status),
  onPosition: (seconds) => {
    position = seconds;
  },
  onEnd: () => told.push('end'),
  onFailure: () => told.push('failure'),
});

/** Lines of these lengths in seconds. */
function write(lengths: readonly number[]): void {
  for (const [at, seconds] of lengths.entries()) sound.files.set(at + 1, seconds);
  lines = lengths.map((_, at) => clip(at + 1));
}

const play = (id = 1, seconds?: number): void => {
  const first = lines.find((line) => line.id === id);
  if (first) player.play(first, queue, seconds);
};
/** Sounds with the time from the first sound at which each began and ended. */
const heard = () => {
  const stretches = sound.heard();
  const origin = stretches[0]?.at ?? 0;
  return stretches.map(({ soundId, at, end }) => [
    soundId,
    Number((at - origin).toFixed(3)),
    Number((end - origin).toFixed(3)),
  ]);
};

describe('clips one after the other', () => {
  it('are heard at exact times, with the pauses between them', async () => {
    play();
    await sound.pass(8);
    expect(heard()).toEqual([
      [1, 0, 2],
      [2, 2.5, 5.5],
      [3, 6, 7],
    ]);
    expect(told).toEqual(['line 1', 'loading', 'playing', 'line 2', 'line 3', 'end']);
    expect(sound.isTicking).toBe(false);
  });

  it('are loaded before the listener is told, because it draws', () => {
    const asked: number[] = [];
    const drawn = { ...listenerOf(), onClip: () => void asked.push(sound.loaded.length) };
    new ClipPlayer(sound.ports, drawn).play(clip(1), queue);
    expect(asked).toEqual([1]);
  });

  it('are decoded before the one before has ended', async () => {
    play();
    await sound.pass(0.2);
    expect(sound.loaded).toEqual([1, 2, 3]);
  });

  it('are heard without what is trimmed, with their gains', async () => {
    lines = [clip(1, { fromSeconds: 0.5, toSeconds: 1.5, gainDb: -6 }), clip(2, { fromSeconds: 1, gainDb: 3 })];
    play();
    await sound.pass(5);
    expect(sound.heard()).toMatchObject([
      { soundId: 1, from: 0.5, level: 0.501 },
      { soundId: 2, from: 1, level: 1.413 },
    ]);
    expect(heard()).toEqual([
      [1, 0, 1],
      [2, 1.5, 3.5],
    ]);
  });

  it('hold a few seconds of sound decoded, however long the chapter is', async () => {
    write(Array.from({ length: 1_000 }, () => 2));
    play();
    await sound.pass(1);
    expect(sound.loaded.length).toBeLessThanOrEqual(6);
    for (let minutes = 0; minutes < 5; minutes += 1) {
      await sound.pass(60);
      expect(sound.loaded.length - sound.heard().length).toBeLessThanOrEqual(6);
      expect(sound.joined).toBeLessThanOrEqual(6);
    }
  });

  it('wait for one whose file is late, and go on when it is there', async () => {
    play();
    const { promise, resolve } = Promise.withResolvers<void>();
    sound.held = promise;
    await sound.pass(4);
    expect(heard()).toEqual([[1, 0, 2]]);
    sound.held = null;
    resolve();
    await sound.pass(6);
    const [, second, third] = sound.heard();
    expect(second?.at).toBeCloseTo(4 + LEAD, 1);
    expect((third?.at ?? 0) - (second?.end ?? 0)).toBeCloseTo(PAUSE, 3);
    expect(told.at(-1)).toBe('end');
  });

  it('are passed over where their file can’t be had', async () => {
    sound.files.delete(2);
    play();
    await sound.pass(5);
    expect(lost).toEqual([2]);
    expect(heard()).toEqual([
      [1, 0, 2],
      [3, 2.5, 3.5],
    ]);
    expect(told.at(-1)).toBe('end');
  });

  it('begin with the next one where the first can’t be had, and fail only where none can', async () => {
    sound.files.delete(1);
    play();
    await sound.pass(5);
    expect(heard().map(([soundId]) => soundId)).toEqual([2, 3]);
    sound.files.clear();
    lost = [];
    player.stop();
    play();
    await sound.pass(1);
    expect(told.at(-1)).toBe('failure');
    expect(lost).toEqual([1, 2, 3]);
  });
});

describe('while clips play', () => {
  it('a pause keeps the place, in the middle of a clip and between two', async () => {
    play();
    await sound.pass(1.03);
    player.pause();
    expect(position).toBeCloseTo(1, 2);
    await sound.pass(30);
    player.resume();
    await sound.pass(1.23);
    // 0.2 s of the pause after the first have gone by.
    player.pause();
    await sound.pass(30);
    player.resume();
    await sound.pass(1);
    const stretches = sound.heard();
    expect(stretches.map(({ soundId }) => soundId)).toEqual([1, 1, 2]);
    expect(stretches[1]?.from).toBeCloseTo(1, 2);
    const resumed = (stretches[1]?.end ?? 0) + 0.2;
    expect((stretches[2]?.at ?? 0) - resumed - 30).toBeCloseTo(0.3, 1);
  });

  it('another place is sought in the clip that sounds, and what follows it follows', async () => {
    play();
    await sound.pass(0.5);
    player.seek(1.5);
    await sound.pass(1.5);
    expect(sound.heard().map(({ soundId, from }) => [soundId, from])).toEqual([
      [1, 0],
      [1, 1.5],
      [2, 0],
    ]);
  });

  it('another speed shortens clips and pauses alike, from the same place on', async () => {
    player.setSpeed(2);
    play();
    await sound.pass(4);
    const stretches = heard();
    const starts = told.filter((what) => what.startsWith('line'));
    expect(starts).toEqual(['line 1', 'line 2', 'line 3']);
    // 2 s, 3 s and 1 s of sound and two pauses, in half the time.
    expect(stretches.at(-1)?.[2]).toBeCloseTo(3.5, 2);
  });

  it('a changed speed goes on from where it is', async () => {
    play();
    await sound.pass(1.03);
    player.setSpeed(2);
    await sound.pass(LEAD + 0.25);
    expect(position).toBeCloseTo(1.5, 1);
  });

  it('a changed speed leaves no silence, however long the sound at that speed takes to make', async () => {
    play();
    await sound.pass(1.03);
    sound.readingSeconds = 0.1;
    player.setSpeed(2);
    await sound.pass(0.5);
    const [before, after] = sound.heard();
    expect(after?.at).toBeGreaterThan(1.1);
    expect((before?.end ?? 0) - (after?.at ?? 0)).toBeGreaterThan(0);
  });

  it('another gain is heard at once, another part of the file from the same place', async () => {
    play();
    await sound.pass(0.5);
    player.change(clip(1, { gainDb: 6 }));
    await sound.pass(0.1);
    expect(sound.heard()).toMatchObject([{ soundId: 1, level: 1.995 }]);
    player.change(clip(1, { gainDb: 6, fromSeconds: 1, toSeconds: 1.5 }));
    await sound.pass(1.2);
    expect(sound.heard().map(({ soundId, from }) => [soundId, from])).toEqual([
      [1, 0],
      [1, 1],
      [2, 0],
    ]);
  });

  it('what was changed of a later clip is heard when it comes', async () => {
    play();
    await sound.pass(1);
    sound.files.set(9, 1.25);
    lines = [clip(1), clip(2, { soundId: 9, toSeconds: 1.25, gainDb: -6 }), clip(3, { fromSeconds: 0.25 })];
    player.queueChanged();
    await sound.pass(5);
    expect(heard()).toEqual([
      [1, 0, 2],
      [9, 2.5, 3.75],
      [3, 4.25, 5],
    ]);
    expect(told.filter((what) => what.startsWith('line'))).toEqual(['line 1', 'line 2', 'line 3']);
  });

  it('a queue that changed in nothing that is heard leaves what is planned', async () => {
    play();
    await sound.pass(1);
    const planned = sound.joined;
    lines = lines.map((line) => ({ ...line }));
    player.queueChanged();
    await sound.pass(0.1);
    expect(sound.joined).toBe(planned);
    await sound.pass(6);
    expect(heard()).toEqual([
      [1, 0, 2],
      [2, 2.5, 5.5],
      [3, 6, 7],
    ]);
  });

  it('a line that is new at the end is heard, also while the last one sounds', async () => {
    lines = lines.slice(0, 1);
    play();
    await sound.pass(1);
    write([2, 3, 1]);
    player.queueChanged();
    await sound.pass(2);
    expect(heard().map(([soundId]) => soundId)).toEqual([1, 2]);
  });

  it('nothing is heard or held after it is stopped', async () => {
    play();
    await sound.pass(1);
    player.stop();
    await sound.pass(10);
    expect(heard().map(([soundId]) => soundId)).toEqual([1]);
    expect(sound.joined).toBe(0);
    expect(sound.isTicking).toBe(false);
  });

  it('a clip that follows itself is heard without a gap', async () => {
    const again: ClipQueue<Clip> = {
      after: (one) => ({ clip: one, pauseSeconds: 0 }),
      markUnavailable: () => undefined,
    };
    player.play(clip(3, { fromSeconds: 0.25 }), again);
    await sound.pass(2);
    expect(heard().slice(0, 2)).toEqual([
      [3, 0, 0.75],
      [3, 0.75, 1.5],
    ]);
  });
});
