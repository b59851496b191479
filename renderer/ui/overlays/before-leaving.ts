import { words } from '../../locales/words.ts';
import { hideNotice, notify } from './toast.tsx';

const t = words('ui');

let isUnsaved = false;

/** The question goes away when the edits are saved. */
export function setUnsaved(unsaved: boolean): void {
  isUnsaved = unsaved;
  if (!unsaved) hideNotice('unsaved');
}

/** Asks first if edits would be lost. A run doesn't stop: it continues in the background. */
export function beforeLeaving(what: 'close' | 'open', leave: () => void): void {
  if (!isUnsaved) {
    leave();
    return;
  }
  notify(t('leaving.unsaved', { leaving: what }), {
    id: 'unsaved',
    action: { label: t('leaving.lose', { leaving: what }), run: leave },
  });
}
