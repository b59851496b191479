// Decorates only visible rows, so that the cost depends on the window's size rather than the chapter's length.
import {
  type ChangeSet,
  type EditorState,
  type Extension,
  type Range,
  RangeSet,
  StateField,
  type Transaction,
} from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate, WidgetType } from '@codemirror/view';
import type { ParagraphInfo } from '../../../shared/ipc/script-requests.ts';
import { isHeadingRow } from '../../../shared/rules/parse-paragraph.ts';
import { words } from '../../locales/words.ts';
import { documentField, documentReloaded, editSaved, redraw } from '../document/document-state.ts';
import { unsaved } from '../document/edit-queue.ts';
import type { PlacedParagraph } from '../document/paragraph-index.ts';
import type { RowMark } from '../rows/read-block.ts';
import { blocksIn, isBlankRow, isSpacer, type RowRange, rowsOfBlock, type ShownBlock } from '../rows/scan-rows.ts';
import { hasChapterRule } from './chapter-bounds.ts';
import { environmentOf } from './editor-environment.ts';
import { playingLineChanged, playingRows } from './playing-line.ts';

const t = words('script');

export const rowDecorations: Extension = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor({ state, visibleRanges }: EditorView) {
      this.decorations = decorate(state, visibleRanges);
    }

    update(update: ViewUpdate): void {
      const { docChanged, viewportMoved, selectionSet, startState, state, changes, view } = update;
      const isElsewhere = viewportMoved || needsRedraw(update) || playingLineChanged(update);
      if (!docChanged && !selectionSet && !isElsewhere) return;
      const typed = isElsewhere ? null : typedRow(startState, state, changes);
      if (typed === null) this.decorations = decorate(state, view.visibleRanges);
      else this.decorations = redecorate(this.decorations.map(changes), state, typed);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

export const needsRedraw = (update: ViewUpdate): boolean =>
  update.transactions.some((transaction) => transaction.effects.some((effect) => effect.is(redraw)));

export const selectedRows = ({ doc, selection }: EditorState): RowRange | null =>
  rowsOfBlock(doc, doc.lineAt(selection.main.head).number);

/**
 * Returns the edited row if the edit stayed within that row and changed neither paragraph boundaries nor the cursor's
 * paragraph. Returns null otherwise.
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

const rowKind = (text: string): 'blank' | 'heading' | 'words' =>
  isBlankRow(text) ? 'blank' : isHeadingRow(text) ? 'heading' : 'words';

export const decorate = (state: EditorState, ranges: readonly { from: number; to: number }[]): DecorationSet =>
  RangeSet.of(
    ranges.flatMap(({ from, to }) =>
      decorationsOf(state, { first: state.doc.lineAt(from).number, last: state.doc.lineAt(to).number }),
    ),
  );

/** `decorations` have already been mapped through the changes. */
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
  const { readBlock, roleColour } = environmentOf(state).environment;
  const selected = selectedRows(state);
  const sounding = playingRows(state);
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
      const opensChapter = block.block.kind === 'heading' && hasChapterRule(state, row);
      const look = { isSelected: isRowIn(row, selected), sounds: isRowIn(row, sounding), opensChapter };
      const decoration = rowDecoration(block, row, look);
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

const textMark = (name: string) => Decoration.mark({ class: name });
const HINT_MARKS = new Map<'bracket' | 'prefix', Decoration>();
function hintMark(kind: 'bracket' | 'prefix', name: string): Decoration {
  const known = HINT_MARKS.get(kind) ?? Decoration.mark({ class: name, attributes: { title: t(`mark.${kind}`) } });
  HINT_MARKS.set(kind, known);
  return known;
}

const MARKS: Readonly<Record<RowMark['kind'], Decoration>> = {
  role: textMark('script-role'),
  colon: textMark('script-colon'),
  direction: textMark('script-direction'),
  pause: textMark('script-pause'),
  escape: textMark('script-escape'),
  hash: textMark('script-hash'),
  emphasis: textMark('script-emphasis'),
  spelling: textMark('script-spelling'),
  get bracket() {
    return hintMark('bracket', 'script-spoken-bracket');
  },
  get prefix() {
    return hintMark('prefix', 'script-prefix');
  },
};

const roleMarks = new Map<string, Decoration>();

/** Cached by colour, so that unchanged decorations compare equal. */
function roleMark(colour: string): Decoration {
  const attributes = { style: `color: ${colour}` };
  const known = roleMarks.get(colour) ?? Decoration.mark({ class: 'script-role', attributes });
  roleMarks.set(colour, known);
  return known;
}

const lineDecorations = new Map<string, Decoration>();

const isRowIn = (row: number, rows: RowRange | null): boolean => rows !== null && row >= rows.first && row <= rows.last;

interface RowState {
  readonly isSelected: boolean;
  readonly sounds: boolean;
  readonly opensChapter: boolean;
}

function rowDecoration({ first, last, block }: ShownBlock, row: number, state: RowState): Decoration | null {
  const classes: string[] = [];
  if (block.kind === 'heading') classes.push(`script-heading script-heading-${block.level ?? 1}`);
  if (state.opensChapter) classes.push('script-chapter-start');
  if (block.kind === 'direction') classes.push('script-direction-row');
  if (state.sounds) classes.push('script-sounding');
  if (state.isSelected) classes.push(selectedClass(row === first, row === last));
  if (classes.length === 0) return null;
  const name = classes.join(' ');
  const attributes = state.opensChapter ? { role: 'heading', 'aria-level': '2' } : {};
  const known = lineDecorations.get(name) ?? Decoration.line({ class: name, attributes });
  lineDecorations.set(name, known);
  return known;
}

export const selectedClass = (isFirst: boolean, isLast: boolean): string =>
  `script-selected${isFirst ? ' script-selected-first' : ''}${isLast ? ' script-selected-last' : ''}`;

type ParagraphProblem = NonNullable<ParagraphInfo['problem']>;

class ProblemRow extends WidgetType {
  readonly problem: ParagraphProblem;

  constructor(problem: ParagraphProblem) {
    super();
    this.problem = problem;
  }

  override eq(other: ProblemRow): boolean {
    return other.problem === this.problem;
  }

  override toDOM(): HTMLElement {
    const row = document.createElement('div');
    row.className = 'script-problem';
    row.textContent = t(`problem.${this.problem}`);
    return row;
  }

  override get estimatedHeight(): number {
    return 26;
  }
}

const PROBLEM_WIDGETS: Readonly<Record<ParagraphProblem, Decoration>> = {
  'three-roles': Decoration.widget({ widget: new ProblemRow('three-roles'), block: true, side: 1 }),
  'too-long': Decoration.widget({ widget: new ProblemRow('too-long'), block: true, side: 1 }),
};

/** Maps the rows through edits. Replies from the studio replace only the rows they affect. */
export const problemRows: Extension = StateField.define<DecorationSet>({
  create: (state) => Decoration.set(rowsBetween(state, 0, state.field(documentField).index.length)),
  update: (rows, transaction) => {
    let next = transaction.docChanged ? rows.map(transaction.changes) : rows;
    for (const effect of transaction.effects) {
      if (effect.is(documentReloaded))
        next = Decoration.set(rowsBetween(transaction.state, 0, effect.value.index.length));
      else if (effect.is(editSaved))
        next = replaceRows(next, transaction, effect.value.at, effect.value.paragraphs.length);
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function replaceRows(rows: DecorationSet, transaction: Transaction, at: number, count: number): DecorationSet {
  const { state } = transaction;
  const { queue, index } = state.field(documentField);
  const changes = unsaved(queue);
  const [from, to] = [index.offsetOf(at), index.offsetOf(at + count)];
  return rows.update({
    filterFrom: changes?.mapPos(from, -1) ?? from,
    filterTo: changes?.mapPos(to, 1) ?? to,
    filter: () => false,
    add: rowsBetween(state, from, to),
    sort: true,
  });
}

/** `from` and `to` are offsets in the saved text. */
function rowsBetween(state: EditorState, from: number, to: number): Range<Decoration>[] {
  const { index } = state.field(documentField);
  const rows: Range<Decoration>[] = [];
  for (const paragraph of index.between(from, to)) {
    const { problem } = paragraph.info;
    if (problem !== null && paragraph.from >= from && paragraph.to <= to) {
      rows.push(PROBLEM_WIDGETS[problem].range(endOfRows(state, paragraph)));
    }
  }
  return rows;
}

function endOfRows(state: EditorState, paragraph: PlacedParagraph): number {
  const changes = unsaved(state.field(documentField).queue);
  const from = changes?.mapPos(paragraph.from, -1) ?? paragraph.from;
  const to = changes?.mapPos(paragraph.to, -1) ?? paragraph.to;
  // The next paragraph starts at `to`, so the row at `to` must not be included.
  let line = state.doc.lineAt(to > from && to < state.doc.length ? to - 1 : to);
  while (line.from > from && isBlankRow(line.text)) line = state.doc.line(line.number - 1);
  return line.to;
}
