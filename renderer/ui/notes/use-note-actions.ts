// Changes to notes record an undo step without a notice, because their result is visible.
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ReviewRow } from '../../../shared/ipc/review-requests.ts';
import type { LineNote } from '../../../shared/model/note.ts';
import { ask } from '../../bridge/ask.ts';
import { askQuery } from '../../bridge/use-ask.ts';
import { words } from '../../locales/words.ts';
import { notifyFailure } from '../overlays/toast.tsx';
import { notifyIfReadOnly } from '../read-only.tsx';
import { type LineOfTake, playTakeFrom } from '../sound/play-line.ts';
import { usePlayer } from '../sound/player-store.ts';
import { awaitBeforeUndo, rememberStep, undoOf } from '../undo-history.ts';

const t = words('ui');

/** A position in a take's file, in seconds. */
export interface NoteTime {
  readonly takeId: number;
  readonly seconds: number;
}

export interface NoteActions {
  /** `takeId`: the take that the note is about if it has no time. Like the others, resolves once the note is shown. */
  add(lineId: number, line: string, text: string, about: NoteTime | { readonly takeId: number | null }): Promise<void>;
  setText(note: LineNote, line: string, text: string): Promise<void>;
  setDone(note: LineNote, line: string, isDone: boolean): Promise<void>;
  removeTime(note: LineNote, line: string): Promise<void>;
  remove(note: LineNote, line: string): Promise<void>;
  /** Plays the note's take from the note's time. */
  play(note: LineNote, line: LineOfTake): Promise<void>;
}

export function useNoteActions(): NoteActions {
  const client = useQueryClient();
  return useMemo(() => noteActions(client), [client]);
}

function noteActions(client: QueryClient): NoteActions {
  const save = async (
    line: string,
    what: 'added' | 'changed' | 'removed',
    work: () => Promise<{ readonly step: string | null }>,
  ) => {
    if (notifyIfReadOnly()) return;
    const { step } = await awaitBeforeUndo(work());
    const undo = undoOf(step);
    if (undo) rememberStep(t(`notes.${what}`, { line }), undo);
  };
  const change = async (
    { id, lineId }: LineNote,
    part: { readonly text?: string; readonly isDone?: boolean; readonly withoutTime?: boolean },
  ) => {
    const { step, note } = await ask('note.change', { noteId: id, ...part });
    showNotes(client, lineId, (notes) => notes.map((one) => (one.id === id ? note : one)));
    return { step };
  };
  const remove = async ({ id, lineId }: LineNote) => {
    const { step } = await ask('note.remove', { noteId: id });
    showNotes(client, lineId, (notes) => notes.filter((one) => one.id !== id));
    return { step };
  };
  return {
    add: (lineId, line, text, about) =>
      save(line, 'added', async () => {
        const { step, note } = await ask('note.add', { lineId, text, seconds: null, ...about });
        showNotes(client, lineId, (notes) => [...notes.filter(({ id }) => id !== note.id), note]);
        return { step };
      }),
    setText: (note, line, text) => save(line, 'changed', () => change(note, { text })),
    setDone: (note, line, isDone) => save(line, 'changed', () => change(note, { isDone })),
    removeTime: (note, line) => save(line, 'changed', () => change(note, { withoutTime: true })),
    remove: (note, line) => save(line, 'removed', () => remove(note)),
    async play({ lineId, takeId, seconds }, line) {
      const takes = await client.fetchQuery(askQuery('review.takes', { lineId }));
      const take = takes.find(({ id }) => id === takeId);
      if (take && take.audioProblem === null) playTakeFrom(take, line, seconds ?? 0);
    },
  };
}

function showNotes(client: QueryClient, lineId: number, change: (notes: LineNote[]) => LineNote[]): void {
  client.setQueriesData<LineNote[]>(
    { predicate: ({ queryKey: [channel, input] }) => channel === 'note.list' && isOf(input, lineId) },
    (notes) => notes && change(notes),
  );
  client.setQueriesData<ReviewRow[]>({ queryKey: ['review.rows'] }, (rows) =>
    rows?.some((row) => row.lineId === lineId)
      ? rows.map((row) => (row.lineId === lineId ? { ...row, notes: change(row.notes) } : row))
      : rows,
  );
}

const isOf = (input: unknown, lineId: number): boolean => (input as { lineId?: number }).lineId === lineId;

/** Runs an action whose failure is only shown as a notice. */
export const orderNote = (work: Promise<void>): void => void work.catch(notifyFailure);

/** Returns the position within the line's take that is loaded; null at its start and end, and if none is loaded. */
export function playheadIn(lineId: number): NoteTime | null {
  const { track, status, position, duration, options } = usePlayer.getState();
  if (track?.source.kind !== 'take' || track.source.lineId !== lineId || status === 'failed') return null;
  const { trimStart = 0, trimEnd = 0 } = options;
  if (position <= trimStart || position >= duration - trimEnd) return null;
  return { takeId: track.source.takeId, seconds: Math.round(position * 1_000) / 1_000 };
}
