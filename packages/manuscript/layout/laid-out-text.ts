import { layoutScript, type ScriptLayout, startsAsScript } from './script-layouts.ts';

export class LaidOutText {
  /** Null once it is laid out. */
  #typed: string | null;
  #layout: ScriptLayout | null = null;

  /** @param typed rows end at `\n` */
  constructor(typed: string) {
    this.#typed = typed;
  }

  /** Null if the text is not a script or needs no change. @param isBook prose takes far more evidence to be a script */
  layout(isBook: boolean): ScriptLayout | null {
    if (this.#typed !== null) {
      // The start of a book is enough to rule a script out.
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
