// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Dialog } from './dialog.tsx';

let root: Root;
let main: HTMLElement;

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  // No timer fires: what is there is there from the beginning.
  vi.useFakeTimers();
  main = document.body.appendChild(document.createElement('main'));
  root = createRoot(main.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  main.remove();
  vi.useRealTimers();
});

const show = (inside: React.ReactNode) =>
  act(async () =>
    root.render(
      <MantineProvider>
        <Dialog title="Rename project" width={400} onClose={() => {}}>
          {inside}
        </Dialog>
      </MantineProvider>,
    ),
  );

it('gives the keyboard to its field as soon as it is seen', async () => {
  await show(
    <>
      <button type="button">Before</button>
      <input id="name" data-autofocus />
    </>,
  );
  expect(document.activeElement?.id).toBe('name');
});

it('has the keyboard itself where it names no field', async () => {
  await show(<button type="button">Close it</button>);
  expect(document.activeElement?.closest('[role="dialog"]')).not.toBeNull();
});
