import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReplyOf } from '../../shared/ipc/contract.ts';
import type { Chapter } from '../../shared/ipc/project-requests.ts';
import { useView } from '../ui/view-store.ts';
import { noteEmptiedChapters, refreshAfterSave } from './use-environment.ts';

describe('a chapter that loses all its words', () => {
  const chapter = (id: number, number: number): Chapter => ({
    id,
    number,
    title: `Chapter ${number}`,
    level: 1,
    part: null,
    lines: 2,
    characters: 40,
    counts: {},
    seconds: 0,
  });
  const [first, second] = [chapter(11, 1), chapter(12, 2)];
  const notedIds = () => useView.getState().emptied.map(({ id }) => id);

  beforeEach(() => {
    useView.getState().reset();
    useView.getState().chooseChapter(first.id);
  });

  it('notes a chapter that lost all its words, with its title and place', () => {
    noteEmptiedChapters({ chapterIds: [], lastChapterIds: [first.id] }, [first, second]);
    expect(useView.getState().emptied).toEqual([{ id: first.id, title: 'Chapter 1', at: 0 }]);
  });

  it('keeps one that is back until the list has it again', () => {
    const back = { chapterIds: [first.id], lastChapterIds: [first.id] };
    noteEmptiedChapters({ chapterIds: [], lastChapterIds: [first.id] }, [first, second]);
    noteEmptiedChapters(back, [second]);
    expect(notedIds()).toEqual([first.id]);
    noteEmptiedChapters(back, [first, second]);
    expect(notedIds()).toEqual([]);
  });

  it('forgets one in whose place another was written', () => {
    noteEmptiedChapters({ chapterIds: [], lastChapterIds: [first.id] }, [first, second]);
    noteEmptiedChapters({ chapterIds: [13], lastChapterIds: [first.id, 13] }, [second]);
    expect(notedIds()).toEqual([]);
  });
});

describe('after an edit was saved', () => {
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
});
