import { layoutScript, type ScriptLayout, startsAsScript } from './script-layouts.ts';

export class LaidOutText {
  /** Null after the layout is detected. */
  #typed: string | null;
  #layout: ScriptLayout | null = null;

  /** @param typed lines end at `\n` */
  constructor(typed: string) {
    this.#typed = typed;
  }

  /**
   * Returns null if the text isn't a script or needs no changes.
   * @param isBook requires much more evidence, because the text looks like prose
   */
  layout(isBook: boolean): ScriptLayout | null {
    if (this.#typed !== null) {
      // The start of a book is enough to rule out a script.
      if (isBook && !startsAsScript(this.#typed)) return null;
      this.#layout = this.find(this.#typed);
      this.#typed = null;
    }
    return isBook && this.#layout?.isSure === false ? null : this.#layout;
  }

  find(typed: string): ScriptLayout | null {
    return layoutScript(typed);
  }
}
