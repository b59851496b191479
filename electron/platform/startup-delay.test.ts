import { expect, it } from 'vitest';
import { createStartupDelay } from './startup-delay.ts';

/** A head start with a clock that stands, and whether it is over. */
function headStart() {
  const timers: { readonly at: number; readonly callback: () => void }[] = [];
  let now = 0;
  const made = createStartupDelay((milliseconds, callback) => void timers.push({ at: now + milliseconds, callback }));
  let isOver = false;
  void made.over.then(() => {
    isOver = true;
  });
  return {
    drawn: made.drawn,
    async isOverAt(milliseconds: number): Promise<boolean> {
      now = milliseconds;
      for (const { at, callback } of timers) if (at <= now) callback();
      await Promise.resolve();
      return isOver;
    },
  };
}

it('is over when the page has had time to draw the rest of what it shows', async () => {
  const start = headStart();
  expect(await start.isOverAt(1_000)).toBe(false);
  start.drawn();
  expect(await start.isOverAt(1_799)).toBe(false);
  expect(await start.isOverAt(1_800)).toBe(true);
});

it('does not wait for a page that never comes', async () => {
  const start = headStart();
  expect(await start.isOverAt(2_999)).toBe(false);
  expect(await start.isOverAt(3_000)).toBe(true);
});
