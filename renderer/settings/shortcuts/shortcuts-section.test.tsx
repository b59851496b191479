// @vitest-environment happy-dom
import { useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assignShortcuts } from '../../../shared/ipc/shortcuts.ts';
import { INITIAL_VIEW, type ViewPreferences } from '../../../shared/ipc/view-preferences.ts';
import { useViewPreferences } from '../../ui/preferences.ts';
import { useShortcuts } from '../../ui/shortcuts.tsx';
import { type Rendered, render } from '../../ui/testing/render.tsx';
import { ShortcutsSection } from './shortcuts-section.tsx';

let settings: Rendered;
let kept: ViewPreferences;

/** Applies the shortcuts in the preferences, as the window does. */
function Window() {
  const { shortcuts } = useViewPreferences();
  useEffect(() => useShortcuts.setState(assignShortcuts(shortcuts)), [shortcuts]);
  return <ShortcutsSection />;
}

beforeEach(async () => {
  kept = INITIAL_VIEW;
  settings = await render(<Window />, {
    'preferences.get': () => kept,
    'preferences.change'(part) {
      kept = { ...kept, ...part } as ViewPreferences;
      return kept;
    },
  });
});
afterEach(async () => {
  await settings.remove();
  useShortcuts.setState(assignShortcuts({}));
});

const CTRL = { ctrlKey: true };
const row = (id: string) => {
  const found = document.querySelector<HTMLElement>(`[data-row="${id}"]`);
  if (!found) throw new Error(`there is no row ${id}`);
  return found;
};
const said = (id: string, role: 'alert' | 'status') => row(id).querySelector(`[role="${role}"]`)?.textContent ?? null;
const keysOf = (command: string) =>
  settings
    .all('button')
    .map((button) => button.getAttribute('aria-label') ?? '')
    .find((label) => label.startsWith(`${command}: `));
const pressFor = async (command: string, key: string, modifiers: KeyboardEventInit = CTRL) => {
  await settings.click('button', keysOf(command));
  await settings.press(key, modifiers);
};
const clickIn = async (id: string, button: string) =>
  settings.act(() => [...row(id).querySelectorAll('button')].find((one) => one.textContent === button)?.click());
const conflicts = () => settings.all('region', 'Conflicts')[0]?.textContent ?? null;

describe('changing a shortcut', () => {
  it('saves it and can be undone', async () => {
    await pressFor('Command palette', 'F7', {});
    expect(kept.shortcuts).toEqual({ 'palette.open': 'F7' });
    expect(keysOf('Command palette')).toBe('Command palette: F7');
    expect(settings.notices()).toEqual(['“Command palette” is now F7.Undo']);
    await settings.click('button', 'Undo');
    expect(keysOf('Command palette')).toBe('Command palette: Ctrl K');
  });

  it('explains why reserved keys are rejected', async () => {
    await settings.click('button', keysOf('Command palette'));
    for (const [key, modifiers, reason] of [
      ['c', CTRL, 'Ctrl C is reserved for editing text.'],
      ['p', {}, 'P types a character or opens a menu.'],
      ['q', CTRL, 'Ctrl Q is reserved for quitting, closing or zooming'],
      ['ArrowDown', {}, '↓ is used to move around the window.'],
      ['p', { metaKey: true }, 'These keys can’t be used as a shortcut.'],
    ] as const) {
      await settings.press(key, modifiers);
      expect(said('palette.open', 'status')).toContain(reason);
    }
    await settings.press('Escape');
    expect(said('palette.open', 'status')).toBeNull();
    expect(keysOf('Command palette')).toBe('Command palette: Ctrl K');
    expect(settings.requests('preferences.change')).toEqual([]);
  });

  it('works by keyboard: arrows move between rows, Backspace removes a shortcut', async () => {
    await settings.act(() => settings.get('button', 'New project…: Ctrl N').focus());
    await settings.press('ArrowDown');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Open project…: Ctrl O');
    await settings.press('ArrowUp');
    await settings.press('Enter');
    await settings.press('Backspace');
    expect(keysOf('New project…')).toBe('New project…: no keys');
    expect(kept.shortcuts).toEqual({ 'project.new': null });
    // Tab stops only in the current row.
    const stops = [...document.querySelectorAll<HTMLElement>('[data-row] button')].filter((one) => one.tabIndex === 0);
    expect(stops.map((one) => one.getAttribute('aria-label'))).toEqual(['New project…: no keys', 'Reset New project…']);
  });

  it('filters commands by search text', async () => {
    await settings.fill('searchbox', 'Find a command', 'palette');
    expect([...document.querySelectorAll('[data-row]')].map((one) => one.getAttribute('data-row'))).toEqual([
      'palette.open',
    ]);
  });
});

describe('a shortcut that another command has', () => {
  it('stays with it until taken over, with several conflicts at once', async () => {
    await pressFor('Library', 'k');
    await pressFor('New project…', 'o');
    expect(said('go.library', 'alert')).toContain('Ctrl K is used by “Command palette”.');
    expect(said('project.new', 'alert')).toContain('Ctrl O is used by “Open project…”.');
    // Each conflict is shown once, in the row where the keys were pressed.
    expect(conflicts()).toBeNull();
    expect(settings.requests('preferences.change')).toEqual([]);

    await clickIn('project.new', 'Cancel');
    expect(said('project.new', 'alert')).toBeNull();
    await clickIn('go.library', 'Reassign');
    expect(said('go.library', 'alert')).toBeNull();
    expect(settings.notices()).toEqual(['“Library” is now Ctrl K. “Command palette” has no shortcut.Undo']);
    expect(keysOf('Command palette')).toBe('Command palette: no keys');
    expect(keysOf('Library')).toBe('Library: Ctrl K');
  });

  it('is a conflict when a command is reset to it, which can be settled either way', async () => {
    await pressFor('Library', 'k');
    await clickIn('go.library', 'Reassign');
    await settings.click('button', 'Reset Command palette');
    expect(conflicts()).toContain('One shortcut has two commands.');
    expect(conflicts()).toContain('Ctrl K is set for “Command palette” but used by “Library”.');
    expect(said('palette.open', 'alert')).toBeNull();
    await settings.click('button', 'Keep for “Library”');
    expect(conflicts()).toBeNull();
    expect(settings.notices()).toEqual(['“Command palette” now has no shortcut. Ctrl K keeps its other command.Undo']);
    await settings.click('button', 'Reset Command palette');
    await settings.click('button', 'Use for “Command palette”');
    expect(keysOf('Library')).toBe('Library: no keys');
    expect(keysOf('Command palette')).toBe('Command palette: Ctrl K');
  });

  it('can be reset with all others, which can be undone', async () => {
    await pressFor('Library', 'k');
    await clickIn('go.library', 'Reassign');
    const isDisabled = () => settings.get('button', 'Reset all').disabled;
    expect(isDisabled()).toBe(false);
    await settings.click('button', 'Reset all');
    expect(kept.shortcuts).toEqual({});
    expect(keysOf('Library')).toBe('Library: Ctrl 0');
    expect(isDisabled()).toBe(true);
    await settings.click('button', 'Undo');
    expect(keysOf('Library')).toBe('Library: Ctrl K');
  });
});
