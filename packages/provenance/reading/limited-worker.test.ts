import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LimitedWorker } from './limited-worker.ts';

const LIMIT_MS = 20_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  // Stops the idle threads.
  vi.runOnlyPendingTimers();
  vi.useRealTimers();
});

describe('a limited worker', () => {
  it('stops a job that takes too long, and runs the next one', async () => {
    const worker = new LimitedWorker<string, string>(new URL('../testing/odd-worker.ts', import.meta.url), LIMIT_MS);
    const [hanging, next] = [worker.run('hang'), worker.run('next')];
    await vi.advanceTimersByTimeAsync(LIMIT_MS - 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await hanging).toBe('too-slow');
    expect(await next).toBe('next');
  });

  it('survives a job that ends its thread', async () => {
    const worker = new LimitedWorker<string, string>(new URL('../testing/odd-worker.ts', import.meta.url), LIMIT_MS);
    expect(await Promise.all([worker.run('crash'), worker.run('next')])).toEqual(['crashed', 'next']);
  });
});
