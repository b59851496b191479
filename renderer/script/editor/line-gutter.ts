// Beside each paragraph: the number of its line, and a dot that shows its state and plays its pick.
import type { Extension, Text } from '@codemirror/state';
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import type { LineBrief } from '../../../shared/ipc/script-requests.ts';
import type { LineStatus } from '../../../shared/model/line-status.ts';
import { lineNumberRange } from '../../../shared/rules/line-number.ts';
import { documentRead, editSaved, paragraphsBetween, type ShownParagraph } from '../document/document-state.ts';
import { rowsOfBlock } from '../rows/scan-rows.ts';
import { madeWith } from './editor-environment.ts';
import { type Dot, GutterColumn, type GutterMark, type GutterMarks } from './gutter-rows.ts';
import { selectedClass, selectedRows, typedRow, wantsRedraw } from './row-decorations.ts';
import { soundingRows, soundsElsewhere } from './sounding-line.ts';

/** The first that a line of a paragraph is in, is what its dot shows. */
const MOST_URGENT_FIRST: readonly LineStatus[] = [
  'failed',
  'blocked',
  'too-long',
  'in-doubt',
  'lost',
  'in-flight',
  'missing-audio',
  'stale',
  'unrendered',
  'kept',
  'fresh',
];

type BriefOf = (lineId: number) => LineBrief | undefined;

/** The column; what it shows is worked out again only when something that it shows has changed. */
export const lineGutter: Extension = ViewPlugin.fromClass(
  class {
    readonly #column: GutterColumn;
    #marks: GutterMarks;

    constructor(view: EditorView) {
      this.#column = new GutterColumn(view);
      this.#column.dom.addEventListener('click', (event) => playAt(view, event));
      this.#marks = marksOf(view);
      this.#column.show(this.#marks);
    }

    update(update: ViewUpdate): void {
      const { docChanged, viewportMoved, heightChanged, geometryChanged, selectionSet, view } = update;
      const isElsewhere = viewportMoved || wantsRedraw(update) || wasTold(update) || soundsElsewhere(update);
      const isTyping = docChanged && !isElsewhere && typedRow(update.startState, update.state, update.changes) !== null;
      const isNew = isElsewhere || ((docChanged || selectionSet) && !isTyping);
      if (docChanged) this.#column.follow(update);
      if (isTyping)
        this.#marks = new Map(Array.from(this.#marks, ([from, mark]) => [update.changes.mapPos(from, -1), mark]));
      if (isNew) this.#marks = marksOf(view);
      if (isNew || heightChanged || geometryChanged) this.#column.show(this.#marks);
      if (geometryChanged) this.#column.resize();
    }

    destroy(): void {
      this.#column.destroy();
    }
  },
);

const wasTold = (update: ViewUpdate): boolean =>
  update.transactions.some(({ effects }) => effects.some((effect) => effect.is(editSaved) || effect.is(documentRead)));

/** Plays what the dot that was clicked stands for. */
function playAt(view: EditorView, event: MouseEvent): void {
  if (!(event.target instanceof Element)) return;
  const dot = event.target.closest('.script-dot');
  if (dot === null) return;
  // Its middle: it is taller than its paragraph's first row, and begins in the empty row above.
  const { top, height } = dot.getBoundingClientRect();
  const block = view.lineBlockAtHeight(top + height / 2 - view.documentTop);
  const found = paragraphsBetween(view.state, block.from, block.to).find(
    (paragraph) => paragraph.shownFrom >= block.from && paragraph.shownFrom <= block.to,
  );
  const { environment, briefOf } = madeWith(view.state);
  const brief = found === undefined ? null : briefToShow(found, briefOf);
  if (brief !== null) environment.playLine(brief.id);
}

function marksOf(view: EditorView): GutterMarks {
  const { state } = view;
  const { briefOf } = madeWith(state);
  const selected = selectedRows(state);
  const marks = new Map<number, GutterMark>();
  if (selected !== null) {
    for (let row = selected.first; row <= selected.last; row++) {
      const elementClass = selectedClass(row === selected.first, row === selected.last);
      marks.set(state.doc.line(row).from, { elementClass, label: '', dot: null });
    }
  }
  const sounding = soundingRows(state);
  for (let row = sounding?.first ?? 1; row <= (sounding?.last ?? 0); row++) {
    const { from } = state.doc.line(row);
    const elementClass = `${marks.get(from)?.elementClass ?? ''} script-sounding`.trim();
    marks.set(from, { elementClass, label: '', dot: null });
  }
  const { from, to } = view.viewport;
  for (const paragraph of paragraphsBetween(state, from, to)) {
    const dot = dotOf(paragraph, briefOf);
    if (dot === null || paragraph.shownFrom > state.doc.length) continue;
    const first = firstRow(state.doc, paragraph.shownFrom);
    const elementClass = marks.get(first)?.elementClass ?? '';
    const isHeading = paragraph.info.kind === 'heading' || paragraph.info.kind === 'title';
    const place = isHeading ? `${elementClass} script-gutter-heading` : elementClass;
    marks.set(first, {
      elementClass: place,
      label: numberOf(paragraph, madeWith(state).environment.chapterNumber),
      dot,
    });
  }
  return marks;
}

/** Where the first row of a paragraph begins. @param place in the paragraph */
function firstRow(doc: Text, place: number): number {
  const line = doc.lineAt(place);
  const rows = rowsOfBlock(doc, line.number);
  return rows === null || rows.first === line.number ? line.from : doc.line(rows.first).from;
}

/** A paragraph that can't be rendered may have no line, and yet has a state. */
function dotOf(paragraph: ShownParagraph, briefOf: BriefOf): Dot | null {
  const brief = briefToShow(paragraph, briefOf);
  if (brief !== null) return { status: brief.status, plays: brief.pickTakeId !== null };
  const { problem } = paragraph.info;
  return problem === null ? null : { status: problem === 'too-long' ? 'too-long' : 'blocked', plays: false };
}

/** @param chapterNumber of a chapter by its heading; undefined while that is not known: the line's own is shown alone */
function numberOf(
  { info, lineNumber: numberInChapter, headingId }: ShownParagraph,
  chapterNumber: (headingId: number) => number | undefined,
): string {
  if (info.lineIds.length === 0) return '';
  const chapter = headingId === null ? 0 : (chapterNumber(headingId) ?? 0);
  return lineNumberRange({ chapterNumber: chapter, numberInChapter }, info.lineIds.length);
}

/** The line of a paragraph that a person should know of first. */
function briefToShow({ info }: ShownParagraph, briefOf: BriefOf): LineBrief | null {
  let urgent: LineBrief | null = null;
  for (const id of info.lineIds) {
    const brief = briefOf(id);
    if (brief !== undefined && (urgent === null || urgency(brief) < urgency(urgent))) urgent = brief;
  }
  return urgent;
}

const urgency = ({ status }: LineBrief): number => MOST_URGENT_FIRST.indexOf(status);
