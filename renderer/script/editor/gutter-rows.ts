// The column next to the text. Each of its rows belongs to a row of the text, by its offset, and moves with it: during
// scrolling, rows that left the view are reused for those that come into it. (CodeMirror's own gutter passes its
// elements on from each row to the next, and refills all of them with each stretch of text that comes into view.)
import { type BlockInfo, BlockType, type EditorView, type ViewUpdate } from '@codemirror/view';
import type { LineStatus } from '../../../shared/model/line-status.ts';
import { words } from '../../locales/words.ts';
import statusForms from '../../ui/status-marks.module.css';
import { STATUS } from '../../ui/wording/status.ts';

const t = words('script');

/** What a dot shows. */
export interface Dot {
  readonly status: LineStatus;
  /** Whether a click plays something. */
  readonly plays: boolean;
}

/** What a row of the column shows. */
export interface GutterMark {
  /** Classes of the row; empty: none. */
  readonly elementClass: string;
  /** The number of the line; empty: none. */
  readonly label: string;
  readonly dot: Dot | null;
}

/** By the offset of the row of the text that each stands beside. */
export type GutterMarks = ReadonlyMap<number, GutterMark>;

const EMPTY: GutterMark = { elementClass: '', label: '', dot: null };

const child = (parent: HTMLElement, tag: 'div' | 'span', name: string): HTMLElement => {
  const made = parent.appendChild(document.createElement(tag));
  made.className = name;
  return made;
};

/** One row; what is shown already is not touched. */
class GutterRow {
  readonly dom = document.createElement('div');
  readonly #number = document.createTextNode('');
  readonly #dot: HTMLElement;
  readonly #form: HTMLElement;
  #shown = EMPTY;
  #top = Number.NaN;
  #height = 0;

  constructor() {
    this.dom.className = 'cm-gutterElement';
    child(this.dom, 'span', 'script-number').append(this.#number);
    this.#dot = child(this.dom, 'span', '');
    this.#form = child(this.#dot, 'span', '');
  }

  show(mark: GutterMark): void {
    const { elementClass, label, dot } = this.#shown;
    this.#shown = mark;
    if (mark.elementClass !== elementClass) this.dom.className = `cm-gutterElement ${mark.elementClass}`;
    if (mark.label !== label) this.#number.data = mark.label;
    if (mark.dot?.status !== dot?.status || mark.dot?.plays !== dot?.plays) this.#showDot(mark.dot);
  }

  /** In pixels, from the top of the column. Only the ground of a row with classes is as high as its row of the text. */
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

/** A column of rows, at the left of an editor's text. */
export class GutterColumn {
  readonly dom = document.createElement('div');
  readonly #view: EditorView;
  readonly #column: HTMLElement;
  #rows = new Map<number, GutterRow>();

  constructor(view: EditorView) {
    this.#view = view;
    this.dom.className = 'cm-gutters';
    this.dom.ariaHidden = 'true';
    this.#column = child(this.dom, 'div', 'cm-gutter script-gutter');
    this.resize();
    view.scrollDOM.insertBefore(this.dom, view.contentDOM);
  }

  /** The text was changed: rows stay beside the words that they stood beside. */
  follow({ changes, state }: ViewUpdate): void {
    const moved = new Map<number, GutterRow>();
    for (const [from, row] of this.#rows) {
      const now = state.doc.lineAt(changes.mapPos(from, 1)).from;
      // Two rows that were joined: the upper one stays.
      if (moved.has(now)) row.dom.remove();
      else moved.set(now, row);
    }
    this.#rows = moved;
  }

  /** Shows these beside the text that is drawn. */
  show(marks: GutterMarks): void {
    const { viewportLineBlocks, documentPadding, scaleY } = this.#view;
    const blocks = viewportLineBlocks.filter(({ from }) => marks.has(from));
    const inView = new Set(blocks.map(({ from }) => from));
    const free = [...this.#rows].filter(([from]) => !inView.has(from));
    for (const block of blocks) {
      const row = this.#rows.get(block.from) ?? this.#rowFor(block.from, free.pop());
      const { top, height } = wordsOf(block);
      row.show(marks.get(block.from) ?? EMPTY);
      row.place((top + documentPadding.top) / scaleY, height / scaleY);
    }
    for (const [from, row] of free) {
      this.#rows.delete(from);
      row.dom.remove();
    }
  }

  /** The text is higher or lower than before. */
  resize(): void {
    this.dom.style.minHeight = `${this.#view.contentHeight / this.#view.scaleY}px`;
  }

  destroy(): void {
    this.dom.remove();
  }

  /** @param free one that is not in view any more, with where it was */
  #rowFor(from: number, free: [number, GutterRow] | undefined): GutterRow {
    const row = free?.[1] ?? new GutterRow();
    if (free) this.#rows.delete(free[0]);
    else this.#column.append(row.dom);
    this.#rows.set(from, row);
    return row;
  }
}

/** The part of a row of the text that holds its words: what is shown above or below them has no part in the column. */
const wordsOf = (block: BlockInfo): BlockInfo =>
  Array.isArray(block.type) ? (block.type.find(({ type }) => type === BlockType.Text) ?? block) : block;
