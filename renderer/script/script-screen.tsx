import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { BridgeError } from '../../shared/ipc/envelope.ts';
import type { ProjectSummary } from '../../shared/ipc/project-requests.ts';
import { BridgeFailure } from '../bridge/ask.ts';
import { projectKey, useAsk } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { isFocusFree } from '../ui/focus.ts';
import { isMenuKey, positionOf, showContextMenu } from '../ui/overlays/context-menu.tsx';
import { ProblemNotice } from '../ui/overlays/problem-notice.tsx';
import { useFollowPlayingLine } from '../ui/sound/follow-playback.ts';
import { useView } from '../ui/view-store.ts';
import { describeError } from '../ui/wording/errors.ts';
import type { ScriptSession } from './document/script-session.ts';
import { type OpenEditor, ScriptEditor } from './editor/script-editor.tsx';
import { useFind } from './find/find-fields.tsx';
import { FindPanel } from './find/find-panel.tsx';
import { useMoveLines } from './move-lines.tsx';
import { projectSessions } from './project-sessions.ts';
import { useSaveState } from './save-state.ts';
import styles from './script-screen.module.css';
import { useContinuous } from './use-continuous.ts';
import { useEnvironment } from './use-environment.ts';
import { lineEntries, useScriptCommands } from './use-script-commands.ts';

const t = words('script');

export function ScriptScreen() {
  const { data: project } = useAsk('project.current', {});
  const { session, error, retry } = useSession(project ?? null);
  const [editor, setEditor] = useState<OpenEditor | null>(null);
  const findIsOpen = useFind(({ isOpen }) => isOpen);
  useEnvironment(session);
  useScriptCommands(editor);
  useLineMenu(editor);
  useContinuous(editor);
  const moveDialog = useMoveLines(editor);
  // Must run after the command handlers have been registered, so that a key pressed immediately after focusing works.
  useEffect(() => {
    if (editor !== null && isFocusFree()) editor.view.focus();
  }, [editor]);
  useFollowPlayingLine((lineId) => useView.getState().selectLine(lineId, true));
  return (
    <section className={styles.screen} aria-label={t('label')}>
      <UnsavedNotice />
      {editor !== null && findIsOpen && <FindPanel editor={editor} />}
      {error !== null && (
        <div className={styles.problem}>
          <ProblemNotice error={error} onRetry={retry} />
        </div>
      )}
      {session !== null && <ScriptEditor session={session} onEditor={setEditor} />}
      {moveDialog}
    </section>
  );
}

interface ShownDocument {
  /** The previous document stays visible until the next one has been loaded, to avoid flicker. */
  readonly session: ScriptSession | null;
  readonly error: BridgeError | null;
  readonly retry: () => void;
}

function useSession(project: ProjectSummary | null): ShownDocument {
  const projectId = projectKey(project);
  const chosen = useView((view) => view.chapterChosen);
  const choices = useView((view) => view.chapterChoices);
  const [tries, setTries] = useState(0);
  const [shown, setShown] = useState<Pick<ShownDocument, 'session' | 'error'>>({ session: null, error: null });
  const isReady = projectId !== null;
  const first = chosen ? null : (project?.firstChapterId ?? null);

  // Moving the cursor into another chapter isn't a selection and keeps the document.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` retries, `choices` reselects the chapter
  useEffect(() => {
    let isCurrent = true;
    const sessions = projectSessions();
    sessions.enterProject(projectId);
    if (!isReady) {
      setShown({ session: null, error: null });
      return;
    }
    sessions.open(chosen ? useView.getState().chapterId : first).then(
      (session) => isCurrent && setShown({ session, error: null }),
      (thrown) => {
        if (!(thrown instanceof BridgeFailure)) throw thrown;
        if (isCurrent) setShown({ session: null, error: thrown.error });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [projectId, isReady, chosen, first, choices, tries]);

  return { ...shown, retry: () => setTries(tries + 1) };
}

function UnsavedNotice() {
  const state = useSaveState();
  if (state.kind !== 'unsaved') return null;
  const { title, detail } = describeError(state.error);
  return (
    <div role="alert" className={styles.unsaved}>
      <p>
        {t.parts('unsaved.sentence', { title, detail, strong: (inside) => <strong key="strong">{inside}</strong> })}
      </p>
      <Button onClick={() => projectSessions().retry()}>{t('unsaved.retry')}</Button>
    </div>
  );
}

function useLineMenu(editor: OpenEditor | null): void {
  useEffect(() => {
    if (editor === null) return;
    const { view } = editor;
    const show = (place: { readonly x: number; readonly y: number }) =>
      showContextMenu(place, t('menu.label'), lineEntries(editor));
    const onContextMenu = (event: MouseEvent) => {
      event.preventDefault();
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
      const { from, to } = view.state.selection.main;
      // Clicking on the selection keeps it. Clicking elsewhere moves the cursor.
      if (at !== null && (at < from || at > to || from === to))
        view.dispatch({ selection: { anchor: at }, userEvent: 'select' });
      show(positionOf(event));
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isMenuKey(event)) return;
      event.preventDefault();
      const { left, bottom } = view.coordsAtPos(view.state.selection.main.head) ?? view.dom.getBoundingClientRect();
      show({ x: left, y: bottom });
    };
    view.dom.addEventListener('contextmenu', onContextMenu);
    view.dom.addEventListener('keydown', onKeyDown);
    return () => {
      view.dom.removeEventListener('contextmenu', onContextMenu);
      view.dom.removeEventListener('keydown', onKeyDown);
    };
  }, [editor]);
}
