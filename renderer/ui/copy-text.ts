import { words } from '../locales/words.ts';
import { notify } from './toast.tsx';

const t = words('ui');

/** Copies a text, by the event of a copy: the window has no permission to write to the clipboard otherwise. */
export function copyText(text: string): void {
  const give = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', give, { once: true });
  const isCopied = document.execCommand('copy');
  document.removeEventListener('copy', give);
  notify(t(isCopied ? 'copied' : 'notCopied'), { id: 'copied' });
}
