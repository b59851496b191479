import { describe, expect, it } from 'vitest';
import { cancellable } from './cancellable.ts';

/** Gives batches, and remembers how it ended. */
function source(batches: readonly (readonly number[])[], then?: Promise<never>) {
  const told: string[] = [];
  async function* given() {
    try {
      for (const batch of batches) yield batch;
      if (then) await then;
    } finally {
      told.push('over');
    }
  }
  return { told, things: cancellable(given(), () => void told.push('left')) };
}

describe('what can be left', () => {
  it('gives the things of all batches in order, and leaves out empty ones', async () => {
    const { things, told } = source([[1, 2], [], [3]]);
    const seen: number[] = [];
    for await (const thing of things) seen.push(thing);
    expect(seen).toEqual([1, 2, 3]);
    expect(told).toEqual(['over']);
    expect(await things.next()).toEqual({ done: true, value: undefined });
  });

  it('keeps the order where more than one thing is asked for at once', async () => {
    const { things } = source([[1], [2, 3], [4]]);
    const asked = Array.from({ length: 6 }, () => things.next());
    expect((await Promise.all(asked)).map(({ value }) => value)).toEqual([1, 2, 3, 4, undefined, undefined]);
  });

  it('is left by a break, once', async () => {
    const { things, told } = source([[1, 2], [3]]);
    for await (const thing of things) if (thing === 2) break;
    expect(told).toEqual(['left', 'over']);
    await things.return?.();
    expect(told).toEqual(['left', 'over']);
    expect(await things.next()).toMatchObject({ done: true });
  });

  it('is left before it has begun', async () => {
    const { things, told } = source([[1]]);
    await things.return?.();
    expect(told).toEqual(['left']);
    expect(await things.next()).toMatchObject({ done: true });
  });

  it('ends what is waited for when it is left, and keeps what breaks off by it to itself', async () => {
    const broken = Promise.withResolvers<never>();
    const begun = Promise.withResolvers<void>();
    async function* endless(): AsyncGenerator<readonly number[], void, undefined> {
      yield [1];
      begun.resolve();
      await broken.promise;
    }
    const things = cancellable(endless(), () => broken.reject(new Error('aborted')));
    const waiting = [things.next(), things.next(), things.next()];
    await begun.promise;
    expect(await things.return?.()).toMatchObject({ done: true });
    expect((await Promise.all(waiting)).map(({ done }) => done)).toEqual([false, true, true]);
  });

  it('throws what its source throws, after the things before it', async () => {
    const { things } = source([[1]], Promise.reject(new Error('broken')));
    expect(await things.next()).toMatchObject({ value: 1 });
    await expect(things.next()).rejects.toThrow('broken');
    expect(await things.next()).toMatchObject({ done: true });
  });
});
