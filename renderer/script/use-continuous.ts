// Loads adjacent chapters before the start or the end of the document becomes visible.
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Chapter } from '../../shared/ipc/project-requests.ts';
import type { DocumentSide } from '../../shared/ipc/script-requests.ts';
import { askKey } from '../bridge/use-ask.ts';
import { useViewPreferences } from '../ui/preferences.ts';
import { useView } from '../ui/view-store.ts';
import { chapterAt, redraw } from './document/document-state.ts';
import { setContinuous } from './editor/chapter-bounds.ts';
import type { OpenEditor } from './editor/script-editor.tsx';
import { projectSessions } from './project-sessions.ts';

/** In viewport heights. */
const AHEAD_VIEWPORTS = 1.5;

const RETRY_MS = 2_000;

export function useContinuous(editor: OpenEditor | null): void {
  const isOn = useViewPreferences().continuousScript;
  const queryClient = useQueryClient();
  useEffect(() => {
    if (editor === null) return;
    const { session } = editor;
    session.dispatch({ effects: [setContinuous(isOn), redraw.of(null)] });
    if (isOn) return loadAhead(editor, queryClient);
    const { chapterId } = useView.getState();
    if (session.wasStretched && session.chapterIds.length > 1)
      void projectSessions().narrow(session, chapterId, chapterId);
    return undefined;
  }, [editor, isOn, queryClient]);
}

function loadAhead(editor: OpenEditor, queryClient: QueryClient): () => void {
  const { session, view } = editor;
  /** `before` and `after` are valid until the chapter list changes. */
  const ends = { chapters: chaptersOf(queryClient), before: false, after: false };
  let isBusy = false;
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const loadNearEnds = async (): Promise<void> => {
    if (isBusy || isOver) return;
    const chapters = chaptersOf(queryClient);
    if (chapters !== ends.chapters) Object.assign(ends, { chapters, before: false, after: false });
    const side = sideToExtend(editor, ends);
    if (side === null) return;
    isBusy = true;
    const became = await projectSessions().extend(session, side);
    const made = became === 'full' ? await unloadDistant(editor, side) : became === 'extended';
    isBusy = false;
    if (isOver) return;
    if (made) requestAnimationFrame(() => void loadNearEnds());
    else if (became === 'failed') timer = setTimeout(() => void loadNearEnds(), RETRY_MS);
    else {
      ends[side] = true;
      void loadNearEnds();
    }
  };
  const soon = () => void loadNearEnds();
  view.scrollDOM.addEventListener('scroll', soon, { passive: true });
  const stopListening = editor.listen(soon);
  const stopWatching = queryClient.getQueryCache().subscribe(({ query, type }) => {
    if (type === 'updated' && query.queryKey[0] === 'project.chapters') soon();
  });
  // The height isn't known before the first measurement.
  view.requestMeasure({ read: () => undefined, write: soon });
  return () => {
    isOver = true;
    clearTimeout(timer);
    view.scrollDOM.removeEventListener('scroll', soon);
    stopListening();
    stopWatching();
  };
}

const chaptersOf = (queryClient: QueryClient): readonly Chapter[] | undefined =>
  queryClient.getQueryData<Chapter[]>(askKey('project.chapters', {}));

const SIDES: readonly DocumentSide[] = ['after', 'before'];

function sideToExtend({ view }: OpenEditor, ends: Readonly<Record<DocumentSide, boolean>>): DocumentSide | null {
  const { scrollTop, clientHeight } = view.scrollDOM;
  const left = {
    before: scrollTop,
    after: view.lineBlockAt(view.state.doc.length).bottom - scrollTop - clientHeight,
  };
  // If the document doesn't fill the viewport, text added before it would push it down, so add text after it first.
  return SIDES.find((side) => !ends[side] && left[side] < AHEAD_VIEWPORTS * clientHeight) ?? null;
}

/**
 * Removes distant chapters from a document that has reached its maximum length. Returns whether the document has space
 * now.
 */
async function unloadDistant({ session, view }: OpenEditor, side: DocumentSide): Promise<boolean> {
  const { chapterIds } = session;
  const { from, to } = view.viewport;
  const { head } = view.state.selection.main;
  const placeOf = (offset: number) => chapterIds.indexOf(chapterAt(view.state, chapterIds, offset) ?? null);
  const first = side === 'after' ? placeOf(Math.min(from, head)) : 0;
  const last = side === 'before' ? placeOf(Math.max(to, head)) : chapterIds.length - 1;
  const before = chapterIds.length;
  await projectSessions().narrow(session, chapterIds[first] ?? null, chapterIds[last] ?? null);
  return session.chapterIds.length < before;
}
