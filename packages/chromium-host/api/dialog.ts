import type Electron from 'electron';
import { tell } from '../host-state.ts';
import { strict } from '../strict.ts';

type DialogPart = Pick<Electron.Dialog, 'showOpenDialog' | 'showSaveDialog' | 'showMessageBox' | 'showErrorBox'>;

/** Returns the options of a dialog call, whose first argument may be a window. */
const optionsOf = <T>(args: readonly unknown[]): T => args.at(-1) as T;

const part: DialogPart = {
  async showOpenDialog(...args: unknown[]) {
    const { title } = optionsOf<Electron.OpenDialogOptions>(args);
    tell(`dialog.showOpenDialog (${title ?? 'no title'}) is not stubbed: it answers as if it was cancelled`);
    return { canceled: true, filePaths: [] };
  },
  async showSaveDialog(...args: unknown[]) {
    const { title } = optionsOf<Electron.SaveDialogOptions>(args);
    tell(`dialog.showSaveDialog (${title ?? 'no title'}) is not stubbed: it answers as if it was cancelled`);
    return { canceled: true, filePath: '' };
  },
  async showMessageBox(...args: unknown[]) {
    const { message, buttons, defaultId = 0, checkboxChecked = false } = optionsOf<Electron.MessageBoxOptions>(args);
    tell(`dialog.showMessageBox (${message}) is not stubbed: it answers ${buttons?.[defaultId] ?? 'OK'}`);
    return { response: defaultId, checkboxChecked };
  },
  showErrorBox(title, content) {
    tell(`${title}: ${content}`);
  },
};

/** Native dialogs, which are never shown. Specs replace these functions. */
export const dialog = strict('dialog', part);
