import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ANALYSIS_VERSION } from '../../../../shared/model/take.ts';
import type { Project } from '../project.ts';
import { Workshop } from '../testing/test-project.ts';
import { giveTake, measuredAs, writeTenLines } from '../testing/test-takes.ts';
import { ReviewStore } from './review-store.ts';

let workshop: Workshop;
let project: Project;
let review: ReviewStore;

beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create();
  review = new ReviewStore(project.db);
});
afterEach(() => workshop.clear());

describe('peaks', () => {
  it('are those that were measured last, and none before', () => {
    writeTenLines(project);
    const { takeId, audioHash } = giveTake(project, 1, { measured: null });
    expect(review.peaks(takeId)).toBeNull();
    project.takes.putAnalysis(audioHash, measuredAs());
    project.takes.putAnalysis(audioHash, measuredAs({ peaks: Uint8Array.of(9), peaksPerSecond: 25 }));
    expect(review.peaks(takeId)).toEqual({ peaksPerSecond: 25, peaks: Uint8Array.of(9) });
  });
});

describe('takes that are not analysed yet', () => {
  it('are listed, the latest first and each audio once, until they are', () => {
    writeTenLines(project);
    const older = giveTake(project, 1, { measured: null });
    const newer = giveTake(project, 2, { measured: null });
    giveTake(project, 3);
    const audio = (of: { audioHash: string }) => ({ audioHash: of.audioHash, format: 'wav', sampleRate: 24_000 });
    expect(project.takes.takesWithoutAnalysis(10)).toEqual([audio(newer), audio(older)]);
    expect(project.takes.takesWithoutAnalysis(1)).toEqual([audio(newer)]);
    expect(project.takes.countWithoutAnalysis()).toBe(2);
    project.takes.putAnalysis(newer.audioHash, measuredAs());
    project.takes.setAudioProblem(older.audioHash, 'damaged');
    expect(project.takes.takesWithoutAnalysis(10)).toEqual([]);
  });

  it('includes what was measured in an older way', () => {
    writeTenLines(project);
    const { takeId, audioHash } = giveTake(project, 1, {
      measured: { version: ANALYSIS_VERSION - 1, speechLevelDb: null },
    });
    expect(project.takes.takesWithoutAnalysis(10)).toMatchObject([{ audioHash }]);
    const [lineId] = project.lines.states().map(({ id }) => id);
    expect(review.takesOf(lineId ?? 0)).toMatchObject([{ id: takeId, overview: null, flags: [] }]);
    expect(review.peaks(takeId)).toBeNull();
  });
});
