// The application menu: every command of the application, in its place.
import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import { COMMANDS, type CommandId, type CommandLabels, MENUS, type MenuId } from '../../shared/ipc/commands.ts';
import { assignShortcuts, type ChangedShortcuts } from '../../shared/ipc/shortcuts.ts';
import type { messages } from './locales/en.ts';
import { t, tCommands } from './words.ts';

export interface AppMenu {
  /** Says which commands can be given now, and what some of them are called at present. */
  enable(enabled: ReadonlySet<CommandId>, labels: CommandLabels): void;
  setShortcuts(changed: ChangedShortcuts): void;
  /** Puts it up again in the language that is spoken now. */
  translate(): void;
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
    translate() {
      // What some are called at present was said in the language before.
      shown = { ...shown, labels: {} };
      menu = build(shown, onCommand);
      showEnabled();
    },
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

type MenuTemplateItem = MenuItemConstructorOptions;

const SEPARATOR: MenuTemplateItem = { type: 'separator' };

/** An entry that the system carries out. */
const systemItem = (role: Exclude<keyof (typeof messages)['menu'], 'exit'>): MenuTemplateItem => ({
  role,
  label: t(`menu.${role}`),
});

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
export function menuTemplate(options: MenuOptions): MenuTemplateItem[] {
  const { platform, name, isDevelopment } = options;
  const isMac = platform === 'darwin';
  const after: Partial<Record<MenuId, readonly MenuTemplateItem[]>> = {
    file: [SEPARATOR, isMac ? systemItem('close') : quitItem(platform)],
    view: [...zoomItems(), ...(isDevelopment ? [SEPARATOR, systemItem('toggleDevTools')] : [])],
  };
  const menus = MENUS.map((menu): MenuTemplateItem => {
    const label = tCommands(`menu.${menu}`);
    const items = commandItems(menu, options);
    if (menu === 'edit') return { label, submenu: withEditing(items) };
    return { label, ...(menu === 'help' && { role: 'help' }), submenu: [...items, ...(after[menu] ?? [])] };
  });
  return isMac ? [{ label: name, role: 'appMenu' }, ...menus, { role: 'windowMenu' }] : menus;
}

const quitItem = (platform: NodeJS.Platform): MenuTemplateItem =>
  platform === 'win32' ? { role: 'quit', label: t('menu.exit') } : systemItem('quit');

const zoomItems = (): MenuTemplateItem[] => [
  SEPARATOR,
  systemItem('resetZoom'),
  systemItem('zoomIn'),
  systemItem('zoomOut'),
  SEPARATOR,
  systemItem('togglefullscreen'),
];

/** What every program has stands first, in its order. */
function withEditing(items: readonly MenuTemplateItem[]): MenuTemplateItem[] {
  const isHistory = ({ id }: MenuTemplateItem) => id === 'edit.undo' || id === 'edit.redo';
  const editing = (['cut', 'copy', 'paste', 'selectAll'] as const).map(systemItem);
  return [...items.filter(isHistory), SEPARATOR, ...editing, SEPARATOR, ...items.filter((item) => !isHistory(item))];
}

function commandItems(menu: MenuId, { keys, onCommand, labels = {} }: MenuOptions): MenuTemplateItem[] {
  const ids = (Object.keys(COMMANDS) as CommandId[]).filter((id) => COMMANDS[id].menu === menu);
  return ids.map((id): MenuTemplateItem => {
    const accelerator = keys[id];
    const label = labels[id] ?? tCommands(`label.${id}`);
    const item = { id, label, enabled: isEnabledAtFirst(id), click: () => onCommand(id) };
    return accelerator === null ? item : { ...item, accelerator };
  });
}
