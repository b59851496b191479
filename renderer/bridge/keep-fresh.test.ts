// @vitest-environment happy-dom
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BatchRow, RunSummary } from '../../shared/ipc/production-requests.ts';
import type { ProjectSummary } from '../../shared/ipc/project-requests.ts';
import type { LineBrief } from '../../shared/ipc/script-requests.ts';
import { keepFresh } from './keep-fresh.ts';
import { type FakeBridge, installFakeBridge } from './testing/fake-bridge.ts';
import { askKey, askQuery } from './use-ask.ts';

let bridge: FakeBridge;
let client: QueryClient;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  bridge = installFakeBridge();
  client = new QueryClient({ defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } });
  stop = keepFresh(client);
});
afterEach(() => {
  stop();
  client.clear();
  bridge.remove();
  vi.useRealTimers();
});

const project = (id: string, changes: object = {}) => ({ id, name: id, settings: {}, ...changes }) as ProjectSummary;
const brief = (id: number, changes: Partial<LineBrief> = {}): LineBrief => ({
  id,
  paragraphId: id,
  status: 'unrendered',
  characters: 10,
  roles: ['JACK'],
  pickTakeId: null,
  problem: null,
  ...changes,
});
const row = (key: string, number: number, state: BatchRow['state'] = 'queued') => ({ key, number, state }) as BatchRow;
const run = (changes: Partial<RunSummary> = {}) =>
  ({ state: 'running', failed: 0, inDoubt: 0, charactersSent: 0, ...changes }) as RunSummary;
const asked = (channel: string) => bridge.calls.filter((call) => call.channel === channel).length;
/** Keeps a reply in view, as a component does. */
const watch = (query: ReturnType<typeof askQuery>) => new QueryObserver(client, query as never).subscribe(() => {});

describe('the project', () => {
  it('is written into the cache', () => {
    bridge.emit('project-changed', { project: project('a') });
    expect(client.getQueryData(askKey('project.current', {}))).toEqual(project('a'));
  });

  it('is what the event says, though a reply of before it comes later', async () => {
    const { promise: reply, resolve: arrive } = Promise.withResolvers<null>();
    bridge.answer({ 'project.current': () => reply });
    const unwatch = watch(askQuery('project.current', {}));
    bridge.emit('project-changed', { project: project('a') });
    arrive(null);
    await vi.advanceTimersByTimeAsync(10);
    expect(client.getQueryData(askKey('project.current', {}))).toEqual(project('a'));
    unwatch();
  });

  it('takes what belonged to the one before with it', async () => {
    bridge.answer({ 'project.chapters': () => [], 'connection.list': () => [] });
    bridge.emit('project-changed', { project: project('a') });
    client.setQueryData(askKey('project.chapters', {}), ['old'] as never);
    client.setQueryData(askKey('script.chapterBriefs', { chapterId: null }), [brief(1)]);
    client.setQueryData(askKey('connection.list', {}), ['kept'] as never);
    bridge.emit('project-changed', { project: project('b') });
    expect(client.getQueryData(askKey('project.chapters', {}))).toBeUndefined();
    expect(client.getQueryData(askKey('script.chapterBriefs', { chapterId: null }))).toBeUndefined();
    expect(client.getQueryData(askKey('connection.list', {}))).toEqual(['kept']);
  });

  it('that only has other figures leaves everything as it is', async () => {
    bridge.emit('project-changed', { project: project('a') });
    client.setQueryData(askKey('project.chapters', {}), [] as never);
    await vi.runAllTimersAsync();
    bridge.emit('project-changed', { project: project('a', { lines: 7 }) });
    await vi.runAllTimersAsync();
    expect(client.getQueryState(askKey('project.chapters', {}))?.isInvalidated).toBe(false);
  });
});

describe('lines', () => {
  it('are patched where they are known, at once', () => {
    const key = askKey('script.chapterBriefs', { chapterId: 3 });
    client.setQueryData(key, [brief(1), brief(2)]);
    const end = watch(askQuery('script.chapterBriefs', { chapterId: 3 }));
    bridge.emit('lines-changed', { lines: [brief(2, { status: 'fresh' }), brief(9)] });
    expect(client.getQueryData(key)).toEqual([brief(1), brief(2, { status: 'fresh' })]);
    expect(asked('script.chapterBriefs')).toBe(0);
    end();
  });

  it('are asked for when they come into view, where they were out of it', async () => {
    client.setQueryData(askKey('script.chapterBriefs', { chapterId: 3 }), [brief(1)]);
    bridge.answer({ 'script.chapterBriefs': () => [brief(1, { status: 'fresh' })] });
    bridge.emit('lines-changed', { lines: [brief(1, { status: 'fresh' })] });
    expect(asked('script.chapterBriefs')).toBe(0);
    const end = watch(askQuery('script.chapterBriefs', { chapterId: 3 }));
    await vi.advanceTimersByTimeAsync(10);
    expect(client.getQueryData(askKey('script.chapterBriefs', { chapterId: 3 }))).toEqual([
      brief(1, { status: 'fresh' }),
    ]);
    end();
  });

  it('have their details asked again, and no other line’s', () => {
    for (const lineId of [1, 2]) client.setQueryData(askKey('line.detail', { lineId }), {} as never);
    client.setQueryData(askKey('review.rows', { lineIds: [2, 3] }), []);
    bridge.emit('lines-changed', { lines: [brief(2)] });
    const isStale = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated;
    expect(isStale(askKey('line.detail', { lineId: 1 }))).toBe(false);
    expect(isStale(askKey('line.detail', { lineId: 2 }))).toBe(true);
    expect(isStale(askKey('review.rows', { lineIds: [2, 3] }))).toBe(true);
  });
});

describe('takes', () => {
  it('have the lists of their line asked again', () => {
    client.setQueryData(askKey('review.takes', { lineId: 5 }), []);
    client.setQueryData(askKey('review.takes', { lineId: 6 }), []);
    bridge.emit('takes-changed', { lineIds: [5] });
    expect(client.getQueryState(askKey('review.takes', { lineId: 5 }))?.isInvalidated).toBe(true);
    expect(client.getQueryState(askKey('review.takes', { lineId: 6 }))?.isInvalidated).toBe(false);
  });
});

describe('a run', () => {
  const key = askKey('production.snapshot', {});

  it('has its rows patched by their keys, and new ones put in order', () => {
    client.setQueryData(key, { run: run(), batches: [row('a', 1), row('c', 3)] });
    bridge.emit('run-changed', { run: run(), batches: [row('c', 3, 'done'), row('b', 2)], replaceAll: false });
    expect(client.getQueryData(key)).toEqual({ run: run(), batches: [row('a', 1), row('b', 2), row('c', 3, 'done')] });
  });

  it('may replace all its rows', () => {
    client.setQueryData(key, { run: run(), batches: [row('a', 1)] });
    bridge.emit('run-changed', { run: run(), batches: [row('z', 1)], replaceAll: true });
    expect(client.getQueryData(key)).toEqual({ run: run(), batches: [row('z', 1)] });
  });

  it('has what hangs on its figures asked again, when they change', async () => {
    bridge.answer({ 'production.failed': () => [], 'production.doubts': () => [] });
    client.setQueryData(key, { run: run(), batches: [] });
    const stops = [watch(askQuery('production.failed', {})), watch(askQuery('production.doubts', {}))];
    await vi.runAllTimersAsync();
    bridge.emit('run-changed', { run: run({ failed: 1 }), batches: [], replaceAll: false });
    await vi.runAllTimersAsync();
    expect([asked('production.failed'), asked('production.doubts')]).toEqual([2, 1]);
    for (const end of stops) end();
  });

  it('has its ledger read again when a batch was answered, and not for every line that comes back', async () => {
    const ledger = {
      total: 0,
      thisRun: 0,
      retakes: 0,
      inDoubt: 0,
      lost: 0,
      auditions: 0,
      moneyCap: null,
      confirmPrice: null,
      spent: 0,
      cap: null,
      pricePerThousand: null,
      currency: 'USD',
    };
    bridge.answer({ 'production.ledger': () => ({ ...ledger, runs: [] }) });
    client.setQueryData(key, { run: run(), batches: [row('a', 1, 'sending')] });
    const end = watch(askQuery('production.ledger', {}));
    await vi.runAllTimersAsync();
    bridge.emit('run-changed', { run: run(), batches: [row('a', 1, 'pending')], replaceAll: false });
    await vi.runAllTimersAsync();
    expect(asked('production.ledger')).toBe(2);
    bridge.emit('run-changed', { run: run({ rendered: 1 }), batches: [row('a', 1, 'pending')], replaceAll: false });
    await vi.runAllTimersAsync();
    expect(asked('production.ledger')).toBe(2);
    end();
  });

  it('adds to its log where the log is known', () => {
    const entry = {
      at: 1,
      kind: 'started',
      batch: null,
      line: null,
      lines: 3,
      problem: null,
      doubt: null,
      loss: null,
      failure: null,
      stop: null,
    } as const;
    bridge.emit('run-log', { entries: [entry] });
    expect(client.getQueryData(askKey('production.log', {}))).toBeUndefined();
    client.setQueryData(askKey('production.log', {}), [entry]);
    bridge.emit('run-log', { entries: [entry, entry] });
    expect(client.getQueryData(askKey('production.log', {}))).toHaveLength(3);
  });
});

describe('what is listened to', () => {
  it('is asked for again after every change of lines, takes, chapters and documents', async () => {
    bridge.answer({ 'playback.chapter': () => [] });
    const end = watch(askQuery('playback.chapter', { chapterId: 1 }));
    await vi.runAllTimersAsync();
    bridge.emit('lines-changed', { lines: [brief(1)] });
    await vi.runAllTimersAsync();
    bridge.emit('takes-changed', { lineIds: [1] });
    await vi.runAllTimersAsync();
    bridge.emit('chapters-changed', {});
    await vi.runAllTimersAsync();
    bridge.emit('documents-changed', {});
    await vi.runAllTimersAsync();
    expect(asked('playback.chapter')).toBe(5);
    end();
  });
});

describe('a storm of events', () => {
  it('asks again a few times only, and last of all after the last', async () => {
    let chapters = 0;
    bridge.answer({
      'project.chapters': async () => {
        chapters += 1;
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        return [];
      },
    });
    const end = watch(askQuery('project.chapters', {}));
    await vi.advanceTimersByTimeAsync(1_000);
    for (let at = 0; at < 100; at += 1) {
      bridge.emit('chapters-changed', {});
      await vi.advanceTimersByTimeAsync(20);
    }
    expect(chapters).toBeLessThanOrEqual(3);
    const before = chapters;
    bridge.emit('chapters-changed', {});
    await vi.runAllTimersAsync();
    expect(chapters).toBeGreaterThan(before);
    end();
  });

  it('leaves the window most of its time where a reply takes long', async () => {
    let lists = 0;
    const filter = { sort: 'script' } as const;
    const figures = { takes: 1, suspicious: 0, approved: 0, rejected: 0, withoutTake: 0, analysing: 0 };
    bridge.answer({
      'review.list': async () => {
        lists += 1;
        await new Promise((resolve) => setTimeout(resolve, 300));
        return { lineIds: [lists], ...figures };
      },
    });
    const end = watch(askQuery('review.list', filter));
    await vi.advanceTimersByTimeAsync(300);
    for (let at = 0; at < 100; at += 1) {
      bridge.emit('takes-changed', { lineIds: null });
      await vi.advanceTimersByTimeAsync(150);
    }
    // In 15 seconds: a round of 0.3 s, and a rest of 1.2 s after each.
    expect(lists).toBeLessThanOrEqual(12);
    await vi.runAllTimersAsync();
    // After a rest, a single change is asked for at once.
    const before = lists;
    await vi.advanceTimersByTimeAsync(10_000);
    bridge.emit('takes-changed', { lineIds: null });
    await vi.advanceTimersByTimeAsync(300);
    expect(lists).toBe(before + 1);
    await vi.runAllTimersAsync();
    end();
  });
});

describe('a studio that was started again', () => {
  it('is asked for everything', async () => {
    bridge.answer({ 'connection.list': () => [] });
    const end = watch(askQuery('connection.list', {}));
    await vi.runAllTimersAsync();
    bridge.emit('studio-restarted', {});
    await vi.runAllTimersAsync();
    expect(asked('connection.list')).toBe(2);
    end();
  });
});

describe('a reply that is on its way for the first time', () => {
  it.each([
    ['while its screen is there', true],
    ['while no screen shows it', false],
  ])('is asked for once more after a change that it may not know of, %s', async (_, isSeen) => {
    const first = Promise.withResolvers<never>();
    let reply = first.promise;
    bridge.answer({ 'review.takes': () => reply });
    const query = askQuery('review.takes', { lineId: 5 });
    const end = isSeen ? watch(query) : () => undefined;
    if (!isSeen) void client.prefetchQuery(query);
    bridge.emit('takes-changed', { lineIds: [5] });
    bridge.emit('chapters-changed', {});
    reply = Promise.resolve(['new'] as never);
    first.resolve(['old'] as never);
    await vi.advanceTimersByTimeAsync(10);
    if (isSeen) expect(client.getQueryData(query.queryKey)).toEqual(['new']);
    else expect(client.getQueryState(query.queryKey)?.isInvalidated).toBe(true);
    end();
  });

  it('is asked for once more in the next round', async () => {
    const first = Promise.withResolvers<never>();
    let reply = first.promise;
    bridge.answer({ 'project.chapters': () => reply });
    const end = watch(askQuery('project.chapters', {}));
    bridge.emit('chapters-changed', {});
    await vi.advanceTimersByTimeAsync(1_000);
    reply = Promise.resolve(['new'] as never);
    first.resolve(['old'] as never);
    await vi.advanceTimersByTimeAsync(10);
    expect(client.getQueryData(askKey('project.chapters', {}))).toEqual(['new']);
    end();
  });
});

it('ends when it is told to', () => {
  stop();
  bridge.emit('budget-changed', { budget: null });
  expect(client.getQueryData(askKey('production.budget', {}))).toBeUndefined();
});
