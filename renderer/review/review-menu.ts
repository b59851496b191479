// The menu of a row: what its keys do.
import type { ReviewRow } from '../../shared/ipc/review-requests.ts';
import type { MenuEntries, MenuEntry } from '../ui/context-menu.tsx';
import { whyReadOnly } from '../ui/writing.tsx';
import type { ReviewActions } from './review-keys.ts';

/** What can be done with a row, or with all that are selected. */
export function reviewEntries(row: ReviewRow, actions: ReviewActions): MenuEntries {
  const isHeld = whyReadOnly() !== null;
  const { take } = row;
  const entry = (label: string, keys: string, run: (row: ReviewRow) => void, disabled = false): MenuEntry => ({
    label,
    keys,
    disabled,
    run: () => run(row),
  });
  return [
    entry('Play', 'Space', actions.playOrPause, take === null || take.audioProblem !== null),
    entry('Compare with another take', 'B', actions.compare, row.takes < 2),
    entry('Open in the script', '↵', actions.openInScript),
    null,
    entry('Approve', 'A', actions.approve, isHeld || take === null),
    entry('Reject', 'X', actions.reject, isHeld || take === null),
    entry('Take the verdict back', 'U', actions.clearVerdict, isHeld || (take?.verdict ?? null) === null),
    entry('Pick', 'P', actions.pick, isHeld || take === null || take.isPick),
    entry('Note', 'N', actions.note, isHeld || take === null),
    null,
    entry('Reject and render again', 'R', actions.retake, isHeld || take === null),
    entry('Render another take', 'T', actions.anotherTake, isHeld),
  ];
}
