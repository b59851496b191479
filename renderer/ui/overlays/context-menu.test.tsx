// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useCommandHandlers } from '../commands.ts';
import { ContextMenu, commandEntry, isMenuKey, showContextMenu } from './context-menu.tsx';

let root: Root;
let main: HTMLElement;
let list: HTMLElement;
let done: string[];

const nameOfMenu = () => {
  const id = document.querySelector('[role="menu"]')?.getAttribute('aria-labelledby');
  return document.getElementById(id ?? '')?.textContent;
};
const items = () => [...document.querySelectorAll<HTMLButtonElement>('[role="menuitem"]')];
const item = (label: string) => items().find((one) => one.textContent?.startsWith(label));
const open = (label = 'Chapter One') =>
  act(async () =>
    showContextMenu({ x: 10, y: 20 }, label, [
      { label: 'Move up', keys: 'Alt ↑', run: () => done.push(`up, at ${document.activeElement?.id}`) },
      { label: 'Move down', disabled: true, run: () => done.push('down') },
      null,
      commandEntry('script.find'),
    ]),
  );

beforeEach(async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  done = [];
  main = document.body.appendChild(document.createElement('main'));
  list = main.appendChild(document.createElement('div'));
  list.id = 'list';
  list.tabIndex = 0;
  list.focus();
  root = createRoot(main.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <ContextMenu />
      </MantineProvider>,
    ),
  );
});
afterEach(async () => {
  await act(async () => root.unmount());
  main.remove();
});

describe('a context menu', () => {
  it('shows what can be done with its keys, and has the keyboard back where it was when that is done', async () => {
    await open();
    expect(nameOfMenu()).toBe('Chapter One');
    expect(items().map((one) => [one.textContent, one.disabled])).toEqual([
      ['Move upAlt ↑', false],
      ['Move down', true],
      ['Find and replaceCtrl F', true],
    ]);
    await act(async () => item('Move up')?.click());
    expect(done).toEqual(['up, at list']);
    expect(items()).toEqual([]);
  });

  it('lets a command be given as soon as something carries it out', async () => {
    await open();
    const handler = { id: 'script.find' as const, run: () => done.push('find') };
    await act(async () => void useCommandHandlers.getState().add(handler));
    expect(item('Find and replace')?.disabled).toBe(false);
    await act(async () => item('Find and replace')?.click());
    expect(done).toEqual(['find']);
  });

  it('stays while the key that opened it is still on its way', async () => {
    list.addEventListener('keydown', () => void open(), { once: true });
    await act(async () => void list.dispatchEvent(new KeyboardEvent('keydown', { key: 'F10', bubbles: true })));
    await act(async () => void document.dispatchEvent(new KeyboardEvent('keydown', { key: 'F10', bubbles: true })));
    expect(nameOfMenu()).toBe('Chapter One');
    await act(async () => item('Move up')?.click());
  });

  it('gives way to another one', async () => {
    await open();
    await open('Chapter Two');
    expect(document.querySelectorAll('[role="menu"]').length).toBe(1);
    expect(nameOfMenu()).toBe('Chapter Two');
    await act(async () => item('Move up')?.click());
    expect(done).toEqual(['up, at list']);
  });

  it('is asked for by the Menu key and by Shift F10', () => {
    expect(isMenuKey({ key: 'ContextMenu', shiftKey: false })).toBe(true);
    expect(isMenuKey({ key: 'F10', shiftKey: true })).toBe(true);
    expect(isMenuKey({ key: 'F10', shiftKey: false })).toBe(false);
  });
});
