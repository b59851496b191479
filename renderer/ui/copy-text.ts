import { words } from '../locales/words.ts';
import { notify } from './overlays/toast.tsx';

const t = words('ui');

/** Copies text using a `copy` event, because the window has no permission to write to the clipboard. */
export function copyText(text: string): void {
  const setData = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', setData, { once: true });
  const isCopied = document.execCommand('copy');
  document.removeEventListener('copy', setData);
  notify(t(isCopied ? 'copied' : 'notCopied'), { id: 'copied' });
}
