// What a terminal shows after all that was written to it: the few control sequences that Lectern uses, and no others.
import stringWidth from 'string-width';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const TOKEN = /\x1b\[([?0-9;]*)([A-Za-z])|(\x1b.?)|([\s\S])/gu;

/**
 * Plays back what was written to a terminal.
 * @param columns cells of a row
 * @param onFrame called with the rows at each end of a frame (synchronized output)
 * @returns the rows, without blanks at their ends or empty rows after the last
 * @throws Error for a control sequence that it does not know
 */
export function playBack(written: string, columns: number, onFrame?: (rows: readonly string[]) => void): string[] {
  const screen = new Screen(columns);
  for (const [whole, argument = '', command, stray, letter] of written.matchAll(TOKEN)) {
    if (letter !== undefined) screen.write(letter);
    else if (command === undefined || stray !== undefined) throw new Error(`unknown: ${JSON.stringify(whole)}`);
    else if (command === 'l' && argument === '?2026') onFrame?.(screen.rows());
    else screen.obey(command, argument);
  }
  return screen.rows();
}

class Screen {
  readonly #columns: number;
  readonly #cells: string[][] = [[]];
  #x = 0;
  #y = 0;

  constructor(columns: number) {
    this.#columns = columns;
  }

  rows(): string[] {
    const rows = this.#cells.map((row) => row.join('').trimEnd());
    return rows.slice(0, rows.findLastIndex((row) => row !== '') + 1);
  }

  write(letter: string): void {
    if (letter === '\r') this.#x = 0;
    else if (letter === '\n') this.#y += 1;
    else {
      const cells = stringWidth(letter);
      if (this.#x + cells > this.#columns) {
        this.#x = 0;
        this.#y += 1;
      }
      const row = this.#row();
      while (row.length < this.#x) row.push(' ');
      row[this.#x] = letter;
      if (cells === 2) row[this.#x + 1] = '';
      this.#x += cells;
    }
  }

  obey(command: string, argument: string): void {
    const count = argument === '' ? 1 : Number(argument);
    if (command === 'A') this.#y = Math.max(0, this.#y - count);
    else if (command === 'B') this.#y += count;
    else if (command === 'G') this.#x = count - 1;
    else if (command === 'K') this.#row().length = argument === '2' ? 0 : Math.min(this.#row().length, this.#x);
    else if (command === 'J') this.#cells.length = this.#y + 1;
    else if (!/^(\?25|\?2026)$/.test(argument)) throw new Error(`unknown: ESC [ ${argument} ${command}`);
  }

  #row(): string[] {
    while (this.#cells.length <= this.#y) this.#cells.push([]);
    return this.#cells[this.#y] ?? [];
  }
}
