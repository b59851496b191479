// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeBridge, installFakeBridge } from '../bridge/testing/fake-bridge.ts';
import { runCommand, useCommandHandlers } from '../ui/commands.ts';
import { useView } from '../ui/view-store.ts';
import { AppCommands } from './app-commands.tsx';
import { CommandPalette, fuzzyFilter, fuzzyScore } from './command-palette.tsx';

const find = (query: string, texts: readonly string[]) => fuzzyFilter(query, texts, (text) => text, 10);

describe('finding by a few letters', () => {
  it('takes letters in their order, whatever their case', () => {
    expect(find('EXPO', ['Export lines…', 'Open project…'])).toEqual(['Export lines…']);
    expect(fuzzyScore('senil', 'Export lines')).toBeNull();
  });

  it('puts the beginnings of words first', () => {
    expect(find('np', ['Open project…', 'New project…', 'Snap'])[0]).toBe('New project…');
    expect(find('act 2', ['Fact 12', 'Act 2'])[0]).toBe('Act 2');
  });

  it('does not take letters strewn over words', () => {
    expect(find('rol', ['New project… File', 'Take up the role'])).toEqual(['Take up the role']);
  });

  it('shows all in their order while nothing is typed', () => {
    expect(fuzzyFilter(' ', ['b', 'a', 'c'], (text) => text, 2)).toEqual(['b', 'a']);
  });
});

describe('what is typed before the palette is there', () => {
  let bridge: FakeBridge;
  let root: Root;
  let box: HTMLElement;
  const lost: string[] = [];
  const behind = (event: KeyboardEvent) => void lost.push(event.key);

  const draw = (palette: boolean) =>
    act(async () =>
      root.render(
        <MantineProvider>
          <QueryClientProvider client={new QueryClient()}>
            <AppCommands projectId={null} isUnsaved={false} />
            {palette && <CommandPalette />}
          </QueryClientProvider>
        </MantineProvider>,
      ),
    );
  const press = (key: string) =>
    act(async () =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
    );
  const field = () => document.querySelector<HTMLInputElement>('[role=combobox]');
  const rest = () => act(async () => new Promise((resolve) => setTimeout(resolve)));

  beforeEach(async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    useCommandHandlers.setState({ handlers: [] });
    useView.getState().reset();
    bridge = installFakeBridge({
      'app.setUnsaved': () => null,
      'project.current': () => null,
      'library.recent': () => [],
    });
    lost.length = 0;
    document.body.addEventListener('keydown', behind);
    box = document.body.appendChild(document.createElement('div'));
    root = createRoot(box);
    await draw(false);
    act(() => void runCommand('palette.open'));
  });
  afterEach(async () => {
    await act(async () => root.unmount());
    document.body.removeEventListener('keydown', behind);
    box.remove();
    bridge.remove();
    useView.setState({ paletteOpen: false, screen: 'library' });
    vi.unstubAllGlobals();
  });

  it('goes into its field, and nowhere else', async () => {
    for (const key of ['s', 'h', 'p', 'Backspace']) await press(key);
    await draw(true);
    await rest();
    expect(field()?.value).toBe('sh');
    expect(lost).toEqual([]);
    await press('x');
    expect(lost).toEqual(['x']);
  });

  it('is carried out, with the Enter that followed it', async () => {
    for (const key of ['s', 'e', 't', 't', 'i', 'n', 'g', 's', 'Enter']) await press(key);
    await draw(true);
    await rest();
    expect(useView.getState()).toMatchObject({ paletteOpen: false, screen: 'settings' });
  });

  it('is dropped with Escape, which takes back the opening', async () => {
    await press('s');
    await press('Escape');
    await press('x');
    expect(useView.getState().paletteOpen).toBe(false);
    expect(lost).toEqual(['x']);
  });
});
