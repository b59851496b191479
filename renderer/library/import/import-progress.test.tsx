// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cancelReading, whileReading } from '../../ui/reading.ts';
import { type Rendered, render } from '../../ui/testing/render.tsx';
import { ImportProgress } from './import-progress.tsx';

let progress: Rendered;
let read: PromiseWithResolvers<string>;
let outcome: Promise<string | null>;

beforeEach(async () => {
  progress = await render(<ImportProgress />, { 'project.cancelImport': () => null });
  read = Promise.withResolvers();
  // `progress.act` would advance the clock past the moment when the dialog opens.
  await act(async () => {
    outcome = whileReading(() => read.promise);
  });
});
afterEach(async () => {
  await act(async () => cancelReading());
  await progress.remove();
});

const tell = (done: number) =>
  act(async () =>
    progress.bridge.emit('import-progress', { file: 'war.pdf', progress: { stage: 'pages', done, total: 1_200 } }),
  );

async function showLongReading(): Promise<void> {
  await tell(1);
  await progress.advance(1_000);
}

it('is not shown for a file that is read quickly', async () => {
  await tell(1);
  await progress.advance(100);
  expect(progress.all('dialog')).toEqual([]);
  await act(async () => read.resolve('read'));
  await progress.advance(1_000);
  expect(progress.all('dialog')).toEqual([]);
});

it('shows the page being read of a long file', async () => {
  await showLongReading();
  progress.get('dialog', 'Reading “war.pdf”');
  const status = () => document.querySelector('[role=status]')?.textContent;
  expect(status()).toBe('Page 1 of 1,200');
  await tell(1_001);
  expect(status()).toBe('Page 1,001 of 1,200');
  expect(document.activeElement).toBe(progress.get('button', 'Cancel'));
});

it('closes when the file has been read', async () => {
  await showLongReading();
  await act(async () => read.resolve('read'));
  await progress.advance(0);
  expect(progress.all('dialog')).toEqual([]);
  expect(await outcome).toBe('read');
});

it.each([
  ['the button', () => progress.get('button', 'Cancel').click()],
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
  await progress.advance(0);
  expect(progress.requests('project.cancelImport')).toEqual([{}]);
  expect(progress.all('dialog')).toEqual([]);
  read.resolve('read');
  expect(await outcome).toBeNull();
});
