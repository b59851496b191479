import type { AcceptedPickup } from '../../../shared/ipc/pickup-requests.ts';
import type { Project } from '../project/project.ts';
import { notesOf, type StoredNote } from '../project/takes/note-store.ts';

export interface AppliedPickups {
  readonly added: readonly StoredNote[];
  /** Notes that the lines already had. */
  readonly known: number;
}

/**
 * Adds all notes or none. Skips notes that the line already has, so applying a list twice adds nothing.
 * @throws TakeError `no-such-line`, `no-such-take`, `other-line`, `long-note`
 */
export function applyPickups({ db, notes }: Project, accepted: readonly AcceptedPickup[]): AppliedPickups {
  return db.durably(() => {
    const existing = notesOf(db, [...new Set(accepted.map(({ lineId }) => lineId))]);
    const added: StoredNote[] = [];
    for (const pickup of accepted) {
      const isKnown = existing.get(pickup.lineId)?.some(({ text }) => text === pickup.text);
      // The same remark may apply to two places in a line, such as a click.
      const isRepeated = added.some(
        ({ lineId, text, seconds }) => lineId === pickup.lineId && text === pickup.text && seconds === pickup.seconds,
      );
      if (!isKnown && !isRepeated) added.push(notes.add(pickup));
    }
    return { added, known: accepted.length - added.length };
  });
}

/** Removes added notes, or adds them again. @returns false, without a change, if one of them has been changed since */
export function turnPickups({ db, notes }: Project, added: readonly StoredNote[], to: 'removed' | 'added'): boolean {
  return db.durably(() => {
    const isAdded = to === 'removed';
    const areSame = added.every((note) => {
      const now = notes.find(note.id);
      return isAdded
        ? now !== null && now.text === note.text && now.doneAt === note.doneAt && now.seconds === note.seconds
        : now === null;
    });
    if (!areSame) return false;
    for (const note of added) notes.restore(note.id, isAdded ? note : null, isAdded ? null : note);
    return true;
  });
}
