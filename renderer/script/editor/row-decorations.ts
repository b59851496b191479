// Draws the rows on the screen: names, directions, headings, and the paragraph with the cursor. What it costs depends on
// the size of the window, never on the length of the chapter.
import { type Extension, RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { redraw } from '../document/document-state.ts';
import type { RowMark } from '../rows/read-block.ts';
import { blocksIn, isSpacer, type RowRange, rowsOfBlock, type ShownBlock } from '../rows/scan-rows.ts';
import { madeWith } from './editor-environment.ts';
import { soundingRows, soundsElsewhere } from './sounding-line.ts';

/** Marks names, directions and the like, and gives rows their heights. */
export const rowDecorations: Extension = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = decorate(view);
    }

    update(update: ViewUpdate): void {
      const isNew =
        update.docChanged ||
        update.viewportChanged ||
        update.selectionSet ||
        wantsRedraw(update) ||
        soundsElsewhere(update);
      if (isNew) this.decorations = decorate(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

export const wantsRedraw = (update: ViewUpdate): boolean =>
  update.transactions.some((transaction) => transaction.effects.some((effect) => effect.is(redraw)));

/** The rows of the paragraph with the cursor; null where it stands in a blank one. */
export const selectedRows = (view: EditorView): RowRange | null => {
  const { doc, selection } = view.state;
  return rowsOfBlock(doc, doc.lineAt(selection.main.head).number);
};

function decorate(view: EditorView): DecorationSet {
  const { doc } = view.state;
  const { readBlock, roleColour } = madeWith(view.state).environment;
  const selected = selectedRows(view);
  const sounding = soundingRows(view);
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    const rows = { first: doc.lineAt(from).number, last: doc.lineAt(to).number };
    const blocks = blocksIn(doc, rows, readBlock);
    let next = 0;
    for (let row = rows.first; row <= rows.last; row++) {
      const block = blocks[next];
      const rowFrom = doc.line(row).from;
      if (block === undefined || row < block.first) {
        if (isSpacer(doc, row)) builder.add(rowFrom, rowFrom, SPACER);
        continue;
      }
      const start = Math.max(row, block.first);
      for (row = start; row <= Math.min(block.last, rows.last); row++) {
        const line = doc.line(row);
        const decoration = rowDecoration(block, row, { isSelected: isIn(row, selected), sounds: isIn(row, sounding) });
        if (decoration !== null) builder.add(line.from, line.from, decoration);
        for (const mark of block.block.marks) addMark(builder, mark, block.from, line.from, line.to, roleColour);
        if (line.text.endsWith('\r')) builder.add(line.to - 1, line.to, HIDDEN);
      }
      row--;
      next++;
    }
  }
  return builder.finish();
}

/** The part of a mark that lies in a row. */
function addMark(
  builder: RangeSetBuilder<Decoration>,
  mark: RowMark,
  offset: number,
  rowFrom: number,
  rowTo: number,
  roleColour: (role: string) => string,
): void {
  const from = Math.max(rowFrom, offset + mark.start);
  const to = Math.min(rowTo, offset + mark.end);
  if (from < to) builder.add(from, to, mark.role === undefined ? MARKS[mark.kind] : roleMark(roleColour(mark.role)));
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
