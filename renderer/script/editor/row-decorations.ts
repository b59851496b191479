// Draws the rows on the screen: names, directions, headings, and the paragraph with the cursor. What it costs depends on
// the size of the window, never on the length of the chapter.
import { type ChangeSet, type EditorState, type Extension, type Range, RangeSet } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { isHeadingRow } from '../../../shared/rules/parse-paragraph.ts';
import { redraw } from '../document/document-state.ts';
import type { RowMark } from '../rows/read-block.ts';
import { blocksIn, isBlankRow, isSpacer, type RowRange, rowsOfBlock, type ShownBlock } from '../rows/scan-rows.ts';
import { madeWith } from './editor-environment.ts';
import { soundingRows, soundsElsewhere } from './sounding-line.ts';

/** Marks names, directions and the like, and gives rows their heights. */
export const rowDecorations: Extension = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor({ state, visibleRanges }: EditorView) {
      this.decorations = decorate(state, visibleRanges);
    }

    update(update: ViewUpdate): void {
      const { docChanged, viewportMoved, selectionSet, startState, state, changes, view } = update;
      const isElsewhere = viewportMoved || wantsRedraw(update) || soundsElsewhere(update);
      if (!docChanged && !selectionSet && !isElsewhere) return;
      const typed = isElsewhere ? null : typedRow(startState, state, changes);
      if (typed === null) this.decorations = decorate(state, view.visibleRanges);
      else this.decorations = redecorate(this.decorations.map(changes), state, typed);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

export const wantsRedraw = (update: ViewUpdate): boolean =>
  update.transactions.some((transaction) => transaction.effects.some((effect) => effect.is(redraw)));

/** The rows of the paragraph with the cursor; null where it stands in a blank one. */
export const selectedRows = ({ doc, selection }: EditorState): RowRange | null =>
  rowsOfBlock(doc, doc.lineAt(selection.main.head).number);

/**
 * The row in which words were typed or deleted, where that is all that changed: every paragraph has the rows that it had,
 * and the cursor is in the same one. Otherwise null.
 */
export function typedRow(before: EditorState, after: EditorState, changes: ChangeSet): number | null {
  if (before.doc.lines !== after.doc.lines) return null;
  const rows: (number | null)[] = [];
  changes.iterChangedRanges((fromBefore, toBefore, from, to) => {
    const [old, now] = [before.doc.lineAt(fromBefore), after.doc.lineAt(from)];
    const isWithin = toBefore <= old.to && to <= now.to && rowKind(old.text) === rowKind(now.text);
    rows.push(isWithin ? now.number : null);
  });
  const [selectedBefore, selected] = [selectedRows(before), selectedRows(after)];
  const isSameParagraph = selectedBefore?.first === selected?.first && selectedBefore?.last === selected?.last;
  return rows.length === 1 && isSameParagraph ? (rows[0] ?? null) : null;
}

/** What decides where paragraphs begin and end. */
const rowKind = (text: string): 'blank' | 'heading' | 'words' =>
  isBlankRow(text) ? 'blank' : isHeadingRow(text) ? 'heading' : 'words';

/** The decorations of stretches of the text. */
export const decorate = (state: EditorState, stretches: readonly { from: number; to: number }[]): DecorationSet =>
  RangeSet.of(
    stretches.flatMap(({ from, to }) =>
      decorationsOf(state, { first: state.doc.lineAt(from).number, last: state.doc.lineAt(to).number }),
    ),
  );

/** Decorations after words were typed in a row: those of its paragraph are made again. @param decorations moved along */
export function redecorate(decorations: DecorationSet, state: EditorState, row: number): DecorationSet {
  const rows = rowsOfBlock(state.doc, row);
  if (rows === null) return decorations;
  return decorations.update({
    filterFrom: state.doc.line(rows.first).from,
    filterTo: state.doc.line(rows.last).to,
    filter: () => false,
    add: decorationsOf(state, rows),
  });
}

function decorationsOf(state: EditorState, rows: RowRange): Range<Decoration>[] {
  const { doc } = state;
  const { readBlock, roleColour } = madeWith(state).environment;
  const selected = selectedRows(state);
  const sounding = soundingRows(state);
  const found: Range<Decoration>[] = [];
  const blocks = blocksIn(doc, rows, readBlock);
  let next = 0;
  for (let row = rows.first; row <= rows.last; row++) {
    const block = blocks[next];
    const rowFrom = doc.line(row).from;
    if (block === undefined || row < block.first) {
      if (isSpacer(doc, row)) found.push(SPACER.range(rowFrom));
      continue;
    }
    const start = Math.max(row, block.first);
    for (row = start; row <= Math.min(block.last, rows.last); row++) {
      const line = doc.line(row);
      const decoration = rowDecoration(block, row, { isSelected: isIn(row, selected), sounds: isIn(row, sounding) });
      if (decoration !== null) found.push(decoration.range(line.from));
      for (const mark of block.block.marks) {
        const from = Math.max(line.from, block.from + mark.start);
        const to = Math.min(line.to, block.from + mark.end);
        const drawn = mark.role === undefined ? MARKS[mark.kind] : roleMark(roleColour(mark.role));
        if (from < to) found.push(drawn.range(from, to));
      }
      if (line.text.endsWith('\r')) found.push(HIDDEN.range(line.to - 1, line.to));
    }
    row--;
    next++;
  }
  return found;
}

const SPACER = Decoration.line({ class: 'script-spacer' });
const HIDDEN = Decoration.replace({});

const markOf = (name: string) => Decoration.mark({ class: name });
const MARKS: Readonly<Record<RowMark['kind'], Decoration>> = {
  role: markOf('script-role'),
  colon: markOf('script-colon'),
  direction: markOf('script-direction'),
  pause: markOf('script-pause'),
  escape: markOf('script-escape'),
  hash: markOf('script-hash'),
  bracket: Decoration.mark({
    class: 'script-spoken-bracket',
    attributes: {
      title: 'Will be read aloud. Put a direction in round brackets, or a backslash before the bracket if you mean it.',
    },
  }),
  prefix: Decoration.mark({
    class: 'script-prefix',
    attributes: {
      title: 'The service takes these words for the start of a turn. Change them, or the role’s turn prefix.',
    },
  }),
};

const roleMarks = new Map<string, Decoration>();

/** One decoration for each colour, so that rows that did not change are seen to be the same. */
function roleMark(colour: string): Decoration {
  const attributes = { style: `color: ${colour}` };
  const known = roleMarks.get(colour) ?? Decoration.mark({ class: 'script-role', attributes });
  roleMarks.set(colour, known);
  return known;
}

const lineDecorations = new Map<string, Decoration>();

const isIn = (row: number, rows: RowRange | null): boolean => rows !== null && row >= rows.first && row <= rows.last;

interface RowState {
  readonly isSelected: boolean;
  readonly sounds: boolean;
}

function rowDecoration({ first, last, block }: ShownBlock, row: number, state: RowState): Decoration | null {
  const classes: string[] = [];
  if (block.kind === 'heading') classes.push(`script-heading script-heading-${block.level ?? 1}`);
  if (block.kind === 'direction') classes.push('script-direction-row');
  if (state.sounds) classes.push('script-sounding');
  if (state.isSelected) classes.push(selectedClass(row === first, row === last));
  if (classes.length === 0) return null;
  const name = classes.join(' ');
  const known = lineDecorations.get(name) ?? Decoration.line({ class: name });
  lineDecorations.set(name, known);
  return known;
}

/** The class of a row of the paragraph with the cursor. */
export const selectedClass = (isFirst: boolean, isLast: boolean): string =>
  `script-selected${isFirst ? ' script-selected-first' : ''}${isLast ? ' script-selected-last' : ''}`;
