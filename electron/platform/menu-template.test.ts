import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../shared/ipc/commands.ts';
import { menuTemplate } from './menu-template.ts';

const build = (platform: NodeJS.Platform, isDevelopment = false) => {
  const given: string[] = [];
  const template = menuTemplate({ platform, name: 'Lectern', isDevelopment, onCommand: (id) => void given.push(id) });
  return { template, given };
};
const itemsOf = (template: MenuItemConstructorOptions[]) =>
  template.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []));

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

  it('edits, and ends, as the platform is used to', () => {
    const roles = (platform: NodeJS.Platform) => itemsOf(build(platform).template).flatMap(({ role }) => role ?? []);
    expect(roles('linux')).toEqual(
      expect.arrayContaining(['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll', 'quit']),
    );
    expect(roles('darwin')).not.toContain('quit');
    expect(build('darwin').template[0]).toMatchObject({ label: 'Lectern', role: 'appMenu' });
  });

  it('offers the developers’ tools to developers only', () => {
    const hasTools = (isDevelopment: boolean) =>
      itemsOf(build('linux', isDevelopment).template).some(({ role }) => role === 'toggleDevTools');
    expect([hasTools(true), hasTools(false)]).toEqual([true, false]);
  });
});
