// The data that rendering a script needs in addition to the document. After changing it, dispatch `redraw`.
import { type EditorState, Facet } from '@codemirror/state';
import type { ReplyOf } from '../../../shared/ipc/contract.ts';
import type { LineBrief } from '../../../shared/ipc/script-requests.ts';
import type { ScriptSession } from '../document/script-session.ts';
import type { ParagraphBlock } from '../rows/read-block.ts';

export interface EditorEnvironment {
  readBlock: (text: string) => ParagraphBlock;
  roleColour: (role: string) => string;
  /** Most lines first. */
  roleNames: () => readonly string[];
  chapterNumber: (headingId: number) => number | undefined;
  playLine: (lineId: number) => void;
  playCursor: () => void;
  moveToChapter: (stretch: { readonly from: number; readonly to: number }, chapterId: number | null) => void;
  hasOtherChapters: () => boolean;
  reachesOver: () => void;
  onSaved: (session: ScriptSession, reply: ReplyOf<'script.edit'>) => void;
}

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

interface EnvironmentValue {
  readonly environment: EditorEnvironment;
  readonly briefOf: (lineId: number) => LineBrief | undefined;
}

export const environmentFacet = Facet.define<EnvironmentValue, EnvironmentValue | null>({
  combine: ([first]) => first ?? null,
});

export function environmentOf(state: EditorState): EnvironmentValue {
  const made = state.facet(environmentFacet);
  if (made === null) throw new Error('The script editor was made without its environment.');
  return made;
}
