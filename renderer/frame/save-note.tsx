import type { BridgeError } from '../../shared/ipc/envelope.ts';
import { wordError } from '../ui/wording/errors.ts';
import styles from './save-note.module.css';

const WORDS = { saved: 'saved', saving: 'saving…', unsaved: 'not saved' } as const;

interface SaveNoteProps {
  readonly kind: keyof typeof WORDS;
  /** Why it is not saved. */
  readonly error: BridgeError | null;
}

/** Whether what was written is on the disk, in a word; why not, on pointing at it and for those who listen. */
export function SaveNote({ kind, error }: SaveNoteProps) {
  const reason = error && wordError(error);
  return (
    <span
      role="status"
      className={kind === 'unsaved' ? styles.unsaved : styles.saved}
      title={reason ? `${reason.title}. ${reason.detail} It is being tried again.` : undefined}
    >
      {WORDS[kind]}
      {reason && <span className="unseen">: {reason.title}</span>}
    </span>
  );
}
