// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ReplyOf } from '../../shared/ipc/contract.ts';
import { type FakeBridge, installFakeBridge } from '../bridge/testing/fake-bridge.ts';
import { clearNotices, noticeTexts, pressInNotice, ShownNotices } from '../ui/testing/shown-notices.tsx';
import { typeInto } from '../ui/testing/type-into.ts';
import { DuplicateDialog } from './new-project-dialogs.tsx';

let bridge: FakeBridge;
let root: Root;
let box: HTMLElement;
let closed: number;
let copying: PromiseWithResolvers<ReplyOf<'library.duplicate'>>;

const field = () => document.querySelector('[role="dialog"] input') as HTMLInputElement;
const submit = () =>
  act(async () => field().form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })));
const asked = (channel: string) => bridge.calls.filter((call) => call.channel === channel).map(({ input }) => input);

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  closed = 0;
  copying = Promise.withResolvers();
  bridge = installFakeBridge({
    'library.duplicate': () => copying.promise,
    'library.cancelDuplicate': () => null,
  });
  box = document.body.appendChild(document.createElement('div'));
  root = createRoot(box);
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <DuplicateDialog project={{ id: 'p1', name: 'Book' }} close={() => (closed += 1)} />
        <ShownNotices />
      </MantineProvider>,
    ),
  );
});
afterEach(async () => {
  await clearNotices();
  await act(async () => root.unmount());
  box.remove();
  bridge.remove();
  vi.unstubAllGlobals();
});

it('focuses the name of the copy, which it suggests', () => {
  expect(document.activeElement === field()).toBe(true);
  expect(field().value).toBe('Book copy');
});

it('copies the project, and offers to open the copy', async () => {
  await typeInto(field(), ' Another book ');
  await submit();
  expect(asked('library.duplicate')).toEqual([{ id: 'p1', name: 'Another book' }]);
  expect(field().disabled).toBe(true);
  await act(async () => copying.resolve({ id: 'p2', missing: 0, inFlight: 0 }));
  expect(closed).toBe(1);
  expect(noticeTexts()).toEqual([expect.stringContaining('“Another book” was created.')]);
  await pressInNotice('Open it');
  expect(asked('project.openRecent')).toEqual([{ id: 'p2' }]);
});

it('can be cancelled while the copy is made', async () => {
  await submit();
  const buttons = [...document.querySelectorAll<HTMLElement>('[role="dialog"] button')];
  await act(async () => buttons.find(({ textContent }) => textContent?.startsWith('Cancel'))?.click());
  expect(asked('library.cancelDuplicate')).toEqual([{}]);
});
