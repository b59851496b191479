import { describe, expect, it } from 'vitest';
import type { Failure } from '../../shared/model/problems/line-failure.ts';
import type { CapKind } from '../../shared/model/spending.ts';
import type { LineNames } from './line-names.ts';
import { failedLines, formatRanges, printOutcome, type RunReport, unproofedTakes } from './run-report.ts';

it('says many lines in few words', () => {
  expect(formatRanges([1, 2, 3, 4])).toBe('Lines 1–4 (4 in all)');
  expect(formatRanges([1, 2, 3, 7, 9, 10])).toBe('Lines 1–3, 7 and 9–10 (6 in all)');
});

const NAMES = {
  has: () => true,
  numberOf: (id: number) => id,
  nameOfNumber: (number: number) => `Line ${number}`,
  problemOf: () => 'It has more than two roles.',
  // Only what a report asks of them.
} as unknown as LineNames;

const PLAN = {
  send: [],
  characters: 0,
  reused: [],
  inFlight: [],
  inDoubt: [],
  lost: [],
  replaced: [],
  beyondLimit: [],
  missingAudio: [],
  paidAgain: [],
};
const OUTCOME = {
  rendered: [],
  inDoubt: [],
  lost: [],
  unfinished: new Map(),
  batches: 0,
  characters: 0,
  stopped: null,
  interrupted: false,
};

interface Ending {
  readonly failures?: readonly Failure[];
  readonly overCap?: readonly number[];
  readonly blocked?: readonly number[];
  readonly approved?: readonly number[];
  readonly cap?: CapKind;
  readonly lost?: ReadonlyMap<number, string>;
  readonly left?: number;
  readonly unproofed?: number;
  readonly capped?: boolean;
}

/** What is said at the end of a run, without the first row. */
function said({
  failures = [],
  cap,
  lost = new Map(),
  left = 0,
  unproofed = 0,
  capped = false,
  ...ending
}: Ending): string[] {
  const plan = { ...PLAN, blocked: [], approved: [], overCap: [], ...ending };
  const stopped = capped ? ({ kind: 'capped', by: cap ?? 'run' } as const) : null;
  const outcome = { ...OUTCOME, stopped, failed: new Map(failures.map((failure, at) => [at + 1, failure])) };
  const facts = { plan, outcome, before: new Map(), names: NAMES, fresh: new Set<number>(), cap: cap ?? null };
  const failed = failedLines(facts);
  const report: RunReport = {
    project: '/books/a.lectern',
    lines: 9,
    rendered: 0,
    reused: 0,
    failed,
    in_doubt: lost.size,
    doubtful: [],
    lost: lost.size,
    in_flight: 0,
    left,
    batches: 0,
    characters: 0,
    files: [],
    suspicious: [],
    drift: [],
    notices: [],
    verdict: null,
    disclosure: null,
    signing: null,
    cast_change: null,
    newly_cast: [],
    unproofed: unproofedTakes('/books/a.lectern', unproofed),
    seconds: 0,
  };
  const rows: string[] = [];
  printOutcome(
    { report, outcome, failed, cap: cap ?? null, inDoubt: [], lost, names: NAMES, outDir: null },
    { note: (text) => void rows.push(text), result: () => {}, json: () => {}, setLive: () => {}, terminal: null },
  );
  return rows.slice(1).filter((row) => !row.startsWith('  '));
}

const RESUME = 'lectern resume /books/a.lectern';

const REFUSED: Failure = {
  kind: 'refused',
  problem: { kind: 'too-large', status: 413, message: 'No.', errorId: null },
};

describe('what is advised after a run', () => {
  it('is nothing where all is rendered', () => {
    expect(said({})).toEqual([]);
  });

  it('is to compare the new takes with their words', () => {
    expect(said({ unproofed: 3 })).toEqual([
      '3 new takes haven’t been compared with the script yet. To compare them: lectern proof /books/a.lectern',
    ]);
  });

  it('is to send again what failed, which also fetches and sends the rest', () => {
    const failures: Failure[] = [{ kind: 'failed-by-service', message: null }, REFUSED];
    expect(said({ failures })).toEqual([`To resend failed lines (may be charged again): ${RESUME} --retry-failed 1`]);
  });

  it.each<Failure>([
    { kind: 'audio-unavailable', defect: { kind: 'truncated' } },
    { kind: 'not-stored', problem: { kind: 'disk-full', path: '/books/a.lectern' } },
    { kind: 'unfinished', why: 'stalled', minutes: 30 },
    { kind: 'not-sent', stop: null },
  ])('is to go on where it is $kind', (failure) => {
    expect(said({ failures: [failure] })).toEqual([
      `To download the remaining audio and send the unsent lines: ${RESUME}`,
    ]);
  });

  it('is to decide about lost lines, beside everything else', () => {
    expect(said({ failures: [REFUSED], lost: new Map([[4, 'Gone.']]) })).toEqual([
      `To resend failed lines (may be charged again): ${RESUME} --retry-failed 1`,
      `To resend lines in doubt and lost lines (may be charged twice): ${RESUME} --resubmit-in-doubt`,
    ]);
  });

  it.each([
    ['run', /run “lectern render” again with a higher --max-characters/],
    ['characters', /raise the project’s cap in the window, then run: lectern resume/],
    ['money', /raise the project’s cap in the window, then run: lectern resume/],
    ['currency', /in the currency of the price, then run: lectern resume/],
  ] as const)('is to raise the cap that keeps lines back: %s', (cap, advice) => {
    expect(said({ overCap: [1, 2], cap })).toEqual([expect.stringMatching(advice)]);
    // A cap that was reached during the run comes to the same.
    const failures: Failure[] = [{ kind: 'over-cap', by: cap }];
    expect(said({ failures, cap, capped: true })).toEqual([expect.stringMatching(advice)]);
  });

  it('is to change the script, or to confirm, where only that helps', () => {
    expect(said({ blocked: [1], approved: [2] })).toEqual([
      expect.stringMatching(/change the script or the cast/),
      expect.stringMatching(/“lectern render” again with --replace-approved/),
    ]);
  });

  it('says what was not to be rendered', () => {
    expect(said({ left: 3 })).toEqual(['3 lines of the script remain: “lectern render” renders lines without a take.']);
  });
});
