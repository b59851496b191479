import { describe, expect, it } from 'vitest';
import {
  findOwnTarget,
  isTargetNameTaken,
  type OwnTarget,
  ownTargetSchema,
  ownTargetsSchema,
} from '../../model/export/own-target.ts';
import { TARGETS, targetsInOrder } from './export-targets.ts';
import { copyTarget, ownExportTarget } from './own-targets.ts';

function copyOf(id: keyof typeof TARGETS, change: Partial<OwnTarget> = {}): OwnTarget {
  const copy = copyTarget(TARGETS[id], 'own-1', 'Our house');
  if (!copy) throw new Error(`${id} has no figures`);
  return { ...copy, ...change };
}

/** What is wrong with a target, by where that is. */
const problems = (target: unknown) =>
  ownTargetSchema.safeParse(target).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];

describe('a target of the producer’s own', () => {
  it('that was only copied has all figures of the one it was copied from', () => {
    for (const target of targetsInOrder()) {
      const copy = copyTarget(target, 'own-1', 'Copy');
      if (!copy) {
        expect(target.id).toBe('lines');
        continue;
      }
      const { own, source, ...made } = ownExportTarget(ownTargetSchema.parse(copy));
      const { figures, source: _, ...usual } = target;
      expect(made).toMatchObject({ ...usual, figures: { bounds: figures.bounds, sameChannels: true } });
      expect([own?.name, source]).toEqual(['Copy', null]);
    }
  });

  it('is measured against what was changed, and against its store’s bounds in all else', () => {
    const { goal } = copyOf('acx');
    const changed = copyOf('acx', {
      encoding: { codec: 'flac', bits: 24 },
      goal: {
        ...goal,
        loudness: { measure: 'integrated', lufs: -23 },
        truePeakDbtp: -2,
        channels: 2,
        headSeconds: 1.5,
      },
    });
    const { figures } = ownExportTarget(changed);
    expect(figures).toMatchObject({ packedAs: ['flac'], constantBitrate: false });
    expect(figures.bounds).toEqual({
      integratedLufs: { min: -23.5, max: -22.5 },
      truePeakDbtp: { max: -1.9 },
      noiseFloorDbfs: { max: -60 },
      headSeconds: { min: 1.45 },
      tailSeconds: { min: 1, max: 5 },
      sampleRate: { min: 44_100, max: 44_100 },
      channels: { min: 2, max: 2 },
      durationSeconds: { max: 7_200 },
    });
  });

  it('keeps what its store has besides a loudness that is the same, and gets the room tone of its store', () => {
    const { goal } = copyOf('acx');
    const { roomToneDbfs: _, ...older } = goal;
    const made = ownExportTarget(
      copyOf('acx', { goal: { ...older, loudness: { measure: 'integrated', lufs: -20.5 } } }),
    );
    expect(made.goal).toEqual(goal);
    expect(made.figures.bounds.rmsDbfs).toEqual({ min: -23, max: -18 });
    const silent = ownExportTarget(copyOf('acx', { goal: { ...goal, roomToneDbfs: null } }));
    expect(silent.goal?.roomToneDbfs).toBeNull();
  });

  it('has files of another shape under names that go with them', () => {
    expect(ownExportTarget(copyOf('acx', { files: 'whole' }))).toMatchObject({
      shape: { kind: 'whole' },
      name: '{book}',
    });
    const chapters = ownExportTarget(copyOf('podcast', { files: 'chapters' }));
    expect(chapters).toMatchObject({ name: '{number} - {chapter}', chapterMarks: false });
  });

  it('is refused with the field that is wrong', () => {
    const { goal } = copyOf('acx');
    expect(problems(copyOf('m4b'))).toEqual([]);
    expect(
      problems(copyOf('m4b', { encoding: { codec: 'mp3', mode: 'cbr', bitrate: 128 }, files: 'chapters' })),
    ).toEqual([
      ['encoding', 'only-aac'],
      ['files', 'one-file'],
    ]);
    expect(problems(copyOf('acx', { encoding: { codec: 'mp3', mode: 'cbr', bitrate: 100 } }))).toEqual([
      ['encoding', 'mp3-bitrate'],
    ]);
    expect(problems(copyOf('acx', { goal: { ...goal, sampleRate: 22_050 } }))).toEqual([['encoding', 'low-rate']]);
    expect(problems(copyOf('acx', { name: ' ' }))).toMatchObject([['name', expect.anything()]]);
    expect(problems(copyOf('acx', { goal: { ...goal, tailSeconds: 11, truePeakDbtp: 1 } })).map(([at]) => at)).toEqual([
      'goal.truePeakDbtp',
      'goal.tailSeconds',
    ]);
  });

  it('as Opus has a rate that Opus has, and is measured against it', () => {
    const target = ownExportTarget({ ...copyOf('acx'), encoding: { codec: 'opus', bitrate: 64 } });
    expect(target.goal?.sampleRate).toBe(48_000);
    expect(target.figures.bounds.sampleRate).toEqual({ min: 48_000, max: 48_000 });
  });

  it('has a name by which nothing else is called, in capitals or not', () => {
    const ours = copyOf('acx');
    expect(isTargetNameTaken('our HOUSE', [ours])).toBe(true);
    expect(isTargetNameTaken('ACX', [])).toBe(true);
    expect(isTargetNameTaken('Another', [ours])).toBe(false);
    expect(findOwnTarget([ours], ' our house')).toBe(ours);
    expect(ownTargetsSchema.safeParse([ours, { ...ours, id: 'own-2', name: 'Our House' }]).success).toBe(false);
    expect(ownTargetsSchema.safeParse([ours, { ...ours, id: 'own-2', name: 'Radio' }]).success).toBe(true);
  });
});
