// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type CollapsibleField, CollapsibleFields } from './collapsible-fields.tsx';

let box: HTMLElement;
let root: ReturnType<typeof createRoot>;

beforeEach(() => {
  box = document.body.appendChild(document.createElement('div'));
  root = createRoot(box);
});

afterEach(() => {
  root.unmount();
  box.remove();
});

const field = (label: string, isSet: boolean): CollapsibleField => ({
  key: label,
  label,
  isSet,
  field: <input aria-label={label} />,
});
const draw = (...fields: readonly CollapsibleField[]) =>
  flushSync(() =>
    root.render(
      <MantineProvider>
        <CollapsibleFields key="line" fields={fields} />
      </MantineProvider>,
    ),
  );
const shown = () =>
  [...box.querySelectorAll('input, button')].map((one) => one.getAttribute('aria-label') ?? one.textContent);
const toggle = () => flushSync(() => box.querySelector('button')?.click());

it('fields that are left empty take one row, which names them and opens them', () => {
  draw(field('Speed', true), field('Seed', false), field('Quality', false));
  expect(shown()).toEqual(['Speed', 'Voice defaultsSeed, Quality']);
  toggle();
  expect(shown()).toEqual(['Speed', 'Voice defaults', 'Seed', 'Quality']);
  toggle();
  expect(shown()).toEqual(['Speed', 'Voice defaultsSeed, Quality']);
});

it('a field that is emptied or filled in stays where it is', () => {
  draw(field('Speed', true), field('Seed', false));
  draw(field('Speed', false), field('Seed', false));
  expect(shown()).toEqual(['Speed', 'Voice defaultsSeed']);
  toggle();
  const seed = box.querySelector('[aria-label="Seed"]');
  draw(field('Speed', false), field('Seed', true));
  expect(shown()).toEqual(['Speed', 'Voice defaults', 'Seed']);
  expect(box.querySelector('[aria-label="Seed"]')).toBe(seed);
  toggle();
  expect(shown()).toEqual(['Speed', 'Seed']);
});

it('what is filled in by another way is seen at once', () => {
  draw(field('Speed', false), field('Seed', false));
  expect(shown()).toEqual(['Voice defaultsSpeed, Seed']);
  draw(field('Speed', true), field('Seed', false));
  expect(shown()).toEqual(['Speed', 'Voice defaultsSeed']);
});
