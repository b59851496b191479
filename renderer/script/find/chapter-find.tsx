import { findNext, findPrevious, replaceNext, type SearchQuery } from '@codemirror/search';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatCount, formatCounted } from '../../ui/format.ts';
import { notify } from '../../ui/toast.tsx';
import type { OpenEditor } from '../editor/open-editor.ts';
import { undoOfEdit } from '../take-back-edit.ts';
import { countMatches, type MatchCount } from './count-matches.ts';
import { enabled } from './enabled.ts';
import { FindFields } from './find-fields.tsx';
import styles from './find-panel.module.css';
import { replaceInDocument } from './replace-in-script.ts';

interface ChapterFindProps {
  readonly editor: OpenEditor;
  readonly search: SearchQuery;
}

/** Find and replace in the document that is shown. */
export function ChapterFind({ editor, search }: ChapterFindProps) {
  const { session, view } = editor;
  const count = useCount(editor, search);
  const problem = search.search !== '' && !search.valid ? 'This is no regular expression.' : null;
  const canFind = search.valid && count !== null && count.total > 0;
  const replaceAll = () => {
    const before = session.state.doc;
    const changed = replaceInDocument(search, session);
    const undo = changed > 0 ? { undo: undoOfEdit(session, before) } : {};
    notify(`Replaced in ${formatCounted(changed, 'place')} of this chapter.`, { id: 'replaced', ...undo });
  };
  return (
    <FindFields
      problem={problem}
      onEnter={(back) => (back ? findPrevious : findNext)(view)}
      onReplace={() => replaceNext(view)}
      replaceButtons={
        <>
          <Button {...enabled(canFind, () => replaceNext(view))}>Replace</Button>
          <Button {...enabled(canFind, replaceAll)}>Replace all</Button>
        </>
      }
    >
      <output className={styles.count}>{problem ?? wordCount(search, count)}</output>
      <Tooltip label="Previous (Shift Enter)">
        <ActionIcon aria-label="Previous match" {...enabled(canFind, () => findPrevious(view))}>
          <ChevronUp size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Next (Enter)">
        <ActionIcon aria-label="Next match" {...enabled(canFind, () => findNext(view))}>
          <ChevronDown size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </FindFields>
  );
}

function wordCount(search: SearchQuery, count: MatchCount | null): string {
  if (search.search === '' || count === null) return '';
  if (count.total === 0) return 'nothing found';
  const total = `${formatCount(count.total)}${count.isMore ? ' or more' : ''}`;
  return count.current === null ? `${total} found` : `${formatCount(count.current)} of ${total}`;
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
