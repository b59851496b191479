import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { COMMANDS } from '../../shared/ipc/commands.ts';
import { assignShortcuts, type ChangedShortcuts } from '../../shared/ipc/shortcuts.ts';
import { menuTemplate } from './app-menu.ts';
import { speakLanguage } from './words.ts';

// Only the template is tried here; the window's specs see it on a real host.
vi.mock('electron', () => ({ app: {}, Menu: {} }));

const build = (platform: NodeJS.Platform, isDevelopment = false, changed: ChangedShortcuts = {}) => {
  const { keys } = assignShortcuts(changed);
  const given: string[] = [];
  const template = menuTemplate({
    platform,
    name: 'Lectern',
    isDevelopment,
    keys,
    onCommand: (id) => void given.push(id),
  });
  return { template, given };
};
const itemsOf = (template: MenuItemConstructorOptions[]) =>
  template.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []));

/** Default accelerators of the roles in lib/browser/api/menu-item-roles.ts of Electron 45. */
const COMMON_ROLE_KEYS: Readonly<Record<string, string>> = {
  cut: 'CmdOrCtrl+X',
  copy: 'CmdOrCtrl+C',
  paste: 'CmdOrCtrl+V',
  selectAll: 'CmdOrCtrl+A',
  close: 'CmdOrCtrl+W',
  resetZoom: 'CmdOrCtrl+0',
  zoomIn: 'CmdOrCtrl+Plus',
  zoomOut: 'CmdOrCtrl+-',
};
const ROLE_KEYS: Readonly<Record<'linux' | 'win32' | 'darwin', Readonly<Record<string, string>>>> = {
  linux: { ...COMMON_ROLE_KEYS, quit: 'CmdOrCtrl+Q', togglefullscreen: 'F11', toggleDevTools: 'CmdOrCtrl+Shift+I' },
  win32: { ...COMMON_ROLE_KEYS, togglefullscreen: 'F11', toggleDevTools: 'CmdOrCtrl+Shift+I' },
  darwin: { ...COMMON_ROLE_KEYS, toggleDevTools: 'CmdOrCtrl+Alt+I' },
};

describe('the application menu', () => {
  it('has every command once, under its own id, with its label and keys', () => {
    const commands = itemsOf(build('linux').template).filter(({ id }) => id);
    expect(commands.map(({ id }) => id).toSorted()).toEqual(Object.keys(COMMANDS).toSorted());
    expect(commands.find(({ id }) => id === 'palette.open')).toMatchObject({
      label: 'Command palette',
      accelerator: 'CmdOrCtrl+K',
      enabled: true,
    });
  });

  it('shows the keys that the producer chose', () => {
    const commands = itemsOf(build('linux', false, { 'palette.open': 'CmdOrCtrl+J', 'go.library': null }).template);
    const keysOf = (id: string) => commands.find((item) => item.id === id)?.accelerator;
    expect([keysOf('palette.open'), keysOf('go.library'), keysOf('go.script')]).toEqual([
      'CmdOrCtrl+J',
      undefined,
      'CmdOrCtrl+1',
    ]);
  });

  it('gives the command that was clicked', () => {
    const { template, given } = build('linux');
    const item = itemsOf(template).find(({ id }) => id === 'run.start');
    expect(item?.enabled).toBe(false);
    item?.click?.({} as never, undefined, {} as never);
    expect(given).toEqual(['run.start']);
  });

  it('has no keys twice', () => {
    const keys = itemsOf(build('linux').template).flatMap(({ accelerator }) => accelerator ?? []);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it.each(['linux', 'win32', 'darwin'] as const)(
    'shares no keys with the defaults of Electron’s roles on %s',
    (platform) => {
      const items = itemsOf(build(platform, true).template);
      const keys = items.flatMap(({ accelerator, role }) => accelerator ?? ROLE_KEYS[platform][role ?? ''] ?? []);
      expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
    },
  );

  it('edits, and ends, as the platform is used to', () => {
    const roles = (platform: NodeJS.Platform) => itemsOf(build(platform).template).flatMap(({ role }) => role ?? []);
    expect(roles('linux')).toEqual(expect.arrayContaining(['cut', 'copy', 'paste', 'selectAll', 'quit']));
    expect(roles('darwin')).not.toContain('quit');
    expect(build('darwin').template[0]).toMatchObject({ label: 'Lectern', role: 'appMenu' });
  });

  it('says what undo would take back', () => {
    const labels = { 'edit.undo': 'Undo: Line 3 approved' };
    const { keys } = assignShortcuts({});
    const template = menuTemplate({
      platform: 'linux',
      name: '',
      isDevelopment: false,
      keys,
      onCommand: () => {},
      labels,
    });
    const edit = template.find(({ label }) => label === 'Edit')?.submenu;
    expect(edit).toMatchObject({ 0: { id: 'edit.undo', label: 'Undo: Line 3 approved' }, 1: { label: 'Redo' } });
  });

  it('offers the developers’ tools to developers only', () => {
    const hasTools = (isDevelopment: boolean) =>
      itemsOf(build('linux', isDevelopment).template).some(({ role }) => role === 'toggleDevTools');
    expect([hasTools(true), hasTools(false)]).toEqual([true, false]);
  });

  // The last one: what is spoken stays so for the tests after it.
  it('is in the language that is spoken', async () => {
    await speakLanguage('en-XA');
    const { template } = build('linux');
    expect(template.map(({ label }) => label)[0]).toBe('[Fîļé ·]');
    const labels = itemsOf(template).flatMap(({ label }) => label ?? []);
    expect(labels).toHaveLength(itemsOf(template).filter(({ type }) => type !== 'separator').length);
    expect(labels.filter((label) => !/^\[.* ·+\]$/.test(label))).toEqual([]);
  });
});
