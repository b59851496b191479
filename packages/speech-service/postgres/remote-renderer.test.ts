import { Readable } from 'node:stream';
import { beforeEach, describe, expect, test } from 'vitest';
import type { StoredJob } from '../ports/jobs.ts';
import type { ProgressWatcher } from '../ports/progress.ts';
import { createStreamOrder } from '../rendering/stream-order.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { storedBatch, storedJob } from '../testing/stored-jobs.ts';
import { RemoteRenderer } from './remote-renderer.ts';

const JOB = storedJob('sj-1', 'sj-1');
const FINISHED = { status: 'completed', file: 'sj-1.wav', duration: 1, size: 4 } as const;

let clock: ManualClock;
let watchers: Set<ProgressWatcher>;
let isWaiting: boolean;
let withdrawn: string[];
let removed: string[];
let ordered: { userId: string; kind: string; input: StoredJob['input'] }[];
let renderer: RemoteRenderer;
beforeEach(() => {
  clock = new ManualClock();
  watchers = new Set();
  isWaiting = true;
  withdrawn = [];
  removed = [];
  ordered = [];
  renderer = new RemoteRenderer({
    clock,
    intake: {
      acceptSingle: async (userId, kind, { input }) => {
        ordered.push({ userId, kind, input });
        return { ...storedBatch('sj-1', [JOB], 'stream'), job: JOB };
      },
    },
    store: {
      withdraw: async (_, reason) => {
        if (isWaiting) withdrawn.push(reason);
        return isWaiting;
      },
    },
    progress: {
      watch: (_, watcher) => {
        watchers.add(watcher);
        return { reached: { stage: 'queued', fraction: 0 }, leave: () => watchers.delete(watcher) };
      },
    },
    objects: {
      open: async () => ({
        size: 4,
        tag: 'a',
        read: () => Readable.from([Buffer.from('1234')]),
        close: async () => {},
      }),
      remove: async (name) => void removed.push(name),
    },
  });
});

const end = (outcome: Partial<StoredJob>): void => {
  for (const { onEnd } of [...watchers]) onEnd({ ...JOB, ...outcome });
};
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function stream(signal: AbortSignal = new AbortController().signal): Promise<string> {
  const input = { text: 'Hello.', voice: 'lectern://voices/hums/low/manifest.json', voice_engine: 'Svc3.0' } as const;
  const order = { ...createStreamOrder(input, 5), source: { input, userId: 'ada' } };
  return Readable.from(renderer.stream(order, signal))
    .toArray()
    .then((parts) => Buffer.concat(parts).toString());
}

describe('a stream that only a worker can speak', () => {
  test('is ordered as a job with the defaults of the requested engine, and its audio is removed afterwards', async () => {
    const sent = stream();
    await turn();
    end(FINISHED);
    expect(await sent).toBe('1234');
    expect(ordered).toMatchObject([
      { userId: 'ada', kind: 'stream', input: { text: 'Hello.', language: 'english', sample_rate: 48_000 } },
    ]);
    expect([removed, withdrawn, watchers.size]).toEqual([['sj-1.wav'], [], 0]);
  });

  test('fails with the reason of the job', async () => {
    const sent = stream();
    await turn();
    end({ status: 'failed', error: 'The voice server refused the key.' });
    await expect(sent).rejects.toThrow('The voice server refused the key.');
  });

  test('is withdrawn if the client disconnects while it is waiting for a worker', async () => {
    const gone = new AbortController();
    const sent = stream(gone.signal);
    await turn();
    gone.abort();
    await expect(sent).rejects.toThrow();
    expect(withdrawn).toEqual(['The client disconnected before a worker was available.']);
    expect(watchers.size).toBe(0);
  });

  test('fails if no worker has started it within a minute', async () => {
    const sent = stream();
    sent.catch(() => {});
    await turn();
    await clock.pass(59_999);
    expect(withdrawn).toEqual([]);
    await clock.pass(1);
    await expect(sent).rejects.toThrow('No worker was available for this voice');
    expect(withdrawn).toHaveLength(1);
  });

  test('may take longer once a worker has started it', async () => {
    const sent = stream();
    await turn();
    isWaiting = false;
    await clock.pass(600_000);
    end(FINISHED);
    expect(await sent).toBe('1234');
  });
});
