// Creates manuscripts in which every word is unique, so that each word can be traced through an import.
import { at } from '../../shared/rules/at.ts';
import { seededRandom } from '../hostile-service/seeded-random.ts';

/** The words in a sentence or row, in lower case. */
export type Words = readonly string[];

export type Part =
  | { readonly kind: 'heading'; readonly words: Words }
  /** `note`: the footnote after the last word. `linked`: the number of words at the start that form a link. */
  | {
      readonly kind: 'paragraph';
      readonly words: Words;
      readonly note: Words;
      readonly linked: number;
      readonly stressed: number;
    }
  | { readonly kind: 'quotation' | 'comment' | 'deletion' | 'caption' | 'direction' | 'aside'; readonly words: Words }
  | { readonly kind: 'list'; readonly items: readonly Words[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly Words[])[] }
  | { readonly kind: 'break' }
  /** `manner`: the words in the delivery note. */
  | { readonly kind: 'speech'; readonly role: string; readonly words: Words; readonly manner: Words };

export type PartKind = Part['kind'];

/** The types of parts, and other features, that a file format supports. */
export interface FormParts {
  readonly kinds: readonly PartKind[];
  readonly has: readonly ('headings' | 'notes' | 'manners')[];
}

const SYLLABLES = ['ka', 'lo', 'mi', 'ne', 'ru', 'sa', 'to', 'vi', 'zu', 'be', 'do', 'fi', 'ga', 'hu', 'je', 'po'];

/** Returns a unique word for each number. The words don't exist in any language that the readers know. */
function makeWord(number: number): string {
  let word = '';
  for (let rest = number + SYLLABLES.length ** 2; rest > 0; rest = Math.floor(rest / SYLLABLES.length))
    word += at(SYLLABLES, rest % SYLLABLES.length);
  return `${word}l`;
}

/** Creates random manuscript parts, reproducible by seed. */
export class ManuscriptMaker {
  readonly #chance: () => number;
  #words = 0;

  constructor(seed: number) {
    this.#chance = seededRandom(seed);
  }

  /** Returns an integer from `min` to `max` (inclusive). */
  number(min: number, max: number): number {
    return min + Math.floor(this.#chance() * (max - min + 1));
  }

  isLikely(chance: number): boolean {
    return this.#chance() < chance;
  }

  pick<T>(all: readonly T[]): T {
    return at(all, this.number(0, all.length - 1));
  }

  words(min: number, max: number): string[] {
    return Array.from({ length: this.number(min, max) }, () => {
      this.#words += 1;
      return makeWord(this.#words);
    });
  }

  /** Creates chapters, with headings if the format supports them. */
  manuscript({ kinds, has }: FormParts): Part[] {
    return Array.from({ length: this.number(1, 4) }, () => [
      ...(has.includes('headings') ? [{ kind: 'heading' as const, words: this.words(1, 4) }] : []),
      ...Array.from({ length: this.number(3, 12) }, () => this.#part(this.pick(kinds), has)),
    ]).flat();
  }

  #part(kind: PartKind, has: FormParts['has']): Part {
    switch (kind) {
      case 'break':
        return { kind };
      case 'paragraph':
        return {
          kind,
          words: this.words(3, 25),
          note: has.includes('notes') && this.isLikely(0.15) ? this.words(2, 9) : [],
          linked: this.isLikely(0.1) ? this.number(1, 3) : 0,
          stressed: this.isLikely(0.2) ? 1 : 0,
        };
      case 'list':
        return { kind, items: Array.from({ length: this.number(1, 5) }, () => this.words(1, 6)) };
      case 'table': {
        const columns = this.number(1, 4);
        const row = () => Array.from({ length: columns }, () => this.words(1, 5));
        return { kind, rows: Array.from({ length: this.number(1, 5) }, row) };
      }
      case 'speech':
        return {
          kind,
          role: this.pick(['MARA', 'TOM', 'ANN']),
          words: this.words(2, 15),
          manner: has.includes('manners') && this.isLikely(0.2) ? this.words(1, 2) : [],
        };
      default:
        return { kind, words: this.words(2, 9) };
    }
  }
}

/** Returns all words in a part, including its note. */
export function wordsOf(part: Part): string[] {
  switch (part.kind) {
    case 'break':
      return [];
    case 'paragraph':
      return [...part.words, ...part.note];
    case 'list':
      return part.items.flat();
    case 'table':
      return part.rows.flat(2);
    case 'speech':
      return [...part.words, ...part.manner];
    default:
      return [...part.words];
  }
}

export const sentence = (words: Words): string => `${words.join(' ').replace(/^./, (letter) => letter.toUpperCase())}.`;
export const title = (words: Words): string =>
  words.map((word) => word.replace(/^./, (letter) => letter.toUpperCase())).join(' ');
