import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { fuzzyFilter } from '../ui/fuzzy.ts';
import { Kbd } from '../ui/kbd.tsx';
import { useView } from '../ui/view-store.ts';
import styles from './command-palette.module.css';
import { type PaletteEntry, usePaletteEntries } from './palette-entries.ts';

/** Up to this many entries are shown: typing another letter narrows the list. */
const SHOWN = 60;

/** Everything the window can do or show, by a few letters. */
export function CommandPalette() {
  const open = useView((view) => view.paletteOpen);
  const close = () => useView.getState().setPalette(false);
  if (!open) return null;
  return (
    <Dialog title="Command palette" width={560} onClose={close} bare>
      <Palette close={close} />
    </Dialog>
  );
}

function Palette({ close }: { readonly close: () => void }) {
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const entries = fuzzyFilter(query, usePaletteEntries(), ({ kind, label }) => `${label} ${kind}`, SHOWN);
  const at = Math.min(active, entries.length - 1);

  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  const choose = (entry: PaletteEntry | undefined) => {
    if (!entry) return;
    close();
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setActive(wrap(at + step, entries.length, Math.abs(step) === 1));
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      choose(entries[at]);
    }
  };

  return (
    <>
      <input
        data-autofocus
        className={styles.input}
        placeholder="A command, a chapter, a role, a project…"
        aria-label="What to do or to show"
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={`${id}-list`} role="listbox" aria-label="Found" className={styles.list}>
        {entries.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above takes the keys
          <div
            key={entry.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            className={styles.entry}
            onMouseMove={() => setActive(index)}
            onClick={() => choose(entry)}
          >
            <span className={styles.kind}>{entry.kind}</span>
            <span className="cut">{entry.label}</span>
            {entry.hint && (entry.isShortcut ? <Kbd keys={entry.hint} /> : <small className="cut">{entry.hint}</small>)}
          </div>
        ))}
      </div>
      {entries.length === 0 && <p className={styles.nothing}>Nothing is called that.</p>}
    </>
  );
}

/** Single steps go round; pages stop at the ends. */
function wrap(index: number, count: number, round: boolean): number {
  if (count === 0) return 0;
  return round ? (index + count) % count : Math.min(Math.max(index, 0), count - 1);
}
