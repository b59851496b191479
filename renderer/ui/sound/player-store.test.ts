import { beforeEach, describe, expect, it } from 'vitest';
import { type PlayerOutput, type PlayerTrack, usePlayer } from './player-store.ts';

/** Writes down what the store asks of the sound. */
function recorder() {
  const asked: unknown[] = [];
  const note =
    (name: string) =>
    (...args: unknown[]) =>
      void asked.push(args.length > 0 ? [name, ...args] : name);
  const output: PlayerOutput = {
    load: (track, options) => void asked.push(['load', track.title, options]),
    playThrough: note('through'),
    step: note('step'),
    goTo: note('goTo'),
    play: note('play'),
    pause: note('pause'),
    stop: note('stop'),
    seek: note('seek'),
    setSpeed: note('speed'),
    setLoop: note('loop'),
    treat: note('treat'),
  };
  return { asked, output };
}

const track: PlayerTrack = {
  source: { kind: 'take', takeId: 7, lineId: 3 },
  title: 'LANE',
  detail: 'line 3',
  durationSeconds: 10,
};
const first = usePlayer.getInitialState();
const player = () => usePlayer.getState();

beforeEach(() => usePlayer.setState(first, true));

describe('the player', () => {
  it('goes on with another gain and trim, where it is this take that is in it', () => {
    const { asked, output } = recorder();
    player().attach(output);
    player().play(track, { gainDb: -2, trimStart: 0.5 });
    asked.length = 0;
    const treated = { gainDb: 3, trimStart: 1, trimEnd: 2 };
    player().treat(8, treated);
    expect(asked).toEqual([]);
    player().treat(7, treated);
    expect(asked).toEqual([['treat', treated]]);
    expect(player().options).toMatchObject(treated);
    player().seek(100);
    expect(asked.at(-1)).toEqual(['seek', 8]);
  });

  it('keeps a gain that makes two takes equally loud', () => {
    const { asked, output } = recorder();
    player().attach(output);
    player().play(track, { gainDb: -6, isMatched: true });
    player().treat(7, { gainDb: 3, trimStart: 1, trimEnd: 0 });
    expect(asked.at(-1)).toEqual(['treat', { gainDb: -6, trimStart: 1, trimEnd: 0 }]);
    expect(player().options).toMatchObject({ gainDb: -6, trimStart: 1 });
  });

  it('plays from where the trim ends, and shows the length that is known', () => {
    const { asked, output } = recorder();
    player().attach(output);
    player().play(track, { trimStart: 0.5, gainDb: -2 });
    expect(asked).toEqual([['load', 'LANE', { trimStart: 0.5, gainDb: -2, loop: false }]]);
    expect(player()).toMatchObject({ status: 'loading', position: 0.5, duration: 10 });
  });

  it('seeks within what is left of a trimmed take', () => {
    const { asked, output } = recorder();
    player().attach(output);
    player().play(track, { trimStart: 1, trimEnd: 2 });
    for (const seconds of [0, 5, 9.5]) player().seek(seconds);
    expect(asked.slice(1)).toEqual([
      ['seek', 1],
      ['seek', 5],
      ['seek', 8],
    ]);
  });

  it('goes faster with each L and back to normal with K', () => {
    const { asked, output } = recorder();
    player().attach(output);
    player().play(track);
    player().report({ status: 'playing' });
    player().forward();
    player().forward();
    expect(player().speed).toBe(1.5);
    player().halt();
    expect(player().speed).toBe(1);
    expect(asked.at(-1)).toBe('pause');
    player().report({ status: 'paused' });
    player().forward();
    expect(asked.at(-1)).toBe('play');
    expect(player().speed).toBe(1);
  });

  it('keeps the loop as it was set, whatever one track is played with', () => {
    const { output } = recorder();
    player().attach(output);
    player().setLoop(true);
    player().play(track);
    expect(player().loop).toBe(true);
    player().play(track, { loop: false });
    expect(player().loop).toBe(true);
  });

  it('plays the selected line, and pauses whatever sounds', () => {
    const { asked, output } = recorder();
    player().attach(output);
    player().play(track);
    asked.length = 0;
    let chosen = 0;
    usePlayer.setState({
      playSelected: () => {
        chosen += 1;
      },
    });
    player().playOrPause();
    expect([asked, chosen]).toEqual([['pause'], 0]);
    player().report({ status: 'paused' });
    player().playOrPause();
    expect([asked, chosen]).toEqual([['pause'], 1]);
  });

  it('goes on with what is loaded where the selected line has nothing to play', () => {
    const { asked, output } = recorder();
    player().attach(output);
    player().play(track);
    player().report({ status: 'paused' });
    player().playOrPause();
    expect(asked.at(-1)).toBe('play');
  });

  it('plays lines through until something else is played, or it is stopped', () => {
    const { asked, output } = recorder();
    player().attach(output);
    const start = { extent: { kind: 'chapter', chapterId: 4 }, fromLineId: 9 } as const;
    player().playThrough(start);
    expect(asked).toEqual([['through', start]]);
    expect(player().through).toMatchObject({ kind: 'chapter', isFollowed: true });
    player().follow(false);
    expect(player().through).toMatchObject({ isFollowed: false });
    player().play(track);
    expect(player().through).toBeNull();
    player().playThrough(start);
    player().stop();
    expect(player().through).toBeNull();
  });

  it('gives up only the steps of the screen that takes them back', () => {
    const [review, script] = [
      { previous: () => undefined, next: () => undefined },
      { previous: () => undefined, next: () => undefined },
    ];
    const restoreSteps = player().setSteps(review);
    player().setSteps(script);
    restoreSteps();
    expect(player().steps).toBe(script);
  });
});
