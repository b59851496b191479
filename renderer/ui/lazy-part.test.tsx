// @vitest-environment happy-dom
import { Suspense } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { lazyPart, useIdle } from './lazy-part.tsx';

/** Draws an element inside a fallback. @returns what is shown at once, and when nothing more is fetched */
async function drawn(element: React.ReactNode): Promise<{ first: string | null; later: string | null }> {
  const box = document.createElement('div');
  const root = createRoot(box);
  flushSync(() => root.render(<Suspense fallback="fetching">{element}</Suspense>));
  const first = box.textContent;
  await expect.poll(() => box.textContent).toMatch(/^part/);
  const later = box.textContent;
  root.unmount();
  return { first, later };
}

it('shows the fallback until its code is there', async () => {
  const Part = lazyPart(
    async () =>
      ({ name }: { name: string }) =>
        `part ${name}`,
  );
  expect(await drawn(<Part name="one" />)).toEqual({ first: 'fetching', later: 'part one' });
});

it('is drawn at once where its code was fetched before, which happens once', async () => {
  const load = vi.fn(
    async () =>
      ({ name }: { name: string }) =>
        `part ${name}`,
  );
  const Part = lazyPart(load);
  await Part.preload();
  await Part.preload();
  expect(await drawn(<Part name="two" />)).toEqual({ first: 'part two', later: 'part two' });
  expect(load).toHaveBeenCalledTimes(1);
});

it('tries again where fetching failed, and says why only when it is shown', async () => {
  const load = vi.fn(async () => (_: { name: string }) => 'part');
  load.mockRejectedValueOnce(new Error('no such chunk'));
  const Part = lazyPart(load);
  await Part.preload();
  expect((await drawn(<Part name="three" />)).later).toBe('part');
});

it('takes no rest before what is awaited is there and drawn', async () => {
  const idle = vi.fn();
  vi.stubGlobal('requestIdleCallback', idle);
  vi.stubGlobal('cancelIdleCallback', vi.fn());
  vi.stubGlobal('requestAnimationFrame', (drawn: () => void) => drawn());
  vi.stubGlobal('cancelAnimationFrame', vi.fn());
  const Told = ({ isReady }: { isReady: boolean }) => (useIdle(isReady) ? 'rested' : 'busy');
  const box = document.createElement('div');
  const root = createRoot(box);
  const draw = (isReady: boolean) => flushSync(() => root.render(<Told isReady={isReady} />));
  draw(false);
  await expect.poll(() => box.textContent).toBe('busy');
  expect(idle).not.toHaveBeenCalled();
  draw(true);
  await expect.poll(() => idle.mock.calls.length).toBe(1);
  flushSync(() => idle.mock.calls[0]?.[0]());
  expect(box.textContent).toBe('rested');
  root.unmount();
  vi.unstubAllGlobals();
});
