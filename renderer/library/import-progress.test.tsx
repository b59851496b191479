// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetReading, whileReading } from '../ui/reading.ts';
import { all, get, type Mounted, mount } from '../ui/testing/mount.tsx';
import { ImportProgress } from './import-progress.tsx';

let progress: Mounted;
let read: PromiseWithResolvers<string>;
let outcome: Promise<string | null>;

beforeEach(async () => {
  progress = await mount(<ImportProgress />, { 'project.cancelImport': () => null });
  vi.useFakeTimers();
  read = Promise.withResolvers();
  await act(async () => {
    outcome = whileReading(() => read.promise);
  });
});
afterEach(async () => {
  vi.useRealTimers();
  await act(async () => forgetReading());
  await progress.unmount();
});

const tell = (done: number) =>
  act(async () =>
    progress.bridge.emit('import-progress', { file: 'war.pdf', progress: { stage: 'pages', done, total: 1_200 } }),
  );
const wait = (milliseconds: number) => act(async () => void vi.advanceTimersByTime(milliseconds));

async function showLongReading(): Promise<void> {
  await tell(1);
  await wait(1_000);
}

it('is not shown for a file that is read quickly', async () => {
  await tell(1);
  await wait(100);
  expect(all('dialog')).toEqual([]);
  await act(async () => read.resolve('read'));
  await wait(1_000);
  expect(all('dialog')).toEqual([]);
});

it('shows the page being read of a long file', async () => {
  await showLongReading();
  get('dialog', 'Reading “war.pdf”');
  const status = () => document.querySelector('[role=status]')?.textContent;
  expect(status()).toBe('Page 1 of 1,200');
  await tell(1_001);
  expect(status()).toBe('Page 1,001 of 1,200');
  expect(document.activeElement).toBe(get('button', 'Cancel'));
});

it('closes when the file has been read', async () => {
  await showLongReading();
  await act(async () => read.resolve('read'));
  await wait(0);
  expect(all('dialog')).toEqual([]);
  expect(await outcome).toBe('read');
});

it.each([
  ['the button', () => get('button', 'Cancel').click()],
  [
    'Escape',
    () =>
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true }),
      ),
  ],
])('%s cancels reading, and a late result is discarded', async (_, cancel) => {
  await showLongReading();
  await act(async () => void cancel());
  await wait(0);
  expect(progress.sent('project.cancelImport')).toEqual([{}]);
  expect(all('dialog')).toEqual([]);
  read.resolve('read');
  expect(await outcome).toBeNull();
});
