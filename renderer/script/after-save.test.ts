import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ReplyOf } from '../../shared/ipc/contract.ts';
import { refreshAfterSave } from './after-save.ts';

const reply = (lineId: number, chaptersChanged = false): ReplyOf<'script.edit'> => {
  const line = { id: lineId, paragraphId: 1, characters: 4, roles: [], pickTakeId: null, problem: null };
  const lines = [{ ...line, status: 'stale' as const }];
  return { revision: 2, at: 0, count: 1, paragraphs: [], lines, chaptersChanged, chapterIds: [1] };
};

let client: QueryClient;
const isStale = (...key: unknown[]) => client.getQueryState(key)?.isInvalidated;

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
  const keys = [
    ['line.detail', { lineId: 1 }],
    ['line.detail', { lineId: 2 }],
    ['review.list', {}],
    ['project.chapters', {}],
    ['playback.chapter', { chapterId: 1 }],
  ];
  for (const key of keys) client.setQueryData(key, 'known');
});

afterEach(() => vi.useRealTimers());

it('asks for the lines concerned when the hands rest, and for no others', () => {
  const saved = refreshAfterSave(client);
  for (let count = 0; count < 20; count++) {
    saved(reply(1));
    vi.advanceTimersByTime(200);
  }
  expect(isStale('line.detail', { lineId: 1 })).toBe(false);
  vi.advanceTimersByTime(50);
  expect(isStale('line.detail', { lineId: 1 })).toBe(true);
  expect(isStale('line.detail', { lineId: 2 })).toBe(false);
});

it('asks for what is about the whole script once typing stops', () => {
  const saved = refreshAfterSave(client);
  for (let count = 0; count < 20; count++) {
    saved(reply(1));
    vi.advanceTimersByTime(200);
  }
  expect(isStale('review.list', {})).toBe(false);
  vi.advanceTimersByTime(1_000);
  expect(isStale('review.list', {})).toBe(true);
});

it('asks for the chapters when one came, went or was renamed', () => {
  const saved = refreshAfterSave(client);
  saved(reply(1));
  expect(isStale('project.chapters', {})).toBe(false);
  saved(reply(1, true));
  expect(isStale('project.chapters', {})).toBe(true);
});

it('asks soon for what somebody may be listening to, however long the typing goes on', () => {
  const saved = refreshAfterSave(client);
  const listened = ['playback.chapter', { chapterId: 1 }];
  for (let count = 0; count < 3; count++) {
    saved({ ...reply(1), lines: [] });
    vi.advanceTimersByTime(60);
  }
  expect(isStale(...listened)).toBe(true);
});
