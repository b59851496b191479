import type Electron from 'electron';
import { strict } from '../strict.ts';

let held = '';

type ClipboardPart = Pick<Electron.Clipboard, 'read' | 'writeText'>;

const part: ClipboardPart = {
  async read() {
    const getType = async (type: string) => new Blob([held], { type });
    // The host only supports text items.
    return held === '' ? [] : [{ types: ['text/plain'], getType } as Electron.ClipboardItem];
  },
  async writeText(text) {
    held = text;
  },
};

/** A private clipboard, so that specs don't change the desktop's clipboard. */
export const clipboard = strict('clipboard', part);
