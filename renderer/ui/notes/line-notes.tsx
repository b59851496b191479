import { Checkbox, Textarea } from '@mantine/core';
import { X } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type LineNote, MAX_NOTE_LENGTH } from '../../../shared/model/note.ts';
import { words } from '../../locales/words.ts';
import { IconButton } from '../fields/icon-button.tsx';
import { useFieldDraft } from '../fields/use-field-draft.ts';
import { formatMoment, formatPosition } from '../format.ts';
import { notifyFailure } from '../overlays/toast.tsx';
import { useWhyReadOnly } from '../read-only.tsx';
import type { LineOfTake } from '../sound/play-line.ts';
import styles from './line-notes.module.css';
import { type NoteActions, type NoteTime, orderNote, playheadIn } from './use-note-actions.ts';

const t = words('ui');

/** CSS makes the fields grow with their text, because measuring the text would force a layout of the whole screen. */
const FIELD_CLASSES = { root: 'grow', input: styles.input ?? '' };

interface NoteListProps {
  readonly notes: readonly LineNote[];
  readonly line: LineOfTake;
  /** The line's number, such as `3.12`. */
  readonly number: string;
  /** The take shown next to the notes. Times in other takes are marked with the take's number. */
  readonly takeId: number | null;
  readonly actions: NoteActions;
}

export function NoteList({ notes, ...props }: NoteListProps) {
  if (notes.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={t('notes.label')}>
      {notes.map((note) => (
        <Note key={note.id} note={note} {...props} />
      ))}
    </ul>
  );
}

function Note({ note, line, number, takeId, actions }: Omit<NoteListProps, 'notes'> & { readonly note: LineNote }) {
  const why = useWhyReadOnly();
  const isHeld = why !== null;
  const isDone = note.doneAt !== null;
  const field = useFieldDraft<string, string>({
    value: note.text,
    read: (text) => text.trim(),
    // An emptied note is removed.
    save: (text) => (text === '' ? actions.remove(note, number) : actions.setText(note, number, text)),
  });
  return (
    <li className={styles.note} data-done={isDone}>
      <Checkbox
        aria-label={t('notes.done', { note: note.text })}
        title={why ?? t(isDone ? 'notes.reopen' : 'notes.markDone')}
        checked={isDone}
        disabled={isHeld}
        onChange={() => orderNote(actions.setDone(note, number, !isDone))}
      />
      <Textarea
        variant="unstyled"
        classNames={FIELD_CLASSES}
        aria-label={t('notes.text')}
        title={t('notes.written', { when: formatMoment(note.createdAt) })}
        rows={1}
        maxLength={MAX_NOTE_LENGTH}
        readOnly={isHeld}
        value={field.draft ?? field.value}
        onChange={(event) => field.type(event.currentTarget.value)}
        onBlur={field.save}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.shiftKey) {
            event.preventDefault();
            event.currentTarget.blur();
          }
        }}
      />
      <NotePlace note={note} isOtherTake={note.takeId !== takeId} onPlay={() => orderNote(actions.play(note, line))} />
      <IconButton
        icon={X}
        size={24}
        label={t('notes.remove')}
        disabled={isHeld}
        onClick={() => orderNote(actions.remove(note, number))}
      />
    </li>
  );
}

interface NotePlaceProps {
  readonly note: LineNote;
  readonly isOtherTake: boolean;
  onPlay(): void;
}

function NotePlace({ note: { take, seconds }, isOtherTake, onPlay }: NotePlaceProps) {
  if (take === null) return null;
  if (seconds === null) return isOtherTake ? <span className={styles.take}>{t('notes.take', { take })}</span> : null;
  const time = formatPosition(seconds);
  return (
    <button
      type="button"
      className={styles.time}
      data-other={isOtherTake}
      title={t('notes.play', { take, time })}
      onClick={onPlay}
    >
      {isOtherTake ? t('notes.takeTime', { take, time }) : time}
    </button>
  );
}

interface NewNoteProps {
  readonly lineId: number;
  /** The line's number, such as `3.12`. */
  readonly number: string;
  readonly takeId: number | null;
  readonly actions: NoteActions;
  readonly inputRef?: RefObject<HTMLTextAreaElement | null>;
  /** Called when Enter has saved a note. */
  onEnter?(): void;
}

/** A note gets the playback position at which the field is focused. Needs a `key` for each line. */
export function NewNote({ lineId, number, takeId, actions, inputRef, onEnter }: NewNoteProps) {
  const isHeld = useWhyReadOnly() !== null;
  const [draft, setDraft] = useState('');
  const [time, setTime] = useState<NoteTime | null>(null);
  const save = () => {
    const text = draft.trim();
    if (text === '') return;
    setDraft('');
    setTime(null);
    actions.add(lineId, number, text, time ?? { takeId }).catch((failure: unknown) => {
      setDraft((typed) => typed || text);
      notifyFailure(failure);
    });
  };
  // Saves the note on unmount, because the producer might select another line while typing.
  const latestSave = useRef(save);
  useEffect(() => {
    latestSave.current = save;
  });
  useEffect(() => () => latestSave.current(), []);
  return (
    <div className={styles.new}>
      <Textarea
        {...(inputRef && { ref: inputRef })}
        classNames={FIELD_CLASSES}
        aria-label={t('notes.newLabel', { line: number })}
        placeholder={t('notes.new')}
        rows={1}
        maxLength={MAX_NOTE_LENGTH}
        disabled={isHeld}
        value={draft}
        onFocus={() => {
          if (draft === '') setTime(playheadIn(lineId));
        }}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={() => {
          if (draft.trim() === '') setTime(null);
          save();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey) return;
          event.preventDefault();
          save();
          onEnter?.();
        }}
      />
      {time && (
        <span className={styles.stamp}>
          {t('notes.at', { time: formatPosition(time.seconds) })}
          <IconButton
            icon={X}
            size={24}
            label={t('notes.withoutTime')}
            // Keeps the focus in the field, so that the draft isn't saved yet.
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setTime(null)}
          />
        </span>
      )}
    </div>
  );
}
