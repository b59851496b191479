// A row below each paragraph that can't be rendered as it stands, with what to do.
import { type EditorState, type Extension, type Range, StateField, type Transaction } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import type { ParagraphInfo } from '../../../shared/ipc/script-requests.ts';
import { documentField, documentRead, editSaved } from '../document/document-state.ts';
import { unsaved } from '../document/edit-queue.ts';
import type { PlacedParagraph } from '../document/paragraph-index.ts';
import { isBlankRow } from '../rows/scan-rows.ts';

type Problem = NonNullable<ParagraphInfo['problem']>;

const WORDS: Readonly<Record<Problem, string>> = {
  'three-roles':
    'More than two roles in one paragraph: it can’t be rendered. Put a blank row between them, so that each becomes a line.',
  'too-long':
    'Too long for one job, and nowhere to cut it: it can’t be rendered. Shorten it, or put a blank row into it.',
};

class ProblemRow extends WidgetType {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super();
    this.problem = problem;
  }

  override eq(other: ProblemRow): boolean {
    return other.problem === this.problem;
  }

  override toDOM(): HTMLElement {
    const row = document.createElement('div');
    row.className = 'script-problem';
    row.textContent = WORDS[this.problem];
    return row;
  }

  override get estimatedHeight(): number {
    return 26;
  }
}

const widgets: Readonly<Record<Problem, Decoration>> = {
  'three-roles': Decoration.widget({ widget: new ProblemRow('three-roles'), block: true, side: 1 }),
  'too-long': Decoration.widget({ widget: new ProblemRow('too-long'), block: true, side: 1 }),
};

/** Follows the text through edits; what the studio reports replaces only what it is about. */
export const problemRows: Extension = StateField.define<DecorationSet>({
  create: (state) => Decoration.set(rowsBetween(state, 0, state.field(documentField).index.length)),
  update: (rows, transaction) => {
    let next = transaction.docChanged ? rows.map(transaction.changes) : rows;
    for (const effect of transaction.effects) {
      if (effect.is(documentRead)) next = Decoration.set(rowsBetween(transaction.state, 0, effect.value.index.length));
      else if (effect.is(editSaved))
        next = replaced(next, transaction, effect.value.at, effect.value.paragraphs.length);
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function replaced(rows: DecorationSet, transaction: Transaction, at: number, count: number): DecorationSet {
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

/** @param from offset in the text as saved; so is `to` */
function rowsBetween(state: EditorState, from: number, to: number): Range<Decoration>[] {
  const { index } = state.field(documentField);
  const rows: Range<Decoration>[] = [];
  for (const paragraph of index.between(from, to)) {
    const { problem } = paragraph.info;
    if (problem !== null && paragraph.from >= from && paragraph.to <= to) {
      rows.push(widgets[problem].range(endOfRows(state, paragraph)));
    }
  }
  return rows;
}

/** Where the last row with words of a paragraph ends, in the text of the editor. */
function endOfRows(state: EditorState, paragraph: PlacedParagraph): number {
  const changes = unsaved(state.field(documentField).queue);
  const from = changes?.mapPos(paragraph.from, -1) ?? paragraph.from;
  const to = changes?.mapPos(paragraph.to, -1) ?? paragraph.to;
  // The next paragraph begins at `to`: its row is none of ours.
  let line = state.doc.lineAt(to > from && to < state.doc.length ? to - 1 : to);
  while (line.from > from && isBlankRow(line.text)) line = state.doc.line(line.number - 1);
  return line.to;
}
