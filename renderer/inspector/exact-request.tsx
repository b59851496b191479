import { Button } from '@mantine/core';
import { copyText } from '../ui/copy-text.ts';
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
      <Button size="compact-xs" onClick={() => copyText(json)}>
        Copy
      </Button>
    </details>
  );
}
