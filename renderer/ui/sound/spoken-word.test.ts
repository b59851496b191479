import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type PlayerTrack, usePlayer } from './player-store.ts';
import { followSpokenWord, wordAt } from './spoken-word.ts';

const time = (startSeconds: number, endSeconds: number) => ({ startSeconds, endSeconds, confidence: 1 });
const TIMES = [time(0.5, 0.9), time(0.9, 1.4), time(3, 3.5)];

describe('the word at a position', () => {
  it('is the last one that has started, until a pause', () => {
    const words = [0, 0.5, 0.89, 0.9, 1.5, 2, 3.2, 9].map((seconds) => wordAt(TIMES, seconds));
    expect(words).toEqual([null, 0, 0, 1, 1, null, 2, null]);
    expect(wordAt([], 1)).toBeNull();
  });
});

describe('following a take', () => {
  const first = usePlayer.getInitialState();
  const track: PlayerTrack = { source: { kind: 'take', takeId: 7, lineId: 3 }, title: '', detail: '' };
  let shown: (number | null)[];
  let stop: () => void;

  beforeEach(() => {
    usePlayer.setState(first, true);
    shown = [];
    stop = followSpokenWord(7, TIMES, (word) => shown.push(word));
  });
  afterEach(() => stop());

  const playAt = (position: number) => usePlayer.getState().report({ track, status: 'playing', position });

  it('reports each word once, however often the position changes', () => {
    for (const position of [0.2, 0.46, 0.6, 0.65, 0.86, 1, 2.2, 3.1]) playAt(position);
    expect(shown).toEqual([0, 1, null, 2]);
  });

  it('reports nothing while the take is paused, or another one plays', () => {
    playAt(0.6);
    usePlayer.getState().report({ status: 'paused' });
    const other: PlayerTrack = { ...track, source: { kind: 'take', takeId: 8, lineId: 3 } };
    usePlayer.getState().report({ track: other, status: 'playing', position: 1 });
    expect(shown).toEqual([0, null]);
  });

  it('clears the word at the end', () => {
    playAt(0.6);
    stop();
    playAt(1);
    expect(shown).toEqual([0, null]);
  });
});
