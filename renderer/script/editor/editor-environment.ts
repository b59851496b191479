// What rendering a script needs besides the document. After a change, dispatch `redraw`.
import { type EditorState, Facet } from '@codemirror/state';
import type { ReplyOf } from '../../../shared/ipc/contract.ts';
import type { LineBrief } from '../../../shared/ipc/script-requests.ts';
import type { ScriptSession } from '../document/script-session.ts';
import type { ParagraphBlock } from '../rows/read-block.ts';

export interface EditorEnvironment {
  /** Parses a paragraph's rows with the project's settings and cast. */
  readBlock: (text: string) => ParagraphBlock;
  roleColour: (role: string) => string;
  /** Returns role names for completion, most lines first. */
  roleNames: () => readonly string[];
  /** Returns a chapter's number by its heading; undefined until known. */
  chapterNumber: (headingId: number) => number | undefined;
  playLine: (lineId: number) => void;
  /** Plays the picked take of the line at the cursor. */
  playCursor: () => void;
  /** Moves the lines in a range of the displayed text to the end of a chapter. */
  moveToChapter: (stretch: { readonly from: number; readonly to: number }, chapterId: number | null) => void;
  /** Returns whether the script has more text than this document. */
  hasOtherChapters: () => boolean;
  /** Called when an edit across a chapter start was rejected. */
  reachesOver: () => void;
  onSaved: (session: ScriptSession, reply: ReplyOf<'script.edit'>) => void;
}

/** Returns an environment without colours or playback, used until the screen fills it in. */
export const inertEnvironment = (): EditorEnvironment => ({
  readBlock: () => ({ kind: 'speech', marks: [], roles: [] }),
  roleColour: () => 'var(--dim)',
  roleNames: () => [],
  chapterNumber: () => undefined,
  playLine: () => undefined,
  playCursor: () => undefined,
  moveToChapter: () => undefined,
  hasOtherChapters: () => false,
  reachesOver: () => undefined,
  onSaved: () => undefined,
});

/** Constant for the life of an editor state. */
interface Made {
  readonly environment: EditorEnvironment;
  readonly briefOf: (lineId: number) => LineBrief | undefined;
}

export const environmentFacet = Facet.define<Made, Made | null>({ combine: ([first]) => first ?? null });

/**
 * Returns what the editor was created with.
 * @throws Error if it has no environment
 */
export function madeWith(state: EditorState): Made {
  const made = state.facet(environmentFacet);
  if (made === null) throw new Error('The script editor was made without its environment.');
  return made;
}
