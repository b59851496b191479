// Find and replace, in the chapter or over the whole script.
import { closeSearchPanel, openSearchPanel, setSearchQuery } from '@codemirror/search';
import { ActionIcon } from '@mantine/core';
import { X } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import type { OpenEditor } from '../editor/open-editor.ts';
import { ChapterFind } from './chapter-find.tsx';
import styles from './find-panel.module.css';
import { useFind } from './find-store.ts';
import { searchQueryOf } from './replace-in-script.ts';
import { ScriptFind } from './script-find.tsx';

/** The panel above the text. Escape closes it and gives the keyboard back to the text. */
export function FindPanel({ editor }: { readonly editor: OpenEditor }) {
  const { view } = editor;
  const { scope, query, matchCase, wholeWord, regexp, replacement, close } = useFind();
  const search = useMemo(
    () => searchQueryOf({ query, matchCase, wholeWord, regexp }, replacement),
    [query, matchCase, wholeWord, regexp, replacement],
  );

  useEffect(() => {
    openSearchPanel(view);
    return () => void closeSearchPanel(view);
  }, [view]);
  useEffect(() => view.dispatch({ effects: setSearchQuery.of(search) }), [view, search]);

  const leave = () => {
    close();
    view.focus();
  };
  return (
    <search
      aria-label="Find and replace"
      className={styles.panel}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        leave();
      }}
    >
      {scope === 'chapter' ? (
        <ChapterFind editor={editor} search={search} />
      ) : (
        <ScriptFind editor={editor} search={search} />
      )}
      <ActionIcon className={styles.close} aria-label="Close find" onClick={leave}>
        <X size={15} aria-hidden />
      </ActionIcon>
    </search>
  );
}
