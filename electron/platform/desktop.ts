// The desktop: dialogs, the theme, the file manager.
import { app, type BrowserWindow, dialog, nativeTheme, type OpenDialogOptions, shell } from 'electron';
import type { CommandId } from '../../shared/ipc/commands.ts';
import type { Preferences } from '../core/library/preferences.ts';
import type { Desktop } from '../ipc/shell-handlers.ts';
import { hasKeychain } from './keychain.ts';

export interface DesktopOptions {
  readonly window: () => BrowserWindow | null;
  readonly preferences: () => Preferences;
  readonly changePreferences: (change: Partial<Preferences>) => void;
  readonly setUnsaved: (unsaved: boolean) => void;
  readonly enableCommands: (enabled: ReadonlySet<CommandId>) => void;
  /** The connection that was used last; null: none yet. */
  readonly lastConnectionId: () => string | null;
}

export function createDesktop(options: DesktopOptions): Desktop {
  const choose = async (dialogOptions: OpenDialogOptions): Promise<string | null> => {
    const window = options.window();
    const { canceled, filePaths } = await (window
      ? dialog.showOpenDialog(window, dialogOptions)
      : dialog.showOpenDialog(dialogOptions));
    return canceled ? null : (filePaths[0] ?? null);
  };
  return {
    appInfo() {
      const { theme, onboarded } = options.preferences();
      return {
        version: app.getVersion(),
        platform: process.platform,
        host: process.versions.electron?.endsWith('chromium-host') ? 'chromium-host' : 'electron',
        keychain: hasKeychain(),
        onboarded,
        theme,
        lastConnectionId: options.lastConnectionId(),
      };
    },
    setTheme(theme) {
      nativeTheme.themeSource = theme;
      options.changePreferences({ theme });
    },
    finishOnboarding: () => options.changePreferences({ onboarded: true }),
    setUnsaved: options.setUnsaved,
    enableCommands: options.enableCommands,
    chooseProjectFolder: () => choose({ title: 'Open Project', buttonLabel: 'Open', properties: ['openDirectory'] }),
    chooseScript: () =>
      choose({
        title: 'Import Script',
        buttonLabel: 'Import',
        properties: ['openFile'],
        filters: [
          { name: 'Scripts', extensions: ['txt', 'text', 'md'] },
          { name: 'All Files', extensions: ['*'] },
        ],
      }),
    chooseExportFolder: () =>
      choose({ title: 'Export Lines', buttonLabel: 'Export Here', properties: ['openDirectory', 'createDirectory'] }),
    async showFolder(path) {
      const problem = await shell.openPath(path);
      if (problem !== '') shell.showItemInFolder(path);
    },
  };
}
