import type { Extension, Text } from '@codemirror/state';
import { type BlockInfo, BlockType, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import type { LineBrief } from '../../../shared/ipc/script-requests.ts';
import type { LineStatus } from '../../../shared/model/line-status.ts';
import { lineNumberRange } from '../../../shared/rules/line-number.ts';
import { words } from '../../locales/words.ts';
import statusForms from '../../ui/status-marks.module.css';
import { STATUS } from '../../ui/wording/status.ts';
import { documentReloaded, editSaved, paragraphsBetween, type ShownParagraph } from '../document/document-state.ts';
import { rowsOfBlock } from '../rows/scan-rows.ts';
import { hasChapterRule } from './chapter-bounds.ts';
import { environmentOf } from './editor-environment.ts';
import { playingLineChanged, playingRows } from './playing-line.ts';
import { needsRedraw, selectedClass, selectedRows, typedRow } from './row-decorations.ts';

const t = words('script');

interface Dot {
  readonly status: LineStatus;
  readonly plays: boolean;
}

interface GutterMark {
  readonly elementClass: string;
  readonly label: string;
  readonly dot: Dot | null;
}

/** Keyed by the offset of the text row. */
type GutterMarks = ReadonlyMap<number, GutterMark>;

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

type FindBrief = (lineId: number) => LineBrief | undefined;

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
      const isElsewhere = viewportMoved || needsRedraw(update) || briefsChanged(update) || playingLineChanged(update);
      const isTyping = docChanged && !isElsewhere && typedRow(update.startState, update.state, update.changes) !== null;
      const isNew = isElsewhere || ((docChanged || selectionSet) && !isTyping);
      if (docChanged) this.#column.mapRows(update);
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

const briefsChanged = (update: ViewUpdate): boolean =>
  update.transactions.some(({ effects }) =>
    effects.some((effect) => effect.is(editSaved) || effect.is(documentReloaded)),
  );

function playAt(view: EditorView, event: MouseEvent): void {
  if (!(event.target instanceof Element)) return;
  const dot = event.target.closest('.script-dot');
  if (dot === null) return;
  // Uses the middle of the dot: the dot is taller than the first row of text, so its top is in the blank row above.
  const { top, height } = dot.getBoundingClientRect();
  const block = view.lineBlockAtHeight(top + height / 2 - view.documentTop);
  const found = paragraphsBetween(view.state, block.from, block.to).find(
    (paragraph) => paragraph.shownFrom >= block.from && paragraph.shownFrom <= block.to,
  );
  const { environment, briefOf } = environmentOf(view.state);
  const brief = found === undefined ? null : briefToShow(found, briefOf);
  if (brief !== null) environment.playLine(brief.id);
}

function marksOf(view: EditorView): GutterMarks {
  const { state } = view;
  const { briefOf } = environmentOf(state);
  const selected = selectedRows(state);
  const marks = new Map<number, GutterMark>();
  if (selected !== null) {
    for (let row = selected.first; row <= selected.last; row++) {
      const elementClass = selectedClass(row === selected.first, row === selected.last);
      marks.set(state.doc.line(row).from, { elementClass, label: '', dot: null });
    }
  }
  const sounding = playingRows(state);
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
    const opensChapter = isHeading && hasChapterRule(state, state.doc.lineAt(first).number);
    const kind = opensChapter ? 'script-gutter-heading script-chapter-start' : 'script-gutter-heading';
    const place = isHeading ? `${elementClass} ${kind}` : elementClass;
    marks.set(first, {
      elementClass: place,
      label: numberOf(paragraph, environmentOf(state).environment.chapterNumber),
      dot,
    });
  }
  return marks;
}

function firstRow(doc: Text, offset: number): number {
  const line = doc.lineAt(offset);
  const rows = rowsOfBlock(doc, line.number);
  return rows === null || rows.first === line.number ? line.from : doc.line(rows.first).from;
}

/** A paragraph that can't be rendered might have no lines, but it still has a status. */
function dotOf(paragraph: ShownParagraph, briefOf: FindBrief): Dot | null {
  const brief = briefToShow(paragraph, briefOf);
  if (brief !== null) return { status: brief.status, plays: brief.pickTakeId !== null };
  const { problem } = paragraph.info;
  return problem === null ? null : { status: problem === 'too-long' ? 'too-long' : 'blocked', plays: false };
}

function numberOf(
  { info, lineNumber: numberInChapter, headingId }: ShownParagraph,
  chapterNumber: (headingId: number) => number | undefined,
): string {
  if (info.lineIds.length === 0) return '';
  const chapter = headingId === null ? 0 : (chapterNumber(headingId) ?? 0);
  return lineNumberRange({ chapterNumber: chapter, numberInChapter }, info.lineIds.length);
}

function briefToShow({ info }: ShownParagraph, briefOf: FindBrief): LineBrief | null {
  let urgent: LineBrief | null = null;
  for (const id of info.lineIds) {
    const brief = briefOf(id);
    if (brief !== undefined && (urgent === null || urgency(brief) < urgency(urgent))) urgent = brief;
  }
  return urgent;
}

const urgency = ({ status }: LineBrief): number => MOST_URGENT_FIRST.indexOf(status);

const EMPTY_MARK: GutterMark = { elementClass: '', label: '', dot: null };

const addChild = (parent: HTMLElement, tag: 'div' | 'span', name: string): HTMLElement => {
  const made = parent.appendChild(document.createElement(tag));
  made.className = name;
  return made;
};

class GutterRow {
  readonly dom = document.createElement('div');
  readonly #number = document.createTextNode('');
  readonly #dot: HTMLElement;
  readonly #form: HTMLElement;
  #shown = EMPTY_MARK;
  #top = Number.NaN;
  #height = 0;

  constructor() {
    this.dom.className = 'cm-gutterElement';
    addChild(this.dom, 'span', 'script-number').append(this.#number);
    this.#dot = addChild(this.dom, 'span', '');
    this.#form = addChild(this.#dot, 'span', '');
  }

  show(mark: GutterMark): void {
    const { elementClass, label, dot } = this.#shown;
    this.#shown = mark;
    if (mark.elementClass !== elementClass) this.dom.className = `cm-gutterElement ${mark.elementClass}`;
    if (mark.label !== label) this.#number.data = mark.label;
    if (mark.dot?.status !== dot?.status || mark.dot?.plays !== dot?.plays) this.#showDot(mark.dot);
  }

  /** Positions are in pixels from the top of the gutter. Only rows with classes need a height, for their background. */
  place(top: number, height: number): void {
    const own = this.#shown.elementClass === '' ? 0 : height;
    if (top !== this.#top) this.dom.style.top = `${top}px`;
    if (own !== this.#height) this.dom.style.height = own === 0 ? '' : `${own}px`;
    this.#top = top;
    this.#height = own;
  }

  #showDot(dot: Dot | null): void {
    if (dot === null) {
      this.#dot.removeAttribute('title');
      this.#dot.className = '';
      this.#form.className = '';
      return;
    }
    const { label, meaning, colour, form } = STATUS[dot.status];
    this.#dot.className = dot.plays ? 'script-dot script-dot-plays' : 'script-dot';
    this.#dot.title = t(dot.plays ? 'dot.plays' : 'dot.state', { state: label, meaning });
    this.#form.className = statusForms[form] ?? '';
    this.#form.style.setProperty('--c', colour);
  }
}

/** During scrolling, rows that have left the viewport are reused. CodeMirror's own gutter would update every row. */
class GutterColumn {
  readonly dom = document.createElement('div');
  readonly #view: EditorView;
  readonly #column: HTMLElement;
  #rows = new Map<number, GutterRow>();

  constructor(view: EditorView) {
    this.#view = view;
    this.dom.className = 'cm-gutters';
    this.dom.ariaHidden = 'true';
    this.#column = addChild(this.dom, 'div', 'cm-gutter script-gutter');
    this.resize();
    view.scrollDOM.insertBefore(this.dom, view.contentDOM);
  }

  mapRows({ changes, state }: ViewUpdate): void {
    const moved = new Map<number, GutterRow>();
    for (const [from, row] of this.#rows) {
      const now = state.doc.lineAt(changes.mapPos(from, 1)).from;
      // Two rows of text have been joined, so keep the gutter row of the upper one.
      if (moved.has(now)) row.dom.remove();
      else moved.set(now, row);
    }
    this.#rows = moved;
  }

  show(marks: GutterMarks): void {
    const { viewportLineBlocks, documentPadding, scaleY } = this.#view;
    const blocks = viewportLineBlocks.filter(({ from }) => marks.has(from));
    const inView = new Set(blocks.map(({ from }) => from));
    const free = [...this.#rows].filter(([from]) => !inView.has(from));
    for (const block of blocks) {
      const row = this.#rows.get(block.from) ?? this.#rowFor(block.from, free.pop());
      const { top, height } = textBlock(block);
      row.show(marks.get(block.from) ?? EMPTY_MARK);
      row.place((top + documentPadding.top) / scaleY, height / scaleY);
    }
    for (const [from, row] of free) {
      this.#rows.delete(from);
      row.dom.remove();
    }
  }

  resize(): void {
    this.dom.style.minHeight = `${this.#view.contentHeight / this.#view.scaleY}px`;
  }

  destroy(): void {
    this.dom.remove();
  }

  #rowFor(from: number, free: [number, GutterRow] | undefined): GutterRow {
    const row = free?.[1] ?? new GutterRow();
    if (free) this.#rows.delete(free[0]);
    else this.#column.append(row.dom);
    this.#rows.set(from, row);
    return row;
  }
}

const textBlock = (block: BlockInfo): BlockInfo =>
  Array.isArray(block.type) ? (block.type.find(({ type }) => type === BlockType.Text) ?? block) : block;
