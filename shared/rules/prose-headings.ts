// Which blocks of a book are headings.
import { at } from './at.ts';
import { joinRows, type ProseBlock } from './prose-blocks.ts';

/** A heading as the book has it. */
export interface ProseHeading {
  /** The heading's words in one row. */
  readonly words: string;
  /** 1 for a volume, 2 for a part or book, 3 for a chapter: a lower one contains the higher. */
  readonly rank: 1 | 2 | 3;
  /** Whether it is a bare "CHAPTER I", whose name may follow on a row of its own. */
  readonly bare: boolean;
}

/** Longer blocks, in UTF-16 code units, are no headings. */
const LONGEST_HEADING = 120;
const MOST_ROWS = 3;

const ROMAN = '(?=[MDCLXVI])M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})';
const ORDINAL =
  'FIRST|SECOND|THIRD|FOURTH|FIFTH|SIXTH|SEVENTH|EIGHTH|NINTH|TENTH|ELEVENTH|TWELFTH|THIRTEENTH|FOURTEENTH|FIFTEENTH|LAST';
const CARDINAL =
  '(?:TWENTY|THIRTY|FORTY|FIFTY|SIXTY|SEVENTY|EIGHTY|NINETY)(?:[- ](?:ONE|TWO|THREE|FOUR|FIVE|SIX|SEVEN|EIGHT|NINE))?|ONE|TWO|THREE|FOUR|FIVE|SIX|SEVEN|EIGHT|NINE|TEN|ELEVEN|TWELVE|THIRTEEN|FOURTEEN|FIFTEEN|SIXTEEN|SEVENTEEN|EIGHTEEN|NINETEEN';
const NUMBER = `(?:${ROMAN}|[0-9]{1,4}|${CARDINAL}|(?:THE )?(?:${ORDINAL}))`;

const VOLUME = 'VOLUME|VOL\\.|TOME|TOMO|BAND|ТОМ';
const PART = 'PART|BOOK|ACT|PARTIE|LIVRE|TEIL|BUCH|PARTE|LIBRO|LIVRO|DEEL|BOEK|ЧАСТЬ|КНИГА|CZĘŚĆ|ACTE';
const CHAPTER =
  'CHAPTER|CHAP\\.|CHAPITRE|KAPITEL|CAP[IÍ]TULO|CAPITOLO|CAPITOL|HOOFDSTUK|ROZDZIAŁ|ГЛАВА|LETTER|STAVE|CANTO|SCENE';
const ALONE =
  'PROLOGUE|EPILOGUE|PREFACE|INTRODUCTION|FOREWORD|AFTERWORD|INTERLUDE|POSTSCRIPT|CONCLUSION|PROLOG|EPILOG|VORWORT|NACHWORT|PRÓLOGO|EPÍLOGO|AVANT-PROPOS';

const NUMBERED = new RegExp(
  `^(?:(${VOLUME})|(${PART})|(${CHAPTER}))\\s+(?:THE )?${NUMBER}(?![\\p{L}\\p{N}])(.*)$`,
  'iu',
);
const ORDERED = new RegExp(
  `^(?:THE )?(?:${ORDINAL}) (?:(VOLUME)|(PART|BOOK|ACT|EPILOGUE)|(CHAPTER|PROLOGUE))(?!\\p{L})(.*)$`,
  'iu',
);
const STANDING_ALONE = new RegExp(`^(?:THE |AUTHOR['’]S |AN )?(?:${ALONE})[.:]?$`, 'iu');
const EAST_ASIAN = /^第\s*[一二三四五六七八九十百千〇零0-9０-９]+\s*([部卷巻編篇]|[章回話话節节])(.*)$/u;
const KOREAN = /^제\s*[0-9]+\s*([부권]|[장화])(.*)$/u;
const BARE_NUMBER = new RegExp(`^(${ROMAN}|[0-9]{1,3})\\.?$`, 'u');

/** What separates a heading's number from its name. */
const SEPARATED = /^\s*[.:;)\]—–-]/;

/** Reads a block as a heading; null where it is none. */
export function readHeading(block: ProseBlock): ProseHeading | null {
  const first = block.rows[0]?.trim() ?? '';
  if (first.length > LONGEST_HEADING || block.rows.length > MOST_ROWS) return null;
  const words = joinRows(block);
  if (words.length > LONGEST_HEADING) return null;
  if (STANDING_ALONE.test(words)) return { words, rank: /EPILOG/i.test(words) ? 2 : 3, bare: false };
  const match = NUMBERED.exec(first) ?? ORDERED.exec(first) ?? null;
  if (match) {
    const rest = at(match, 4);
    if (!standsAsHeading(first, rest, block.rows.length)) return null;
    return {
      words,
      rank: match[1] ? 1 : match[2] ? 2 : 3,
      bare: block.rows.length === 1 && /^[.:]?$/.test(rest.trim()),
    };
  }
  const eastern = EAST_ASIAN.exec(first) ?? KOREAN.exec(first);
  if (!eastern || /[。!?]$/u.test(words)) return null;
  return { words, rank: /[部卷巻編篇부권]/u.test(at(eastern, 1)) ? 2 : 3, bare: at(eastern, 2).trim() === '' };
}

/**
 * Whether the rest of a row behind "Chapter 12" lets it be a heading: nothing, a name behind a sign, or a name behind
 * "CHAPTER" in capitals. "Part one of the plan was simple." is a sentence.
 */
function standsAsHeading(row: string, rest: string, rows: number): boolean {
  const name = rest.trim();
  if (name === '') return true;
  const capitals = /^\P{Ll}*$/u.test(at(row.split(/\s+/), 0)) && /^["“‘'(]?[\p{Lu}\p{N}]/u.test(name);
  if (!SEPARATED.test(rest) && !capitals) return false;
  // A sentence in several rows, or one with a comma behind the number, is prose.
  return rows === 1 || !/[.,;]$/.test(name);
}

/** Whether a block's words may be the name of the bare heading before it: "DOWN THE RABBIT-HOLE". */
export function isHeadingName(block: ProseBlock): boolean {
  const words = joinRows(block);
  if (block.rows.length > 2 || words.length > 80 || readHeading(block) !== null) return false;
  if (!/^["“‘'(]?[\p{Lu}\p{N}]/u.test(words)) return false;
  if (/^\P{Ll}*$/u.test(words) && /\p{Lu}/u.test(words)) return true;
  const long = words.split(/\s+/).filter((word) => word.length > 3);
  return !/[.,;:!?…”’"']$/.test(words) && long.length > 0 && long.every((word) => /^["“‘'(]?[\p{Lu}\p{N}]/u.test(word));
}

/**
 * The blocks that are bare numbers and count up from one ("I", "II", "III"), as headings; none where they do not, or
 * where there are fewer than two.
 */
export function numberHeadings(blocks: readonly ProseBlock[]): Map<ProseBlock, ProseHeading> {
  const found = new Map<ProseBlock, ProseHeading>();
  for (const block of blocks) {
    const words = block.rows.length === 1 ? at(block.rows, 0).trim() : '';
    const match = words.length <= 8 ? BARE_NUMBER.exec(words) : null;
    if (match && numberOf(at(match, 1)) === found.size + 1) found.set(block, { words, rank: 3, bare: true });
  }
  return found.size > 1 ? found : new Map();
}

function numberOf(words: string): number {
  if (/^\d+$/.test(words)) return Number(words);
  const values: Record<string, number> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };
  let total = 0;
  for (const [place, letter] of [...words].entries()) {
    const value = values[letter] ?? 0;
    total += value < (values[words.charAt(place + 1)] ?? 0) ? -value : value;
  }
  return total;
}
