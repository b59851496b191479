import type Electron from 'electron';
import { strict } from '../strict.ts';

let held = '';

type ClipboardPart = Pick<Electron.Clipboard, 'read' | 'writeText'>;

const part: ClipboardPart = {
  async read() {
    const getType = async (type: string) => new Blob([held], { type });
    // Of the types that an item can hold there is only text here.
    return held === '' ? [] : [{ types: ['text/plain'], getType } as Electron.ClipboardItem];
  },
  async writeText(text) {
    held = text;
  },
};

/** The application's own: that of the desktop is left alone. */
export const clipboard = strict('clipboard', part);
