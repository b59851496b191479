import { LANGUAGE_TAGS, type Language } from '@lectern/tts-protocol';
import { romanValue } from '../rules/roman-numerals.ts';
import { wordsOf } from '../rules/words/word-lists.ts';
import { englishNumber } from './english.ts';
import { germanNumber, ordinalStem } from './german.ts';

/** The word for “chapter”, by language tag. A heading that is only a number is read as this word and the number. */
const CHAPTER_WORDS: Readonly<Record<string, string>> = {
  ...{ af: 'Hoofstuk', bg: 'Глава', ca: 'Capítol', cs: 'Kapitola', da: 'Kapitel', de: 'Kapitel', el: 'Κεφάλαιο' },
  ...{ en: 'Chapter', es: 'Capítulo', fi: 'Luku', fr: 'Chapitre', gl: 'Capítulo', hr: 'Poglavlje', hu: 'fejezet' },
  ...{ id: 'Bab', it: 'Capitolo', ms: 'Bab', nl: 'Hoofdstuk', pl: 'Rozdział', pt: 'Capítulo', ru: 'Глава' },
  ...{ sr: 'Глава', sv: 'Kapitel', fil: 'Kabanata', tr: 'Bölüm', uk: 'Розділ' },
};

/** The German words for parts, with the ending of an ordinal before them: `Erstes Kapitel`, `Zweite Szene`. */
const GERMAN_PARTS: Readonly<Record<string, 'er' | 'e' | 'es'>> = {
  ...{ kapitel: 'es', buch: 'es', bild: 'es', abenteuer: 'es', stück: 'es', heft: 'es', intermezzo: 'es' },
  ...{ teil: 'er', akt: 'er', aufzug: 'er', auftritt: 'er', band: 'er', abschnitt: 'er', brief: 'er', gesang: 'er' },
  ...{ szene: 'e', abteilung: 'e', folge: 'e', nacht: 'e', vorlesung: 'e', episode: 'e', erzählung: 'e' },
};

const ENGLISH_PARTS = [
  ...['chapter', 'part', 'book', 'volume', 'act', 'scene', 'canto', 'letter', 'stave', 'section', 'episode'],
  ...['appendix', 'interlude', 'epilogue', 'prologue', 'phase', 'lesson', 'lecture'],
];

const OTHER_PARTS = [
  ...(['chapters', 'book-chapters', 'book-parts', 'play-acts', 'play-scenes', 'play-pictures', 'volumes'] as const)
    .flatMap(wordsOf)
    .filter((word) => !word.includes('.')),
  ...Object.values(CHAPTER_WORDS),
  ...['partie', 'acte', 'scène', 'parte', 'atto', 'scena', 'libro', 'deel', 'часть', 'том', 'книга', 'kniha', 'rész'],
  ...['felvonás', 'näytös', 'osa', 'część', 'tom', 'kısım', 'μέρος'],
];

const isGerman = (word: string): boolean => Object.hasOwn(GERMAN_PARTS, word);
const PARTS: ReadonlySet<string> = new Set(
  [...ENGLISH_PARTS, ...Object.keys(GERMAN_PARTS), ...OTHER_PARTS].map((word) => word.toLowerCase()),
);
const PART = `(?:${[...PARTS].sort((one, other) => other.length - one.length).join('|')})`;
const EAST_ASIAN_PART = '[章回節节部巻卷幕場场話话篇編编장부막편화권]';

/** Unicode has Roman numerals as single characters, and full-width digits. */
const ROMAN_LETTERS = '[MDCLXVImdclxvi\u2160-\u217f]{1,15}';
const DIGITS = '[0-9\uff10-\uff19]{1,4}';
const NUMERAL = `(?:${DIGITS}|${ROMAN_LETTERS})(?![\\p{L}\\p{N}’'])`;

const PART_THEN_NUMBER = new RegExp(
  `(?<![\\p{L}\\p{N}])(?<part>${PART})(?<gap>\\.?[\\s\\u00a0]+)(?<number>${NUMERAL})(?<stop>\\.(?=\\s*$))?`,
  'giu',
);
const FRENCH_ORDINAL =
  /(?<![\p{L}\p{N}])(?<number>[MDCLXVI]{1,15})(?<ending>ers?|res?|ère|de?|nde?|[eᵉ]|ème)(?![\p{L}\p{N}])/gu;
const NUMBER_THEN_PART = new RegExp(
  `(?<![\\p{L}\\p{N}])(?<number>${DIGITS}|[MDCLXVI\u2160-\u217f]{1,15})\\.[\\s\\u00a0]*(?<part>${PART})(?![\\p{L}\\p{N}])`,
  'giu',
);
const EAST_ASIAN = new RegExp(`(?<=[第제]\\s?)(?<number>${DIGITS}|${ROMAN_LETTERS})(?=\\s?${EAST_ASIAN_PART})`, 'gu');
const NUMBER_ALONE = new RegExp(`^[\\s*~–—.\\[(-]{0,5}(?<number>${NUMERAL})[\\s*~–—.:\\])-]{0,5}$`, 'u');
const HAN_NUMBER_ALONE = /^\s*[一二三四五六七八九十百〇]{1,5}\s*$/u;
const NUMBER_THEN_TITLE = new RegExp(
  `^\\s*(?<number>${NUMERAL})(?<mark>[.:)]\\s+|\\s*[–—]\\s*|\\s+-\\s+)(?=["“”‘’„«(¿¡]?(?<next>\\p{L}[\\p{L}'’.]*))`,
  'u',
);
/** Without punctuation after it, only a longer numeral counts: `IV The Return`, but not `I Am Legend`. */
const NUMERAL_THEN_TITLE = /^\s*(?<number>[MDCLXVI]{2,15})\s+(?=["“‘„«]?(?<next>\p{Lu}))/u;

/** Above this, a number alone is more likely to be a year or a word such as `MIX`. */
const MAX_CHAPTER_ALONE = 199;
/** In UTF-16 code units. Numbers later in a heading are read as written. */
const MAX_LENGTH = 400;
/** Letters that number parts (`Part C`) or stand for a name (`M.`) more often than they are numerals. */
const LETTERS_FIRST = new Set(['C', 'D', 'M']);
const CHAPTER_LIKE = /^(?:chap|cap|kap|rozd|luku|letter|глава)/iu;
/** Verbs after “I”: `Part I Remember`. */
const AFTER_PRONOUN = /^\s+(?:am|was|have|had|do|did|will|would|can|could|shall|should|must|may|might|never)\b/iu;
/** Languages in which a digit and a full stop are an ordinal: `3. Mai`, `20. Jahrhundert`. */
const ORDINAL_STOP: ReadonlySet<string> = new Set(['de', 'da', 'fi', 'cs', 'pl', 'hu', 'hr', 'sr', 'tr', 'sq']);
const NAMED_ORDINALS = /^(?:Jahrhundert|Weltkrieg|Reich|Internationale|wiek|století|század)/u;

/**
 * Returns a chapter heading as a narrator reads it: “Chapter one” for `CHAPTER I.` or `I`, “Act three, Scene two” for
 * `Act III, Scene 2`. Numbers are written out in English and German, and are digits in other languages. Returns the
 * same text if there is no heading number.
 * @param language of the speaker; null if unknown
 * @param mayBeNumberAlone whether a heading such as `IV` or `4. The Sea` is the number of a chapter
 */
export function narratedHeading(text: string, language: Language | null, mayBeNumberAlone = true): string {
  const tag = language === null ? null : LANGUAGE_TAGS[language];
  return narratedStart(text.slice(0, MAX_LENGTH), tag, mayBeNumberAlone) + text.slice(MAX_LENGTH);
}

function narratedStart(text: string, tag: string | null, mayBeNumberAlone: boolean): string {
  const alone = mayBeNumberAlone ? numberedAlone(text, tag) : null;
  if (alone !== null) return alone;
  return withPartNumbers(withOrdinals(text, tag), tag).replace(EAST_ASIAN, (written) => {
    const value = numberOf(written);
    return value === null ? written : String(value);
  });
}

function numberedAlone(text: string, tag: string | null): string | null {
  const [match, rest] = aloneMatch(text, tag);
  const written = match?.groups?.['number'] ?? '';
  const value = numberOf(written);
  if (value === null || value < 1 || value > MAX_CHAPTER_ALONE || LETTERS_FIRST.has(written.toUpperCase())) {
    return (tag === 'ja' || tag === 'zh') && mayBeHanChapter(text) ? `第${text.trim()}章` : null;
  }
  if (/^[mdclxvi]/i.test(written) && written !== written.toUpperCase() && written !== written.toLowerCase())
    return null;
  const said = chapterNumber(value, tag);
  return rest === '' ? said : `${said}${tag === 'ja' || tag === 'zh' ? '　' : '. '}${rest}`;
}

const mayBeHanChapter = (text: string): boolean => HAN_NUMBER_ALONE.test(text);

/** Returns the match, and the title after the number. */
function aloneMatch(text: string, tag: string | null): readonly [RegExpExecArray | null, string] {
  const whole = NUMBER_ALONE.exec(text);
  if (whole) return [whole, ''];
  const titled = NUMBER_THEN_TITLE.exec(text) ?? NUMERAL_THEN_TITLE.exec(text);
  if (!titled) return [null, ''];
  const { number = '', mark = '', next = '' } = titled.groups ?? {};
  const rest = text.slice(titled[0].length).trim();
  const isStop = mark.startsWith('.');
  const isDigits = /^\p{Nd}/u.test(number);
  // `20. Jahrhundert`, `V. S. Naipaul`, `1. Kapitel`
  if (isStop && isDigits && tag !== null && ORDINAL_STOP.has(tag)) return [null, ''];
  if (isStop && (/^\p{L}\.$/u.test(next) || NAMED_ORDINALS.test(next))) return [null, ''];
  if (isStop && number.length === 1 && !isDigits && !/^[IVXivx]$/.test(number)) return [null, ''];
  if (PARTS.has(next.toLowerCase())) return [null, ''];
  return [titled, rest];
}

function chapterNumber(value: number, tag: string | null): string {
  switch (tag) {
    case null:
      return String(value);
    case 'ja':
    case 'zh':
      return `第${value}章`;
    case 'ko':
      return `제${value}장`;
    case 'hu':
      return `${value}. fejezet`;
    default: {
      const word = CHAPTER_WORDS[tag];
      return word === undefined ? String(value) : `${word} ${spokenNumber(value, tag)}`;
    }
  }
}

/** Reads `1. Kapitel` as “Erstes Kapitel”, and writes the numeral of `II. fejezet` or `IIe partie` in digits. */
function withOrdinals(text: string, tag: string | null): string {
  const spoken = text.replace(NUMBER_THEN_PART, (whole, number: string, part: string, at: number) => {
    const value = numberOf(number);
    if (value === null || value < 1) return whole;
    const ending = GERMAN_PARTS[part.toLowerCase()];
    if (ending === undefined || (tag !== null && tag !== 'de') || value > 99) return `${value}. ${part}`;
    const ordinal = `${ordinalStem(value)}${ending}`;
    return `${at === 0 ? capitalised(ordinal) : ordinal} ${asWord(part)}`;
  });
  return tag === null || tag === 'fr'
    ? spoken.replace(FRENCH_ORDINAL, (whole, number: string, ending: string) => {
        const value = romanValue(number);
        return value === null || !hasFrenchPart(text) ? whole : `${value}${ending}`;
      })
    : spoken;
}

const hasFrenchPart = (text: string): boolean => /chapitre|partie|acte|scène|livre|tome|tableau|chant/iu.test(text);

function withPartNumbers(text: string, tag: string | null): string {
  return text.replace(PART_THEN_NUMBER, (whole, ...found) => {
    const { part = '', number = '', stop = '' } = found.at(-1) as Record<string, string | undefined>;
    const at = found.at(-3) as number;
    const value = numberOf(number);
    const rest = text.slice(at + whole.length);
    if (value === null || !isPlaceOfPart(text.slice(0, at), part) || !isNumeral(number, part, rest)) return whole;
    const said = `${asWord(part)} ${spokenNumber(value, languageOf(part, tag))}`;
    return stop === '' ? `${said}${markBefore(rest)}` : said;
  });
}

/** A part starts the heading or follows punctuation, a number or a word in capitals: not `The Chapter 11 Case`. */
const isPlaceOfPart = (before: string, part: string): boolean =>
  /(?:^|[^\p{L}\p{N}\s])\s*$|\p{N}\s+$|(?<![\p{L}\p{N}])[MDCLXVI]+\s+$/u.test(before) ||
  (part.length > 2 && part === part.toUpperCase() && part !== part.toLowerCase());

function isNumeral(number: string, part: string, rest: string): boolean {
  if (/^\p{N}/u.test(number)) return true;
  const isLower = number === number.toLowerCase();
  if (number !== number.toUpperCase() && !isLower) return false;
  if (LETTERS_FIRST.has(number.toUpperCase()) && !CHAPTER_LIKE.test(part)) return false;
  if (isLower && /^\s+\p{L}/u.test(rest)) return false;
  return number !== 'I' || !AFTER_PRONOUN.test(rest);
}

/** A title that follows without punctuation is read after a pause. */
const markBefore = (rest: string): string => {
  const next = /^[\s\u00a0]+(?<word>[\p{L}\p{N}“"„«‘]+)/u.exec(rest)?.groups?.['word'];
  if (next === undefined) return '';
  return PARTS.has(next.toLowerCase()) ? ',' : '.';
};

/** Numbers are words only in the speaker's language. */
function languageOf(part: string, tag: string | null): string | null {
  const word = part.toLowerCase();
  const own = ENGLISH_PARTS.includes(word) ? 'en' : isGerman(word) ? 'de' : null;
  if (tag === null || tag === own) return own;
  // `Kapitel` is a Swedish word, too.
  return null;
}

function spokenNumber(value: number, tag: string | null): string {
  if (tag === 'en') return englishNumber(value);
  return tag === 'de' ? germanNumber(value) : String(value);
}

/** A word in capitals might be spelled out. */
const asWord = (part: string): string => (part === part.toUpperCase() ? capitalised(part.toLowerCase()) : part);

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function numberOf(written: string): number | null {
  const plain = written.normalize('NFKC');
  return /^\d+$/.test(plain) ? Number(plain) : romanValue(plain.toUpperCase());
}
