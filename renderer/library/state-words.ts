// What a look at a project shows, in words for its card.
import type { ProjectState } from '../../shared/ipc/library-requests.ts';

/** A few words for the card; null where there is nothing to say. */
export function stateWords(state: ProjectState): { readonly words: string; readonly isTrouble: boolean } | null {
  switch (state.kind) {
    case 'sound':
      return null;
    case 'open':
      return { words: 'open', isTrouble: false };
    case 'missing':
      return { words: 'not there any more', isTrouble: true };
    case 'not-a-project':
      return { words: 'its database is gone', isTrouble: true };
    case 'damaged':
      return { words: 'damaged', isTrouble: true };
    case 'in-use':
      return { words: 'in use elsewhere', isTrouble: true };
    case 'moved':
      return { words: 'copied or moved: runs are held', isTrouble: true };
    case 'unreadable':
      return { words: 'can’t be read', isTrouble: true };
    case 'newer':
      return { words: 'made by a newer Lectern', isTrouble: true };
  }
}
