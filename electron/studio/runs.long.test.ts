// Runs as the producer leads them: held back, gone on with, called off, killed, in doubt, capped.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SubmitOutcome } from '../core/api/service-client.ts';
import { ServiceError, type ServiceProblem } from '../core/api/service-error.ts';
import type { OpenLink } from '../core/production/service-link.ts';
import { EXCERPT, StudioWorkshop, type TestStudio } from './testing/test-studio.ts';

let workshop: StudioWorkshop;

beforeEach(() => {
  workshop = new StudioWorkshop();
});

afterEach(() => workshop.clear());

const WORDS = 'All the words of this line are many, so that fifty lines fill a minute of the plan. '.repeat(8);
/** More than the smallest plan lets through in a minute: the last batch waits for it to pass. */
const LONG = `# Long\n\n${Array.from({ length: 60 }, (_, n) => `Line ${n}. ${WORDS}`).join('\n\n')}\n`;

async function startLong(): Promise<TestStudio> {
  const studio = await workshop.openWith(LONG);
  await studio.ask('connection.useLocal', { plan: 'hacker' });
  await studio.ask('production.start', {});
  await studio.until('run-changed', ({ run }) => run.inFlight === 0 && run.rendered > 0);
  return studio;
}

type Submit = (send: () => Promise<SubmitOutcome>) => Promise<SubmitOutcome>;

/** Links whose submissions a test answers for the service. */
const answering =
  (submit: Submit) =>
  (open: OpenLink): OpenLink =>
  async (...args) => {
    const link = await open(...args);
    const { client } = link;
    return { ...link, client: { ...client, submitBatch: (...body) => submit(() => client.submitBatch(...body)) } };
  };

async function importInto(studio: TestStudio, text: string): Promise<void> {
  await studio.ask('connection.useLocal', { plan: null });
  const bytes = new TextEncoder().encode(text);
  const { importId } = await studio.ask('project.previewImport', { name: 'play.txt', bytes });
  await studio.ask('project.createFromImport', { importId, name: 'Play' });
}

const problem = (kind: 'rate-limited' | 'server-error'): ServiceProblem => ({
  kind,
  status: kind === 'rate-limited' ? 429 : 503,
  message: null,
});
const unreachable: ServiceProblem = {
  kind: 'connection',
  phase: 'not-sent',
  failure: 'refused-connection',
  origin: 'http://127.0.0.1:1',
  code: 'ECONNREFUSED',
};

describe('a run on a plan whose minute is full', () => {
  it('says when the rest leaves, is held back, and gone on with', async () => {
    const studio = await startLong();
    const { run, batches } = await studio.ask('production.snapshot', {});
    expect(run).toMatchObject({ state: 'running', lines: 61, wait: { cause: 'budget' } });
    expect(run.waiting).toBeGreaterThan(0);
    const last = { state: 'waits-for-budget', hasLeft: false, leavesAt: expect.any(Number), batchId: null };
    expect(batches.at(-1)).toMatchObject(last);
    expect(batches.slice(0, -1).every(({ state }) => state === 'done')).toBe(true);
    const requests = { used: batches.length - 1, limit: 20 };
    expect(await studio.ask('production.budget', {})).toMatchObject({ requests });
    expect(await studio.refusal('production.start', {})).toEqual({ kind: 'busy', what: 'run' });

    expect(await studio.ask('production.pause', {})).toMatchObject({ state: 'paused', allSentAt: null });
    const paused = await studio.ask('production.snapshot', {});
    expect(paused.batches.at(-1)).toMatchObject({ state: 'queued', leavesAt: null });
    // Stores might have been added during the pause.
    await studio.ask('project.updateSettings', { targets: ['acx'] });
    const banned = { kind: 'invalid', field: 'target', reason: 'banned' };
    expect(await studio.refusal('production.resume', {})).toEqual(banned);
    expect((await studio.ask('production.snapshot', {})).run.state).toBe('paused');
    await studio.ask('project.updateSettings', { authorisedTargets: ['acx'] });
    expect(await studio.ask('production.resume', {})).toMatchObject({ state: 'running', waiting: run.waiting });
    expect(await studio.internal('prepareToClose', {})).toMatchObject({ running: true, waiting: run.waiting });
  });

  it('is called off: what was sent stays, what waits is not sent', async () => {
    const studio = await startLong();
    const { rendered, waiting } = (await studio.ask('production.snapshot', {})).run;
    expect(await studio.ask('production.cancel', {})).toMatchObject({ canceled: waiting });
    const { run } = await studio.until('run-changed', (told) => told.run.state === 'finished');
    expect(run).toMatchObject({ isCancelled: true, rendered, waiting: 0, inFlight: 0 });
    expect(await studio.ask('production.ledger', {})).toMatchObject({ runs: [{ state: 'cancelled' }] });
    expect(await studio.ask('production.plan', {})).toMatchObject({ lines: 61 - rendered });
  });

  it('goes on as it was when calling it off is taken back, and not once another was ordered', async () => {
    const studio = await startLong();
    const before = (await studio.ask('production.snapshot', {})).run;
    const runId = before.runId ?? 0;
    expect(await studio.undo(await studio.ask('production.cancel', {}))).toEqual({ redo: false });
    const { run: back } = await studio.ask('production.snapshot', {});
    expect(back).toMatchObject({
      state: 'running',
      isCancelled: false,
      runId,
      rendered: before.rendered,
      waiting: before.waiting,
    });
    await studio.ask('production.pause', {});
    await studio.undo(await studio.ask('production.cancel', {}));
    expect((await studio.ask('production.snapshot', {})).run).toMatchObject({ state: 'paused', runId });
    const { step } = await studio.ask('production.cancel', {});
    await studio.until('run-changed', (told) => told.run.state === 'finished');
    await studio.ask('production.start', {});
    const refusal = await studio.refusal('undo.undo', { step: step ?? '' });
    expect(refusal).toEqual({ kind: 'not-found', what: 'batch' });
  });

  it('is found where it was when the application is started again, and goes on when it is told to', async () => {
    const studio = await startLong();
    const before = await studio.ask('production.snapshot', {});
    const { path } = (await studio.ask('project.current', {})) ?? { path: '' };
    await studio.internal('quit', {});
    const again = await workshop.open();
    await again.ask('connection.useLocal', { plan: 'hacker' });
    await again.internal('openProject', { path });
    const { run, batches } = await again.ask('production.snapshot', {});
    const { lines, rendered, waiting } = before.run;
    expect(run).toMatchObject({ state: 'paused', runId: before.run.runId, lines, rendered, waiting });
    const cells = (rows: typeof batches) => rows.map((row) => [row.key, row.lines, row.cells]);
    expect(cells(batches)).toEqual(cells(before.batches));
    expect(await again.ask('production.resume', {})).toMatchObject({ state: 'running' });
  });
});

describe('a process that was killed while it sent', () => {
  it('leaves what was being sent in doubt; the copy goes on once its place is confirmed', async () => {
    let sends = 0;
    const hanging = Promise.withResolvers<never>();
    const reached = Promise.withResolvers<void>();
    const killed = await workshop.open(
      answering((send) => {
        sends += 1;
        if (sends === 1) return send();
        reached.resolve();
        return hanging.promise;
      }),
    );
    await importInto(killed, EXCERPT);
    const [first, second] = await killed.ask('project.chapters', {});
    await killed.ask('production.start', { chapterIds: [first?.id ?? null] });
    await killed.until('run-changed', ({ run }) => run.state === 'finished');
    await killed.ask('production.start', { chapterIds: [second?.id ?? null] });
    await reached.promise;
    const { path = '' } = (await killed.ask('project.current', {})) ?? {};
    // What stands on the disk at this moment is what a killed process leaves.
    const copy = join(workshop.folder, 'Copy.lectern');
    cpSync(path, copy, { recursive: true });
    hanging.reject(new Error('killed'));

    const studio = await workshop.open();
    await studio.ask('connection.useLocal', { plan: null });
    const project = await studio.internal('openProject', { path: copy });
    expect(project).toMatchObject({ moved: true, figures: { counts: { 'in-doubt': 2, fresh: 4 } } });
    expect(project.notices).toContainEqual({ kind: 'doubtful', lines: 2 });
    const [doubt] = await studio.ask('production.doubts', {});
    expect(doubt).toMatchObject({ lines: 2, label: 'Lines 2.1–2.2', number: 1 });
    const { batchId = 0 } = doubt ?? {};
    expect(await studio.refusal('production.decideDoubt', { batchId, decision: 'send-again' })).toEqual({
      kind: 'invalid',
      field: 'place',
      reason: 'moved',
    });
    expect(await studio.ask('project.confirmPlace', {})).toMatchObject({ moved: false });
    expect(await studio.ask('production.ledger', {})).toMatchObject({ inDoubt: doubt?.characters });
    expect(await studio.ask('production.decideDoubt', { batchId, decision: 'send-again' })).toEqual({
      step: null,
      doubts: [],
    });
    await studio.until('run-changed', ({ run }) => run.state === 'finished' && run.rendered === 2);
    expect(await studio.ask('project.current', {})).toMatchObject({ figures: { counts: { fresh: 6 } } });
  });

  it('follows what the service had accepted at once, without sending anything', async () => {
    const accepted = Promise.withResolvers<void>();
    const killed = await workshop.open((open) => async (...args) => {
      const link = await open(...args);
      // The process is killed before it reads its batch for the first time.
      const readBatch = (_self: string, signal?: AbortSignal) => {
        accepted.resolve();
        return new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
      };
      return { ...link, client: { ...link.client, readBatch } };
    });
    await importInto(killed, EXCERPT);
    await killed.ask('production.start', {});
    await accepted.promise;
    const { path = '' } = (await killed.ask('project.current', {})) ?? {};
    const copy = join(workshop.folder, 'Copy.lectern');
    cpSync(path, copy, { recursive: true });

    let sends = 0;
    const studio = await workshop.open(
      answering((send) => {
        sends += 1;
        return send();
      }),
    );
    await studio.ask('connection.useLocal', { plan: null });
    await studio.internal('openProject', { path: copy });
    await studio.ask('project.confirmPlace', {});
    const { run } = await studio.until('run-changed', (told) => told.run.state === 'finished');
    expect(run).toMatchObject({ rendered: 6, lines: 6 });
    expect(sends).toBe(0);
  });
});

describe('a batch that the service may or may not have received', () => {
  it('is shown, left out on the producer’s word, and its lines can be ordered again', async () => {
    let sends = 0;
    const studio = await workshop.open(
      answering(async (send) => {
        sends += 1;
        return sends === 1 ? { kind: 'in-doubt', error: new ServiceError(problem('server-error')) } : send();
      }),
    );
    await importInto(studio, EXCERPT);
    await studio.ask('production.start', {});
    const { run } = await studio.until('run-changed', (told) => told.run.state === 'finished');
    expect(run).toMatchObject({ inDoubt: 6, rendered: 0, failed: 0 });
    expect(await studio.ask('production.plan', {})).toMatchObject({ lines: 0, inDoubt: 6 });
    const [doubt] = await studio.ask('production.doubts', {});
    expect(doubt?.reason).toMatchObject({ why: 'no-reply', problem: { status: 503 } });
    const left = await studio.ask('production.decideDoubt', { batchId: doubt?.batchId ?? 0, decision: 'leave-out' });
    expect(left.doubts).toEqual([]);
    expect((await studio.ask('production.snapshot', {})).batches).toMatchObject([
      { state: 'cancelled', cells: 'cccccc' },
    ]);
    expect(await studio.ask('production.plan', {})).toMatchObject({ lines: 6, inDoubt: 0 });
    expect(await studio.ask('project.current', {})).toMatchObject({ figures: { counts: { unrendered: 6 } } });
    const { batchId = 0 } = doubt ?? {};
    await studio.undo(left);
    expect(await studio.ask('production.doubts', {})).toEqual([doubt]);
    expect(await studio.ask('project.current', {})).toMatchObject({ figures: { counts: { 'in-doubt': 6 } } });
    await studio.ask('production.decideDoubt', { batchId, decision: 'leave-out' });
    const unknown = { batchId: 99, decision: 'leave-out' } as const;
    expect(await studio.refusal('production.decideDoubt', unknown)).toEqual({ kind: 'not-found', what: 'batch' });
  });
});

describe('a service that is ill', () => {
  it('refuses for its limits and is out of reach for a while: both are told, and the run goes on', async () => {
    const answers: SubmitOutcome[] = [
      { kind: 'refused', error: new ServiceError(problem('rate-limited')), retryAfterMs: 50 },
      { kind: 'not-sent', error: new ServiceError(unreachable) },
    ];
    const studio = await workshop.open(answering(async (send) => answers.shift() ?? send()));
    await importInto(studio, EXCERPT);
    await studio.ask('production.start', {});
    const { run } = await studio.until('run-changed', (told) => told.run.state === 'finished');
    expect(run).toMatchObject({ rendered: 6, refused: 1, batches: 1, stopped: null });
    expect(studio.events.some(({ payload }) => JSON.stringify(payload).includes('"cause":"unreachable"'))).toBe(true);
    const waits = (await studio.ask('production.log', {})).filter(({ kind }) => kind === 'waiting');
    expect(waits.map(({ problem }) => problem)).toMatchObject([{ kind: 'rate-limited', status: 429 }, unreachable]);
  });

  it('that refuses the key stops the run, which can be gone on with', async () => {
    const answers: SubmitOutcome[] = [
      {
        kind: 'refused',
        error: new ServiceError({ kind: 'unauthorized', status: 401, message: null, errorId: 'UNAUTHORIZED' }),
      },
    ];
    const studio = await workshop.open(answering(async (send) => answers.shift() ?? send()));
    await importInto(studio, EXCERPT);
    await studio.ask('production.start', {});
    const { run } = await studio.until(
      'run-changed',
      (told) => told.run.stopped !== null && told.run.state === 'paused',
    );
    expect(run.stopped).toMatchObject({ kind: 'refuses-all', failure: { kind: 'unauthorized' } });
    expect(run.waiting).toBe(6);
    expect(studio.notices).toContainEqual(expect.objectContaining({ kind: 'run-finished', stopped: run.stopped }));
    studio.forget();
    await studio.ask('production.resume', {});
    const end = await studio.until('run-changed', (told) => told.run.state === 'finished');
    expect(end.run).toMatchObject({ rendered: 6, stopped: null });
  });

  it('leaves a run on hold, during which a single line can still be rendered again', async () => {
    let isRefusing = false;
    const error = new ServiceError({ kind: 'unauthorized', status: 401, message: null, errorId: 'UNAUTHORIZED' });
    const studio = await workshop.open(answering(async (send) => (isRefusing ? { kind: 'refused', error } : send())));
    await importInto(studio, EXCERPT);
    const [first] = await studio.ask('project.chapters', {});
    await studio.ask('production.start', { chapterIds: [first?.id ?? null] });
    await studio.until('run-changed', (told) => told.run.state === 'finished');
    isRefusing = true;
    await studio.ask('production.start', {});
    await studio.until('run-changed', (told) => told.run.state === 'paused' && told.run.waiting === 2);
    isRefusing = false;
    const { lineIds } = await studio.ask('review.list', { sort: 'script', verdict: 'none' });
    const [lineId = 0] = lineIds;
    const [take] = await studio.ask('review.takes', { lineId });
    const retaken = await studio.ask('take.rejectAndRetake', { takeId: take?.id ?? 0 });
    expect(retaken.run.run).toMatchObject({ state: 'paused', lines: 2, rendered: 0, extraTakes: 1 });
    const { run } = await studio.until('run-changed', (told) => told.run.extraTakesRendered === 1);
    expect(run).toMatchObject({ state: 'paused', lines: 2, rendered: 0, waiting: 2, inFlight: 0 });
    expect(await studio.ask('review.takes', { lineId })).toMatchObject([{ verdict: 'rejected' }, { isPick: true }]);
    studio.forget();
    await studio.ask('production.resume', {});
    const end = await studio.until('run-changed', (told) => told.run.state === 'finished');
    expect(end.run).toMatchObject({ lines: 2, rendered: 2, extraTakes: 1, extraTakesRendered: 1 });
  });

  it('refuses a line for good: it is listed as failed, and sent again when that is ordered', async () => {
    let isTolerant = false;
    const refusal = new ServiceError({ kind: 'invalid-parameters', status: 400, message: 'no', errorId: null });
    const studio = await workshop.open(
      answering(async (send) => (isTolerant ? send() : { kind: 'refused', error: refusal })),
    );
    await importInto(studio, '# One\n');
    await studio.ask('production.start', {});
    await studio.until('run-changed', (told) => told.run.state === 'finished');
    const failed = await studio.ask('production.failed', {});
    expect(failed).toMatchObject([
      {
        label: 'One · line 1.1',
        excerpt: 'One',
        failure: { kind: 'refused', problem: refusal.problem },
      },
    ]);
    isTolerant = true;
    studio.forget();
    await studio.ask('production.retryFailed', {});
    await studio.until('run-changed', (told) => told.run.state === 'finished' && told.run.rendered === 1);
    expect(await studio.ask('production.failed', {})).toEqual([]);
  });
});

describe('audio that could not be fetched', () => {
  it('is fetched again when that is ordered, and nothing is sent twice', async () => {
    let isBroken = true;
    let sends = 0;
    const studio = await workshop.open((open) => async (...args) => {
      const link = await open(...args);
      const { client } = link;
      const brokenOff = new ServiceError({
        kind: 'connection',
        phase: 'sent',
        failure: 'ended-early',
        origin: 'https://audio.example',
        code: null,
      });
      return {
        ...link,
        client: {
          ...client,
          submitBatch(...body) {
            sends += 1;
            return client.submitBatch(...body);
          },
          download: (...what) => (isBroken ? Promise.reject(brokenOff) : client.download(...what)),
        },
      };
    });
    await importInto(studio, '# One\n');
    await studio.ask('production.start', {});
    await studio.until('run-changed', (told) => told.run.state === 'finished' && told.run.failed === 1);
    isBroken = false;
    studio.forget();
    await studio.ask('production.retryFailed', {});
    await studio.until('run-changed', (told) => told.run.state === 'finished' && told.run.rendered === 1);
    expect(await studio.ask('production.failed', {})).toEqual([]);
    expect(sends).toBe(1);
  });
});

describe('the cap of a project', () => {
  it('stops before it is passed, and lets no retake pass it', async () => {
    const studio = await workshop.openWith(EXCERPT);
    const plan = await studio.ask('production.plan', {});
    const [first] = await studio.ask('project.chapters', {});
    await studio.ask('project.updateSettings', { characterCap: first?.characters ?? 0 });
    const capped = await studio.ask('production.plan', {});
    expect(capped).toMatchObject({ lines: 4, overCap: 2 });
    expect(capped.characters).toBeLessThan(plan.characters);
    await studio.ask('production.start', {});
    await studio.until('run-changed', (told) => told.run.state === 'finished');
    const reached = { kind: 'invalid', field: 'characterCap', reason: 'reached' };
    expect(await studio.refusal('production.start', {})).toEqual(reached);
    const { lineIds } = await studio.ask('review.list', { sort: 'script', verdict: 'none' });
    const [take] = await studio.ask('review.takes', { lineId: lineIds[0] ?? 0 });
    expect(await studio.refusal('take.rejectAndRetake', { takeId: take?.id ?? 0 })).toEqual(reached);
    expect(await studio.ask('review.takes', { lineId: lineIds[0] ?? 0 })).toMatchObject([{ verdict: null }]);
    expect(await studio.ask('production.ledger', {})).toMatchObject({ cap: first?.characters });
  });
});
