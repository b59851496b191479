// The numbers that Word gives to headings by itself: `Chapter 1` stands in no paragraph, only in how its style is numbered.
import { childrenNamed, descendants, type XmlElement } from './page/xml.ts';
import { chainOf, stylesById, valueIn } from './word-styles.ts';

/** A level of a numbered list. */
interface NumberLevel {
  readonly format: string;
  /** `Chapter %1`: a digit stands for the number of that level, from 1. */
  readonly text: string;
  readonly start: number;
  readonly style: string;
}

/** Which list a paragraph is in, and at which level, from 0. */
export interface NumberPlace {
  readonly list: string;
  readonly level: number | null;
}

const MOST_LEVELS = 9;

/** Counts the numbered paragraphs of a document. */
export class WordNumbers {
  /** The levels of lists, by their ids. Lists of one kind count on. */
  readonly #lists = new Map<string, ReadonlyMap<number, NumberLevel>>();
  readonly #styles = new Map<string, NumberPlace>();
  readonly #counts = new Map<ReadonlyMap<number, NumberLevel>, number[]>();

  constructor(numbering: XmlElement, styleSheet: XmlElement) {
    const kinds = new Map(
      [...descendants(numbering, 'abstractNum')].map((kind) => [kind.attributes['abstractNumId'], levelsOf(kind)]),
    );
    for (const list of childrenNamed(childrenNamed(numbering, 'numbering')[0] ?? numbering, 'num')) {
      const levels = kinds.get(valueIn(list, 'abstractNumId'));
      if (levels) this.#lists.set(list.attributes['numId'] ?? '', levels);
    }
    const byId = stylesById(styleSheet);
    for (const [id, style] of byId) {
      const places = [...chainOf(style, byId)]
        .flatMap((one) => childrenNamed(one, 'pPr'))
        .flatMap((one) => childrenNamed(one, 'numPr'));
      const list = places.map((place) => valueIn(place, 'numId')).find((value) => value !== undefined);
      const level = places.map((place) => valueIn(place, 'ilvl')).find((value) => value !== undefined);
      if (list !== undefined) this.#styles.set(id, { list, level: level === undefined ? null : Number(level) });
    }
  }

  /** Counts a paragraph. Returns what stands before its words, or an empty string. @param own what it says itself */
  next(style: string, own: Partial<NumberPlace>): string {
    const ofStyle = this.#styles.get(style);
    const levels = this.#lists.get(own.list ?? ofStyle?.list ?? '');
    if (!levels) return '';
    const named = [...levels].find(([, level]) => level.style === style && style !== '')?.[0];
    const at = own.level ?? ofStyle?.level ?? named ?? 0;
    const counts = this.#counts.get(levels) ?? [];
    this.#counts.set(levels, counts);
    if (at >= MOST_LEVELS) return '';
    counts[at] = (counts[at] ?? (levels.get(at)?.start ?? 1) - 1) + 1;
    counts.length = at + 1;
    return (levels.get(at)?.text ?? '').replace(/%([1-9])/g, (_, place: string) => {
      const level = levels.get(Number(place) - 1);
      return written(counts[Number(place) - 1] ?? level?.start ?? 1, level?.format ?? '');
    });
  }
}

const levelsOf = (kind: XmlElement): ReadonlyMap<number, NumberLevel> =>
  new Map(
    childrenNamed(kind, 'lvl').map((level) => [
      Number(level.attributes['ilvl'] ?? 0),
      {
        format: valueIn(level, 'numFmt') ?? '',
        text: valueIn(level, 'lvlText') ?? '',
        start: Number(valueIn(level, 'start') ?? 1),
        style: valueIn(level, 'pStyle') ?? '',
      },
    ]),
  );

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
const HIGHEST_ROMAN = 399;

/** A number as lists write it: in digits, unless it is a letter or a Roman numeral. */
function written(number: number, format: string): string {
  if (format === 'bullet' || format === 'none') return '';
  const isSmall = format.startsWith('lower');
  let text = String(number);
  if (format.endsWith('Letter') && number >= 1 && number <= 26) text = String.fromCharCode(64 + number);
  else if (format.endsWith('Roman') && number <= HIGHEST_ROMAN) {
    text = '';
    let rest = number;
    for (const [value, sign] of ROMAN) for (; rest >= value; rest -= value) text += sign;
  }
  return isSmall ? text.toLowerCase() : text;
}
