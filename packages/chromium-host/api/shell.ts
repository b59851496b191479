import type Electron from 'electron';
import { strict } from '../strict.ts';

type ShellPart = Pick<Electron.Shell, 'openExternal' | 'openPath' | 'showItemInFolder'>;

interface DesktopCall {
  readonly what: 'openExternal' | 'openPath' | 'showItemInFolder';
  readonly target: string;
}

const asked: DesktopCall[] = [];

const part: ShellPart = {
  async openExternal(target) {
    asked.push({ what: 'openExternal', target });
  },
  async openPath(target) {
    asked.push({ what: 'openPath', target });
    return '';
  },
  showItemInFolder(target) {
    asked.push({ what: 'showItemInFolder', target });
  },
};

/** Records requests to the desktop in `asked`, a host extension for specs. */
export const shell = strict('shell', { ...part, asked });
