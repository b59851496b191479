import { beforeEach, describe, expect, test } from 'vitest';
import type { StoredJob } from '../ports/jobs.ts';
import type { ProgressWatcher, StageProgress } from '../ports/progress.ts';
import { JobProgress } from './job-progress.ts';

const ended = (id: string): StoredJob => ({ id, status: 'completed' }) as StoredJob;

class Notes implements ProgressWatcher {
  readonly seen: StageProgress[] = [];
  end: StoredJob | undefined;
  onProgress(reached: StageProgress): void {
    this.seen.push(reached);
  }
  onEnd(job: StoredJob): void {
    this.end = job;
  }
}

let progress: JobProgress;
let notes: Notes;
beforeEach(() => {
  progress = new JobProgress();
  notes = new Notes();
});

describe('a watched job', () => {
  test('is told from the queue to its end', () => {
    expect(progress.watch('a', notes).reached).toEqual({ stage: 'queued', fraction: 0 });
    progress.begin('a');
    progress.advance('a', 'preload', 1);
    progress.advance('a', 'generate', 0.5);
    progress.end(ended('a'));
    expect(notes.seen.map(({ stage, fraction }) => [stage, fraction])).toEqual([
      ['active', 0],
      ['preload', 1],
      ['generate', 0.5],
    ]);
    expect(notes.end?.id).toBe('a');
  });

  test('never loses progress, even when it is started again', () => {
    progress.watch('a', notes);
    progress.begin('a');
    progress.advance('a', 'generate', 0.5);
    progress.advance('a', 'generate', 0.4);
    progress.advance('a', 'preload', 1);
    progress.release('a');
    progress.begin('a');
    progress.advance('a', 'preload', 0);
    progress.advance('a', 'generate', 0.6);
    expect(notes.seen.map(({ stage, fraction }) => [stage, fraction])).toEqual([
      ['active', 0],
      ['generate', 0.5],
      ['generate', 0.6],
    ]);
  });

  test('stays between 0 and 1, whatever an engine says', () => {
    progress.begin('a');
    progress.advance('a', 'generate', Number.NaN);
    expect(progress.watch('a', notes).reached.stage).toBe('active');
    progress.advance('a', 'preload', -3);
    progress.advance('a', 'generate', 7);
    expect(notes.seen.map(({ fraction }) => fraction)).toEqual([0, 1]);
  });

  test('shows its current progress to a late watcher, and tells nothing to one that has left', () => {
    progress.begin('a');
    progress.advance('a', 'generate', 0.5);
    const { reached, leave } = progress.watch('a', notes);
    expect(reached).toEqual({ stage: 'generate', fraction: 0.5 });
    leave();
    progress.advance('a', 'generate', 0.7);
    progress.end(ended('a'));
    expect(notes.seen).toEqual([]);
    expect(notes.end).toBeUndefined();
  });
});

describe('what is known', () => {
  test('are the jobs that are worked on or watched, and no others', () => {
    for (let count = 0; count < 100; count += 1) {
      const id = `job-${count}`;
      const { leave } = progress.watch(id, notes);
      progress.begin(id);
      if (count % 2 === 0) leave();
      if (count % 3 === 0) progress.release(id);
      else progress.end(ended(id));
      leave();
      progress.advance(id, 'generate', 1);
    }
    expect(progress.size).toBe(0);
    progress.begin('a');
    progress.release('a');
    expect(progress.size).toBe(0);
  });

  test('is not what a job that was forgotten once had: one who leaves late takes nothing from the others', () => {
    const { leave } = progress.watch('a', notes);
    progress.end(ended('a'));
    const later = new Notes();
    progress.watch('a', later);
    leave();
    progress.begin('a');
    expect(later.seen).toHaveLength(1);
  });
});
