import { layoutScript, type ScriptLayout, startsAsScript } from './script-layouts.ts';

export class LaidOutText {
  /** Null once the layout has been detected. */
  #source: string | null;
  #layout: ScriptLayout | null = null;

  /** @param source lines end at `\n` */
  constructor(source: string) {
    this.#source = source;
  }

  /**
   * Returns null if the text isn't a script or needs no changes.
   * @param isBook whether the text looks like prose, so that much more evidence is required
   */
  layout(isBook: boolean): ScriptLayout | null {
    if (this.#source !== null) {
      // The start of a book is enough to rule out a script.
      if (isBook && !startsAsScript(this.#source)) return null;
      this.#layout = this.find(this.#source);
      this.#source = null;
    }
    return isBook && this.#layout?.isSure === false ? null : this.#layout;
  }

  find(source: string): ScriptLayout | null {
    return layoutScript(source);
  }
}
