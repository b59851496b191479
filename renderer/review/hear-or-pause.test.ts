import { beforeEach, describe, expect, it } from 'vitest';
import type { ReviewRow } from '../../shared/ipc/review-requests.ts';
import type { TakeSummary } from '../../shared/model/take.ts';
import { toggleLine, toggleTake } from '../ui/sound/play-line.ts';
import { type PlayOptions, usePlayer } from '../ui/sound/player-store.ts';
import { useCompare } from './compare.tsx';

const take: TakeSummary = {
  id: 7,
  lineId: 3,
  number: 1,
  createdAt: 0,
  durationSeconds: 10,
  seed: null,
  format: 'wav',
  verdict: null,
  trimStartSeconds: 0,
  trimEndSeconds: 0,
  gainDb: 0,
  isPick: true,
  isKept: false,
  keyIsToday: true,
  audioProblem: null,
  voices: [],
  overview: null,
  loudnessLufs: -20,
  truePeakDbtp: -3,
  flags: [],
  uses: null,
};
const other: TakeSummary = { ...take, id: 8, number: 2, loudnessLufs: -26 };
const row = (change: Partial<TakeSummary> = {}): ReviewRow => ({
  lineId: 3,
  chapterNumber: 0,
  numberInChapter: 3,
  chapterId: null,
  chapterTitle: '',
  roles: ['LANE'],
  excerpt: '',
  turns: [],
  status: 'fresh',
  takes: 2,
  take: { ...take, ...change },
  notes: [],
  latestTake: null,
});

const player = usePlayer.getInitialState();
let asked: (PlayOptions | 'play' | 'pause')[];

beforeEach(() => {
  usePlayer.setState(player, true);
  useCompare.setState({ comparison: null });
  asked = [];
  const nothing = () => undefined;
  usePlayer.getState().attach({
    load: (_track, options) => void asked.push(options),
    playThrough: nothing,
    step: nothing,
    goTo: nothing,
    play: () => void asked.push('play'),
    pause: () => void asked.push('pause'),
    stop: nothing,
    seek: nothing,
    setSpeed: nothing,
    setLoop: nothing,
    treat: nothing,
  });
});

/** Plays the take, and stops it at a place, in seconds. */
function pauseAt(position: number): void {
  toggleTake(row());
  usePlayer.getState().report({ status: 'paused', position });
  asked = [];
}

describe('playing and pausing the selected take', () => {
  it('goes on where it stood while nothing was changed', () => {
    pauseAt(4);
    toggleTake(row());
    expect(asked).toEqual(['play']);
  });

  it('goes on where it stood, with the gain that was set while it was paused', () => {
    pauseAt(4);
    toggleTake(row({ gainDb: -6 }));
    expect(asked).toMatchObject([{ gainDb: -6, from: 4 }]);
  });

  it('goes back to the start where the place is trimmed away', () => {
    pauseAt(4);
    toggleTake(row({ trimStartSeconds: 1, trimEndSeconds: 7 }));
    expect(asked).toMatchObject([{ trimStart: 1, trimEnd: 7, from: 1 }]);
  });

  it('pauses what is heard of two compared takes, and lets it go on equally loud', () => {
    useCompare.getState().begin(row(), [take, other], null);
    useCompare.getState().swap();
    usePlayer.getState().report({ status: 'playing' });
    asked = [];
    toggleTake(row());
    usePlayer.getState().report({ status: 'paused' });
    toggleTake(row());
    expect(asked).toEqual(['pause', 'play']);
  });

  it('plays a take at its own gain again when the comparison is over', () => {
    useCompare.getState().begin(row(), [take, other], null);
    usePlayer.getState().report({ status: 'paused', position: 0 });
    useCompare.getState().end();
    asked = [];
    toggleTake(row());
    expect(asked).toMatchObject([{ gainDb: 0 }]);
  });
});

describe('the player’s button', () => {
  it('plays the chosen line after another sound', () => {
    usePlayer
      .getState()
      .play({ source: { kind: 'audition', auditionId: 'a', lineId: null }, title: 'LANE', detail: 'audition' });
    usePlayer.getState().report({ status: 'paused' });
    toggleLine(row());
    expect(usePlayer.getState().track?.source).toMatchObject({ kind: 'take', takeId: 7 });
  });

  it('plays the chosen line after another line', () => {
    toggleLine({ ...row({ id: 9, lineId: 4 }), lineId: 4 });
    usePlayer.getState().report({ status: 'paused' });
    toggleLine(row());
    expect(usePlayer.getState().track?.source).toMatchObject({ kind: 'take', takeId: 7 });
  });

  it('goes on with words of the chosen line that were paused, and plays its take when they are over', () => {
    usePlayer
      .getState()
      .play({ source: { kind: 'audition', auditionId: 'a', lineId: 3 }, title: 'LANE', detail: 'audition' });
    usePlayer.getState().report({ status: 'paused', position: 2 });
    toggleLine(row());
    expect(asked.at(-1)).toBe('play');
    usePlayer.getState().report({ status: 'paused', position: 0 });
    toggleLine(row());
    expect(usePlayer.getState().track?.source).toMatchObject({ kind: 'take', takeId: 7 });
  });

  it('goes on with what is played through where that is paused in the chosen line', () => {
    usePlayer.getState().playThrough({ extent: { kind: 'chapter', chapterId: null }, fromLineId: 3 });
    const { through } = usePlayer.getState();
    toggleTake(row());
    usePlayer.getState().report({ through, status: 'paused', position: 4 });
    asked = [];
    // It was set again since: what follows is still to be heard.
    toggleLine(row({ gainDb: 3 }));
    expect(asked).toEqual(['play']);
    expect(usePlayer.getState().through).not.toBeNull();
  });

  it('goes on with another take of the chosen line', () => {
    toggleLine(row({ id: 8 }));
    usePlayer.getState().report({ status: 'paused', position: 4 });
    asked = [];
    toggleLine(row());
    expect(asked).toEqual(['play']);
  });
});
