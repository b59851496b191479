// What would be heard of a part of the script: the words without names, directions, pauses and signs.
import type { Text } from '@codemirror/state';
import type { Block, RowMark } from './read-block.ts';
import { blocksIn } from './scan-rows.ts';

export interface Stretch {
  /** Null: no name is marked. */
  readonly role: string | null;
  readonly text: string;
  /** Offset in the document of the paragraph's first row. */
  readonly paragraphFrom: number;
}

/** The words between two offsets of a document, by who speaks them. */
export function spokenStretches(doc: Text, from: number, to: number, read: (text: string) => Block): Stretch[] {
  const rows = { first: doc.lineAt(from).number, last: doc.lineAt(to).number };
  return blocksIn(doc, rows, read).flatMap((shown) => {
    if (shown.block.kind === 'direction' || shown.block.kind === 'pause') return [];
    const text = doc.sliceString(shown.from, shown.to, '\n');
    return inBlock(text, shown.block, Math.max(0, from - shown.from), Math.min(text.length, to - shown.from)).map(
      (stretch) => ({ ...stretch, paragraphFrom: shown.from }),
    );
  });
}

/** @param start of the part, from the paragraph's start; so is `end` */
function inBlock(text: string, block: Block, start: number, end: number): Omit<Stretch, 'paragraphFrom'>[] {
  const stretches: { role: string | null; text: string }[] = [];
  let current = { role: null as string | null, text: '' };
  let position = 0;
  const take = (until: number) => {
    current.text += text.slice(Math.max(position, start), Math.max(start, Math.min(until, end)));
  };
  for (const mark of block.marks) {
    if (!IS_SILENT[mark.kind]) continue;
    take(mark.start);
    position = mark.end;
    if (mark.kind !== 'role') continue;
    stretches.push(current);
    current = { role: mark.role ?? null, text: '' };
  }
  take(text.length);
  stretches.push(current);
  return stretches.flatMap((stretch) => {
    const words = stretch.text.replace(/\s+/g, ' ').trim();
    return words === '' ? [] : [{ role: stretch.role, text: words }];
  });
}

const IS_SILENT: Readonly<Record<RowMark['kind'], boolean>> = {
  role: true,
  colon: true,
  direction: true,
  pause: true,
  escape: true,
  hash: true,
  prefix: false,
  bracket: false,
};
