// The application menu: every command of the application, in its place.
import type { MenuItemConstructorOptions } from 'electron';
import { COMMANDS, type CommandId } from '../../shared/ipc/commands.ts';

type Item = MenuItemConstructorOptions;
type MenuName = (typeof COMMANDS)[CommandId]['menu'];

const MENUS: readonly MenuName[] = ['File', 'Edit', 'Go', 'Production', 'Review', 'View', 'Help'];
const SEPARATOR: Item = { type: 'separator' };
const EDITING: readonly Item[] = [
  { role: 'undo' },
  { role: 'redo' },
  SEPARATOR,
  { role: 'cut' },
  { role: 'copy' },
  { role: 'paste' },
  { role: 'selectAll' },
  SEPARATOR,
];
const ZOOMING: readonly Item[] = [
  SEPARATOR,
  { role: 'resetZoom' },
  { role: 'zoomIn' },
  { role: 'zoomOut' },
  SEPARATOR,
  { role: 'togglefullscreen' },
];

export interface MenuOptions {
  readonly platform: NodeJS.Platform;
  /** The name of the application, for the menu that macOS has for it. */
  readonly name: string;
  /** Whether the tools for developers are offered. */
  readonly isDevelopment: boolean;
  readonly onCommand: (id: CommandId) => void;
}

/** Whether a command can be given before the window has said anything about it. */
export const isEnabledAtFirst = (id: CommandId): boolean => !('needsProject' in COMMANDS[id]);

/** The menu, each command under its own id. */
export function menuTemplate({ platform, name, isDevelopment, onCommand }: MenuOptions): Item[] {
  const isMac = platform === 'darwin';
  const around: Partial<Record<MenuName, { readonly before?: readonly Item[]; readonly after?: readonly Item[] }>> = {
    File: { after: [SEPARATOR, { role: isMac ? 'close' : 'quit' }] },
    Edit: { before: EDITING },
    View: { after: [...ZOOMING, ...(isDevelopment ? [SEPARATOR, { role: 'toggleDevTools' } as const] : [])] },
  };
  const menus = MENUS.map((menu): Item => {
    const { before = [], after = [] } = around[menu] ?? {};
    const role = menu === 'Help' ? ({ role: 'help' } as const) : {};
    return { label: menu, ...role, submenu: [...before, ...commandItems(menu, onCommand), ...after] };
  });
  return isMac ? [{ label: name, role: 'appMenu' }, ...menus, { role: 'windowMenu' }] : menus;
}

function commandItems(menu: MenuName, onCommand: (id: CommandId) => void): Item[] {
  const ids = (Object.keys(COMMANDS) as CommandId[]).filter((id) => COMMANDS[id].menu === menu);
  return ids.map((id): Item => {
    const command: { readonly label: string; readonly accelerator?: string } = COMMANDS[id];
    const keys = command.accelerator ? { accelerator: command.accelerator } : {};
    return { id, label: command.label, enabled: isEnabledAtFirst(id), click: () => onCommand(id), ...keys };
  });
}
