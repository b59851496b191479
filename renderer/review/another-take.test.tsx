// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { TakeActions } from '../ui/use-take-actions.ts';
import { AnotherTake } from './another-take.tsx';

let root: Root;
let main: HTMLElement;
let ordered: unknown[];

const button = (name: string): HTMLElement => {
  const found = [...document.querySelectorAll<HTMLElement>('button')].find(
    (one) => one.getAttribute('aria-label') === name || one.textContent === name,
  );
  if (!found) throw new Error(`there is no ${name}`);
  return found;
};
const click = (name: string) => act(async () => button(name).click());

beforeEach(async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  ordered = [];
  main = document.body.appendChild(document.createElement('main'));
  root = createRoot(main.appendChild(document.createElement('div')));
  const actions = { retakeLines: (...args: unknown[]) => ordered.push(args) } as unknown as TakeActions;
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <AnotherTake lineIds={[7]} actions={actions} />
      </MantineProvider>,
    ),
  );
});
afterEach(async () => {
  await act(async () => root.unmount());
  main.remove();
});

it('is one take by its button, and several by its menu; none is rejected', async () => {
  await click('Another take');
  await click('Several takes');
  await click('3 takes');
  await click('Several takes');
  await click('5 takes');
  expect(ordered).toEqual([
    [[7], false, 1],
    [[7], false, 3],
    [[7], false, 5],
  ]);
});
