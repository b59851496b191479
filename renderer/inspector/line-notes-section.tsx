import type { LineDetail } from '../../shared/ipc/script-requests.ts';
import { lineNumber } from '../../shared/rules/line-number.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { NewNote, NoteList } from '../ui/notes/line-notes.tsx';
import { useNoteActions } from '../ui/notes/use-note-actions.ts';
import { useView } from '../ui/view-store.ts';
import styles from './inspector.module.css';

const t = words('inspector');

export function LineNotesSection({ detail }: { readonly detail: LineDetail }) {
  const { id, chapterNumber, numberInChapter, speakers } = detail;
  const { data: notes = [] } = useAsk('note.list', { lineId: id });
  const { data: takes = [] } = useAsk('review.takes', { lineId: id });
  const actions = useNoteActions();
  // In Review, the field for new notes is next to the waveform.
  const isReview = useView(({ screen }) => screen === 'review');
  const takeId = (takes.find(({ isPick }) => isPick) ?? takes.at(-1))?.id ?? null;
  const number = lineNumber(detail);
  const line = { chapterNumber, numberInChapter, roles: speakers.map(({ role }) => role), takes: takes.length };
  if (isReview && notes.length === 0) return null;
  return (
    <>
      <h2 className="label">{t('notesHeading')}</h2>
      <div className={styles.notes}>
        <NoteList notes={notes} line={line} number={number} takeId={takeId} actions={actions} />
        {!isReview && <NewNote lineId={id} number={number} takeId={takeId} actions={actions} />}
      </div>
    </>
  );
}
