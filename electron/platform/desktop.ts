import { lstat } from 'node:fs/promises';
import { extname } from 'node:path';
import { app, type BrowserWindow, clipboard, dialog, nativeTheme, type OpenDialogOptions, shell } from 'electron';
import { writeNamedFile } from '../../node/files/durable-write.ts';
import { languages } from '../../node/locales.ts';
import type { LanguageChoice } from '../../shared/ipc/settings-requests.ts';
import type { ChangedShortcuts } from '../../shared/ipc/shortcuts.ts';
import { viewPreferencesSchema } from '../../shared/ipc/view-preferences.ts';
import { DOCUMENT_EXTENSIONS, SCRIPT_EXTENSIONS } from '../../shared/model/manuscript.ts';
import { pastedDocument } from '../../shared/rules/pasted-document.ts';
import { PSEUDO_LANGUAGES } from '../../shared/words/languages.ts';
import type { Preferences } from '../core/app/preferences.ts';
import type { Desktop } from '../ipc/shell-handlers.ts';
import { offersKeychain } from './keychain.ts';
import { t } from './words.ts';

export interface DesktopOptions {
  readonly window: () => BrowserWindow | null;
  readonly preferences: () => Preferences;
  readonly changePreferences: (change: Partial<Preferences>) => void;
  readonly setShortcuts: (changed: ChangedShortcuts) => void;
  readonly setLanguage: (choice: LanguageChoice) => Promise<string>;
  readonly setUnsaved: (unsaved: boolean) => void;
  readonly enableCommands: Desktop['enableCommands'];
  readonly allowMicrophone: (allowed: boolean) => void;
  readonly lastConnectionId: () => string | null;
}

const AUDIO_EXTENSIONS = ['wav', 'flac', 'mp3', 'ogg', 'oga', 'opus'];

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
      const { theme, language, onboarded } = options.preferences();
      const offered = [...languages(), ...(app.isPackaged ? [] : PSEUDO_LANGUAGES)];
      return {
        version: app.getVersion(),
        platform: process.platform,
        host: process.versions.electron?.endsWith('chromium-host') ? 'chromium-host' : 'electron',
        keychain: offersKeychain(),
        onboarded,
        theme,
        language: offered.includes(language) ? language : 'system',
        languages: offered,
        lastConnectionId: options.lastConnectionId(),
      };
    },
    setTheme(theme) {
      nativeTheme.themeSource = theme;
      options.changePreferences({ theme });
    },
    async setLanguage(language) {
      options.changePreferences({ language });
      return options.setLanguage(language);
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
    chooseProjectFolder: () =>
      choose({
        title: t('dialog.openProject.title'),
        buttonLabel: t('dialog.openProject.button'),
        properties: ['openDirectory'],
      }),
    chooseScripts: () =>
      chooseAll({
        title: t('dialog.importScript.title'),
        buttonLabel: t('dialog.importScript.button'),
        properties: ['openFile', 'multiSelections'],
        filters: [
          { name: t('dialog.importScript.scripts'), extensions: [...SCRIPT_EXTENSIONS, ...DOCUMENT_EXTENSIONS] },
          { name: t('dialog.importScript.allFiles'), extensions: ['*'] },
        ],
      }),
    async pastedFile() {
      const [item] = await clipboard.read();
      const textOf = async (type: string) => {
        const held = item?.types.includes(type) ? await item.getType(type) : null;
        return held instanceof Blob ? held.text() : '';
      };
      const pasted = pastedDocument({ html: await textOf('text/html'), text: await textOf('text/plain') });
      return pasted && { name: `${t('clipboardName')}.${pasted.extension}`, text: pasted.text };
    },
    async chooseProjectsFolder() {
      const projectsFolder = await choose({
        title: t('dialog.projectsFolder.title'),
        buttonLabel: t('dialog.projectsFolder.button'),
        properties: ['openDirectory', 'createDirectory'],
      });
      if (projectsFolder !== null) options.changePreferences({ projectsFolder });
      return projectsFolder;
    },
    chooseLostProject: () =>
      choose({
        title: t('dialog.locateProject.title'),
        buttonLabel: t('dialog.locateProject.button'),
        properties: ['openDirectory'],
      }),
    chooseCover: () =>
      choose({
        title: t('dialog.cover.title'),
        buttonLabel: t('dialog.cover.button'),
        properties: ['openFile'],
        filters: [{ name: t('dialog.cover.pictures'), extensions: ['png', 'jpg', 'jpeg'] }],
      }),
    chooseSound: () =>
      choose({
        title: t('dialog.sound.title'),
        buttonLabel: t('dialog.sound.button'),
        properties: ['openFile'],
        filters: [{ name: t('dialog.sound.sounds'), extensions: AUDIO_EXTENSIONS }],
      }),
    chooseRecordings: () =>
      chooseAll({
        title: t('dialog.recordings.title'),
        buttonLabel: t('dialog.recordings.button'),
        properties: ['openFile', 'multiSelections'],
        filters: [{ name: t('dialog.sound.sounds'), extensions: AUDIO_EXTENSIONS }],
      }),
    chooseFinishedFiles: () =>
      chooseAll({
        title: t('dialog.verify.title'),
        buttonLabel: t('dialog.verify.button'),
        properties: ['openFile', 'multiSelections'],
        filters: [
          { name: t('dialog.sound.sounds'), extensions: [...AUDIO_EXTENSIONS, 'm4a', 'm4b'] },
          { name: t('dialog.importScript.allFiles'), extensions: ['*'] },
        ],
      }),
    chooseSignerFile: (part) =>
      choose({
        title: t(`dialog.signer.${part}`),
        buttonLabel: t('dialog.signer.button'),
        properties: ['openFile'],
        filters: [
          { name: t('dialog.signer.pem'), extensions: ['pem', 'crt', 'cer', 'key'] },
          { name: t('dialog.importScript.allFiles'), extensions: ['*'] },
        ],
      }),
    choosePack: (from) =>
      choose({
        title: t('dialog.pack.title'),
        buttonLabel: t('dialog.pack.button'),
        properties: [from === 'folder' ? 'openDirectory' : 'openFile'],
        ...(from === 'archive' && { filters: [{ name: t('dialog.pack.archives'), extensions: ['zip', 'bz2'] }] }),
      }),
    chooseExportFolder: () =>
      choose({
        title: t('dialog.export.title'),
        buttonLabel: t('dialog.export.button'),
        properties: ['openDirectory', 'createDirectory'],
      }),
    saveFile: (name, content) => saveFile(options.window(), name, content),
    async showFolder(path) {
      const isOpened = (await isPlainFolder(path)) && (await shell.openPath(path)) === '';
      if (!isOpened) shell.showItemInFolder(path);
    },
  };
}

async function saveFile(
  window: BrowserWindow | null,
  name: string,
  content: string | Uint8Array,
): Promise<string | null> {
  const dialogOptions = { title: t('dialog.save.title'), defaultPath: name };
  const { canceled, filePath } = await (window
    ? dialog.showSaveDialog(window, dialogOptions)
    : dialog.showSaveDialog(dialogOptions));
  if (canceled || !filePath) return null;
  writeNamedFile(filePath, content);
  return filePath;
}

/**
 * A link could lead to a program, and some systems execute folders with certain extensions: `Game.app` on macOS,
 * `x.{…}` on Windows.
 */
async function isPlainFolder(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => null);
  return found?.isDirectory() === true && extname(path) === '';
}
