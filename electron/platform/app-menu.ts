// The application menu.
import { app, Menu } from 'electron';
import { COMMANDS, type CommandId } from '../../shared/ipc/commands.ts';
import { menuTemplate } from './menu-template.ts';

/**
 * Puts the menu up.
 * @returns what says which commands can be given now
 */
export function setUpMenu(onCommand: (id: CommandId) => void): (enabled: ReadonlySet<CommandId>) => void {
  const menu = Menu.buildFromTemplate(
    menuTemplate({ platform: process.platform, name: app.getName(), isDevelopment: !app.isPackaged, onCommand }),
  );
  Menu.setApplicationMenu(menu);
  return (enabled) => {
    for (const id of Object.keys(COMMANDS) as CommandId[]) {
      const item = menu.getMenuItemById(id);
      if (item) item.enabled = enabled.has(id);
    }
  };
}
