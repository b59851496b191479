// A paragraph is dragged by its number: a bar shows between which two it would stand.
import { type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin } from '@codemirror/view';
import type { RowRange } from '../rows/scan-rows.ts';
import { movedBeside, paragraphOfRow, type Side } from './move-paragraph.ts';

interface Target {
  readonly rows: RowRange;
  readonly side: Side;
}

const showTarget = StateEffect.define<Target | null>();

const above = Decoration.line({ class: 'script-drop-above' });
const below = Decoration.line({ class: 'script-drop-below' });

/** Where it would stand. */
const targetField = StateField.define<Target | null>({
  create: () => null,
  update: (target, { effects, docChanged }) =>
    effects.reduce<Target | null>(
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

/** A press that moves at least this far is a drag. Pixels. */
const LEAST_PIXELS = 5;

const drag = ViewPlugin.fromClass(
  class {
    readonly #view: EditorView;
    #own: RowRange | null = null;
    #startY = 0;
    #isOn = false;

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
      this.#startY = event.clientY;
      document.addEventListener('pointermove', this.#move);
      document.addEventListener('pointerup', this.#drop);
      document.addEventListener('keydown', this.#key, true);
    };

    readonly #move = ({ clientY }: PointerEvent): void => {
      this.#isOn ||= Math.abs(clientY - this.#startY) >= LEAST_PIXELS;
      if (this.#isOn) this.#view.dispatch({ effects: showTarget.of(this.#targetAt(clientY)) });
    };

    readonly #drop = ({ clientY }: PointerEvent): void => {
      const target = this.#isOn ? this.#targetAt(clientY) : null;
      const own = this.#own;
      this.#end();
      const spec = own && target && movedBeside(this.#view.state, own, target.rows, target.side);
      if (spec) this.#view.dispatch(spec);
    };

    readonly #key = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      this.#end();
    };

    #end(): void {
      this.#own = null;
      this.#isOn = false;
      document.removeEventListener('pointermove', this.#move);
      document.removeEventListener('pointerup', this.#drop);
      document.removeEventListener('keydown', this.#key, true);
      if (this.#view.state.field(targetField) !== null) this.#view.dispatch({ effects: showTarget.of(null) });
    }

    #paragraphAt(clientY: number): RowRange | null {
      const { state, documentTop } = this.#view;
      const block = this.#view.lineBlockAtHeight(clientY - documentTop);
      return paragraphOfRow(state.doc, state.doc.lineAt(block.from).number);
    }

    /** Null: it would stay where it is. */
    #targetAt(clientY: number): Target | null {
      const { state, documentTop } = this.#view;
      const rows = this.#paragraphAt(clientY);
      if (rows === null || this.#own === null) return null;
      const top = this.#view.lineBlockAt(state.doc.line(rows.first).from).top;
      const bottom = this.#view.lineBlockAt(state.doc.line(rows.last).from).bottom;
      const side = clientY - documentTop < (top + bottom) / 2 ? 'above' : 'below';
      return movedBeside(state, this.#own, rows, side) === null ? null : { rows, side };
    }

    destroy(): void {
      this.#view.dom.removeEventListener('pointerdown', this.#press);
      document.removeEventListener('pointermove', this.#move);
      document.removeEventListener('pointerup', this.#drop);
      document.removeEventListener('keydown', this.#key, true);
    }
  },
);

export const paragraphDrag: Extension = [targetField, drag];
