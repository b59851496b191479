import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Suspicion } from '../../../shared/model/take.ts';
import {
  habitOf,
  type JudgedTake,
  MIN_CHARACTERS,
  MIN_TAKES,
  suspicionScore,
  suspicionsOf,
  type TakeSound,
  takesForHabit,
  tempoOf,
  type VoiceHabit,
} from './suspicion.ts';

const HABIT: VoiceHabit = { secondsPerCharacter: 0.06, takes: 50 };

/** A take as it should be: 100 characters in 6 s, with a little silence around them. */
function take(change: Omit<Partial<JudgedTake>, 'sound'> & { sound?: Partial<TakeSound> } = {}): JudgedTake {
  const { sound, ...rest } = change;
  return {
    sound: {
      clippedSamples: 0,
      speechLevelDb: -20,
      headSilenceSeconds: 0.1,
      tailSilenceSeconds: 0.2,
      longestPauseSeconds: 0.3,
      startLevelDb: -50,
      endLevelDb: -45,
      balanceDb: null,
      ...sound,
    },
    durationSeconds: 6.3,
    announcedSeconds: null,
    format: 'wav',
    sampleRate: 24_000,
    spokenLength: 100,
    speed: 1,
    pauseBeforeSeconds: 0,
    pauseAfterSeconds: 0,
    ...rest,
  };
}

const kindsOf = (judged: JudgedTake, habit: VoiceHabit | null = HABIT): string[] =>
  suspicionsOf(judged, habit).map(({ kind }) => kind);

describe('a habit', () => {
  it('is the median, and known from eight takes on', () => {
    const tempos = [0.05, 0.07, 0.06, 0.061, 0.059, 0.062, 9];
    expect(habitOf(tempos)).toBeNull();
    expect(habitOf([...tempos, 0.06])?.secondsPerCharacter).toBeCloseTo(0.0605, 9);
    expect(habitOf([...tempos, 0.06, 0.06])).toEqual({ secondsPerCharacter: 0.06, takes: 9 });
  });

  it('does not move where fewer than half of the takes are bad', () => {
    const bad = fc.array(fc.double({ min: 0, max: 1_000, noNaN: true }), { maxLength: 9 });
    fc.assert(
      fc.property(bad, (tempos) => {
        const good = new Array<number>(10).fill(0.06);
        expect(habitOf([...tempos, ...good])?.secondsPerCharacter).toBe(0.06);
      }),
    );
  });

  it('is not learnt from what says nothing: few characters, no sound', () => {
    expect(tempoOf(take({ spokenLength: MIN_CHARACTERS - 1 }))).toBeNull();
    expect(tempoOf(take({ sound: { speechLevelDb: null } }))).toBeNull();
    expect(tempoOf(take())).toBeCloseTo(0.06, 9);
  });

  it('is at speed 1, whatever the speed that was asked for', () => {
    expect(tempoOf(take({ speed: 2, durationSeconds: 3.3 }))).toBeCloseTo(0.06, 9);
  });
});

describe('the habit by which a take is judged', () => {
  it('is that of the takes before it, learnt again at 8, 32 and 128 takes', () => {
    expect([1, 7, 8, 9, 31, 32, 127, 128, 600].map(takesForHabit)).toEqual([8, 8, 8, 8, 8, 32, 32, 128, 512]);
  });
});

describe('an ordinary take', () => {
  it('is not suspicious', () => {
    expect(suspicionsOf(take(), HABIT)).toEqual([]);
  });

  it('nor is it up to half slower or a third faster than the habit', () => {
    const ratio = fc.double({ min: 0.67, max: 1.5, noNaN: true });
    const characters = fc.integer({ min: MIN_CHARACTERS, max: 2_000 });
    fc.assert(
      fc.property(ratio, characters, (times, count) => {
        const durationSeconds = 0.3 + 0.06 * count * times;
        expect(kindsOf(take({ spokenLength: count, durationSeconds }))).toEqual([]);
      }),
    );
  });
});

describe('tempo', () => {
  it('is slow or fast with its ratio to the habit', () => {
    expect(suspicionsOf(take({ durationSeconds: 12.3 }), HABIT)).toEqual([
      { kind: 'slow', ratio: expect.closeTo(2, 9) },
    ]);
    expect(suspicionsOf(take({ durationSeconds: 3.3 }), HABIT)).toEqual([
      { kind: 'fast', ratio: expect.closeTo(0.5, 9) },
    ]);
  });

  it('is allowed more in a short line, in which one pause weighs much', () => {
    const times = (characters: number, ratio: number) =>
      kindsOf(take({ spokenLength: characters, durationSeconds: 0.3 + 0.06 * characters * ratio }));
    expect(times(19, 1.73)).toEqual([]);
    expect(times(300, 1.73)).toEqual(['slow']);
    expect(times(16, 2)).toEqual(['slow']);
  });

  it('does not count the silence at the ends, nor dead air twice', () => {
    expect(kindsOf(take({ durationSeconds: 18.2, sound: { headSilenceSeconds: 6, tailSilenceSeconds: 6.2 } }))).toEqual(
      ['dead-air', 'dead-air'],
    );
    expect(kindsOf(take({ durationSeconds: 12.3, sound: { longestPauseSeconds: 6.3 } }))).toEqual(['dead-air']);
  });

  it('is judged without a habit, and in the shortest lines, only where no speech is like that', () => {
    expect(kindsOf(take({ durationSeconds: 12.3 }), null)).toEqual([]);
    expect(kindsOf(take({ durationSeconds: 2.4 }), null)).toEqual([]);
    expect(kindsOf(take({ durationSeconds: 3.5, spokenLength: 4 }))).toEqual([]);
    expect(kindsOf(take({ durationSeconds: 0.4, spokenLength: MIN_CHARACTERS - 1 }))).toEqual([]);
    expect(suspicionsOf(take({ durationSeconds: 35.3 }), null)).toEqual([
      { kind: 'slow', ratio: expect.closeTo(5, 9), against: 'speech' },
    ]);
    expect(suspicionsOf(take({ durationSeconds: 1 }), null)).toEqual([
      { kind: 'fast', ratio: expect.closeTo(0.1, 9), against: 'speech' },
    ]);
    expect(kindsOf(take({ durationSeconds: 15, spokenLength: 3 }))).toEqual(['slow']);
    // Half the speed takes twice as long.
    expect(kindsOf(take({ durationSeconds: 35.3, speed: 0.5 }), null)).toEqual([]);
  });

  it('is slower with every second, and never slow and fast at once', () => {
    const seconds = fc.double({ min: 0.31, max: 300, noNaN: true });
    fc.assert(
      fc.property(seconds, seconds, fc.integer({ min: 12, max: 500 }), (one, other, characters) => {
        const [short, long] = [Math.min(one, other), Math.max(one, other)];
        const rank = (durationSeconds: number): number => {
          const kinds = kindsOf(take({ durationSeconds, spokenLength: characters }));
          expect(kinds.length).toBeLessThanOrEqual(1);
          return kinds[0] === 'fast' ? -1 : kinds[0] === 'slow' ? 1 : 0;
        };
        expect(rank(short)).toBeLessThanOrEqual(rank(long));
      }),
    );
  });
});

describe('the other suspicions', () => {
  it('dead air is a pause of more than 1.2 s, or more than 1.5 s of silence at an end', () => {
    const silences = { headSilenceSeconds: 1.5, longestPauseSeconds: 1.2, tailSilenceSeconds: 1.5 };
    expect(kindsOf(take({ durationSeconds: 9, sound: silences }))).toEqual([]);
    const longer = { headSilenceSeconds: 1.6, longestPauseSeconds: 1.3, tailSilenceSeconds: 1.7 };
    expect(suspicionsOf(take({ durationSeconds: 9.3, sound: longer }), HABIT)).toEqual([
      { kind: 'dead-air', place: 'start', seconds: 1.6 },
      { kind: 'dead-air', place: 'inside', seconds: 1.3 },
      { kind: 'dead-air', place: 'end', seconds: 1.7 },
    ]);
  });

  it('silence that the script asks for is none of it', () => {
    const sound = { headSilenceSeconds: 3, tailSilenceSeconds: 4 };
    const judged = take({ durationSeconds: 13, sound, pauseBeforeSeconds: 2, pauseAfterSeconds: 1 });
    expect(suspicionsOf(judged, HABIT)).toEqual([{ kind: 'dead-air', place: 'end', seconds: 3 }]);
  });

  it('clipping counts its samples, a few are not heard', () => {
    expect(kindsOf(take({ sound: { clippedSamples: 5 } }))).toEqual([]);
    expect(suspicionsOf(take({ sound: { clippedSamples: 40 } }), HABIT)).toEqual([{ kind: 'clipping', samples: 40 }]);
  });

  it('a cut is an end as loud as the speech', () => {
    expect(suspicionsOf(take({ sound: { startLevelDb: -3, endLevelDb: -11 } }), HABIT)).toEqual([
      { kind: 'cut-start', levelDb: -3 },
      { kind: 'cut-end', levelDb: -11 },
    ]);
    expect(kindsOf(take({ sound: { startLevelDb: -12, endLevelDb: -13 } }))).toEqual([]);
  });

  it('a take is one-sided where one channel is 20 dB quieter than the other', () => {
    expect(kindsOf(take({ sound: { balanceDb: -20 } }))).toEqual([]);
    expect(suspicionsOf(take({ sound: { balanceDb: -21 } }), HABIT)).toEqual([
      { kind: 'one-sided', quiet: 'left', differenceDb: 21 },
    ]);
    expect(suspicionsOf(take({ sound: { balanceDb: 120 } }), HABIT)).toEqual([
      { kind: 'one-sided', quiet: 'right', differenceDb: 120 },
    ]);
  });

  it('a length is another one than announced from half a percent on', () => {
    const of = (announcedSeconds: number, change: Partial<JudgedTake> = {}) =>
      suspicionsOf(take({ announcedSeconds, ...change }), HABIT);
    for (const announced of [6.3, 6.33, 6.27]) expect(of(announced)).toEqual([]);
    for (const announced of [6.426, 6.174, 6.25, 6.35]) {
      expect(of(announced)).toEqual([{ kind: 'duration', announcedSeconds: announced, seconds: 6.3 }]);
    }
    // Rounded to tenths, or to whole seconds as far as it seems.
    expect(of(6.4, { durationSeconds: 6.35 })).toEqual([]);
    expect(of(6, { durationSeconds: 6.04 })).toEqual([]);
    // MP3 may have a delay and whole frames, which are nothing to long takes.
    expect(of(6.36, { format: 'mp3' })).toEqual([]);
    expect(of(6.36, { format: 'flac' })).toHaveLength(1);
    expect(of(20.4, { format: 'mp3', durationSeconds: 20, spokenLength: 330 })).toHaveLength(1);
  });

  it('a take without sound is silent, and nothing else', () => {
    const sound = { speechLevelDb: null, headSilenceSeconds: 6.3, startLevelDb: null, endLevelDb: null };
    expect(suspicionsOf(take({ sound }), HABIT)).toEqual([{ kind: 'silent' }]);
  });
});

describe('the order of the worst first', () => {
  const suspicion: fc.Arbitrary<Suspicion> = fc.oneof(
    fc.record({ kind: fc.constant('slow' as const), ratio: fc.double({ min: 1.5, max: 100, noNaN: true }) }),
    fc.record({ kind: fc.constant('fast' as const), ratio: fc.double({ min: 0, max: 0.7, noNaN: true }) }),
    fc.record({
      kind: fc.constant('dead-air' as const),
      seconds: fc.double({ min: 1.2, max: 600, noNaN: true }),
      place: fc.constant('inside' as const),
    }),
    fc.record({ kind: fc.constant('clipping' as const), samples: fc.integer({ min: 6, max: 1_000_000 }) }),
    fc.record({ kind: fc.constant('cut-end' as const), levelDb: fc.double({ min: -12, max: 20, noNaN: true }) }),
    fc.constant({ kind: 'silent' as const }),
    fc.record({
      kind: fc.constant('one-sided' as const),
      quiet: fc.constant('left' as const),
      differenceDb: fc.double({ min: 20, max: 120, noNaN: true }),
    }),
    fc.record({
      kind: fc.constant('duration' as const),
      announcedSeconds: fc.double({ min: 0, max: 600, noNaN: true }),
      seconds: fc.double({ min: 0, max: 600, noNaN: true }),
    }),
  );

  it('puts every suspicion above none, and more above fewer', () => {
    fc.assert(
      fc.property(fc.array(suspicion), suspicion, (some, another) => {
        const score = suspicionScore(some);
        expect(Number.isFinite(score)).toBe(true);
        expect(suspicionScore([...some, another])).toBeGreaterThan(score);
      }),
    );
    expect(suspicionScore([])).toBe(0);
  });

  it('puts the larger figure first, and silence before all', () => {
    const orders: Suspicion[][] = [
      [{ kind: 'slow', ratio: 1.6 }, { kind: 'slow', ratio: 1.9 }, { kind: 'silent' }],
      [{ kind: 'fast', ratio: 0.6 }, { kind: 'fast', ratio: 0.4 }, { kind: 'silent' }],
      [
        { kind: 'dead-air', seconds: 1.3, place: 'inside' },
        { kind: 'dead-air', seconds: 2.1, place: 'inside' },
        { kind: 'silent' },
      ],
      [{ kind: 'clipping', samples: 10 }, { kind: 'clipping', samples: 1_000 }, { kind: 'silent' }],
      [{ kind: 'cut-start', levelDb: -10 }, { kind: 'cut-start', levelDb: -2 }, { kind: 'silent' }],
      [
        { kind: 'one-sided', quiet: 'left', differenceDb: 21 },
        { kind: 'one-sided', quiet: 'left', differenceDb: 90 },
        { kind: 'silent' },
      ],
      [
        { kind: 'duration', announcedSeconds: 10, seconds: 10.1 },
        { kind: 'duration', announcedSeconds: 10, seconds: 9.8 },
        { kind: 'silent' },
      ],
    ];
    for (const order of orders) {
      const scores = order.map((one) => suspicionScore([one]));
      expect(scores).toEqual(scores.toSorted((a, b) => a - b));
      expect(new Set(scores).size).toBe(scores.length);
    }
  });
});

it('a habit of eight takes is enough to find the ninth', () => {
  const tempos = Array.from(
    { length: MIN_TAKES },
    (_, index) => tempoOf(take({ durationSeconds: 6 + index / 10 })) ?? 0,
  );
  expect(kindsOf(take({ durationSeconds: 12.5 }), habitOf(tempos))).toEqual(['slow']);
});
