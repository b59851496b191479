import { describe, expect, it } from 'vitest';
import type { LineInTime, TimedChapter } from '../ui/sound/player-store.ts';
import { chapterLevels, linePositionAt } from './chapter-strip.tsx';

const line = (lineId: number, startSeconds: number, endSeconds: number, about: Partial<LineInTime> = {}) => ({
  lineId,
  role: 'LANE',
  startSeconds,
  endSeconds,
  fromSeconds: 0,
  levels: null,
  ...about,
});

/** Two lines of four seconds, a pause of two between them. */
const chapter = (first: Partial<LineInTime> = {}, second: Partial<LineInTime> = {}): TimedChapter => ({
  lines: [line(1, 0, 4, first), line(2, 6, 10, second)],
  seconds: 10,
  missing: [],
});

describe('the waveform of a chapter', () => {
  it('has each line where it sounds, and silence between', () => {
    const levels = chapterLevels(
      chapter({ levels: Uint8Array.of(10, 20, 30, 40) }, { levels: Uint8Array.of(200) }),
      10,
    );
    expect([...levels]).toEqual([10, 20, 30, 40, 0, 0, 200, 200, 200, 200]);
  });

  it('keeps the loudest where lines are narrower than a bar', () => {
    expect([
      ...chapterLevels(chapter({ levels: Uint8Array.of(1, 99, 2) }, { levels: Uint8Array.of(7, 8) }), 2),
    ]).toEqual([99, 8]);
  });
});

describe('a place in a chapter', () => {
  it('is that of the line that sounds there, from where its trim begins', () => {
    expect(linePositionAt(chapter({ fromSeconds: 0.5 }), 1.5)).toEqual({ lineId: 1, fileSeconds: 2 });
  });

  it('is the start of the next line in a pause, and of nothing after the end but the last line', () => {
    expect(linePositionAt(chapter(), 5)).toEqual({ lineId: 2, fileSeconds: 0 });
    expect(linePositionAt(chapter({}, { fromSeconds: 1 }), 12)).toEqual({ lineId: 2, fileSeconds: 7 });
    expect(linePositionAt({ lines: [], seconds: 0, missing: [] }, 1)).toBeNull();
  });
});
