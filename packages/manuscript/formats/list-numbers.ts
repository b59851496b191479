// Automatic numbers for headings and list items. In a numbered `Chapter 1`, the words are in the list style, not in
// the text.
import { escapeHtml } from './page/page-markup.ts';

/** Number format, named as in Word: `decimal`, `upperRoman`, `lowerLetter`, `bullet`, `none`. */
export interface NumberLevel {
  readonly format: string;
  /** `Chapter %1`: `%` and a digit (1 for the first level) stand for the number at that level. */
  readonly text: string;
  readonly start: number;
}

/** From 0. */
export type ListLevels = ReadonlyMap<number, NumberLevel>;

const MAX_LEVELS = 9;

export class ListCounter {
  readonly #counts = new Map<ListLevels, number[]>();

  /** Returns the label of the next item, which may be empty. Levels start at 0. */
  next(levels: ListLevels, at: number): string {
    const level = levels.get(at);
    if (at >= MAX_LEVELS) return '';
    const counts = this.#counts.get(levels) ?? [];
    this.#counts.set(levels, counts);
    counts[at] = (counts[at] ?? (level?.start ?? 1) - 1) + 1;
    counts.length = at + 1;
    if (level?.format === 'bullet') return '';
    return (level?.text ?? '').replace(/%([1-9])/g, (_, place: string) => {
      const other = levels.get(Number(place) - 1);
      return formatNumber(counts[Number(place) - 1] ?? other?.start ?? 1, other?.format ?? '');
    });
  }

  restart(levels: ListLevels, at = 0, number = levels.get(at)?.start ?? 1): void {
    const counts = (this.#counts.get(levels) ?? []).slice(0, at);
    counts[at] = number - 1;
    this.#counts.set(levels, counts);
  }
}

/** Adds a label that contains a word, such as `Chapter 1`. A heading without words gets any kind of label. */
export function addLabel(label: string, html: string, isHeading: boolean): string {
  const number = escapeHtml(label.trim());
  if (html === '') return isHeading ? number : '';
  if (!/\p{L}{2}/u.test(number) || /^[IVXLC]+\W*$/i.test(number)) return html;
  return `${number}${isHeading && /[\p{L}\p{N}]$/u.test(number) ? '.' : ''} ${html}`;
}

const ROMAN: readonly (readonly [number, string])[] = [
  ...([
    [100, 'C'],
    [90, 'XC'],
    [50, 'L'],
    [40, 'XL'],
    [10, 'X'],
    [9, 'IX'],
    [5, 'V'],
    [4, 'IV'],
    [1, 'I'],
  ] as const),
];
const MAX_ROMAN = 399;

function formatNumber(number: number, format: string): string {
  if (format === 'bullet' || format === 'none') return '';
  const isSmall = format.startsWith('lower');
  let text = String(number);
  if (format.endsWith('Letter') && number >= 1 && number <= 26) text = String.fromCharCode(64 + number);
  else if (format.endsWith('Roman') && number <= MAX_ROMAN) {
    text = '';
    let rest = number;
    for (const [value, numeral] of ROMAN) for (; rest >= value; rest -= value) text += numeral;
  }
  return isSmall ? text.toLowerCase() : text;
}
