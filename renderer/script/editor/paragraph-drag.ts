// Lets the producer drag a paragraph by its line number. If the paragraph is part of the selection, dropping it on a
// chapter moves the whole selection.
import { type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin } from '@codemirror/view';
import { words } from '../../locales/words.ts';
import { endLineDrag, startLineDrag, useDraggedLines } from '../../ui/dragged-lines.ts';
import { countLines, paragraphsWithin } from '../chosen-paragraphs.ts';
import type { RowRange } from '../rows/scan-rows.ts';
import { environmentOf } from './editor-environment.ts';
import { moveNextTo, paragraphOfRow, type Side } from './move-paragraph.ts';

const t = words('script');

interface DropTarget {
  readonly rows: RowRange;
  readonly side: Side;
}

const showTarget = StateEffect.define<DropTarget | null>();

const above = Decoration.line({ class: 'script-drop-above' });
const below = Decoration.line({ class: 'script-drop-below' });

const targetField = StateField.define<DropTarget | null>({
  create: () => null,
  update: (target, { effects, docChanged }) =>
    effects.reduce<DropTarget | null>(
      (now, effect) => (effect.is(showTarget) ? effect.value : now),
      docChanged ? null : target,
    ),
  provide: (field) =>
    EditorView.decorations.from(field, (target) => (view) => {
      if (target === null) return Decoration.none;
      const row = view.state.doc.line(target.side === 'above' ? target.rows.first : target.rows.last);
      return Decoration.set((target.side === 'above' ? above : below).range(row.from));
    }),
});

/** How far the pointer must move until a press becomes a drag, in pixels. */
const MIN_PIXELS = 5;

/** In pixels. */
const TAG_OFFSET = 12;

const drag = ViewPlugin.fromClass(
  class {
    readonly #view: EditorView;
    #own: RowRange | null = null;
    #start = { x: 0, y: 0 };
    #isOn = false;
    #tag: HTMLElement | null = null;

    constructor(view: EditorView) {
      this.#view = view;
      view.dom.addEventListener('pointerdown', this.#press);
    }

    readonly #press = (event: PointerEvent): void => {
      const isNumber = event.target instanceof Element && event.target.closest('.script-number') !== null;
      if (event.button !== 0 || !isNumber || this.#view.state.readOnly) return;
      this.#own = this.#paragraphAt(event.clientY);
      if (this.#own === null) return;
      event.preventDefault();
      this.#start = { x: event.clientX, y: event.clientY };
      document.addEventListener('pointermove', this.#move);
      document.addEventListener('pointerup', this.#drop);
      document.addEventListener('keydown', this.#key, true);
    };

    readonly #move = (event: PointerEvent): void => {
      const { clientX, clientY } = event;
      if (!this.#isOn && Math.hypot(clientX - this.#start.x, clientY - this.#start.y) >= MIN_PIXELS) this.#begin();
      if (!this.#isOn) return;
      this.#view.dispatch({ effects: showTarget.of(this.#targetAt(event)) });
      const isOut = !this.#isInText(event);
      if (this.#tag === null) return;
      this.#tag.hidden = !isOut;
      this.#tag.style.left = `${clientX + TAG_OFFSET}px`;
      this.#tag.style.top = `${clientY + TAG_OFFSET}px`;
    };

    readonly #drop = (event: PointerEvent): void => {
      const target = this.#isOn ? this.#targetAt(event) : null;
      const own = this.#own;
      const { state } = this.#view;
      const { target: chapter } = useDraggedLines.getState();
      this.#end();
      if (own === null) return;
      if (chapter !== null) environmentOf(state).environment.moveToChapter(this.#stretch(own), chapter.chapterId);
      const spec = target && moveNextTo(state, own, target.rows, target.side);
      if (spec) this.#view.dispatch(spec);
    };

    #begin(): void {
      if (this.#own === null) return;
      this.#isOn = true;
      startLineDrag();
      const { from, to } = this.#stretch(this.#own);
      this.#tag = document.body.appendChild(document.createElement('div'));
      this.#tag.className = 'script-drag-tag';
      this.#tag.textContent = t('move.dragged', { lines: countLines(paragraphsWithin(this.#view.state, from, to)) });
    }

    #stretch({ first, last }: RowRange): { readonly from: number; readonly to: number } {
      const { doc, selection } = this.#view.state;
      const [from, to] = [doc.line(first).from, doc.line(last).to];
      const { main } = selection;
      return !main.empty && main.from < to && main.to > from ? { from: main.from, to: main.to } : { from, to };
    }

    readonly #key = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      this.#end();
    };

    #end(): void {
      this.#stop();
      if (this.#view.state.field(targetField) !== null) this.#view.dispatch({ effects: showTarget.of(null) });
    }

    #stop(): void {
      this.#own = null;
      this.#isOn = false;
      this.#tag?.remove();
      this.#tag = null;
      endLineDrag();
      document.removeEventListener('pointermove', this.#move);
      document.removeEventListener('pointerup', this.#drop);
      document.removeEventListener('keydown', this.#key, true);
    }

    #paragraphAt(clientY: number): RowRange | null {
      const { state, documentTop } = this.#view;
      const block = this.#view.lineBlockAtHeight(clientY - documentTop);
      return paragraphOfRow(state.doc, state.doc.lineAt(block.from).number);
    }

    #isInText({ clientX }: PointerEvent): boolean {
      const { left, right } = this.#view.dom.getBoundingClientRect();
      return left <= clientX && clientX <= right;
    }

    /** Null if the paragraph wouldn't move. */
    #targetAt(event: PointerEvent): DropTarget | null {
      const { clientY } = event;
      const { state, documentTop } = this.#view;
      if (!this.#isInText(event)) return null;
      const rows = this.#paragraphAt(clientY);
      if (rows === null || this.#own === null) return null;
      const top = this.#view.lineBlockAt(state.doc.line(rows.first).from).top;
      const bottom = this.#view.lineBlockAt(state.doc.line(rows.last).from).bottom;
      const side = clientY - documentTop < (top + bottom) / 2 ? 'above' : 'below';
      return moveNextTo(state, this.#own, rows, side) === null ? null : { rows, side };
    }

    destroy(): void {
      this.#view.dom.removeEventListener('pointerdown', this.#press);
      this.#stop();
    }
  },
);

export const paragraphDrag: Extension = [targetField, drag];
