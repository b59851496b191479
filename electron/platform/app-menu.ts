import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import { COMMANDS, type CommandId, type CommandLabels, MENUS, type MenuId } from '../../shared/ipc/commands.ts';
import { assignShortcuts, type ChangedShortcuts } from '../../shared/ipc/shortcuts.ts';
import type { messages } from './locales/en.ts';
import { t, tCommands } from './words.ts';

export interface AppMenu {
  enable(enabled: ReadonlySet<CommandId>, labels: CommandLabels): void;
  setShortcuts(changed: ChangedShortcuts): void;
  translate(): void;
}

export function setUpMenu(changed: ChangedShortcuts, onCommand: (id: CommandId) => void): AppMenu {
  const ids = Object.keys(COMMANDS) as CommandId[];
  let enabled: ReadonlySet<CommandId> = new Set(ids.filter(isInitiallyEnabled));
  let shown: MenuContent = { changed, labels: {} };
  let menu = build(shown, onCommand);

  const showEnabled = () => {
    for (const id of ids) {
      const item = menu.getMenuItemById(id);
      if (item) item.enabled = enabled.has(id);
    }
  };
  // Electron can't change an item's label or accelerator, so the menu is rebuilt.
  const show = (wanted: MenuContent) => {
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
      // The labels that have been changed are still in the previous language.
      shown = { ...shown, labels: {} };
      menu = build(shown, onCommand);
      showEnabled();
    },
  };
}

interface MenuContent {
  readonly changed: ChangedShortcuts;
  readonly labels: CommandLabels;
}

function build({ changed, labels }: MenuContent, onCommand: (id: CommandId) => void): Menu {
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

const systemItem = (role: Exclude<keyof (typeof messages)['menu'], 'exit'>): MenuTemplateItem => ({
  role,
  label: t(`menu.${role}`),
});

interface MenuOptions {
  readonly platform: NodeJS.Platform;
  readonly name: string;
  readonly isDevelopment: boolean;
  /** In Electron's notation; null for no shortcut. */
  readonly keys: Readonly<Record<CommandId, string | null>>;
  readonly onCommand: (id: CommandId) => void;
  readonly labels?: CommandLabels;
}

/** Returns whether a command is enabled until the window reports its state. */
const isInitiallyEnabled = (id: CommandId): boolean => !('needsProject' in COMMANDS[id]);

/** Item ids are command ids. */
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
  // The menu role's default shortcut, Ctrl+0, opens the library in this application.
  { ...systemItem('resetZoom'), accelerator: 'CmdOrCtrl+Shift+1' },
  systemItem('zoomIn'),
  systemItem('zoomOut'),
  SEPARATOR,
  systemItem('togglefullscreen'),
];

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
    const item = { id, label, enabled: isInitiallyEnabled(id), click: () => onCommand(id) };
    return accelerator === null ? item : { ...item, accelerator };
  });
}
