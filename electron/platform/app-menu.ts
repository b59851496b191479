// The application menu: every command of the application, in its place.
import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import { COMMANDS, type CommandId, type CommandLabels } from '../../shared/ipc/commands.ts';
import { assignShortcuts, type ChangedShortcuts } from '../../shared/ipc/shortcuts.ts';

export interface AppMenu {
  /** Says which commands can be given now, and what some of them are called at present. */
  enable(enabled: ReadonlySet<CommandId>, labels: CommandLabels): void;
  setShortcuts(changed: ChangedShortcuts): void;
}

/** Puts the menu up. @param changed the keys that the producer changed */
export function setUpMenu(changed: ChangedShortcuts, onCommand: (id: CommandId) => void): AppMenu {
  const ids = Object.keys(COMMANDS) as CommandId[];
  let enabled: ReadonlySet<CommandId> = new Set(ids.filter(isEnabledAtFirst));
  let shown: Shown = { changed, labels: {} };
  let menu = build(shown, onCommand);

  const showEnabled = () => {
    for (const id of ids) {
      const item = menu.getMenuItemById(id);
      if (item) item.enabled = enabled.has(id);
    }
  };
  // Neither the keys nor the label of an item can be changed: the menu is another one.
  const show = (wanted: Shown) => {
    if (JSON.stringify(wanted) !== JSON.stringify(shown)) menu = build(wanted, onCommand);
    shown = wanted;
    showEnabled();
  };
  return {
    enable(wanted, labels) {
      enabled = wanted;
      show({ ...shown, labels });
    },
    setShortcuts: (wanted) => show({ ...shown, changed: wanted }),
  };
}

interface Shown {
  readonly changed: ChangedShortcuts;
  readonly labels: CommandLabels;
}

function build({ changed, labels }: Shown, onCommand: (id: CommandId) => void): Menu {
  const menu = Menu.buildFromTemplate(
    menuTemplate({
      platform: process.platform,
      name: app.getName(),
      isDevelopment: !app.isPackaged,
      keys: assignShortcuts(changed).keys,
      onCommand,
      labels,
    }),
  );
  Menu.setApplicationMenu(menu);
  return menu;
}

type Item = MenuItemConstructorOptions;
type MenuName = (typeof COMMANDS)[CommandId]['menu'];

const MENUS: readonly MenuName[] = ['File', 'Edit', 'Go', 'Production', 'Review', 'View', 'Help'];
const SEPARATOR: Item = { type: 'separator' };
const EDITING: readonly Item[] = [
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

interface MenuOptions {
  readonly platform: NodeJS.Platform;
  /** The name of the application, for the menu that macOS has for it. */
  readonly name: string;
  /** Whether the tools for developers are offered. */
  readonly isDevelopment: boolean;
  /** The keys of each command, in Electron's notation; null: none. */
  readonly keys: Readonly<Record<CommandId, string | null>>;
  readonly onCommand: (id: CommandId) => void;
  /** What some commands are called at present. */
  readonly labels?: CommandLabels;
}

/** Whether a command can be given before the window has said anything about it. */
const isEnabledAtFirst = (id: CommandId): boolean => !('needsProject' in COMMANDS[id]);

/** The menu, each command under its own id. */
export function menuTemplate(options: MenuOptions): Item[] {
  const { platform, name, isDevelopment } = options;
  const isMac = platform === 'darwin';
  const around: Partial<Record<MenuName, { readonly before?: readonly Item[]; readonly after?: readonly Item[] }>> = {
    File: { after: [SEPARATOR, { role: isMac ? 'close' : 'quit' }] },
    View: { after: [...ZOOMING, ...(isDevelopment ? [SEPARATOR, { role: 'toggleDevTools' } as const] : [])] },
  };
  const menus = MENUS.map((menu): Item => {
    const { before = [], after = [] } = around[menu] ?? {};
    if (menu === 'Edit') return editMenu(options);
    const role = menu === 'Help' ? ({ role: 'help' } as const) : {};
    return { label: menu, ...role, submenu: [...before, ...commandItems(menu, options), ...after] };
  });
  return isMac ? [{ label: name, role: 'appMenu' }, ...menus, { role: 'windowMenu' }] : menus;
}

/** What every program has stands first, in its order. */
function editMenu(options: MenuOptions): Item {
  const items = commandItems('Edit', options);
  const isHistory = ({ id }: Item) => id === 'edit.undo' || id === 'edit.redo';
  return {
    label: 'Edit',
    submenu: [...items.filter(isHistory), ...EDITING, ...items.filter((item) => !isHistory(item))],
  };
}

function commandItems(menu: MenuName, { keys, onCommand, labels = {} }: MenuOptions): Item[] {
  const ids = (Object.keys(COMMANDS) as CommandId[]).filter((id) => COMMANDS[id].menu === menu);
  return ids.map((id): Item => {
    const accelerator = keys[id];
    const label = labels[id] ?? COMMANDS[id].label;
    const item = { id, label, enabled: isEnabledAtFirst(id), click: () => onCommand(id) };
    return accelerator === null ? item : { ...item, accelerator };
  });
}
