// The application menu.
import { app, Menu } from 'electron';
import { COMMANDS, type CommandId, type CommandLabels } from '../../shared/ipc/commands.ts';
import { assignShortcuts, type ChangedShortcuts } from '../../shared/ipc/shortcuts.ts';
import { isEnabledAtFirst, menuTemplate } from './menu-template.ts';

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
