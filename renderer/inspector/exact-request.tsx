import { Button } from '@mantine/core';
import { notify } from '../ui/toast.tsx';
import styles from './inspector.module.css';

/** What the service is asked for, letter by letter. */
export function ExactRequest({ payload }: { readonly payload: Readonly<Record<string, unknown>> }) {
  const json = JSON.stringify(payload, null, 2);
  return (
    <details className={styles.request}>
      <summary>
        <h2 className="label">Exact request</h2>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <pre tabIndex={0}>{json}</pre>
      <Button size="compact-xs" onClick={() => copy(json)}>
        Copy
      </Button>
    </details>
  );
}

/** By the event of a copy: the window has no permission to write to the clipboard otherwise. */
function copy(text: string): void {
  const give = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', give, { once: true });
  const isCopied = document.execCommand('copy');
  document.removeEventListener('copy', give);
  notify(isCopied ? 'Copied.' : 'It could not be copied: select it and press Ctrl C.', { id: 'copied' });
}
