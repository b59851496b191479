import type { SearchQuery } from '@codemirror/search';
import { EditorSelection } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { ReplyOf } from '../../../shared/ipc/contract.ts';
import { useAsk } from '../../bridge/use-ask.ts';
import { words } from '../../locales/words.ts';
import { notify, notifyFailure } from '../../ui/toast.tsx';
import { useView } from '../../ui/view-store.ts';
import { VirtualList } from '../../ui/virtual-list.tsx';
import type { OpenEditor } from '../editor/script-editor.tsx';
import { projectSessions } from '../project-sessions.ts';
import styles from '../script-screen.module.css';
import { enabled, FindFields, useFind } from './find-fields.tsx';
import { replaceInScript } from './matches.ts';

const t = words('script');

/** As many are listed. */
const LISTED = 2_000;

/** Pixels of a row of the list. */
const ROW = 26;

type Match = ReplyOf<'script.find'>['matches'][number];

interface ScriptFindProps {
  readonly editor: OpenEditor;
  readonly search: SearchQuery;
}

/** Find and replace over the whole script: a list to walk through. */
export function ScriptFind({ editor, search }: ScriptFindProps) {
  const { query, matchCase, wholeWord, regexp } = useFind();
  const [asked] = useDebouncedValue({ query, matchCase, wholeWord, regexp, limit: LISTED }, 120);
  const { data, isFetching, refetch } = useAsk('script.find', asked, { enabled: asked.query !== '', staleTime: 0 });
  const [chosen, setChosen] = useState(-1);
  const [isReplacing, setReplacing] = useState(false);
  const problem = data?.problem ?? null;
  const matches = query === '' || problem !== null ? [] : (data?.matches ?? []);
  useShow(editor, matches[chosen] ?? null);

  const replaceAll = async () => {
    setReplacing(true);
    await replaceEverywhere(search).catch(notifyFailure);
    setReplacing(false);
    setChosen(-1);
    await refetch();
  };
  const step = (by: number) =>
    setChosen((at) => (matches.length === 0 ? -1 : (at + by + matches.length) % matches.length));
  return (
    <>
      <FindFields
        problem={problem}
        onEnter={(back) => step(chosen < 0 && back ? 0 : back ? -1 : 1)}
        onReplace={() => matches.length > 0 && !isReplacing && void replaceAll()}
        replaceButtons={
          <Button {...enabled(matches.length > 0 && !isReplacing, () => void replaceAll())}>
            {t('find.replaceInScript')}
          </Button>
        }
      >
        <output className={styles.count}>{wordTotal(query, data, isFetching)}</output>
      </FindFields>
      {matches.length > 0 && (
        <div className={styles.results} style={{ height: matches.length * ROW + 5 }}>
          <VirtualList
            label={t('find.results')}
            items={matches}
            rowHeight={ROW}
            keyOf={({ chapterId, from }) => `${chapterId}:${from}`}
            selectedIndex={chosen}
            onSelect={(_, index) => setChosen(index)}
            render={(match) => <Excerpt match={match} />}
          />
        </div>
      )}
    </>
  );
}

function Excerpt({ match: { chapterTitle, before, match, after } }: { readonly match: Match }) {
  return (
    <div className={styles.result}>
      <span className={styles.chapter}>{chapterTitle || t('find.opening')}</span>
      <span className={styles.before}>
        <span>{before}</span>
      </span>
      <mark>{match}</mark>
      <span className={styles.after}>{after}</span>
    </div>
  );
}

function wordTotal(query: string, data: ReplyOf<'script.find'> | undefined, isFetching: boolean): string {
  if (query === '' || data === undefined) return isFetching ? t('find.looking') : '';
  if (data.problem !== null) {
    return t(data.problem === 'too-slow' ? 'find.slowExpression' : 'find.badExpression');
  }
  if (data.total === 0) return t('find.none');
  return data.total > LISTED
    ? t('find.first', { shown: LISTED, matches: data.total })
    : t('find.total', { matches: data.total, counted: 'all' });
}

/** Brings a match into view: in this document, or in the one of its chapter once that is shown. */
function useShow({ session, view }: OpenEditor, match: Match | null): void {
  useEffect(() => {
    if (match === null) return;
    if (!session.chapterIds.includes(match.chapterId)) {
      useView.getState().chooseChapter(match.chapterId);
      return;
    }
    const end = view.state.doc.length;
    const selection = EditorSelection.single(Math.min(match.from, end), Math.min(match.to, end));
    view.dispatch({ selection, effects: EditorView.scrollIntoView(selection.main, { y: 'center' }) });
  }, [session, view, match]);
}

async function replaceEverywhere(search: SearchQuery): Promise<void> {
  const sessions = projectSessions();
  const chapterIds = await sessions.allChapterIds();
  const { count, chapters, undo } = await replaceInScript(search, chapterIds, (chapterId) => sessions.open(chapterId));
  if (count === 0) {
    notify(t('find.nothingReplaced'), { id: 'replaced' });
    return;
  }
  const said = t('find.replacedInScript', { places: count, chapters });
  notify(said, { id: 'replaced', undo: { label: t('find.undoAll'), run: () => takeBack(undo) } });
}

function takeBack(undo: () => { readonly changedSince: number }): void {
  const { changedSince } = undo();
  if (changedSince > 0) notify(t('find.chaptersEditedSince', { chapters: changedSince }), { id: 'replaced' });
}
