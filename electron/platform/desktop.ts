// The desktop: dialogs, the theme, the file manager.
import { lstat, writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { app, type BrowserWindow, dialog, nativeTheme, type OpenDialogOptions, shell } from 'electron';
import { viewPreferencesSchema } from '../../shared/ipc/settings-requests.ts';
import type { ChangedShortcuts } from '../../shared/ipc/shortcuts.ts';
import { SCRIPT_EXTENSIONS } from '../../shared/rules/script-kind.ts';
import type { Preferences } from '../core/app/preferences.ts';
import type { Desktop } from '../ipc/shell-handlers.ts';
import { hasKeychain } from './keychain.ts';

export interface DesktopOptions {
  readonly window: () => BrowserWindow | null;
  readonly preferences: () => Preferences;
  readonly changePreferences: (change: Partial<Preferences>) => void;
  /** Other keys for the commands. */
  readonly setShortcuts: (changed: ChangedShortcuts) => void;
  readonly setUnsaved: (unsaved: boolean) => void;
  readonly enableCommands: Desktop['enableCommands'];
  readonly allowMicrophone: (allowed: boolean) => void;
  /** The connection that was used last; null: none yet. */
  readonly lastConnectionId: () => string | null;
}

export function createDesktop(options: DesktopOptions): Desktop {
  const chooseAll = async (dialogOptions: OpenDialogOptions): Promise<readonly string[]> => {
    const window = options.window();
    const { canceled, filePaths } = await (window
      ? dialog.showOpenDialog(window, dialogOptions)
      : dialog.showOpenDialog(dialogOptions));
    return canceled ? [] : filePaths;
  };
  const choose = async (dialogOptions: OpenDialogOptions): Promise<string | null> =>
    (await chooseAll(dialogOptions))[0] ?? null;
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
    viewPreferences: () => viewPreferencesSchema.parse(options.preferences()),
    changeView(change) {
      options.changePreferences(change);
      if (change.shortcuts) options.setShortcuts(change.shortcuts);
    },
    finishOnboarding: () => options.changePreferences({ onboarded: true }),
    setUnsaved: options.setUnsaved,
    enableCommands: options.enableCommands,
    allowMicrophone: options.allowMicrophone,
    chooseProjectFolder: () => choose({ title: 'Open Project', buttonLabel: 'Open', properties: ['openDirectory'] }),
    chooseScripts: () =>
      chooseAll({
        title: 'Import Script',
        buttonLabel: 'Import',
        properties: ['openFile', 'multiSelections'],
        filters: [
          { name: 'Scripts', extensions: [...SCRIPT_EXTENSIONS] },
          { name: 'All Files', extensions: ['*'] },
        ],
      }),
    async chooseProjectsFolder() {
      const projectsFolder = await choose({
        title: 'Folder for New Projects',
        buttonLabel: 'Make Projects Here',
        properties: ['openDirectory', 'createDirectory'],
      });
      if (projectsFolder !== null) options.changePreferences({ projectsFolder });
      return projectsFolder;
    },
    chooseLostProject: () =>
      choose({ title: 'Locate Project', buttonLabel: 'It Lies Here', properties: ['openDirectory'] }),
    chooseCover: () =>
      choose({
        title: 'Choose a Cover',
        buttonLabel: 'Use as Cover',
        properties: ['openFile'],
        filters: [{ name: 'Pictures', extensions: ['png', 'jpg', 'jpeg'] }],
      }),
    chooseExportFolder: () =>
      choose({ title: 'Export Lines', buttonLabel: 'Export Here', properties: ['openDirectory', 'createDirectory'] }),
    saveText: (name, text) => saveText(options.window(), name, text),
    async showFolder(path) {
      const isOpened = (await isPlainFolder(path)) && (await shell.openPath(path)) === '';
      if (!isOpened) shell.showItemInFolder(path);
    },
  };
}

async function saveText(window: BrowserWindow | null, name: string, text: string): Promise<string | null> {
  const dialogOptions = { title: 'Save', defaultPath: name };
  const { canceled, filePath } = await (window
    ? dialog.showSaveDialog(window, dialogOptions)
    : dialog.showSaveDialog(dialogOptions));
  if (canceled || !filePath) return null;
  await writeFile(filePath, text);
  return filePath;
}

/**
 * Whether opening it shows what is in it, and nothing else. A link may lead to a program, and systems run or interpret
 * folders by the endings of their names: `Game.app` on macOS, `x.{…}` on Windows.
 */
async function isPlainFolder(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => null);
  return found?.isDirectory() === true && extname(path) === '';
}
