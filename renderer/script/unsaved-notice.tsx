import { Button } from '@mantine/core';
import { wordError } from '../ui/wording/errors.ts';
import { projectSessions } from './project-sessions.ts';
import { useSaveState } from './save-state.ts';
import styles from './script-screen.module.css';

/** While edits can't be saved: says so, why, and what becomes of them. */
export function UnsavedNotice() {
  const state = useSaveState();
  if (state.kind !== 'unsaved') return null;
  const { title, detail } = wordError(state.error);
  return (
    <div role="alert" className={styles.unsaved}>
      <p>
        <strong>Not saved.</strong> {title}: {detail} What you type stays here, and it is tried again every few seconds.
      </p>
      <Button onClick={() => projectSessions().retry()}>Try now</Button>
    </div>
  );
}
