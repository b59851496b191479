// Finds the words that a narrator looks up before recording: names, foreign words, numbers, abbreviations, homographs.
import { LANGUAGE_TAGS, type Language } from '@lectern/tts-protocol';
import {
  HARD_WORD_KINDS,
  type HardWord,
  type HardWordKind,
  type HardWordReason,
} from '../../../shared/model/hard-words.ts';
import { genderOfGivenName } from '../../../shared/rules/cast/given-names.ts';
import { STOP_WORDS } from '../../../shared/rules/detect-language.ts';
import { ROMAN_NUMERAL, romanValue } from '../../../shared/rules/roman-numerals.ts';
import { isAbbreviated } from '../../../shared/rules/text-boundaries.ts';
import { wordAlternation, wordSet, wordSetIn } from '../../../shared/rules/words/word-lists.ts';
import { englishNumber } from '../../../shared/speech-text/english.ts';
import { germanNumber } from '../../../shared/speech-text/german.ts';
import { normaliseText } from '../../../shared/speech-text/normalise-text.ts';

export interface LinePassage {
  readonly lineId: number;
  readonly role: string;
  /** As spoken, before pronunciation rules. */
  readonly text: string;
  readonly language: Language | null;
  /** Capitals in headings aren't evidence of a name. */
  readonly isHeading: boolean;
  /** Words that the script emphasises. */
  readonly emphasised: readonly string[];
}

/** A word is listed with this many lines at most. */
const MAX_LINES = 20;
const MAX_CONTEXT = 160;

interface WordTally {
  count: number;
  /** Inside a sentence, where a capital isn't due to the position. */
  inside: number;
  /** After a determiner, as in `das Haus`. */
  determined: number;
  /** After a title: `Herr Briest`. */
  titled: number;
  /** After a preposition without an article: `nach Kessin`. */
  placed: number;
  inPassage: number;
  emphasised: number;
  readonly lineIds: number[];
  readonly first: LinePassage;
  readonly at: number;
}

interface FoundToken {
  readonly kind: HardWordKind;
  readonly reason: HardWordReason;
  readonly tally: WordTally;
}

/** Collects words passage by passage, in script order. `words` may be called once everything has been added. */
export class HardWordFinder {
  readonly #languages = new Map<string, LanguageWords>();

  add(passage: LinePassage): void {
    const tag = passage.language === null ? 'en' : LANGUAGE_TAGS[passage.language];
    let words = this.#languages.get(tag);
    if (words === undefined) {
      words = new LanguageWords(tag);
      this.#languages.set(tag, words);
    }
    words.add(passage);
  }

  /** Returns each word once, by kind and then by frequency. */
  words(): HardWord[] {
    const merged = new Map<string, HardWord>();
    for (const words of this.#languages.values()) {
      for (const word of words.words()) {
        const key = `${word.kind} ${word.word}`;
        const known = merged.get(key);
        merged.set(key, known === undefined ? word : joined(known, word));
      }
    }
    return [...merged.values()].sort(
      (one, other) =>
        HARD_WORD_KINDS.indexOf(one.kind) - HARD_WORD_KINDS.indexOf(other.kind) ||
        other.count - one.count ||
        (one.word < other.word ? -1 : 1),
    );
  }
}

const joined = (one: HardWord, other: HardWord): HardWord => ({
  ...one,
  count: one.count + other.count,
  lineIds: [...new Set([...one.lineIds, ...other.lineIds])].slice(0, MAX_LINES),
});

const WORD = /[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;
/** Writing systems without capitals and without spaces between words: only words in Latin letters stand out. */
const LATIN_WORD = /[\p{Script=Latin}\p{M}]+(?:['’][\p{Script=Latin}]+)*/gu;
const WITHOUT_WORDS: ReadonlySet<string> = new Set(['ja', 'zh', 'ko', 'th']);
const OTHER_SCRIPTS: ReadonlySet<string> = new Set([
  ...WITHOUT_WORDS,
  ...['ru', 'uk', 'bg', 'sr', 'el', 'he', 'ar', 'ur', 'hi', 'bn', 'am'],
]);
const CAPITALISED = /^\p{Lu}/u;
const LATIN = /\p{Script=Latin}/u;
const POSSESSIVE = /['’]s$/u;
const CLITIC = /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu)['’](?=\p{L})/iu;
/** Text between two words after which a capital may be due to the position. */
const SENTENCE_START = /[.!?…:;"“”„«»‹›‘([\n—–]|^['’]|\s['’]$/u;

/** Letters beyond A to Z that a language's own words have. */
const OWN_LETTERS: Readonly<Record<string, string>> = {
  en: '',
  de: 'äöüß',
  nl: 'äëïöüé',
  fr: 'àâæçéèêëîïôœùûüÿ',
  es: 'áéíóúüñ',
  it: 'àèéìíîòóù',
  pt: 'áàâãçéêíóôõúü',
  sv: 'åäöé',
  da: 'æøåé',
  fi: 'äöå',
  pl: 'ąćęłńóśźż',
};
/** Combinations of letters that English words rarely have. */
const FOREIGN_SPELLING = new RegExp(
  [
    '^(?:ts[aeiou]|zh|dz|sz|cz|nj|nk|mb|ng|hj|sj|tsch|schl|schm|schn|schw)',
    'q(?!u)|aa|uu|kk|jj|tsch|szcz|ij[a-z]|[^aeiou]j[^aeiou]',
    '(?:[jvq]|eaux?|[ae]sco|issim[oa]|zz[aio])$',
  ].join('|'),
  'u',
);
const ENGLISH_LOOKING = wordSetIn('en', 'own-spellings');
const ENGLISH_ENDING = /(?:ing|ed|ly|ness|tion|ment|able|ous|ful|less|ers?|est|’s|s)$/u;

const GERMAN_DETERMINER = new RegExp(
  `^(?:${[
    ...['(?:dies|jen|jed|welch|manch|kein|ihr|all|viel)e[rmns]?|(?:[mds]?ein|kein)(?:e[rmns]?)?|de[rmns]|die|das'],
    ...['im|am|beim|vom|zum|zur|ans|ins|aufs|etwas|nichts|ohne|mehr|wenig|zwei|drei|vier'],
  ].join('|')})$`,
  'u',
);
const GERMAN_TITLES = wordSetIn('de', 'titles-without-articles');
const GERMAN_PREPOSITIONS = wordSetIn('de', 'place-prepositions');
const GERMAN_NOUN_ENDING =
  /(?:ung|heit|keit|schaft|tion|tät|chen|lein|nis|tum|ismus|ei|enz|anz|ur|ling|sal|ik)(?:e?[ns])?$/u;

const MONTH = `${wordAlternation('month-names')}(?!\\p{L})`;
const FIGURE = String.raw`(?:\d{1,3}(?:[,.\u00a0\u202f]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?)`;
const HALF_DAY = String.raw`(?:[ap]\.?m(?!\p{L})\.?|Uhr(?!\p{L}))`;
/** The first form that matches decides how a number is read. */
const NUMBER_FORMS: readonly (readonly [reason: HardWordReason, forms: readonly string[]])[] = [
  [
    'phone',
    [
      String.raw`\+\d[\d \u00a0()/-]{6,18}\d`,
      String.raw`\(\d{3}\) ?\d{3}[-. ]\d{4}`,
      String.raw`(?:\d{3}[-. ])?\d{3}-\d{4}`,
      String.raw`\d{3}[. ]\d{3}[. ]\d{4}`,
    ],
  ],
  [
    'date',
    [
      String.raw`\d{4}-\d{2}-\d{2}`,
      String.raw`\d{1,2}[./]\d{1,2}[./]\d{2,4}`,
      String.raw`\d{1,2}(?:st|nd|rd|th|er|\.)? (?:of |de )?${MONTH}(?:,? (?:de )?\d{4})?`,
      String.raw`${MONTH} \d{1,2}(?:st|nd|rd|th)?(?!\d)(?:, \d{4})?`,
    ],
  ],
  [
    'time',
    [
      String.raw`\d{1,2}[:.]\d{2}(?::\d{2})? ?${HALF_DAY}`,
      String.raw`\d{1,2}:\d{2}(?!\d)`,
      String.raw`\d{1,2} ?${HALF_DAY}`,
      String.raw`\d{1,2} ?h ?\d{2}(?!\d)`,
    ],
  ],
  [
    'money',
    [
      String.raw`(?:US)?[$£€¥₹] ?${FIGURE}(?: (?:hundred|thousand|million|billion)|(?:[kmKM]|bn)(?!\p{L}))?`,
      String.raw`${FIGURE}[ \u00a0]?[$£€¥]`,
    ],
  ],
  ['fraction', [String.raw`\d+[/⁄]\d+`, String.raw`\d*[½¼¾⅓⅔⅛⅜⅝⅞]`]],
  ['ordinal', [String.raw`\d+(?:st|nd|rd|th|er|re|ère|ème|e|º|ª)(?!\p{L})`]],
  ['year', [String.raw`(?:1[0-9]|20)\d\d(?:s|er)?(?![\p{L}\p{N}.,]*\d|\p{L})`]],
  ['figure', [String.raw`${FIGURE}(?:[ \u00a0]?[%‰°](?:[CF](?!\p{L}))?)?`]],
];
const NUMBER = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${NUMBER_FORMS.map(([reason, forms]) => `(?<${reason}>${forms.join('|')})`).join('|')})`,
  'gu',
);
const MAY_BE_NUMBER = /[\d½¼¾⅓⅔⅛⅜⅝⅞]/u;
/** A Roman numeral after a name or a part: `Louis XIV`, `Henry V`. */
const ROMAN = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?<name>\\p{Lu}\\p{Ll}+) )?(?<numeral>${ROMAN_NUMERAL})(?![\\p{L}\\p{N}'’])`,
  'gu',
);
const MAY_BE_ROMAN = /[MDCLXVI]{2}|\p{Lu}\p{Ll}+ [IVX](?![\p{L}'’])/u;
/** Valid numerals that are more often something else. */
const NOT_ROMAN: ReadonlySet<string> = new Set([
  'MIX',
  'DI',
  'CD',
  'MD',
  'DC',
  'MC',
  'LI',
  'CV',
  'MI',
  'DIM',
  'XL',
  'CC',
  'MM',
]);
const RULER = /^(?:King|Queen|Pope|Tsar|Emperor|Kaiser|Prince|Papst|König|Kaiser|Zar)$/;
const PART_NAME = /^(?:Chapter|Part|Act|Scene|Book|Volume|War|Kapitel|Teil|Akt|Szene|Buch|Band)$/;

const INITIALS = /(?<![\p{L}\p{N}.])(?:\p{L}\.[ \u00a0]?){2,}/gu;
const MAY_BE_INITIALS = /\p{L}\.[ \u00a0]?\p{L}\./u;
const ALL_CAPITALS = /^\p{Lu}{2,6}s?$/u;
/** Capitals without a vowel, or next to words that aren't shouted. */
const FAMILIAR_SHOUTS = (['function-words', 'one-word-sentences', 'stressed-words', 'sentence-words'] as const).flatMap(
  (list) => [...wordSet(list)],
);

/** The words in one language. */
class LanguageWords {
  readonly #tag: string;
  readonly #forms = new Map<string, WordTally>();
  readonly #tokens = new Map<string, FoundToken>();
  readonly #homographs: ReadonlySet<string>;
  readonly #abbreviations: ReadonlySet<string>;
  readonly #familiar: ReadonlySet<string>;
  readonly #shouts: ReadonlySet<string>;
  readonly #strangers: ReadonlyMap<string, readonly Language[]>;
  readonly #foreignLetter: RegExp | null;

  constructor(tag: string) {
    this.#tag = tag;
    this.#homographs = wordSetIn(tag, 'homographs');
    this.#abbreviations = wordSetIn(tag, 'written-abbreviations');
    this.#familiar = wordSetIn(tag, 'familiar-capitals');
    this.#shouts = new Set(FAMILIAR_SHOUTS.map((word) => word.toLowerCase()));
    this.#strangers = foreignWords(tag);
    const own = OWN_LETTERS[tag];
    this.#foreignLetter = own === undefined ? null : new RegExp(`[^a-zA-Z'’${own}${own.toUpperCase()}ẞ]`, 'u');
  }

  add(passage: LinePassage): void {
    const { text } = passage;
    if (MAY_BE_NUMBER.test(text)) this.#addNumbers(passage);
    if (MAY_BE_ROMAN.test(text)) this.#addRomans(passage);
    if (MAY_BE_INITIALS.test(text)) this.#addInitials(passage);
    this.#addWords(passage);
  }

  #addNumbers(passage: LinePassage): void {
    for (const match of passage.text.matchAll(NUMBER)) {
      const [reason] = Object.entries(match.groups ?? {}).find(([, found]) => found !== undefined) ?? ['figure'];
      const written = match[0].replace(/[.,]$/u, (mark) => (/[ap]\.m\.$/u.test(match[0]) ? mark : ''));
      this.#addToken('number', reason as HardWordReason, written, passage, match.index);
    }
  }

  #addRomans(passage: LinePassage): void {
    for (const match of passage.text.matchAll(ROMAN)) {
      const { name, numeral = '' } = match.groups ?? {};
      if (NOT_ROMAN.has(numeral) || romanValue(numeral) === null) continue;
      if (numeral.length === 1) {
        if (name === undefined || !/[IVX]/.test(numeral)) continue;
        const before =
          /(?<!\p{L})\p{L}{1,12}(?= $)/u.exec(passage.text.slice(Math.max(0, match.index - 14), match.index))?.[0] ??
          '';
        const isPart = PART_NAME.test(name);
        if (RULER.test(name) || (!isPart && numeral === 'I' && !RULER.test(before))) continue;
        if (!isPart && numeral !== 'I' && this.#familiar.has(name)) continue;
      }
      this.#addToken('number', 'roman', match[0], passage, match.index);
    }
  }

  #addInitials(passage: LinePassage): void {
    for (const { 0: match, index } of passage.text.matchAll(INITIALS)) {
      this.#addToken('abbreviation', 'initials', match.trim(), passage, index);
    }
  }

  #addWords(passage: LinePassage): void {
    const { text, isHeading } = passage;
    const pattern = WITHOUT_WORDS.has(this.#tag) ? LATIN_WORD : WORD;
    const isClitic = this.#tag === 'fr' || this.#tag === 'it';
    const foreign = new ForeignPassages(this.#strangers);
    const tallies: WordTally[] = [];
    const emphasised =
      passage.emphasised.length > 0 ? new Set(passage.emphasised.flatMap((words) => words.match(WORD) ?? [])) : null;
    let end = 0;
    let previous = '';
    for (const { 0: matched, index } of text.matchAll(pattern)) {
      const clitic = isClitic ? (CLITIC.exec(matched)?.[0].length ?? 0) : 0;
      const word = matched.slice(clitic).replace(POSSESSIVE, '');
      const at = index + clitic;
      const gap = text.slice(end, index);
      const isAbbreviated = gap.startsWith('.') && this.#abbreviations.has(previous);
      const isInside =
        !isHeading && end > 0 && (isAbbreviated ? !SENTENCE_START.test(gap.slice(1)) : !SENTENCE_START.test(gap));
      end = index + matched.length;
      if (this.#addAbbreviation(word, matched, previous, text, end, passage, at)) {
        previous = word;
        continue;
      }
      const tally = this.#count(word, passage, at);
      if (isInside) tally.inside += 1;
      if (this.#tag === 'de') this.#countGerman(tally, previous, isInside);
      if (emphasised?.has(matched)) tally.emphasised += 1;
      foreign.next(word);
      tallies.push(tally);
      previous = word;
    }
    for (const at of foreign.places()) {
      const tally = tallies[at];
      if (tally) tally.inPassage += 1;
    }
  }

  #countGerman(tally: WordTally, previous: string, isInside: boolean): void {
    if (!isInside) return;
    if (GERMAN_TITLES.has(previous)) tally.titled += 1;
    else if (GERMAN_DETERMINER.test(previous)) tally.determined += 1;
    else if (GERMAN_PREPOSITIONS.has(previous)) tally.placed += 1;
  }

  #addAbbreviation(
    word: string,
    matched: string,
    previous: string,
    text: string,
    end: number,
    passage: LinePassage,
    at: number,
  ): boolean {
    const hasStop = text[end] === '.';
    if (
      this.#abbreviations.has(word) &&
      word === matched &&
      (hasStop || /^(?:Mrs?|Ms|Dr|St|Ste|Mmes?|Mlles?|Messrs|Prof|Frl)$/.test(word))
    ) {
      this.#addToken('abbreviation', 'short-form', hasStop ? `${word}.` : word, passage, at);
      return true;
    }
    if (hasStop && /^[Nn]o$/.test(word) && /^\. ?\d/.test(text.slice(end, end + 3))) {
      this.#addToken('abbreviation', 'short-form', `${word}.`, passage, at);
      return true;
    }
    if (!ALL_CAPITALS.test(word) || passage.isHeading || this.#shouts.has(word.toLowerCase())) return false;
    if (
      romanValue(word) !== null ||
      (previous.length > 1 && previous === previous.toUpperCase() && !ALL_CAPITALS.test(previous))
    )
      return false;
    const next = /^[^\p{L}]*(\p{L}+)/u.exec(text.slice(end, end + 40))?.[1] ?? '';
    const isShouted = [previous, next].some(
      (other) => other.length > 1 && other === other.toUpperCase() && other !== other.toLowerCase(),
    );
    if (isShouted) return false;
    this.#addToken('abbreviation', 'initials', word, passage, at);
    return true;
  }

  #addToken(kind: HardWordKind, reason: HardWordReason, written: string, passage: LinePassage, at: number): void {
    const key = `${kind} ${written}`;
    const known = this.#tokens.get(key);
    if (known) count(known.tally, passage.lineId);
    else this.#tokens.set(key, { kind, reason, tally: newTally(passage, at) });
  }

  #count(word: string, passage: LinePassage, at: number): WordTally {
    const known = this.#forms.get(word);
    if (known) {
      count(known, passage.lineId);
      return known;
    }
    const tally = newTally(passage, at);
    this.#forms.set(word, tally);
    return tally;
  }

  words(): HardWord[] {
    const found: HardWord[] = [];
    for (const [key, { kind, reason, tally }] of this.#tokens) {
      const written = key.slice(kind.length + 1);
      // A word in capitals that the book also has in small letters is shouted.
      if (reason === 'initials' && this.#isShouted(written)) continue;
      found.push(hardWord(kind, written, reason, tally, readAs(written, kind, this.#tag)));
    }
    const homographs = new Map<string, WordTally>();
    for (const [form, tally] of this.#forms) {
      const small = form.toLowerCase();
      const homograph = this.#homographs.has(form)
        ? form
        : this.#homographs.has(small) && this.#tag !== 'de'
          ? small
          : null;
      if (homograph !== null) {
        const known = homographs.get(homograph);
        homographs.set(homograph, known === undefined ? tally : bothCases(known, tally));
        continue;
      }
      const [kind, reason] = this.#kindOf(form, small, tally);
      if (kind !== null) found.push(hardWord(kind, form, reason, tally, null));
    }
    for (const [word, tally] of homographs) found.push(hardWord('homograph', word, 'two-readings', tally, null));
    return found;
  }

  #isShouted(written: string): boolean {
    if (written.includes('.')) return false;
    const small = written.toLowerCase();
    if (this.#forms.has(small) || this.#forms.has(written.charAt(0) + small.slice(1))) return true;
    return this.#tag === 'en' && written.length > 4 && ENGLISH_ENDING.test(small);
  }

  #kindOf(
    form: string,
    small: string,
    tally: WordTally,
  ): readonly [HardWordKind, HardWordReason] | readonly [null, 'capitals'] {
    if (form.length < 2) return NOT_HARD;
    if (OTHER_SCRIPTS.has(this.#tag)) {
      if (LATIN.test(form)) return ['foreign', 'script'];
      return this.#isName(form, small, tally) ? ['name', 'capitals'] : NOT_HARD;
    }
    if (!LATIN.test(form)) return ['foreign', 'script'];
    const isForeignPassage = tally.inPassage > 0 && tally.inPassage * 2 > tally.count;
    if (!isForeignPassage && this.#isName(form, small, tally)) {
      return ['name', genderOfGivenName(form.toUpperCase(), null) === null ? 'capitals' : 'given-name'];
    }
    if (this.#foreignLetter?.test(form)) return ['foreign', 'letters'];
    if (isForeignPassage) return ['foreign', 'passage'];
    if (form !== small) return NOT_HARD;
    if (
      tally.emphasised === tally.count &&
      !this.#shouts.has(small) &&
      !(this.#tag === 'en' && ENGLISH_ENDING.test(small))
    ) {
      return ['foreign', 'emphasis'];
    }
    if (this.#tag === 'en' && FOREIGN_SPELLING.test(small) && !ENGLISH_LOOKING.has(small))
      return ['foreign', 'spelling'];
    return NOT_HARD;
  }

  #isName(form: string, small: string, tally: WordTally): boolean {
    if (/^\p{L}['’]\p{Lu}\p{Ll}/u.test(form)) return true;
    if (!CAPITALISED.test(form) || form === form.toUpperCase() || /^I['’]/.test(form) || this.#familiar.has(form))
      return false;
    const written = this.#forms.get(small)?.count ?? 0;
    if (this.#tag !== 'de') return tally.inside > 0 && written * 3 <= tally.inside;
    if (genderOfGivenName(form.toUpperCase(), null) !== null) return tally.determined * 2 <= tally.count;
    if (written > 0) return false;
    if (tally.determined * 8 > tally.count || GERMAN_NOUN_ENDING.test(form)) return false;
    // The genitive is evidence too: `Kessins`.
    const genitive = this.#forms.get(`${form}s`);
    if (genitive !== undefined && genitive.determined > 0) return false;
    return tally.titled > 0 || (tally.placed > 0 && tally.count > 1) || (tally.inside >= 3 && tally.count >= 4);
  }
}

const NOT_HARD = [null, 'capitals'] as const;

const newTally = (first: LinePassage, at: number): WordTally => ({
  count: 1,
  inside: 0,
  determined: 0,
  titled: 0,
  placed: 0,
  inPassage: 0,
  emphasised: 0,
  lineIds: [first.lineId],
  first,
  at,
});

function count(tally: WordTally, lineId: number): void {
  tally.count += 1;
  if (tally.lineIds.length < MAX_LINES && tally.lineIds.at(-1) !== lineId) tally.lineIds.push(lineId);
}

/** The tally that was found first keeps its context. Lines stay in the order of their first word. */
function bothCases(one: WordTally, other: WordTally): WordTally {
  const lineIds = [...new Set([...one.lineIds, ...other.lineIds])].slice(0, MAX_LINES);
  return { ...one, count: one.count + other.count, lineIds };
}

/** Words of other languages that aren't words of this one. */
function foreignWords(tag: string): ReadonlyMap<string, readonly Language[]> {
  const own = new Set(
    [...STOP_WORDS].flatMap(([language, words]) => (LANGUAGE_TAGS[language] === tag ? [...words] : [])),
  );
  if (tag === 'en') for (const word of ALSO_ENGLISH) own.add(word);
  const found = new Map<string, Language[]>();
  for (const [language, words] of STOP_WORDS) {
    if (
      !PASSAGE_LANGUAGES.has(language) ||
      LANGUAGE_TAGS[language] === tag ||
      RELATED.get(tag)?.has(LANGUAGE_TAGS[language])
    )
      continue;
    for (const word of words) {
      if (own.has(word) || word.length < 2) continue;
      const languages = found.get(word);
      if (languages) languages.push(language);
      else found.set(word, [language]);
    }
  }
  return found;
}

const ALSO_ENGLISH = wordSetIn('en', 'shared-words');
/** Languages with too many words in common. */
const RELATED: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['de', new Set(['nl', 'af'])],
  ['nl', new Set(['af', 'de'])],
  ['es', new Set(['gl', 'ca', 'pt', 'it'])],
  ['it', new Set(['es', 'ca', 'gl'])],
  ['pt', new Set(['gl', 'es', 'ca'])],
  ['fr', new Set(['ca'])],
  ['sv', new Set(['da'])],
  ['da', new Set(['sv'])],
]);

/** Languages that novels in another language quote. */
const PASSAGE_LANGUAGES: ReadonlySet<Language> = new Set([
  ...(['english', 'french', 'german', 'spanish', 'italian', 'portuguese', 'dutch'] as const),
]);

const MAX_DISTANCE = 4;

/** Finds the words from one common word of another language to the next one of the same language. */
class ForeignPassages {
  readonly #strangers: ReadonlyMap<string, readonly Language[]>;
  readonly #seen: { readonly word: string; readonly at: number; readonly languages: readonly Language[] }[] = [];
  #length = 0;

  constructor(strangers: ReadonlyMap<string, readonly Language[]>) {
    this.#strangers = strangers;
  }

  next(word: string): void {
    const languages = this.#strangers.get(word.toLowerCase());
    if (languages) this.#seen.push({ word, at: this.#length, languages });
    this.#length += 1;
  }

  places(): ReadonlySet<number> {
    const found = new Set<number>();
    for (const [index, { word, at, languages }] of this.#seen.entries()) {
      const next = this.#seen[index + 1];
      if (
        !next ||
        next.word === word ||
        next.at - at > MAX_DISTANCE ||
        !languages.some((language) => next.languages.includes(language))
      )
        continue;
      for (let place = at; place <= next.at; place += 1) found.add(place);
    }
    return found;
  }
}

function hardWord(
  kind: HardWordKind,
  word: string,
  reason: HardWordReason,
  tally: WordTally,
  said: string | null,
): HardWord {
  const { first, at, lineIds } = tally;
  const { before, after } = contextOf(first.text, at, word.length);
  return {
    kind,
    word,
    reason,
    count: tally.count,
    lineIds: [...lineIds],
    role: first.role,
    before,
    after,
    readAs: said,
  };
}

const NEXT_SENTENCE_END = /[.!?…]["”’»)]*(?=\s+["“‘«(\p{Lu}]|$)/gu;
const SENTENCE_END = /[.!?…]["”’»)]*\s+(?=["“‘«(\p{Lu}])/gu;

const endsAbbreviated = (text: string, at: number, length: number): boolean =>
  text[at] === '.' &&
  isAbbreviated(text.slice(Math.max(0, at - 40), at + 1), text.slice(at + length, at + length + 2).trim());

/** Returns the sentence around a word, shortened at both ends. */
function contextOf(text: string, at: number, length: number): Pick<HardWord, 'before' | 'after'> {
  const start = Math.max(0, at - 2 * MAX_CONTEXT);
  const before = text.slice(start, at);
  let from = 0;
  for (const match of before.matchAll(SENTENCE_END)) {
    if (!endsAbbreviated(before, match.index, match[0].length)) from = match.index + match[0].length;
  }
  const rest = text.slice(at + length, at + length + 2 * MAX_CONTEXT);
  const end = [...rest.matchAll(NEXT_SENTENCE_END)].find(
    ({ 0: mark, index }) => !endsAbbreviated(rest, index, mark.length),
  );
  const after = end ? rest.slice(0, end.index + end[0].length) : rest;
  const short = before.slice(from);
  return {
    before: short.length > MAX_CONTEXT ? `…${short.slice(-MAX_CONTEXT).replace(/^\S*\s/u, '')}` : short.trimStart(),
    after: after.length > MAX_CONTEXT ? `${after.slice(0, MAX_CONTEXT).replace(/\s\S*$/u, '')}…` : after.trimEnd(),
  };
}

/** Returns how the local service reads the text; null if it reads it as written. */
function readAs(written: string, kind: HardWordKind, tag: string): string | null {
  if (kind === 'number' && /^[1-9]\d{0,2}$/.test(written)) {
    if (tag === 'en') return englishNumber(Number(written));
    return tag === 'de' ? germanNumber(Number(written)) : null;
  }
  // Whether an abbreviation is written out depends on the next word.
  for (const next of kind === 'number' ? [' x'] : [' x', ' Xx', ' 5']) {
    const { text } = normaliseText({ text: written + next, marks: [] }, tag);
    const said = text.endsWith(next) ? text.slice(0, -next.length).trim() : text.slice(0, -next.trim().length).trim();
    if (said !== written) return said;
  }
  return null;
}
