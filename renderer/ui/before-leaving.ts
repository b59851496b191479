// Edits that are on no disk are gone with their project, and a run stands still: leaving it then takes a second word.

import { words } from '../locales/words.ts';
import { notify } from './toast.tsx';

const t = words('ui');

let isUnsaved = false;

/** Whether the open project has edits that could not be saved. */
export function setUnsaved(unsaved: boolean): void {
  isUnsaved = unsaved;
}

let isRunning = false;

/** Whether a run of the open project is on. */
export function setRunning(running: boolean): void {
  isRunning = running;
}

/** Leaves the project that is open, or asks first where edits would be lost or a run would stand still. */
export function beforeLeaving(what: 'close' | 'open', leave: () => void): void {
  if (!isUnsaved) {
    if (isRunning) askToPause(what, leave);
    else leave();
    return;
  }
  notify(t('leaving.unsaved', { leaving: what }), {
    id: 'unsaved',
    action: { label: t('leaving.lose', { leaving: what }), run: leave },
  });
}

function askToPause(what: 'close' | 'open', leave: () => void): void {
  notify(t('leaving.running', { leaving: what }), {
    id: 'running',
    action: { label: t('leaving.pause', { leaving: what }), run: leave },
  });
}
