import { app } from './api/app.ts';
import { BrowserWindow } from './api/browser-window.ts';
import { clipboard } from './api/clipboard.ts';
import { dialog } from './api/dialog.ts';
import { ipcMain } from './api/ipc-main.ts';
import { Menu, MenuItem } from './api/menu.ts';
import { nativeTheme } from './api/native-theme.ts';
import { Notification } from './api/notification.ts';
import { powerMonitor, powerSaveBlocker } from './api/power.ts';
import { protocol } from './api/protocol.ts';
import { safeStorage } from './api/safe-storage.ts';
import { screen } from './api/screen.ts';
import { session } from './api/session.ts';
import { shell } from './api/shell.ts';
import { utilityProcess } from './api/utility-process.ts';
import { webContents } from './api/web-contents.ts';
import { strict } from './strict.ts';

/** The parts of Electron's API that the host implements, provided through electron-hook.ts. */
export const electron = strict('electron', {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  MenuItem,
  nativeTheme,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  utilityProcess,
  webContents,
});
