import { useEffect, useState } from 'react';
import { projectKey } from '../bridge/project-key.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { useFollowSounding } from '../ui/follow-sounding.ts';
import { isFocusFree } from '../ui/free-focus.ts';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useView } from '../ui/view-store.ts';
import type { OpenEditor } from './editor/open-editor.ts';
import { ScriptEditor } from './editor/script-editor.tsx';
import { FindPanel } from './find/find-panel.tsx';
import { useFind } from './find/find-store.ts';
import { useLineMenu } from './line-menu.ts';
import styles from './script-screen.module.css';
import { UnsavedNotice } from './unsaved-notice.tsx';
import { useEnvironment } from './use-environment.ts';
import { useScriptCommands } from './use-script-commands.ts';
import { useSession } from './use-session.ts';

/** The script of the chapter in view, to be written in. */
export function ScriptScreen() {
  const { data: project } = useAsk('project.current', {});
  const { session, error, retry } = useSession(projectKey(project));
  const [editor, setEditor] = useState<OpenEditor | null>(null);
  const findIsOpen = useFind(({ isOpen }) => isOpen);
  useEnvironment(session);
  useScriptCommands(editor);
  useLineMenu(editor);
  // Once the commands above can be given: a key pressed as soon as the editor has the focus is for them. A producer at
  // work in another part of the window keeps the focus there.
  useEffect(() => {
    if (editor !== null && isFocusFree()) editor.view.focus();
  }, [editor]);
  useFollowSounding((lineId) => useView.getState().selectLine(lineId, true));
  return (
    <section className={styles.screen} aria-label="Script">
      <UnsavedNotice />
      {editor !== null && findIsOpen && <FindPanel editor={editor} />}
      {error !== null && (
        <div className={styles.problem}>
          <ProblemNotice error={error} onRetry={retry} />
        </div>
      )}
      {session !== null && <ScriptEditor session={session} onEditor={setEditor} />}
    </section>
  );
}
