import { describe, expect, it } from 'vitest';
import { makeTimeline, type TimelineLine } from '../timeline.ts';
import { type PlannedAudio, planAudioFile } from './audio-plan.ts';
import { voiceGains } from './voice-levels.ts';

const line = (lineId: number, durationSeconds: number, change: Partial<TimelineLine> = {}): TimelineLine => ({
  kind: 'line',
  lineId,
  chapterId: 1,
  paragraphId: lineId,
  isHeading: false,
  pauseBeforeSeconds: null,
  pauseAfterSeconds: null,
  take: { takeId: lineId, durationSeconds, trimStartSeconds: 0.25, trimEndSeconds: 0.5, gainDb: 0 },
  ...change,
});
const audio: PlannedAudio = { path: '/takes/a', hash: 'a', format: 'wav' };
const soundOf = () => ({ audio, gainDb: 2 });
const OPTIONS = { sampleRate: 44_100, channels: 1, headSeconds: 0.5, tailSeconds: 1 } as const;

describe('a plan in samples', () => {
  const timeline = makeTimeline([line(1, 2), line(2, 3)]);

  it('has each clip at the sample of its time, with the head before and the tail behind', () => {
    const plan = planAudioFile(timeline, soundOf, OPTIONS);
    expect(plan.clips).toEqual([
      { lineId: 1, audio, gainDb: 2, fromSeconds: 0.25, toSeconds: 1.5, startFrame: 22_050, frames: 55_125 },
      { lineId: 2, audio, gainDb: 2, fromSeconds: 0.25, toSeconds: 2.5, startFrame: 103_635, frames: 99_225 },
    ]);
    expect(plan.frames).toBe(103_635 + 99_225 + 44_100);
  });

  it('leaves out what the encoder puts first, and is a whole number of its frames', () => {
    const plan = planAudioFile(timeline, soundOf, { ...OPTIONS, leadFrames: 1024, wholeFrames: 1024 });
    expect(plan.clips[0]?.startFrame).toBe(22_050 - 1024);
    expect(plan.frames % 1024).toBe(0);
    expect(plan.frames - (103_635 + 99_225 + 44_100 - 1024)).toBeLessThan(1024);
  });

  it('has a head that is as long as what the encoder puts first, at least', () => {
    const plan = planAudioFile(timeline, soundOf, { ...OPTIONS, headSeconds: 0, leadFrames: 1024 });
    expect(plan.clips[0]?.startFrame).toBe(0);
  });
});

describe('voices that are evened out', () => {
  const take = (voice: string, loudnessLufs: number | null, seconds = 10, gainDb = 0) => ({
    voice,
    loudnessLufs,
    seconds,
    gainDb,
  });

  it('meet in the middle, by how long each speaks', () => {
    const gains = voiceGains([take('ANNA', -20), take('ANNA', -20), take('BERT', -26)]);
    const [anna = 0, bert = 0] = [gains.get('ANNA'), gains.get('BERT')];
    expect(-20 + anna).toBeCloseTo(-26 + bert, 6);
    expect(anna).toBeLessThan(0);
    expect(bert).toBeGreaterThan(3);
  });

  it('are those of their usual takes: a whisper stays one, and a gain of the producer counts', () => {
    const gains = voiceGains([take('ANNA', -20), take('ANNA', -45), take('BERT', -26, 10, 6)]);
    expect(gains.get('ANNA')).toBeCloseTo(gains.get('BERT') ?? 9, 6);
  });

  it('are not changed beyond measure, nor where nothing was measured', () => {
    expect(voiceGains([take('ANNA', -20), take('BERT', -60)]).get('BERT')).toBe(9);
    expect(voiceGains([take('ANNA', null)]).size).toBe(0);
  });
});
