// Reads corrections from a table with any column names in any order.
import type { LeftOutRow, Pickup, PickupList, PickupPhrase } from '../../../shared/model/pickups.ts';
import { wordSet } from '../../../shared/rules/words/word-lists.ts';
import { findPickupColumns, type PickupColumns, type PickupField } from './pickup-columns.ts';
import { phrases, phrasesIn, quotedPhrases, withoutQuotes } from './pickup-phrases.ts';
import { isHeading, NO_PLACE, readPickupRow } from './pickup-rows.ts';
import { readTime } from './pickup-times.ts';

const DONE = wordSet('pickup-done');

/** Returns null if the rows aren't a list of corrections. @param first the number of the first row */
export function readPickupTable(rows: readonly (readonly string[])[], first: number, sheet = ''): PickupList | null {
  const columns = findPickupColumns(rows);
  if (columns === null) return null;
  const leftOut: LeftOutRow[] = [];
  const pickups: Pickup[] = [];
  let carried = { chapter: sheet, file: '' };
  for (const [at, cells] of rows.entries()) {
    const row = { number: at + first, text: rowText(cells) };
    const isTitle = at < columns.first - 1;
    // Markdown tables have a row of dashes.
    if (row.text.replace(/[\s·:|=-]+/g, '') === '' || at === columns.first - 1) continue;
    if (isTitle || isSame(cells, columns.titles)) {
      leftOut.push(row);
      continue;
    }
    const reader = new RowReader(wholeRow(cells, columns), columns);
    const own = { chapter: reader.text('chapter'), file: reader.text('file') };
    const hasOwn = own.chapter !== '' || own.file !== '';
    const filled = cells.filter((cell) => cell !== '');
    const single = filled.length === 1 ? readPickupRow(filled[0] ?? '', row.number) : null;
    if (single && isHeading(single, single.text)) {
      carried = { chapter: single.chapter, file: single.file };
      continue;
    }
    if (hasOwn) carried = own;
    pickups.push(reader.pickup(row, carried));
  }
  return { pickups, leftOut };
}

const rowText = (cells: readonly string[]): string => cells.filter((cell) => cell !== '').join(' · ');
const isSame = (row: readonly string[], titles: readonly string[]): boolean =>
  titles.length > 0 && row.join('\0') === titles.join('\0');

/** Unquoted remarks may contain the delimiter, so surplus cells belong to the last column. */
function wholeRow(cells: readonly string[], { titles }: PickupColumns): readonly string[] {
  const surplus = cells.slice(titles.length).filter((cell) => cell !== '');
  if (titles.length === 0 || surplus.length === 0) return cells;
  return [...cells.slice(0, titles.length - 1), [cells[titles.length - 1], ...surplus].join(', ')];
}

class RowReader {
  readonly #cells: readonly string[];
  readonly #at: PickupColumns['at'];
  /** Without titles, the cells of a remark were probably split at its commas. */
  readonly #separator: string;

  constructor(cells: readonly string[], { at, titles }: PickupColumns) {
    this.#cells = cells;
    this.#at = at;
    this.#separator = titles.length === 0 ? ', ' : ' – ';
  }

  text(field: PickupField): string {
    return (this.#at[field] ?? [])
      .map((column) => this.#cells[column] ?? '')
      .filter((cell) => cell !== '')
      .join(this.#separator);
  }

  #first(field: PickupField): string {
    return (this.#at[field] ?? []).map((column) => this.#cells[column] ?? '').find((cell) => cell !== '') ?? '';
  }

  pickup(row: LeftOutRow, { chapter, file }: { readonly chapter: string; readonly file: string }): Pickup {
    const time = this.#time();
    const takeTime = readTime(this.#first('takeTime'));
    const take = /^\d{1,6}$/.exec(this.#first('take'))?.[0];
    return {
      ...NO_PLACE,
      ...row,
      chapter,
      file,
      line: this.#first('line'),
      page: this.#first('page'),
      times: [...(time?.times ?? [])],
      endSeconds: readTime(this.#first('end'))?.times[0] ?? time?.endSeconds ?? null,
      take: take === undefined ? null : Number(take),
      takeSeconds: takeTime?.times[0] ?? null,
      phrases: this.#phrases(),
      note: this.#note() || row.text,
      isDone: DONE.has(this.#first('state').toLowerCase()),
    };
  }

  /** The time, or the first one in a remark. */
  #time() {
    const own = readTime(this.#first('time'));
    if (own) return own;
    const { times, endSeconds } = readPickupRow([this.#first('time'), this.text('note')].join(' '), 1);
    return times.length > 0 ? { times, endSeconds } : null;
  }

  #phrases(): PickupPhrase[] {
    const own = [
      ...cellPhrases('written', this.text('written')),
      ...cellPhrases('context', this.text('context')),
      ...cellPhrases('heard', this.text('heard')),
    ];
    const isShown = own.some(({ role }) => role !== 'heard');
    const remarks = [
      ...this.#correctionPhrases(isShown),
      ...quotedPhrases(this.text('issue')),
      ...phrasesIn(this.text('note')),
    ];
    // A remark may only quote an example, so its words only count if there are no better ones.
    return [...own, ...(isShown ? remarks.map(({ text }) => ({ role: 'hint' as const, text })) : remarks)];
  }

  /** Reads a correction, which is either the right words or a remark that quotes them. */
  #correctionPhrases(isShown: boolean): PickupPhrase[] {
    const correction = this.text('correction');
    const quoted = withoutQuotes(correction) === correction ? quotedPhrases(correction) : [];
    return quoted.length > 0 ? quoted : cellPhrases(isShown ? 'hint' : 'written', correction);
  }

  /** Returns what is wrong and what it should be, in the words of the list. */
  #note(): string {
    const [heard, written, correction] = (['heard', 'written', 'correction'] as const).map((field) =>
      withoutQuotes(this.text(field)),
    );
    const target = correction || written;
    const change = [heard, target].flatMap((words) => (words ? [`“${words}”`] : [])).join(' → ');
    const issue = this.text('issue');
    const link = quotedPhrases(issue).length > 0 ? ' → ' : ': ';
    const remark = [issue, change].filter((part) => part !== '').join(link);
    const whole = [remark, this.text('note')].filter((part) => part !== '').join(' – ');
    return whole === '' ? withoutQuotes(this.text('context')) : whole;
  }
}

function cellPhrases(role: PickupPhrase['role'], cell: string): PickupPhrase[] {
  const text = withoutQuotes(cell.replace(/<[^<>]{1,20}>|[*_[\]{}]/g, ''));
  return text === '' ? [] : phrases(role, text);
}
