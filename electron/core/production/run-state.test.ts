// The state machine of a run by itself: no service, clock or disk.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OrderedLine } from '../../../shared/model/run.ts';
import { append } from '../../../shared/rules/lists.ts';
import type { ServiceProblem } from '../api/service-error.ts';
import type { OpenBatch, SentJob } from '../project/journal/journal.ts';
import {
  charactersOf,
  isClosed,
  newRunState,
  outcomeOf,
  type RunEffect,
  type RunFacts,
  type RunInput,
  type RunLimits,
  type RunState,
  transition,
  UNREACHABLE_LIMIT_MS,
} from './run-state.ts';
import { type QueuedLine, type SubmissionOutcome, sendResultOf } from './submit-batch.ts';

const FACTS: RunFacts = { now: 1_000, room: Number.POSITIVE_INFINITY, inDoubtPolicy: 'ask', lostPolicy: 'ask' };
const SEND_AGAIN: RunFacts = { ...FACTS, inDoubtPolicy: 'send-again', lostPolicy: 'send-again' };
const LIMITS: RunLimits = { runId: 1, retryFailed: 0, maxCharacters: Number.POSITIVE_INFINITY };
const CHARACTERS = 10;

const ordered = (lineId: number): OrderedLine => ({ lineId, characters: CHARACTERS });
const queued = (lineId: number): QueuedLine => ({ ...ordered(lineId), id: String(lineId), attempts: 0 });
const job = (lineId: number, parts: Partial<SentJob> = {}): SentJob => ({
  id: lineId,
  lineId,
  customId: `c${lineId}`,
  renderKey: `k${lineId}`,
  request: { voice_engine: 'SvcDialog', voice: 'v', text: `Line ${lineId}` },
  characters: CHARACTERS,
  attempts: 0,
  childId: null,
  childLink: null,
  ...parts,
});
const batchOf = (...jobs: readonly SentJob[]): OpenBatch => ({ id: 7, runId: 1, selfLink: '/b/7', jobs, finished: [] });
const refusal: ServiceProblem = { kind: 'invalid-parameters', status: 400, message: 'No.', errorId: null };
const failed500: ServiceProblem = { kind: 'server-error', status: 500, message: null };
const accepted = (batch: OpenBatch): SubmissionOutcome => ({ kind: 'accepted', batch, reading: null });
const submitted = (batch: OpenBatch, outcome: SubmissionOutcome): RunInput => ({ kind: 'submitted', batch, outcome });
const loss = { kind: 'lost', cause: 'job-gone', message: null } as const;
const stalled = { kind: 'unfinished', why: 'stalled', minutes: 30 } as const;
const failure = { kind: 'failed-by-service', message: 'Too odd.' } as const;

/** A run of these lines whose inputs so far were these. */
function runAfter(
  lineIds: readonly number[],
  inputs: readonly RunInput[] = [],
  limits: Partial<RunLimits> = {},
): RunState {
  const state = newRunState({ ...LIMITS, ...limits });
  for (const input of [{ kind: 'ordered', lines: lineIds.map(ordered) } as const, ...inputs])
    transition(state, input, FACTS);
  return state;
}

const NOTHING = { jobs: [], skipped: [], duplicate: [], grown: [] };

/** The lines were submitted in one batch and accepted. */
const sent = (...lineIds: readonly number[]): RunInput[] => {
  const lines = lineIds.map(queued);
  const batch = batchOf(...lineIds.map((id) => job(id)));
  return [
    { kind: 'taken', lines },
    { kind: 'drafted', lines, draft: { ...NOTHING, jobs: batch.jobs } },
    { kind: 'submitting', batch, webhookHost: null },
    submitted(batch, accepted(batch)),
  ];
};

/** Effects in short: reports by the kind of their event, others by their own, with the lines that they are about. */
const inShort = (effects: readonly RunEffect[]): string[] =>
  effects.map((effect) => {
    switch (effect.kind) {
      case 'report':
        return `report ${effect.event.kind}`;
      case 'enqueue':
        return `enqueue ${effect.lines.map(({ lineId }) => lineId)} ${effect.work}`;
      case 'cancel':
        return `cancel ${effect.lineIds}`;
      default:
        return effect.kind;
    }
  });

const one = batchOf(job(1));
const two = batchOf(job(1), job(2));
const full = { kind: 'disk-full', path: '/p' } as const;
const moved = { kind: 'moved-while-open', path: '/p', foundAt: null } as const;

interface Row {
  readonly before?: readonly RunInput[];
  readonly limits?: Partial<RunLimits>;
  readonly facts?: Partial<RunFacts>;
  readonly input: RunInput;
  readonly effects: readonly string[];
  readonly closes?: boolean;
}

/** Each is a run of lines 1 and 2. */
const TRANSITIONS: Record<string, Row> = {
  'an order is queued': { input: { kind: 'ordered', lines: [ordered(3)] }, effects: ['enqueue 3 bulk'] },
  'added lines replace those that wait': {
    input: { kind: 'added', lines: [ordered(2), ordered(3)], work: 'interactive', runId: 1 },
    effects: ['cancel 2,3', 'enqueue 2,3 interactive'],
  },
  'added lines that are being prepared are not queued again': {
    before: [{ kind: 'taken', lines: [queued(1)] }],
    input: { kind: 'added', lines: [ordered(1), ordered(3)], work: 'bulk', runId: 1 },
    effects: ['cancel 3', 'enqueue 3 bulk'],
  },
  'added lines that wait count once towards the cap': {
    limits: { maxCharacters: 2 * CHARACTERS },
    input: { kind: 'added', lines: [ordered(2)], work: 'interactive', runId: 1 },
    effects: ['cancel 2', 'enqueue 2 interactive'],
  },
  'lines without anything to render leave room for others under the cap': {
    limits: { maxCharacters: 2 * CHARACTERS },
    before: [
      { kind: 'taken', lines: [queued(1)] },
      { kind: 'drafted', lines: [queued(1)], draft: { ...NOTHING, skipped: [queued(1)] } },
    ],
    input: { kind: 'added', lines: [ordered(3)], work: 'bulk', runId: 1 },
    effects: ['cancel 3', 'enqueue 3 bulk'],
  },
  'lines that are already at the service are dropped': {
    before: [{ kind: 'taken', lines: [queued(1)] }],
    input: { kind: 'drafted', lines: [queued(1)], draft: { ...NOTHING, duplicate: [queued(1)] } },
    effects: [],
  },
  'added lines over a cap are not queued': {
    facts: { room: 30 },
    input: { kind: 'added', lines: [ordered(3), ordered(4)], work: 'bulk', runId: 1 },
    effects: ['cancel 3,4', 'report line-failed', 'enqueue 3 bulk'],
  },
  'adding lines ends a pause': {
    before: [{ kind: 'held' }],
    input: { kind: 'added', lines: [ordered(1)], work: 'bulk', runId: 2 },
    effects: ['cancel 1', 'enqueue 1 bulk'],
  },
  'a pause cancels what waits': { input: { kind: 'held' }, effects: ['cancel 1,2'], closes: true },
  'an interrupt also ends the waiting': {
    input: { kind: 'interrupted' },
    effects: ['cancel 1,2', 'halt'],
    closes: true,
  },
  'a line that never fits fails': {
    input: { kind: 'never-fits', line: queued(1), limitCharacters: 5 },
    effects: ['report line-failed'],
  },
  'a line without anything to render is skipped, a longer one queues again': {
    before: [{ kind: 'taken', lines: [queued(1), queued(2)] }],
    input: {
      kind: 'drafted',
      lines: [queued(1), queued(2)],
      draft: { ...NOTHING, skipped: [queued(1)], grown: [{ ...queued(2), characters: 11 }] },
    },
    effects: ['report line-skipped', 'enqueue 2 bulk'],
  },
  'a full disk stops it': {
    input: { kind: 'disk-short', folder: '/p', freeBytes: 1, neededBytes: 2 },
    effects: ['report stopped', 'cancel 1,2'],
    closes: true,
  },
  'a cap stops it': {
    input: { kind: 'capped', lines: [queued(2)], by: 'money' },
    effects: ['report stopped', 'cancel 1,2'],
    closes: true,
  },
  'an accepted batch is polled': { input: submitted(two, accepted(two)), effects: ['report batch-accepted', 'poll'] },
  'a batch that was not sent is withdrawn': {
    input: submitted(two, { kind: 'not-sent', problem: failed500 }),
    effects: ['report batch-withdrawn', 'report waiting'],
  },
  'a service that stays out of reach stops it': {
    before: [submitted(two, { kind: 'not-sent', problem: failed500 })],
    facts: { now: FACTS.now + UNREACHABLE_LIMIT_MS },
    input: submitted(two, { kind: 'not-sent', problem: failed500 }),
    effects: ['report batch-withdrawn', 'report stopped', 'cancel 1,2'],
    closes: true,
  },
  'a 429 is waited out': {
    input: submitted(two, { kind: 'refused', reason: 'rate-limited', problem: { ...failed500, kind: 'rate-limited' } }),
    effects: ['report batch-withdrawn', 'report waiting'],
  },
  'a refused key stops it': {
    input: submitted(two, { kind: 'refused', reason: 'always', problem: refusal }),
    effects: ['report batch-withdrawn', 'report stopped', 'cancel 1,2'],
    closes: true,
  },
  'a refused webhook stops it': {
    input: submitted(two, { kind: 'refused', reason: 'webhook', problem: refusal }),
    effects: ['report batch-withdrawn', 'report stopped', 'cancel 1,2'],
    closes: true,
  },
  'a batch with a bad line is withdrawn, to be halved': {
    input: submitted(two, { kind: 'refused', reason: 'split', problem: refusal }),
    effects: ['report batch-withdrawn'],
  },
  'a refused line fails, and the others go on': {
    input: submitted(one, { kind: 'refused', reason: 'line', problem: refusal }),
    effects: ['report line-failed'],
  },
  'fifty refused lines and none accepted stop it': {
    before: Array(49).fill(submitted(one, { kind: 'refused', reason: 'line', problem: refusal })),
    input: submitted(one, { kind: 'refused', reason: 'line', problem: refusal }),
    effects: ['report line-failed', 'report stopped', 'cancel 1,2'],
    closes: true,
  },
  'fifty refused lines after an accepted one do not': {
    before: [
      ...sent(2),
      ...Array<RunInput>(49).fill(submitted(one, { kind: 'refused', reason: 'line', problem: refusal })),
    ],
    input: submitted(one, { kind: 'refused', reason: 'line', problem: refusal }),
    effects: ['report line-failed'],
  },
  'a batch in doubt is left to the producer': {
    input: submitted(two, { kind: 'in-doubt', problem: failed500 }),
    effects: ['report batch-in-doubt'],
  },
  'a batch in doubt is sent again where the policy says so': {
    facts: SEND_AGAIN,
    input: submitted(two, { kind: 'in-doubt', problem: failed500 }),
    effects: ['report batch-in-doubt', 'resend'],
  },
  'a batch in doubt is not sent again over a cap': {
    facts: { ...SEND_AGAIN, room: 15 },
    input: submitted(two, { kind: 'in-doubt', problem: failed500 }),
    effects: ['report batch-in-doubt'],
  },
  'the second doubt in a row gives the service time': {
    before: [submitted(two, { kind: 'in-doubt', problem: failed500 })],
    input: submitted(two, { kind: 'in-doubt', problem: failed500 }),
    effects: ['report batch-in-doubt', 'report waiting', 'pause-sending'],
  },
  'ten doubts in a row stop it, whatever the policy is': {
    before: Array(9).fill(submitted(two, { kind: 'in-doubt', problem: failed500 })),
    facts: SEND_AGAIN,
    input: submitted(two, { kind: 'in-doubt', problem: failed500 }),
    effects: ['report batch-in-doubt', 'report stopped', 'cancel 1,2'],
    closes: true,
  },
  'a batch whose outcome could not be recorded is in doubt and stops it, whatever the policy is': {
    facts: SEND_AGAIN,
    input: submitted(two, { kind: 'unrecorded', problem: full }),
    effects: ['report batch-in-doubt', 'report stopped', 'cancel 1,2'],
    closes: true,
  },
  'lines that may be sent again are queued': {
    input: { kind: 'resend-decided', batch: two, jobs: two.jobs, isAllowed: true },
    effects: ['report doubt-sent-again', 'enqueue 1,2 bulk'],
  },
  'lines that may not be sent again stay as they are': {
    input: { kind: 'resend-decided', batch: two, jobs: two.jobs, isAllowed: false },
    effects: [],
  },
  'a completed job is downloaded': {
    before: sent(1),
    input: { kind: 'polled', batch: one, event: { kind: 'completed', job: job(1), output: { url: 'u' } } },
    effects: ['download'],
  },
  'a failed job is left': {
    before: sent(1),
    input: { kind: 'polled', batch: one, event: { kind: 'failed', job: job(1), failure } },
    effects: ['report line-failed'],
  },
  'a failed job is tried again as often as was ordered': {
    before: sent(1),
    limits: { retryFailed: 1 },
    input: { kind: 'polled', batch: one, event: { kind: 'failed', job: job(1), failure } },
    effects: ['report line-failed', 'enqueue 1 bulk'],
  },
  'a failed job is not tried once too often': {
    before: sent(1),
    limits: { retryFailed: 1 },
    input: { kind: 'polled', batch: one, event: { kind: 'failed', job: job(1, { attempts: 1 }), failure } },
    effects: ['report line-failed'],
  },
  'a lost job is left to the producer': {
    before: sent(1),
    input: { kind: 'polled', batch: one, event: { kind: 'lost', jobs: [job(1)], loss } },
    effects: ['report lines-lost'],
  },
  'a lost job is sent again where the policy says so': {
    before: sent(1),
    facts: { ...FACTS, lostPolicy: 'send-again' },
    input: { kind: 'polled', batch: one, event: { kind: 'lost', jobs: [job(1)], loss } },
    effects: ['report lines-lost', 'resend'],
  },
  'a stalled job is left for a later resume': {
    before: sent(1),
    input: {
      kind: 'polled',
      batch: one,
      event: {
        kind: 'abandoned',
        jobs: [job(1)],
        failure: stalled,
      },
    },
    effects: ['report lines-unfinished'],
  },
  'useless replies stop it': {
    before: sent(1),
    input: {
      kind: 'polled',
      batch: one,
      event: {
        kind: 'abandoned',
        jobs: [job(1)],
        failure: { kind: 'unfinished', why: 'useless-replies', missing: 'jobs' },
      },
    },
    effects: ['report lines-unfinished', 'report stopped', 'cancel 2'],
    closes: true,
  },
  'a stored take may have another to follow': {
    before: sent(1),
    input: {
      kind: 'downloaded',
      batch: one,
      job: job(1),
      outcome: { kind: 'stored', takeId: 3, durationSeconds: 1 },
    },
    effects: ['report line-rendered', 'find-next-take'],
  },
  'the next take of a line goes before what waits': {
    input: { kind: 'next-take', line: { ...ordered(1), retakeSeed: 5 } },
    effects: ['report next-take', 'enqueue 1 interactive'],
  },
  'audio that could not be stored fails its line and stops the run': {
    before: sent(1),
    input: { kind: 'downloaded', batch: one, job: job(1), outcome: { kind: 'unwritable', problem: full } },
    effects: ['report line-failed', 'report stopped', 'cancel 2'],
    closes: true,
  },
  'a moved folder ends the waiting too, and fails no line': {
    before: sent(1),
    input: { kind: 'downloaded', batch: one, job: job(1), outcome: { kind: 'unwritable', problem: moved } },
    effects: ['report stopped', 'cancel 2', 'halt'],
    closes: true,
  },
  'it stops once': {
    before: [{ kind: 'unwritable', problem: full }],
    input: { kind: 'capped', lines: [queued(1)], by: 'run' },
    effects: [],
    closes: true,
  },
};

describe('a run', () => {
  it.each(Object.entries(TRANSITIONS))('%s', (_, { before, limits, facts, input, effects, closes = false }) => {
    const state = runAfter([1, 2], before, limits);
    expect(inShort(transition(state, input, { ...FACTS, ...facts }))).toEqual(effects);
    expect(isClosed(state)).toBe(closes);
  });

  it.each([
    ['held', [{ kind: 'held' }]],
    ['stopped', [{ kind: 'unwritable', problem: full }]],
    ['interrupted', [{ kind: 'interrupted' }]],
  ] as const)('queues nothing by itself while it is %s', (_, before) => {
    const state = runAfter([1, 2], [...sent(1), ...before], { retryFailed: 9 });
    const inputs: RunInput[] = [
      { kind: 'polled', batch: one, event: { kind: 'failed', job: job(1), failure } },
      { kind: 'polled', batch: one, event: { kind: 'lost', jobs: [job(1)], loss } },
      { kind: 'next-take', line: { ...ordered(1), retakeSeed: 5 } },
      submitted(two, { kind: 'in-doubt', problem: failed500 }),
    ];
    const effects = inputs.flatMap((input) => inShort(transition(state, input, SEND_AGAIN)));
    expect(effects.filter((effect) => /^(enqueue|resend)/.test(effect))).toEqual([]);
  });

  it('gives back to the caps what may not be sent again', () => {
    const state = runAfter([1, 2], [], { maxCharacters: 40 });
    transition(state, submitted(two, { kind: 'in-doubt', problem: failed500 }), SEND_AGAIN);
    const add = { kind: 'added', lines: [ordered(3), ordered(4)], work: 'bulk', runId: 1 } as const;
    expect(inShort(transition({ ...state }, add, FACTS))).not.toContain('enqueue 3,4 bulk');
    transition(state, { kind: 'resend-decided', batch: two, jobs: two.jobs, isAllowed: false }, FACTS);
    expect(inShort(transition(state, add, FACTS))).toContain('enqueue 3,4 bulk');
  });

  it('sends an extra take again with its seed, and no other line with one', () => {
    const retake = { ...ordered(1), retakeSeed: 5 };
    const state = runAfter([2], [{ kind: 'added', lines: [retake], work: 'interactive', runId: 1 }]);
    const jobs = [1, 2].map((id) =>
      job(id, { request: { voice_engine: 'SvcDialog', voice: 'v', text: 'Words.', seed: 5 } }),
    );
    const [, enqueued] = transition(
      state,
      { kind: 'resend-decided', batch: batchOf(...jobs), jobs, isAllowed: true },
      FACTS,
    );
    expect(enqueued).toMatchObject({ lines: [{ lineId: 1, retakeSeed: 5 }, { lineId: 2 }] });
    expect(enqueued).not.toMatchObject({ lines: [{}, { retakeSeed: 5 }] });
  });
});

/** What surrounds a run: the dispatcher's queue, submissions in flight, the service's jobs, and downloads. */
class World {
  readonly state: RunState;
  readonly lineIds: readonly number[];
  readonly #next: (most: number) => number;
  #queue: QueuedLine[] = [];
  #submissions: { readonly lines: readonly QueuedLine[]; readonly batch: OpenBatch }[] = [];
  #polled: { readonly batch: OpenBatch; readonly job: SentJob }[] = [];
  #downloads: { readonly batch: OpenBatch; readonly job: SentJob }[] = [];
  /** Lines that the service may have and that were not cleared for being sent again. */
  readonly #inDoubt = new Set<number>();
  readonly #resent = new Set<number>();
  #ids = 0;
  /** Batches that the service took or may have taken, and their characters. */
  batches = 0;
  characters = 0;

  /** @param next returns the next of the numbers that the world is made of, from 0 to `most` exclusive */
  constructor(lineIds: readonly number[], limits: Partial<RunLimits>, next: (most: number) => number) {
    this.lineIds = lineIds;
    this.#next = next;
    this.state = newRunState({ ...LIMITS, ...limits });
    this.#apply({ kind: 'ordered', lines: lineIds.map(ordered) });
  }

  get isIdle(): boolean {
    return this.#queue.length + this.#submissions.length + this.#polled.length + this.#downloads.length === 0;
  }

  /** Does the next thing that has to happen. */
  goOn(): void {
    const steps = [
      ...(this.#queue.length > 0 ? [() => this.#take()] : []),
      ...(this.#submissions.length > 0 ? [() => this.#answer()] : []),
      ...(this.#polled.length > 0 ? [() => this.#poll()] : []),
      ...(this.#downloads.length > 0 ? [() => this.#download()] : []),
    ];
    steps[this.#next(steps.length)]?.();
  }

  /** Does something that may happen at any time. */
  disturb(): void {
    const disturbances: RunInput[] = [
      { kind: 'held' },
      { kind: 'unwritable', problem: full },
      { kind: 'capped', lines: [], by: 'run' },
    ];
    const input = disturbances[this.#next(disturbances.length + 2)];
    if (input) this.#apply(input);
    else this.#add();
  }

  end(how: 'held' | 'interrupted'): void {
    this.#apply({ kind: how });
  }

  #draw<T>(items: T[]): T {
    const [item] = items.splice(this.#next(items.length), 1);
    if (item === undefined) throw new RangeError('There is nothing to draw.');
    return item;
  }

  /** The producer resumes with lines that wait or have failed. */
  #add(): void {
    const { queued: waiting, results, isHalted } = this.state;
    if (isHalted) return;
    const isAway = new Set(
      [...this.#submissions.flatMap(({ lines }) => lines), ...this.#jobs()].map((each) => each.lineId),
    );
    const again = this.lineIds.filter(
      (id) => !isAway.has(id) && (waiting.has(id) || results.get(id)?.kind === 'failed') && !this.#inDoubt.has(id),
    );
    this.#apply({ kind: 'added', lines: again.map(ordered), work: 'bulk', runId: 1 });
  }

  #jobs(): SentJob[] {
    return [...this.#polled, ...this.#downloads].map((each) => each.job);
  }

  #take(): void {
    const lines = this.#queue.splice(0, 1 + this.#next(5));
    this.#apply({ kind: 'taken', lines });
    if (isClosed(this.state)) {
      this.#apply({ kind: 'returned', lines });
      return;
    }
    const skipped = lines.filter(() => this.#next(12) === 0);
    const rest = lines.filter((line) => !skipped.includes(line));
    this.#apply({ kind: 'drafted', lines, draft: { ...NOTHING, skipped } });
    if (rest.length === 0) return;
    const jobs = rest.map((line) => {
      this.#ids += 1;
      return job(line.lineId, { id: this.#ids, attempts: line.attempts });
    });
    const atService = new Set(
      [...this.#submissions.flatMap(({ batch }) => batch.jobs), ...this.#jobs()].map((each) => each.lineId),
    );
    for (const { lineId } of jobs) {
      expect(atService.has(lineId), `line ${lineId} is sent while the service has it`).toBe(false);
      expect(this.#inDoubt.has(lineId), `line ${lineId} is sent while in doubt`).toBe(false);
    }
    this.#ids += 1;
    const batch: OpenBatch = { ...batchOf(...jobs), id: this.#ids };
    this.#submissions.push({ lines: rest, batch });
    this.#apply({ kind: 'submitting', batch, webhookHost: null });
  }

  #answer(): void {
    const { lines, batch } = this.#draw(this.#submissions);
    const outcome = this.#outcomeOf(batch);
    if (outcome.kind === 'accepted') for (const each of batch.jobs) this.#polled.push({ batch, job: each });
    if (outcome.kind === 'in-doubt' || outcome.kind === 'unrecorded') {
      for (const { lineId } of batch.jobs) this.#inDoubt.add(lineId);
    }
    if (outcome.kind !== 'not-sent' && outcome.kind !== 'refused') {
      this.batches += 1;
      this.characters += charactersOf(batch.jobs);
    }
    this.#apply(submitted(batch, outcome));
    const { kind } = sendResultOf(outcome, batch);
    if (kind !== 'not-sent' && kind !== 'rate-limited' && kind !== 'split') return;
    this.#apply({ kind: 'returned', lines });
    if (!isClosed(this.state)) this.#queue = [...lines, ...this.#queue];
  }

  #outcomeOf(batch: OpenBatch): SubmissionOutcome {
    const isAlone = batch.jobs.length === 1;
    const outcomes: SubmissionOutcome[] = [
      { kind: 'not-sent', problem: failed500 },
      { kind: 'refused', reason: 'rate-limited', problem: failed500 },
      { kind: 'refused', reason: isAlone ? 'line' : 'split', problem: refusal },
      { kind: 'in-doubt', problem: failed500 },
      ...(this.#next(8) === 0 ? [{ kind: 'unrecorded', problem: full } as const] : []),
    ];
    return outcomes[this.#next(outcomes.length * 3)] ?? accepted(batch);
  }

  #poll(): void {
    const { batch, job: polled } = this.#draw(this.#polled);
    const events: Extract<RunInput, { kind: 'polled' }>['event'][] = [
      { kind: 'failed', job: polled, failure },
      { kind: 'lost', jobs: [polled], loss },
      { kind: 'abandoned', jobs: [polled], failure: stalled },
    ];
    const event = events[this.#next(events.length * 3)] ?? { kind: 'completed', job: polled, output: { url: 'u' } };
    if (event.kind === 'lost') this.#inDoubt.add(polled.lineId);
    this.#apply({ kind: 'polled', batch, event });
  }

  #download(): void {
    const { batch, job: done } = this.#draw(this.#downloads);
    const isStored = this.#next(6) > 0;
    const outcome = isStored
      ? ({ kind: 'stored', takeId: 1, durationSeconds: 1 } as const)
      : ({ kind: 'unavailable', failure: { kind: 'audio-unavailable', problem: failed500 } } as const);
    this.#apply({ kind: 'downloaded', batch, job: done, outcome });
  }

  #apply(input: RunInput): void {
    for (const effect of transition(this.state, input, SEND_AGAIN)) this.#carryOut(effect);
  }

  #carryOut(effect: RunEffect): void {
    switch (effect.kind) {
      case 'enqueue':
        expect(isClosed(this.state), 'queues lines while closed').toBe(false);
        append(this.#queue, effect.lines);
        return;
      case 'cancel':
        this.#queue = this.#queue.filter(({ lineId }) => !effect.lineIds.includes(lineId));
        return;
      case 'download':
        this.#downloads.push({ batch: effect.batch, job: effect.job });
        return;
      case 'resend': {
        const { batch, jobs } = effect;
        // As the journal does: once per line and run.
        const isAllowed = jobs.every(({ lineId }) => !this.#resent.has(lineId));
        for (const { lineId } of isAllowed ? jobs : []) {
          this.#resent.add(lineId);
          this.#inDoubt.delete(lineId);
        }
        this.#apply({ kind: 'resend-decided', batch, jobs, isAllowed });
        return;
      }
      case 'report':
      case 'poll':
      case 'pause-sending':
      case 'find-next-take':
      case 'halt':
    }
  }

  /** Every line is queued, on its way, or has come to something. */
  expectNoLineLost(): void {
    const onTheWay = [...this.#submissions.flatMap(({ batch }) => batch.jobs), ...this.#jobs()];
    const known = new Set([
      ...this.state.queued.keys(),
      ...this.state.results.keys(),
      ...onTheWay.map(({ lineId }) => lineId),
    ]);
    expect(this.lineIds.filter((id) => !known.has(id))).toEqual([]);
  }
}

describe('a run to which anything may happen', () => {
  const happening = fc.record({
    lines: fc.integer({ min: 1, max: 12 }),
    retryFailed: fc.integer({ min: 0, max: 2 }),
    extraCharacters: fc.integer({ min: 0, max: 60 }),
    numbers: fc.array(fc.nat(10_000), { minLength: 1, maxLength: 200 }),
    disturbances: fc.array(fc.nat(40), { maxLength: 4 }),
    end: fc.constantFrom('drained', 'held', 'interrupted'),
  });

  it('loses no line, sends none twice, keeps its cap, ends after every stop, and counts right', () => {
    fc.assert(
      fc.property(happening, ({ lines, retryFailed, extraCharacters, numbers, disturbances, end }) => {
        let at = 0;
        const next = (most: number) => {
          at += 1;
          return ((numbers[at % numbers.length] ?? 0) + at) % Math.max(1, most);
        };
        const lineIds = Array.from({ length: lines }, (_, index) => index + 1);
        const maxCharacters = lines * CHARACTERS + extraCharacters;
        const world = new World(lineIds, { retryFailed, maxCharacters }, next);
        for (let step = 0; step < 60 && !world.isIdle; step += 1) {
          if (disturbances.includes(step)) world.disturb();
          world.goOn();
          world.expectNoLineLost();
        }
        if (end !== 'drained') world.end(end);
        const isStopped = isClosed(world.state);
        for (let step = 0; !world.isIdle; step += 1) {
          // A service that refuses everything is given up only after a while; a stopped run ends with what it has sent.
          if (step > (isStopped ? 3 * lines + 20 : 5_000)) throw new Error('the run does not end');
          world.goOn();
          world.expectNoLineLost();
        }
        const outcome = outcomeOf(world.state);
        expect(outcome.characters).toBeLessThanOrEqual(maxCharacters);
        expect([outcome.batches, outcome.characters]).toEqual([world.batches, world.characters]);
        const skipped = [...world.state.results].filter(
          ([id, { kind }]) => kind === 'skipped' && !outcome.failed.has(id),
        );
        const counted = [
          ...outcome.rendered,
          ...outcome.failed.keys(),
          ...outcome.inDoubt,
          ...outcome.lost,
          ...outcome.unfinished.keys(),
          ...skipped.map(([id]) => id),
        ];
        expect(counted.toSorted((a, b) => a - b)).toEqual(lineIds);
      }),
    );
  });
});
