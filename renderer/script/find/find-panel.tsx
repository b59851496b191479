// Find and replace, in the chapter or over the whole script.
import {
  closeSearchPanel,
  findNext,
  findPrevious,
  openSearchPanel,
  replaceNext,
  type SearchQuery,
  setSearchQuery,
} from '@codemirror/search';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { words } from '../../locales/words.ts';
import { notify } from '../../ui/toast.tsx';
import type { OpenEditor } from '../editor/script-editor.tsx';
import styles from '../script-screen.module.css';
import { undoOfEdit } from '../take-back-edit.ts';
import { enabled, FindFields, useFind } from './find-fields.tsx';
import { countMatches, type MatchCount, replaceInDocument, searchQueryOf } from './matches.ts';
import { ScriptFind } from './script-find.tsx';

const t = words('script');

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
      aria-label={t('find.label')}
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
      <ActionIcon className={styles.close} aria-label={t('find.close')} onClick={leave}>
        <X size={15} aria-hidden />
      </ActionIcon>
    </search>
  );
}

interface ChapterFindProps {
  readonly editor: OpenEditor;
  readonly search: SearchQuery;
}

/** Find and replace in the document that is shown. */
function ChapterFind({ editor, search }: ChapterFindProps) {
  const { session, view } = editor;
  const count = useCount(editor, search);
  const problem = search.search !== '' && !search.valid ? t('find.badExpression') : null;
  const canFind = search.valid && count !== null && count.total > 0;
  const replaceAll = () => {
    const before = session.state.doc;
    const changed = replaceInDocument(search, session);
    const undo = changed > 0 ? { undo: undoOfEdit(session, before) } : {};
    notify(t('find.replacedInChapter', { places: changed }), { id: 'replaced', ...undo });
  };
  return (
    <FindFields
      problem={problem}
      onEnter={(back) => (back ? findPrevious : findNext)(view)}
      onReplace={() => replaceNext(view)}
      replaceButtons={
        <>
          <Button {...enabled(canFind, () => replaceNext(view))}>{t('find.replace')}</Button>
          <Button {...enabled(canFind, replaceAll)}>{t('find.replaceAll')}</Button>
        </>
      }
    >
      <output className={styles.count}>{problem ?? wordCount(search, count)}</output>
      <Tooltip label={t('find.previousHint')}>
        <ActionIcon aria-label={t('find.previous')} {...enabled(canFind, () => findPrevious(view))}>
          <ChevronUp size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('find.nextHint')}>
        <ActionIcon aria-label={t('find.next')} {...enabled(canFind, () => findNext(view))}>
          <ChevronDown size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </FindFields>
  );
}

function wordCount(search: SearchQuery, count: MatchCount | null): string {
  if (search.search === '' || count === null) return '';
  const { total, current, isMore } = count;
  if (total === 0) return t('find.none');
  const found = { matches: total, counted: isMore ? 'some' : 'all' };
  return current === null ? t('find.total', found) : t('find.current', { ...found, current });
}

/** Counts again when the text, the selection or the query changed. */
function useCount({ view, listen }: OpenEditor, search: SearchQuery): MatchCount | null {
  const [count, setCount] = useState<MatchCount | null>(null);
  useEffect(() => {
    let cancel = () => {};
    const again = () => {
      cancel();
      if (search.valid) cancel = countMatches(search, view.state, setCount);
      else setCount(null);
    };
    const stop = listen((transactions) => {
      if (transactions.some(({ docChanged, selection }) => docChanged || selection !== undefined)) again();
    });
    again();
    return () => {
      cancel();
      stop();
    };
  }, [view, listen, search]);
  return count;
}
