import { words } from '../../locales/words.ts';
import { notify } from './toast.tsx';

const t = words('ui');

let isUnsaved = false;

export function setUnsaved(unsaved: boolean): void {
  isUnsaved = unsaved;
}

let isRunning = false;

export function setRunning(running: boolean): void {
  isRunning = running;
}

export function beforeLeaving(what: 'close' | 'open', leave: () => void): void {
  if (!isUnsaved) {
    if (isRunning) notifyStillRunning(what, leave);
    else leave();
    return;
  }
  notify(t('leaving.unsaved', { leaving: what }), {
    id: 'unsaved',
    action: { label: t('leaving.lose', { leaving: what }), run: leave },
  });
}

function notifyStillRunning(what: 'close' | 'open', leave: () => void): void {
  notify(t('leaving.running', { leaving: what }), {
    id: 'running',
    action: { label: t('leaving.pause', { leaving: what }), run: leave },
  });
}
