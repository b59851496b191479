import type Electron from 'electron';
import { strict } from '../strict.ts';

type ShellPart = Pick<Electron.Shell, 'openExternal' | 'openPath' | 'showItemInFolder'>;

/** What the application asked the desktop for. */
interface Asked {
  readonly what: 'openExternal' | 'openPath' | 'showItemInFolder';
  readonly target: string;
}

const asked: Asked[] = [];

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

/** The desktop, which is only asked: `asked`, the host's own, is what specs read. */
export const shell = strict('shell', { ...part, asked });
