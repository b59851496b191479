import { expect, test } from 'vitest';
import { SharedRun } from './shared-run.ts';

/** Work that ends when it is told to, and how often it was begun. */
function watched() {
  const begun: PromiseWithResolvers<void>[] = [];
  const shared = new SharedRun(() => {
    const run = Promise.withResolvers<void>();
    begun.push(run);
    return run.promise;
  });
  return { shared, begun };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('all who ask before it begins share one run', async () => {
  const { shared, begun } = watched();
  const asked = [shared.run(), shared.run(), shared.run()];
  await settled();
  expect(begun).toHaveLength(1);
  begun[0]?.resolve();
  await Promise.all(asked);
});

test('whoever asks while it runs waits for the next run, which begins when the first has ended', async () => {
  const { shared, begun } = watched();
  const first = shared.run();
  await settled();
  let isDone = false;
  const later = Promise.all([shared.run(), shared.run()]).then(() => (isDone = true));
  await settled();
  expect(begun).toHaveLength(1);
  begun[0]?.resolve();
  await first;
  await settled();
  expect(begun).toHaveLength(2);
  expect(isDone).toBe(false);
  begun[1]?.resolve();
  await later;
});

test('a run that fails does so for those who waited for it, and for no other', async () => {
  const { shared, begun } = watched();
  const first = shared.run();
  await settled();
  const later = shared.run();
  begun[0]?.reject(new Error('no'));
  await expect(first).rejects.toThrow('no');
  await settled();
  begun[1]?.resolve();
  await later;
});
