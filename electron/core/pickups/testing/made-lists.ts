// Generates lists of corrections like those of proofers, with the right line for each row. Times drift, because the
// proofer used other files, and some rows have typing errors, wrong times or wrong chapters.
import Papa from 'papaparse';
import { spreadsheetWorkbook } from '../../../../node/spreadsheet-workbook.ts';
import { at } from '../../../../shared/rules/at.ts';
import { timecode } from '../../../../shared/rules/timecode.ts';
import type { PickupScript, ScriptLine } from '../pickup-script.ts';

export const SHAPES = ['time', 'text', 'report', 'store', 'plain'] as const;
export type Shape = (typeof SHAPES)[number];

export interface MadeList {
  readonly bytes: Uint8Array;
  readonly file: string;
  /** The ids of the right lines of each row. Empty for a row that doesn't refer to a line. */
  readonly right: readonly (readonly number[])[];
  /** The rows as written. */
  readonly rows: readonly string[];
}

type Mistake = 'misread' | 'missing' | 'added' | 'repeated' | 'pronunciation' | 'pause' | 'noise';

interface Slip {
  readonly mistake: Mistake;
  readonly right: readonly number[];
  readonly chapter: number;
  readonly seconds: number;
  readonly page: number;
  readonly written: string;
  readonly heard: string;
  /** The words around the mistake. */
  readonly context: string;
  readonly contextHeard: string;
  readonly isUnknown: boolean;
}

/** The proofer's files. */
const OFFSETS = { first: 14.2, other: 3.4 };
const TEMPO = 1.034;
const NOISE_SECONDS = 1.6;
const SHARES = { wrongTime: 0.05, wrongChapter: 0.04, typo: 0.12, split: 0.1, unknown: 0.06, timeOnly: 0.08 };
const UNKNOWN = [
  'Please send the cover again',
  'invoice attached for zebra xylophone kumquat',
  'see my email about Fridays deadline',
];
const MIN_QUOTED_LENGTH = 4;
const OTHER_WORDS = ['horse', 'quickly', 'always', 'table', 'never', 'window', 'gently', 'stone', 'through', 'perhaps'];

export class ListMaker {
  readonly #script: PickupScript;
  readonly #random: () => number;

  constructor(script: PickupScript, random: () => number) {
    this.#script = script;
    this.#random = random;
  }

  make(shape: Shape, count: number): MadeList {
    const slips = Array.from({ length: count }, () => this.#slip(shape)).sort(
      (one, other) => (one.right[0] ?? 0) - (other.right[0] ?? 0),
    );
    const table = (titles: readonly string[], cells: (slip: Slip) => readonly string[]) => [
      [...titles],
      ...slips.map((slip) => [...cells(slip)]),
    ];
    const right = slips.map((slip) => slip.right);
    const text = (rows: string[][], delimiter: string) => new TextEncoder().encode(Papa.unparse(rows, { delimiter }));
    const asRows = (rows: readonly (readonly string[])[]) => rows.slice(1).map((row) => row.join(' | '));
    switch (shape) {
      case 'time': {
        const rows = table(['File', 'Timestamp', 'Comment'], (slip) => [
          this.#file(slip),
          this.#clock(slip),
          this.#remark(slip),
        ]);
        return { bytes: text(rows, ','), file: 'list.csv', right, rows: asRows(rows) };
      }
      case 'text': {
        const rows = table(
          ['Seite', 'Kapitel', 'Text wie gelesen', 'Text wie geschrieben', 'Korrektur'].map(german),
          (slip) => [
            `${slip.page}`,
            this.#random() < 0.6 ? `${slip.chapter}` : '',
            slip.isUnknown ? '' : slip.contextHeard,
            slip.isUnknown ? slip.context : slip.context,
            slip.mistake === 'missing' ? `${slip.written} fehlt` : slip.written,
          ],
        );
        return { bytes: text(rows, ';'), file: 'liste.csv', right, rows: asRows(rows) };
      }
      case 'report': {
        const rows = table(
          ['Note', 'Type', 'Page', 'Timecode (hh:mm:ss)', 'Chapter/File', 'Manuscript Text', 'Heard'],
          (slip) => [
            this.#random() < 0.2 ? 'Please check' : '',
            REPORT_TYPES[slip.mistake],
            `${slip.page}`,
            timecode(this.#given(slip)).slice(0, 8),
            `Chapter ${slip.chapter}`,
            isTimeOnly(slip) ? '' : slip.context,
            isTimeOnly(slip) ? '' : slip.contextHeard,
          ],
        );
        return { bytes: spreadsheetWorkbook(rows, 'Report'), file: 'report.xlsx', right, rows: asRows(rows) };
      }
      case 'store': {
        const rows = table(['Section', 'Timestamp', 'Page', 'Error', 'Should be'], (slip) => [
          this.#chapterTitle(slip),
          this.#clock(slip),
          `${slip.page}`,
          this.#error(slip),
          isTimeOnly(slip) || slip.mistake === 'pronunciation' ? '' : slip.context,
        ]);
        return { bytes: text(rows, '\t'), file: 'corrections.txt', right, rows: asRows(rows) };
      }
      case 'plain': {
        const rows = slips.map((slip, row) => this.#plain(slip, row));
        return { bytes: new TextEncoder().encode(`${rows.join('\n')}\n`), file: 'mail.txt', right, rows };
      }
    }
  }

  #slip(shape: Shape): Slip {
    const { lines } = this.#script;
    const base = this.#int(lines.length - 2);
    const line = at(lines, base);
    const isUnknown = this.#random() < SHARES.unknown;
    const isTimeOnly = shape !== 'text' && this.#random() < SHARES.timeOnly;
    const next = at(lines, base + 1);
    const isSplit = this.#random() < SHARES.split && next.chapterId === line.chapterId;
    const words = wordsOf(line.text);
    if (words.length < 4) return this.#slip(shape);
    const place = this.#int(words.length);
    const word = bare(at(words, place));
    if (word.length < 2) return this.#slip(shape);
    // Proofers quote more than “to” or “it”.
    const isShort = word.length < MIN_QUOTED_LENGTH;
    const mistake = this.#pick(isTimeOnly ? TIME_ONLY_MISTAKES : MISTAKES);
    const size = 4 + this.#int(7);
    const from = Math.max(0, place - this.#int(size));
    const until = Math.min(words.length, from + size);
    const tail = isSplit ? wordsOf(next.text).slice(0, 3) : [];
    const context = [...words.slice(from, until), ...tail];
    const heardWord = this.#misread(word, mistake);
    const contextHeard = context.flatMap((one, index) => (index === place - from ? heardWord : one));
    const { startSeconds = 0, fromSeconds = 0, toSeconds = 0 } = line.clip ?? {};
    const chapter = line.chapterId === null ? 0 : line.chapterId / 100;
    const trueSeconds = startSeconds + ((toSeconds - fromSeconds) * (place + 0.5)) / words.length;
    const unknown = this.#pick(UNKNOWN);
    return {
      mistake: isUnknown ? 'misread' : mistake,
      right: isUnknown ? [] : this.#linesOf(line, isSplit ? next : null),
      chapter,
      seconds: (chapter === 1 ? OFFSETS.first : OFFSETS.other) + TEMPO * trueSeconds,
      page: 1 + Math.floor(base / 15),
      written: isUnknown ? unknown : this.#typo(isShort ? context.join(' ') : word),
      heard: isUnknown ? '' : (isShort ? contextHeard : heardWord).join(' '),
      context: isUnknown ? unknown : this.#typo(context.join(' ')),
      contextHeard: isUnknown ? '' : contextHeard.join(' '),
      isUnknown,
    };
  }

  /** Words split between two lines can be noted on either. */
  #linesOf(line: ScriptLine, next: ScriptLine | null): number[] {
    return [line.lineId, ...(next ? [next.lineId] : [])];
  }

  #misread(word: string, mistake: Mistake): string[] {
    if (mistake === 'missing') return [];
    if (mistake === 'added') return [word, this.#pick(OTHER_WORDS)];
    if (mistake === 'repeated') return [word, word];
    return mistake === 'misread' ? [this.#pick(OTHER_WORDS)] : [word];
  }

  #given(slip: Slip): number {
    const { seconds } = slip;
    // Without words, nobody could find the place.
    const wrong = !isTimeOnly(slip) && this.#random() < SHARES.wrongTime ? (this.#random() - 0.5) * 700 : 0;
    return Math.max(0, seconds + wrong + (this.#random() - 0.5) * 2 * NOISE_SECONDS);
  }

  #clock(slip: Slip): string {
    if (slip.isUnknown) return '';
    const seconds = this.#given(slip);
    const [minutes, rest] = [Math.floor(seconds / 60), String(Math.floor(seconds % 60)).padStart(2, '0')];
    return this.#pick([
      `${minutes}:${rest}`,
      timecode(seconds).slice(0, 8),
      `${Math.round(seconds)}s`,
      `${minutes}:${rest}.5`,
    ]);
  }

  #chapterOf(slip: Slip): number {
    const { chapter } = slip;
    return !isTimeOnly(slip) && this.#random() < SHARES.wrongChapter ? (chapter % 12) + 1 : chapter;
  }

  #file(slip: Slip): string {
    const chapter = this.#chapterOf(slip);
    return this.#pick([
      `${String(chapter).padStart(2, '0')}_Chapter_${chapter}.mp3`,
      this.#script.chapters[chapter - 1]?.file ?? '',
      `Chapter ${chapter}`,
    ]);
  }

  #chapterTitle(slip: Slip): string {
    const chapter = this.#chapterOf(slip);
    const title = this.#script.chapters[chapter - 1]?.title ?? '';
    return this.#pick([`${chapter}`, title, title.replace(/^CHAPTER [IVX]+\. /, ''), `Ch. ${chapter}`]);
  }

  #remark(slip: Slip): string {
    const { mistake, written, heard, context, isUnknown } = slip;
    if (isUnknown) return context;
    switch (mistake) {
      case 'misread':
        return this.#pick([
          `should be "${written}" not "${heard}"`,
          `"${heard}" should be "${written}" in "${context}"`,
          `read '${heard}' instead of '${written}'`,
          `${heard} -> ${written}`,
          `misread: ${slip.contextHeard} should be ${context}`,
        ]);
      case 'missing':
        return this.#pick([
          `"${written}" missing in “${context}”`,
          `missing "${written}"`,
          `word missing: "${context}"`,
        ]);
      case 'added':
        return this.#pick([
          `extra word: "${slip.contextHeard}" should be "${context}"`,
          `"${heard}" should be "${written}"`,
        ]);
      case 'repeated':
        return this.#pick([`"${heard}" repeated`, `repeats "${written}" in "${context}"`]);
      case 'pronunciation':
        return this.#pick([`pronunciation of "${written}" in "${context}"`, `"${written}" mispronounced`]);
      case 'pause':
        return this.#pick(['long pause', 'pause too long, please cut']);
      case 'noise':
        return this.#pick(['click', 'mouth noise', 'chair squeak']);
    }
  }

  #error(slip: Slip): string {
    const { mistake, heard, written, isUnknown } = slip;
    if (isUnknown) return 'Other';
    if (mistake === 'misread') return `Misread as "${heard}"`;
    if (mistake === 'pronunciation') return `Mispronounced "${written}" ("${slip.context}")`;
    return REPORT_TYPES[mistake];
  }

  #plain(slip: Slip, row: number): string {
    const lead = this.#pick(['', '- ', '• ', `${row + 1}. `]);
    const chapter = this.#chapterOf(slip);
    if (slip.isUnknown) return `${lead}p. ${slip.page} "${slip.context}"`;
    const place = this.#pick([`Ch. ${chapter}, `, `Chapter ${chapter} `, `Kapitel ${chapter}, `]);
    const remark = this.#remark(slip);
    if (!isTimeOnly(slip) && this.#random() < 0.15)
      return `${lead}p. ${slip.page} ${this.#remark({ ...slip, written: slip.context, heard: slip.contextHeard })}`;
    return `${lead}${place}${this.#clock(slip)} – ${remark}`;
  }

  /** Swaps two letters of a long word. */
  #typo(text: string): string {
    if (this.#random() >= SHARES.typo) return text;
    return text.replace(/\p{L}{6,}/u, (word) => `${word[0]}${word[2]}${word[1]}${word.slice(3)}`);
  }

  #int(below: number): number {
    return Math.floor(this.#random() * below);
  }

  #pick<T>(list: readonly T[]): T {
    return at(list, this.#int(list.length));
  }
}

const TIME_ONLY_MISTAKES: readonly Mistake[] = ['pause', 'noise'];
const MISTAKES: readonly Mistake[] = ['misread', 'misread', 'misread', 'missing', 'added', 'repeated', 'pronunciation'];
const REPORT_TYPES: Readonly<Record<Mistake, string>> = {
  misread: 'Misread',
  missing: 'Missing word',
  added: 'Added word',
  repeated: 'Repetition',
  pronunciation: 'Pronunciation',
  pause: 'Long pause',
  noise: 'Noise',
};
const isTimeOnly = ({ mistake }: Slip): boolean => mistake === 'pause' || mistake === 'noise';
const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => /\p{L}/u.test(word));
const bare = (word: string): string => word.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
const german = (title: string): string =>
  ({ 'Text wie gelesen': 'Gelesen', 'Text wie geschrieben': 'Manuskripttext' })[title] ?? title;
