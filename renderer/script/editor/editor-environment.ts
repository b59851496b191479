// What the drawing of a script depends on besides the document itself. It may change while the editor is shown; then
// the editor is told to `redraw`.
import { type EditorState, Facet } from '@codemirror/state';
import type { ReplyOf } from '../../../shared/ipc/contract.ts';
import type { LineBrief } from '../../../shared/ipc/script-requests.ts';
import type { ScriptSession } from '../document/script-session.ts';
import type { ParagraphBlock } from '../rows/read-block.ts';

export interface EditorEnvironment {
  /** Reads the rows of a paragraph as the project's settings and cast have it. */
  readBlock: (text: string) => ParagraphBlock;
  /** A role's colour, as a CSS value. */
  roleColour: (role: string) => string;
  /** The roles that are offered while a name is typed, those that speak most first. */
  roleNames: () => readonly string[];
  /** The number of a chapter by its heading; undefined while it is not known. */
  chapterNumber: (headingId: number) => number | undefined;
  /** Plays what a line exports. */
  playLine: (lineId: number) => void;
  /** Plays what the line with the cursor exports. */
  playCursor: () => void;
  /** Moves the lines between two offsets of the text that is shown to the end of a chapter. */
  moveToChapter: (stretch: { readonly from: number; readonly to: number }, chapterId: number | null) => void;
  /** Whether the script goes on elsewhere than in the document that is shown. */
  hasOtherChapters: () => boolean;
  /** An edit of words on both sides of a chapter's start was refused. */
  reachesOver: () => void;
  /** An edit is on the disk. */
  onSaved: (session: ScriptSession, reply: ReplyOf<'script.edit'>) => void;
}

/** Until it is filled in, nothing is coloured and nothing plays. */
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

/** What an editor's state is made with, for the life of the state. */
interface Made {
  readonly environment: EditorEnvironment;
  /** The state of a line as it was last told. */
  readonly briefOf: (lineId: number) => LineBrief | undefined;
}

export const environmentFacet = Facet.define<Made, Made | null>({ combine: ([first]) => first ?? null });

/** What an editor was made with. @throws Error where it was made without */
export function madeWith(state: EditorState): Made {
  const made = state.facet(environmentFacet);
  if (made === null) throw new Error('The script editor was made without its environment.');
  return made;
}
