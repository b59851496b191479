import {
  closeSearchPanel,
  findNext,
  findPrevious,
  openSearchPanel,
  replaceNext,
  type SearchQuery,
  setSearchQuery,
} from '@codemirror/search';
import { EditorSelection, type EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { ActionIcon, Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type { ReplyOf } from '../../../shared/ipc/contract.ts';
import { useAsk } from '../../bridge/use-ask.ts';
import { words } from '../../locales/words.ts';
import { chapterPlaces } from '../../ui/chapter-names.ts';
import { IconButton } from '../../ui/fields/icon-button.tsx';
import { VirtualList } from '../../ui/lists/virtual-list.tsx';
import { notify, notifyFailure } from '../../ui/overlays/toast.tsx';
import { useViewPreferences } from '../../ui/preferences.ts';
import { useView } from '../../ui/view-store.ts';
import { chapterAt, chapterStart } from '../document/document-state.ts';
import type { OpenEditor } from '../editor/script-editor.tsx';
import { projectSessions } from '../project-sessions.ts';
import styles from '../script-screen.module.css';
import { editUndo } from '../undo-edit.ts';
import { FindFields, pressProps, useFind } from './find-fields.tsx';
import { countMatches, type MatchCount, replaceInDocument, replaceInScript, searchQueryOf } from './matches.ts';

const t = words('script');

export function FindPanel({ editor }: { readonly editor: OpenEditor }) {
  const { session, view } = editor;
  const { scope, query, matchCase, wholeWord, regexp, replacement, close } = useFind();
  const chapterId = useView((state) => state.chapterId);
  const inChapter = useViewPreferences().continuousScript && scope === 'chapter';
  const search = useMemo(() => {
    const isOfChapter = (state: EditorState, from: number) =>
      chapterAt(state, session.chapterIds, from) === chapterId || !session.chapterIds.includes(chapterId);
    return searchQueryOf({ query, matchCase, wholeWord, regexp }, replacement, inChapter ? isOfChapter : null);
  }, [query, matchCase, wholeWord, regexp, replacement, session, inChapter, chapterId]);

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

function ChapterFind({ editor, search }: ChapterFindProps) {
  const { session, view } = editor;
  const count = useCount(editor, search);
  const problem = search.search !== '' && !search.valid ? t('find.badExpression') : null;
  const canFind = search.valid && count !== null && count.total > 0;
  const replaceAll = () => {
    const before = session.state.doc;
    const changed = replaceInDocument(search, session);
    const undo = changed > 0 ? { undo: editUndo(session, before) } : {};
    notify(t('find.replacedInChapter', { places: changed }), { id: 'replaced', ...undo });
  };
  return (
    <FindFields
      problem={problem}
      onEnter={(back) => (back ? findPrevious : findNext)(view)}
      onReplace={() => replaceNext(view)}
      replaceButtons={
        <>
          <Button {...pressProps(canFind, () => replaceNext(view))}>{t('find.replace')}</Button>
          <Button {...pressProps(canFind, replaceAll)}>{t('find.replaceAll')}</Button>
        </>
      }
    >
      <output className={styles.count}>{problem ?? matchCountText(search, count)}</output>
      <IconButton
        icon={ChevronUp}
        label={t('find.previous')}
        hint={t('find.previousHint')}
        {...pressProps(canFind, () => findPrevious(view))}
      />
      <IconButton
        icon={ChevronDown}
        label={t('find.next')}
        hint={t('find.nextHint')}
        {...pressProps(canFind, () => findNext(view))}
      />
    </FindFields>
  );
}

function matchCountText(search: SearchQuery, count: MatchCount | null): string {
  if (search.search === '' || count === null) return '';
  const { total, current, isMore } = count;
  if (total === 0) return t('find.none');
  const found = { matches: total, counted: isMore ? 'some' : 'all' };
  return current === null ? t('find.total', found) : t('find.current', { ...found, current });
}

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

const MAX_LISTED = 2_000;

/** In pixels. */
const ROW = 26;

type Match = ReplyOf<'script.find'>['matches'][number];

interface ScriptFindProps {
  readonly editor: OpenEditor;
  readonly search: SearchQuery;
}

function ScriptFind({ editor, search }: ScriptFindProps) {
  const { query, matchCase, wholeWord, regexp } = useFind();
  const wanted = { query, matchCase, wholeWord, regexp, limit: MAX_LISTED };
  const [asked] = useDebouncedValue(wanted, 120);
  const { data, isFetching, refetch } = useAsk('script.find', asked, { enabled: asked.query !== '', staleTime: 0 });
  const [chosen, setChosen] = useState(-1);
  const [isReplacing, setReplacing] = useState(false);
  const { data: chapters } = useAsk('project.chapters', {});
  const places = useMemo(() => chapterPlaces(chapters ?? []), [chapters]);
  const problem = data?.problem ?? null;
  const matches = query === '' || problem !== null ? [] : (data?.matches ?? []);
  useShowMatch(editor, matches[chosen] ?? null);
  // The replacements must match the list, so wait until the list reflects the query.
  const isListed = !isFetching && JSON.stringify(asked) === JSON.stringify(wanted);
  const canReplace = matches.length > 0 && isListed && !isReplacing;

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
        onReplace={() => canReplace && void replaceAll()}
        replaceButtons={
          <Button {...pressProps(canReplace, () => void replaceAll())}>
            {t('find.replaceInScript', { places: matches.length === 0 ? 0 : (data?.total ?? 0) })}
          </Button>
        }
      >
        <output className={styles.count}>{totalText(query, data, isFetching)}</output>
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
            render={(match) => <Excerpt match={match} place={places.get(match.chapterId)} />}
          />
        </div>
      )}
    </>
  );
}

/** `place` distinguishes chapters that have the same title. */
function Excerpt({ match: result, place }: { readonly match: Match; readonly place: string | undefined }) {
  const { before, match, after } = result;
  const chapter = result.chapterTitle || t('find.opening');
  const where = place === undefined ? chapter : t('find.where', { chapter, place });
  return (
    <div className={styles.result}>
      <span className={styles.chapter} title={where}>
        {where}
      </span>
      <span className={styles.before}>
        <span>{before}</span>
      </span>
      <mark>{match}</mark>
      <span className={styles.after}>{after}</span>
    </div>
  );
}

function totalText(query: string, data: ReplyOf<'script.find'> | undefined, isFetching: boolean): string {
  if (query === '' || data === undefined) return isFetching ? t('find.looking') : '';
  if (data.problem !== null) {
    return t(data.problem === 'too-slow' ? 'find.slowExpression' : 'find.badExpression');
  }
  if (data.total === 0) return t('find.none');
  return data.total > MAX_LISTED
    ? t('find.first', { shown: MAX_LISTED, matches: data.total })
    : t('find.total', { matches: data.total, counted: 'all' });
}

function useShowMatch({ session, view }: OpenEditor, match: Match | null): void {
  useEffect(() => {
    if (match === null) return;
    if (!session.chapterIds.includes(match.chapterId)) {
      useView.getState().chooseChapter(match.chapterId);
      return;
    }
    const end = view.state.doc.length;
    const start = chapterStart(view.state, match.chapterId);
    const selection = EditorSelection.single(Math.min(start + match.from, end), Math.min(start + match.to, end));
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
  const message = t('find.replacedInScript', { places: count, chapters });
  notify(message, { id: 'replaced', undo: { label: t('find.undoAll'), run: () => undoReplace(undo) } });
}

function undoReplace(undo: () => { readonly changedSince: number }): void {
  const { changedSince } = undo();
  if (changedSince > 0) notify(t('find.chaptersEditedSince', { chapters: changedSince }), { id: 'replaced' });
}
