// The layout of a text, found once: when it is first asked for.
import { layoutScript, type ScriptLayout, startsAsScript } from './script-layouts.ts';

export class LaidOutText {
  /** Null once it is laid out. */
  #typed: string | null;
  #layout: ScriptLayout | null = null;

  /** @param typed rows end at `\n` */
  constructor(typed: string) {
    this.#typed = typed;
  }

  /**
   * Returns the layout, or null if the text needs no change: it is in Lectern's own form already, or not a script.
   *
   * @param isBook whether the text looks like prose, which takes far more evidence to be called a script
   */
  layout(isBook: boolean): ScriptLayout | null {
    if (this.#typed !== null) {
      // The start of a book is enough to rule a script out.
      if (isBook && !startsAsScript(this.#typed)) return null;
      this.#layout = this.find(this.#typed);
      this.#typed = null;
    }
    return isBook && this.#layout?.isSure === false ? null : this.#layout;
  }

  /** Called once by `layout`. */
  find(typed: string): ScriptLayout | null {
    return layoutScript(typed);
  }
}
