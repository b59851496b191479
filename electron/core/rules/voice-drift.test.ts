import { describe, expect, it } from 'vitest';
import { seededNumbers } from '../../../packages/audio/testing/tones.ts';
import type { DriftDimension } from '../../../shared/model/voice-drift.ts';
import { type SimulatedVoice, TYPICAL, voiceHistory } from './testing/voice-histories.ts';
import { canaryShift, driftOf, type HeardTake } from './voice-drift.ts';

const dimensionsOf = (takes: readonly HeardTake[]) => driftOf(takes).alarms.map(({ dimension }) => dimension);

describe('a voice that doesn’t change', () => {
  it('hardly ever causes an alarm', () => {
    let alarms = 0;
    for (let seed = 0; seed < 20; seed += 1) {
      const random = seededNumbers(seed);
      const spread = { pace: 0.02 + 0.1 * random(), pitch: 0.1 + 1.2 * random(), level: 0.2 + 2 * random() };
      const most = 3 + 40 * random();
      const days = 2 + Math.floor(18 * random());
      const takes = voiceHistory(seed, { days, takesPerDay: () => 1 + Math.floor(most * random()), spread });
      if (driftOf(takes).alarms.length > 0) alarms += 1;
    }
    expect(alarms).toBe(0);
  });
});

describe('a voice that changes on the fifth day', () => {
  const changed: readonly (readonly [DriftDimension, Partial<SimulatedVoice['changed'] & object>])[] = [
    ['pitch', { pitch: 1 }],
    ['pitch', { pitch: -1 }],
    ['pace', { pace: 0.12 }],
    ['level', { level: -3 }],
    ['timbre', { timbre: 4 }],
  ];
  it.each(changed)('is noticed by its %s: %o', (dimension, change) => {
    let found = 0;
    for (let seed = 0; seed < 10; seed += 1) {
      const takes = voiceHistory(seed, {
        days: 5,
        takesPerDay: () => 20,
        spread: TYPICAL,
        changed: { from: 4, ...change },
      });
      const alarm = driftOf(takes).alarms.find((one) => one.dimension === dimension);
      if (alarm?.by === 'day' && alarm.group === '2026-01-05') found += 1;
    }
    expect(found).toBeGreaterThanOrEqual(9);
  });

  it('is only reported with the dimension that has changed', () => {
    const takes = voiceHistory(7, {
      days: 6,
      takesPerDay: () => 20,
      spread: TYPICAL,
      changed: { from: 4, pitch: 1.5 },
    });
    expect(driftOf(takes).alarms).toMatchObject([{ dimension: 'pitch', by: 'day', group: '2026-01-05' }]);
    const [, , , , fifth] = driftOf(takes).days;
    expect(fifth?.shifts.pitch).toBeCloseTo(1.5, 0);
    expect(driftOf(takes).days.map(({ isReference }) => isReference)).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  it('isn’t noticed if the difference can’t be heard', () => {
    const spread = { pace: 0.01, pitch: 0.05, level: 0.1 };
    const changed = { from: 4, pitch: 0.5, pace: 0.05, level: 1.5 };
    expect(dimensionsOf(voiceHistory(3, { days: 8, takesPerDay: () => 30, spread, changed }))).toEqual([]);
  });

  it('isn’t noticed from too few takes', () => {
    const few = { days: 8, takesPerDay: () => 1, spread: TYPICAL, changed: { from: 4, pitch: 6 } };
    expect(dimensionsOf(voiceHistory(3, few))).toEqual([]);
    expect(driftOf([])).toEqual({ days: [], chapters: [], alarms: [] });
  });
});

it('a voice that changes in the middle of a day is noticed by its chapters', () => {
  const takes = voiceHistory(5, { days: 2, takesPerDay: () => 60, spread: TYPICAL, changed: { from: 1, pitch: 1.5 } });
  const onOneDay = takes.map((take) => ({ ...take, day: '2026-01-01' }));
  expect(driftOf(onOneDay).alarms).toMatchObject([{ dimension: 'pitch', by: 'chapter', group: 2 }]);
});

it('takes that aren’t measured are left out', () => {
  const takes = voiceHistory(5, { days: 6, takesPerDay: () => 20, spread: TYPICAL }).map((take, index) =>
    index % 2 ? take : { ...take, pace: null, pitch: null, level: null, timbre: null },
  );
  expect(driftOf(takes).days.at(-1)?.shifts.pitch).not.toBeNull();
  const silent = takes.map((take) => ({ ...take, pace: null, pitch: null, level: null, timbre: null }));
  expect(driftOf(silent)).toMatchObject({ alarms: [], days: { length: 6 } });
});

describe('canary lines', () => {
  const earlier = voiceHistory(9, { days: 2, takesPerDay: () => 20, spread: TYPICAL });
  const again = (change: Partial<Record<'pitch' | 'pace' | 'level', number>>, timbre = 0) =>
    earlier.slice(0, 5).map((before, index) => ({
      before,
      after: {
        ...before,
        pitch: (before.pitch ?? 0) + (change.pitch ?? 0) + 0.05 * (index - 2),
        pace: (before.pace ?? 0) + (change.pace ?? 0) + 0.005 * (index - 2),
        level: (before.level ?? 0) + (change.level ?? 0) + 0.1 * (index - 2),
        timbre: Array.from(before.timbre ?? [], (value, at) => value + (at % 2 ? timbre : -timbre)),
      },
    }));

  it('show from five lines what has changed', () => {
    expect(canaryShift(again({}), earlier)).toMatchObject({ lines: 5, alarms: [] });
    expect(canaryShift(again({ pitch: 1 }), earlier)?.alarms).toEqual(['pitch']);
    expect(canaryShift(again({ pace: 0.12 }), earlier)?.alarms).toEqual(['pace']);
    expect(canaryShift(again({ level: -3 }), earlier)?.alarms).toEqual(['level']);
    expect(canaryShift(again({}, 4), earlier)?.alarms).toEqual(['timbre']);
  });

  it('show nothing with fewer than three lines', () => {
    expect(canaryShift(again({ pitch: 4 }).slice(0, 2), earlier)).toMatchObject({ lines: 2, alarms: [] });
    expect(canaryShift([], earlier)).toBeNull();
  });
});
