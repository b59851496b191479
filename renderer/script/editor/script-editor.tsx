import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Chapter } from '../../../shared/ipc/project-requests.ts';
import { askKey, askQuery } from '../../bridge/use-ask.ts';
import type { ScriptSession } from '../document/script-session.ts';
import { SelectionLink } from '../selection-link.ts';
import { markPlayingLine } from './playing-line.ts';
import { markSpokenWords } from './spoken-words.ts';
import './script-editor.css';
import type { Transaction } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

export interface OpenEditor {
  readonly session: ScriptSession;
  readonly view: EditorView;
  readonly listen: (listener: (transactions: readonly Transaction[]) => void) => () => void;
  readonly close: () => void;
}

function openEditor(session: ScriptSession, parent: HTMLElement): OpenEditor {
  const listeners = new Set<(transactions: readonly Transaction[]) => void>();
  const view = new EditorView({
    state: session.state,
    parent,
    ...(session.scroll === null ? {} : { scrollTo: session.scroll }),
    dispatchTransactions: (transactions, target) => {
      target.update(transactions);
      for (const transaction of transactions) session.afterTransaction(transaction);
      for (const listener of listeners) listener(transactions);
    },
  });
  session.attach(view);
  return {
    session,
    view,
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => {
      session.detach();
      view.destroy();
    },
  };
}

/** The longest delay between a wheel event and the resulting scroll event on a busy page, in milliseconds. */
const WHEEL_MS = 2_000;
/** How long scrolling can continue after a wheel event, in milliseconds. */
const SCROLL_MS = 400;

/**
 * Runs the callback after the producer scrolls with the wheel, by touch or with the scroll bar. Ignores scrolling
 * caused by the cursor or by commands.
 */
function onUserScroll(area: HTMLElement, callback: () => void): () => void {
  let until = 0;
  const turned = () => {
    until = performance.now() + WHEEL_MS;
  };
  // Pressing something else, such as a chapter in the list, can scroll the text programmatically.
  const pressed = ({ target }: Event) => {
    until = target === area ? Number.POSITIVE_INFINITY : 0;
  };
  const released = () => {
    if (until === Number.POSITIVE_INFINITY) turned();
  };
  const scrolled = () => {
    if (performance.now() >= until) return;
    if (until !== Number.POSITIVE_INFINITY) until = performance.now() + SCROLL_MS;
    callback();
  };
  const end = new AbortController();
  const options = { signal: end.signal, passive: true };
  area.addEventListener('wheel', turned, options);
  area.addEventListener('touchmove', turned, options);
  document.addEventListener('pointerdown', pressed, options);
  document.addEventListener('keydown', pressed, options);
  document.addEventListener('pointerup', released, options);
  area.addEventListener('scroll', scrolled, options);
  return () => end.abort();
}

interface ScriptEditorProps {
  readonly session: ScriptSession;
  readonly onEditor: (editor: OpenEditor | null) => void;
}

export function ScriptEditor({ session, onEditor }: ScriptEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const queryClient = useQueryClient();

  useEffect(() => {
    if (host.current === null) return;
    const editor = openEditor(session, host.current);
    const link = new SelectionLink(session, editor.view, {
      chapterOfLine: async (lineId) => (await queryClient.fetchQuery(askQuery('line.detail', { lineId }))).chapterId,
      isListed: (chapterId) =>
        queryClient.getQueryData<Chapter[]>(askKey('project.chapters', {}))?.some(({ id }) => id === chapterId) ??
        false,
    });
    const stopMarking = markPlayingLine(editor.view);
    const stopWords = markSpokenWords(editor.view, queryClient);
    const stopFollowing = onUserScroll(editor.view.scrollDOM, () => link.onScrolled());
    const stopListening = editor.listen((transactions) => link.afterUpdate(transactions));
    // Updates the selection link before anything renders, so that a deleted chapter never appears selected.
    const stopWatching = queryClient.getQueryCache().subscribe(({ query, type }) => {
      if (type === 'updated' && query.queryKey[0] === 'project.chapters') link.onChaptersChanged();
    });
    onEditor(editor);
    return () => {
      onEditor(null);
      stopMarking();
      stopWords();
      stopListening();
      stopFollowing();
      stopWatching();
      link.stop();
      editor.close();
    };
  }, [session, onEditor, queryClient]);

  return <div ref={host} className="script-editor" />;
}
