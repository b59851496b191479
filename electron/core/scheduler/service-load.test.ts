import { describe, expect, it } from 'vitest';
import { finishTimes, ServiceLoad, workOf } from './service-load.ts';

function loadAt(earlierPace: number | null = null) {
  let now = 1_000_000;
  const load = new ServiceLoad({ clock: { monotonic: () => now }, earlierPace });
  return { load, pass: (milliseconds: number) => (now += milliseconds), now: () => now };
}

const lines = (count: number, characters = 100, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ id: String(from + index), characters }));
const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);

/** Work through lines in batches of ten, each of which takes as long as told. */
function workThrough({ load, pass }: ReturnType<typeof loadAt>, batches: number, batchMs: number): void {
  for (let batch = 0; batch < batches; batch += 1) {
    const batchLines = lines(10, 100, batch * 10);
    load.departed(batchLines);
    pass(batchMs);
    load.ended(idsOf(batchLines), true);
  }
}

describe('the load of a service', () => {
  it('is what departed and is not back', () => {
    const { load } = loadAt();
    load.departed(lines(3));
    load.departed([{ id: '1', characters: 40 }]);
    expect([load.lines, load.characters]).toEqual([3, 240]);
    expect(load.ended(['1', '1', 'unknown'], true)).toBe(40);
    expect([load.lines, load.characters]).toEqual([2, 200]);
  });

  it('has the pace at which work was finished while there was any', () => {
    const own = loadAt();
    expect(own.load.pace).toBeNull();
    workThrough(own, 5, 1_000);
    const pace = workOf({ lines: 10, characters: 1_000 }) / 1_000;
    expect(own.load.pace).toBeCloseTo(pace, 5);
    // A pause between two runs says nothing of the pace.
    own.pass(3_600_000);
    expect(own.load.pace).toBeCloseTo(pace, 5);
  });

  it('does not count as finished what the service never worked on', () => {
    const own = loadAt();
    const refused = lines(10);
    own.load.departed(refused);
    own.pass(60_000);
    own.load.ended(idsOf(refused), false);
    expect(own.load.pace).toBeNull();
  });

  it('goes by an earlier pace until there is a better one', () => {
    const own = loadAt(1);
    expect(own.load.pace).toBe(1);
    workThrough(own, 120, 1_000);
    expect(own.load.pace).toBeCloseTo(2.5, 1);
    expect(own.load.measuredPace).toBeCloseTo(2.5, 1);
  });

  it('soon forgets that a service was slow to start', () => {
    const own = loadAt();
    const first = lines(1);
    own.load.departed(first);
    own.pass(6_000);
    own.load.ended(idsOf(first), true);
    workThrough(own, 60, 100);
    expect(own.load.pace).toBeGreaterThan(25 * 0.8);
  });

  it('keeps the pace that it knows while nothing comes back, and does not go by what came first', () => {
    const own = loadAt(5);
    const first = lines(2);
    own.load.departed(first);
    for (let looks = 0; looks < 24; looks += 1) {
      own.pass(250);
      expect(own.load.pace).toBe(5);
    }
    own.load.ended(['0'], true);
    expect(own.load.pace).toBe(5);
    own.load.ended(['1'], true);
    workThrough(own, 20, 500);
    own.load.departed(lines(10));
    own.pass(20_000);
    expect(own.load.pace).toBeCloseTo(5, 0);
  });

  it('follows a service that becomes slower', () => {
    const own = loadAt();
    workThrough(own, 100, 1_000);
    workThrough(own, 30, 10_000);
    expect(own.load.pace).toBeLessThan(0.3);
  });

  it('remembers no pace that was hardly measured', () => {
    const own = loadAt();
    workThrough(own, 3, 1_000);
    expect([own.load.pace === null, own.load.measuredPace]).toEqual([false, null]);
  });
});

describe('the end of the work', () => {
  const NOW = 1_000_000;
  const idle = { pace: 1, lines: 0, characters: 0 };
  const departuresAt = (...after: number[]) => after.map((ms) => ({ at: NOW + ms, lines: 10, characters: 1_000 }));

  it('is not known without a pace', () => {
    expect(finishTimes({ ...idle, pace: null }, departuresAt(0), NOW)).toBeNull();
  });

  it('comes when all that is outstanding is worked through', () => {
    const times = finishTimes({ pace: 1, lines: 10, characters: 1_000 }, departuresAt(0), NOW);
    expect(times).toEqual({ outstanding: NOW + 2_500, departures: [NOW + 5_000] });
  });

  it('follows the service where it is slower than the departures', () => {
    expect(finishTimes(idle, departuresAt(0, 0, 0, 0), NOW)?.departures.at(-1)).toBe(NOW + 10_000);
  });

  it('follows the departures where they are slower than the service', () => {
    expect(finishTimes(idle, departuresAt(0, 60_000, 120_000), NOW)?.departures.at(-1)).toBe(NOW + 122_500);
  });
});
