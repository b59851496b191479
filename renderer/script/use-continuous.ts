// One scroll over all chapters: the next one comes into the document before its end is in view, and so does the one before.
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

/** So much of the script is ready beyond what is in view, in heights of the view. */
const AHEAD = 1.5;

/** After a try that failed, the next one waits this long. Milliseconds. */
const AGAIN_MS = 2_000;

export function useContinuous(editor: OpenEditor | null): void {
  const isOn = useViewPreferences().continuousScript;
  const queryClient = useQueryClient();
  useEffect(() => {
    if (editor === null) return;
    const { session } = editor;
    session.dispatch({ effects: [setContinuous(isOn), redraw.of(null)] });
    if (isOn) return keepAhead(editor, queryClient);
    const { chapterId } = useView.getState();
    if (session.wasStretched && session.chapterIds.length > 1)
      void projectSessions().narrow(session, chapterId, chapterId);
    return undefined;
  }, [editor, isOn, queryClient]);
}

/** Has the document grow while it is scrolled and written in, until the returned function is called. */
function keepAhead(editor: OpenEditor, queryClient: QueryClient): () => void {
  const { session, view } = editor;
  /** At which ends nothing comes, as long as the list of chapters is the same. */
  const ends = { chapters: chaptersOf(queryClient), before: false, after: false };
  let isBusy = false;
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const look = async (): Promise<void> => {
    if (isBusy || isOver) return;
    const chapters = chaptersOf(queryClient);
    if (chapters !== ends.chapters) Object.assign(ends, { chapters, before: false, after: false });
    const side = wantedSide(editor, ends);
    if (side === null) return;
    isBusy = true;
    const became = await projectSessions().extend(session, side);
    const made = became === 'full' ? await makeRoom(editor, side) : became === 'extended';
    isBusy = false;
    if (isOver) return;
    if (made) requestAnimationFrame(() => void look());
    else if (became === 'failed') timer = setTimeout(() => void look(), AGAIN_MS);
    else {
      ends[side] = true;
      void look();
    }
  };
  const soon = () => void look();
  view.scrollDOM.addEventListener('scroll', soon, { passive: true });
  const stopListening = editor.listen(soon);
  const stopWatching = queryClient.getQueryCache().subscribe(({ query, type }) => {
    if (type === 'updated' && query.queryKey[0] === 'project.chapters') soon();
  });
  // Its height is known once it was measured.
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

/** At which end more of the script is wanted. */
function wantedSide({ view }: OpenEditor, ends: Readonly<Record<DocumentSide, boolean>>): DocumentSide | null {
  const { scrollTop, clientHeight } = view.scrollDOM;
  const left = {
    before: scrollTop,
    after: view.lineBlockAt(view.state.doc.length).bottom - scrollTop - clientHeight,
  };
  // What comes before a text that does not fill the view would push it down.
  return SIDES.find((side) => !ends[side] && left[side] < AHEAD * clientHeight) ?? null;
}

/** A document that has as much as it may have gives away what is far from here. @returns whether there is room now */
async function makeRoom({ session, view }: OpenEditor, side: DocumentSide): Promise<boolean> {
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
