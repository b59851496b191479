// The row with the cursor, as the table knows it. What is drawn of it, and what acts on it, reads it here,
// so that moving the cursor does not redraw the whole screen.
import { create } from 'zustand';
import type { ReviewRow } from '../../shared/ipc/review-requests.ts';

/** Null while there is none, or until it has come. */
export const useCursorRow = create<{ readonly row: ReviewRow | null }>()(() => ({ row: null }));
