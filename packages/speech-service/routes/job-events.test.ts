import { completedEventSchema, generatingEventSchema } from '@lectern/tts-protocol';
import { describe, expect, test } from 'vitest';
import type { StoredJob } from '../ports/jobs.ts';
import { JobEvents } from './job-events.ts';

const OUTPUT = { url: 'http://127.0.0.1/audio/x.mp3', duration: 1.5, size: 10 };
const completed = { id: 'j', status: 'completed' } as StoredJob;
const failed = { id: 'j', status: 'failed', error: 'The voice\nis hoarse.' } as StoredJob;

const newEvents = (): JobEvents => new JobEvents('j', (job) => (job.status === 'completed' ? OUTPUT : null));

/** What is taken, as `stage stageProgress`; `complete` at the end. */
function taken(events: JobEvents): string[] {
  return events
    .takeFrames()
    .split('\n\n')
    .filter((frame) => frame !== '' && !frame.startsWith(':'))
    .map((frame) => {
      const [, kind, data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(frame) ?? [];
      const schema = kind === 'completed' ? completedEventSchema : generatingEventSchema;
      const { stage, ...more } = schema.parse(JSON.parse(data));
      return 'stageProgress' in more ? `${stage} ${more.stageProgress}` : stage;
    });
}

describe('what a watcher is told', () => {
  test('begins with the queue, whatever the job does', () => {
    expect(taken(newEvents())).toEqual(['queued']);
  });

  test('are all stages in order, each that is behind to its end', () => {
    const events = newEvents();
    expect(taken(events)).toEqual(['queued']);
    events.advance({ stage: 'preload', fraction: 0 });
    expect(taken(events)).toEqual(['active', 'preload 0']);
    events.advance({ stage: 'preload', fraction: 0.5 });
    expect(taken(events)).toEqual(['preload 0.5']);
    events.advance({ stage: 'generate', fraction: 0.25 });
    expect(taken(events)).toEqual(['preload 1', 'generate 0.25']);
    expect(taken(events)).toEqual([]);
    events.end(completed);
    expect(taken(events)).toEqual(['generate 1', 'postprocessing 1', 'complete']);
    expect(events.isDone()).toBe(true);
    expect(taken(events)).toEqual([]);
  });

  test('is only the newest of what happened since it last listened', () => {
    const events = newEvents();
    taken(events);
    for (let step = 0; step <= 1000; step += 1) events.advance({ stage: 'generate', fraction: step / 1000 });
    events.end(completed);
    expect(taken(events)).toEqual(['active', 'preload 1', 'generate 1', 'postprocessing 1', 'complete']);
  });

  test('is the whole way at once where it comes when all is over', () => {
    const events = newEvents();
    events.end(completed);
    expect(taken(events)).toEqual(['queued', 'active', 'preload 1', 'generate 1', 'postprocessing 1', 'complete']);
  });

  test('ends without `completed` where the job fails, and says nothing that is not so', () => {
    const events = newEvents();
    events.advance({ stage: 'generate', fraction: 0.5 });
    taken(events);
    events.end(failed);
    expect(taken(events)).toEqual([]);
    expect(events.isDone()).toBe(true);
  });

  test('is why a job has failed, in a comment at the end, however late it is asked', () => {
    const [early, late] = [newEvents(), newEvents()];
    early.takeFrames();
    for (const events of [early, late]) events.end(failed);
    expect(early.takeFrames()).toBe(': The job has failed: The voice is hoarse.\n\n');
    expect(late.takeFrames()).toMatch(
      /^event: generating\ndata: .*"queued".*\n\n: The job has failed: The voice is hoarse\.\n\n$/,
    );
  });

  test('is worth an event when a stage begins or ends, or a hundredth of it is done', () => {
    const events = newEvents();
    taken(events);
    let worth = 0;
    for (let step = 0; step <= 10_000; step += 1) {
      if (!events.advance({ stage: 'generate', fraction: step / 10_000 })) continue;
      worth += 1;
      taken(events);
    }
    expect(worth).toBeGreaterThan(90);
    expect(worth).toBeLessThanOrEqual(102);
    expect(events.advance({ stage: 'postprocessing', fraction: 0 })).toBe(true);
  });
});
