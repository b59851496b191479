// Finds the roles' gender, age and accent in a script: in narration, directions and speeches.
import type { Language } from '@lectern/tts-protocol';
import { wordSet } from '../words/word-lists.ts';
import { type Gender, genderOfGivenName } from './given-names.ts';
import {
  ADJECTIVE_AGES,
  type Age,
  ageOfWord,
  ageOfYears,
  LIKELY_GENDERS,
  NOUN_AGES,
  NOUN_GENDERS,
  TITLE_GENDERS,
  yearsOf,
} from './person-words.ts';
import { RoleMentions } from './role-mentions.ts';
import { type AccentName, accentOfWord } from './voice-accents.ts';

const SPEECH_VERBS = wordSet('speech-verbs');

const pronouns = (male: string, female: string): ReadonlyMap<string, Gender> =>
  new Map([
    ...male.split(' ').map((word) => [word, 'male'] as const),
    ...female.split(' ').map((word) => [word, 'female'] as const),
  ]);

const PRONOUNS: Readonly<Partial<Record<Language, ReadonlyMap<string, Gender>>>> = {
  english: pronouns('he him his himself', 'she her hers herself'),
  german: pronouns('er ihn ihm', 'sie ihr'),
  french: pronouns('il', 'elle'),
  spanish: pronouns('él', 'ella'),
  italian: pronouns('lui egli', 'lei ella'),
  portuguese: pronouns('ele', 'ela'),
  dutch: pronouns('hij hem', 'haar'),
  swedish: pronouns('han honom hans', 'hon henne hennes'),
  danish: pronouns('han ham hans', 'hun hende hendes'),
  polish: pronouns('on jego jemu', 'ona jej'),
  russian: pronouns('он его ему', 'она ей'),
  ukrainian: pronouns('він його', 'вона їй'),
};

/** Pronouns that are subjects, and so can start a sentence about the person named before. */
const SUBJECTS: ReadonlySet<string> = new Set(
  'he she er sie il elle él ella lui egli lei ele ela hij han hon hun on ona он она він вона'.split(' '),
);

/** Weights of the evidence for a gender. */
const VOTES = { tag: 3, pronoun: 1, title: 4, described: 8, kin: 4, self: 6, address: 2 } as const;

export class RoleEvidence {
  readonly votes: Record<Gender, number> = { female: 0, male: 0 };
  /** Counts titles before the name in speech. They are weaker, since `Mrs. Helmer` may be another Helmer. */
  readonly titlesInSpeech: Record<Gender, number> = { female: 0, male: 0 };
  /** Ages in years, or stated by the role: `Tom, aged 12`, `I'm a little girl`. */
  readonly statedAges: Age[] = [];
  /** Descriptions such as `an elderly baker`. */
  readonly ages = new Map<Age, number>();
  /** Adjectives before the name: `old Tom`. */
  readonly adjectives = new Map<Age, number>();
  readonly accents = new Map<AccentName, number>();
  mentions = 0;

  vote(gender: Gender | null | undefined, weight: number): void {
    if (gender) this.votes[gender] += weight;
  }
}

interface TextWord {
  readonly text: string;
  readonly upper: string;
  readonly start: number;
  readonly end: number;
}

const WORD = /[\p{L}\p{M}]+|\p{Nd}+/gu;
/** A full stop after a title doesn't end a sentence. */
const SENTENCE = /(?:\b(?:Mr|Mrs|Ms|Dr|St|Mme|Mlle|Capt|Col|Sgt|Hr|Fr)\.|[^.!?;()\n])+/g;
const QUOTED = /“[^”]*”?|„[^“”]*[“”]?|«[^»]*»?|»[^«]*«|"[^"]*"?|(?<![\p{L}\p{N}])‘[^‘]*?’(?![\p{L}\p{N}])/gu;
const HAS_QUOTE = /[“„«"‘]/;
const BRACKETS = /\(([^()]*)\)/g;

const wordsIn = (text: string): TextWord[] =>
  Array.from(text.matchAll(WORD), (match) => ({
    text: match[0],
    upper: match[0].toUpperCase(),
    start: match.index,
    end: match.index + match[0].length,
  }));

/** In a sentence about two people, or beyond this many words, a pronoun says nothing certain. */
const TAG_WORDS = 7;
const DESCRIPTION_WORDS = 6;
const MAX_LENGTH = 4_000_000;

export function readTraitEvidence(
  script: string,
  names: readonly string[],
  language: Language | null,
): ReadonlyMap<string, RoleEvidence> {
  const reader = new TraitReader(names, language);
  for (const [block] of script.slice(0, MAX_LENGTH).matchAll(/[^\r\n]+(?:\r?\n(?!\r?\n)[^\r\n]+)*/g))
    reader.read(block);
  return reader.evidence;
}

class TraitReader {
  readonly evidence: ReadonlyMap<string, RoleEvidence>;
  readonly #names: ReadonlySet<string>;
  readonly #mentions: RoleMentions;
  readonly #pronouns: ReadonlyMap<string, Gender>;
  readonly #language: Language | null;
  /** The role whose speech directly precedes the current text. */
  #speaker: string | null = null;
  /** The last two speakers, without unattributed quotations in between. */
  #previous: string | null = null;
  /** The only role named in the previous sentence. */
  #subject: RoleEvidence | null = null;

  constructor(names: readonly string[], language: Language | null) {
    this.evidence = new Map(names.map((name) => [name, new RoleEvidence()]));
    this.#names = new Set(names);
    this.#mentions = new RoleMentions(names);
    this.#language = language;
    this.#pronouns = PRONOUNS[language ?? 'english'] ?? new Map();
  }

  /** Reads a paragraph: narration, a heading, or rows that start with roles. */
  read(block: string): void {
    if (block.startsWith('#')) {
      this.#speaker = this.#previous = this.#subject = null;
      return;
    }
    for (const row of block.split('\n')) {
      const colon = row.slice(0, MAX_MARK_LENGTH).search(/[:：]/);
      const name = colon < 0 ? '' : row.slice(0, colon).replace(/^@/, '').replace(/\s+/g, ' ').trim();
      if (this.#names.has(name)) this.#readSpeech(name, row.slice(colon + 1));
      else if (UNKNOWN_MARK.test(row)) {
        this.#readTitles(row.slice(row.indexOf(':')));
        this.#speaker = this.#previous = this.#subject = null;
      } else this.#readNarration(row);
    }
  }

  #readSpeech(name: string, speech: string): void {
    const own = this.evidence.get(name);
    // Only in an exchange between two roles is it clear who is addressed.
    const partner = this.#previous === name && this.#speaker !== name ? this.#speaker : null;
    if (own) {
      for (const [, direction = ''] of speech.matchAll(BRACKETS)) this.#readDirection(own, direction);
      this.#readOwnWords(own, speech.replace(BRACKETS, ' '));
    }
    this.#readTitles(speech);
    const other = partner === null ? undefined : this.evidence.get(partner);
    if (other) for (const gender of addressedGenders(speech)) other.vote(gender, VOTES.address);
    if (this.#speaker !== name) this.#previous = this.#speaker;
    this.#speaker = name;
    this.#subject = null;
  }

  /** In speech, only titles are evidence, because pronouns can refer to anyone. */
  #readTitles(speech: string): void {
    const words = wordsIn(speech);
    for (const { name, from } of this.#mentions.find(words)) {
      const role = this.evidence.get(name);
      const title = role && titleBefore(words, from, speech);
      if (title) role.titlesInSpeech[title] += 1;
    }
  }

  /** A direction inside a speech is about the speaker, unless it names someone. */
  #readDirection(own: RoleEvidence, direction: string): void {
    const words = wordsIn(direction);
    this.#readAccent(own, words);
    if (this.#mentions.find(words).length > 0) {
      this.#readSentences(direction);
      return;
    }
    for (const [at, { text }] of words.entries()) {
      const lower = text.toLowerCase();
      const isSubject = SUBJECTS.has(lower) && (at === 0 || words.length < TAG_WORDS);
      if (isSubject || /^(?:himself|herself)$/.test(lower)) own.vote(this.#pronouns.get(lower), VOTES.pronoun);
    }
  }

  #readOwnWords(own: RoleEvidence, speech: string): void {
    const words = wordsIn(speech);
    for (const { isPast, words: said } of selfStatements(words)) {
      const years = yearsOf(said[0]?.upper ?? '');
      if (years !== null && years > MIN_YEARS && !isPast) {
        const gap = speech.slice(said[0]?.end, said[1]?.start);
        if (said.length < 2 || /[,.;!?—”]/.test(gap) || isYear(said[1]?.upper ?? ''))
          own.statedAges.push(ageOfYears(years));
      }
      const article = said[0]?.text.toLowerCase() ?? '';
      if (!ARTICLES.has(article) && !POSSESSIVES.has(article)) continue;
      const noun = said.find(({ upper, end }) => genderOfNoun(upper) !== null && !isOwnerAt(speech, end));
      if (!noun || /[,.;!?—”]/.test(speech.slice(said[0]?.end, noun.start))) continue;
      own.vote(genderOfNoun(noun.upper), VOTES.self);
      const age = said.map(({ upper }) => NOUN_AGES.get(upper) ?? ADJECTIVE_AGES.get(upper)).find((found) => found);
      if (age && !isPast) own.statedAges.push(age);
    }
  }

  #readNarration(row: string): void {
    const hasQuote = HAS_QUOTE.test(row);
    const told = hasQuote ? row.replaceAll(QUOTED, ' … ') : row;
    const speaker = this.#speaker === null ? undefined : this.evidence.get(this.#speaker);
    if (speaker && !(hasQuote && /^\W*…/.test(told))) this.#readTag(speaker, told);
    this.#readSentences(told);
    if (!hasQuote) return;
    this.#speaker = this.#previous = null;
    for (const [quoted] of row.matchAll(QUOTED)) this.#readTitles(quoted);
  }

  /** Reads `said she`, `he replied`, `said her mother` or `сказала она` directly after a speech. */
  #readTag(speaker: RoleEvidence, told: string): void {
    const words = wordsIn(told.slice(0, 160)).slice(0, TAG_WORDS);
    const at = words.findIndex(({ text }) => SPEECH_VERBS.has(text.toLowerCase()));
    if (at < 0 || at > 3) {
      const [first] = words;
      const lower = first?.text.toLowerCase() ?? '';
      if (first && SUBJECTS.has(lower)) speaker.vote(this.#pronouns.get(lower), VOTES.pronoun);
      else readReference(speaker, words);
      return;
    }
    const byVerb = this.#language === 'russian' ? genderOfRussianVerb(words[at]?.text ?? '') : null;
    if (byVerb) speaker.vote(byVerb, VOTES.tag);
    const before = words[at - 1]?.text.toLowerCase() ?? '';
    const after = words[at + 1]?.text.toLowerCase() ?? '';
    const pronoun = [after, before].find((word) => SUBJECTS.has(word) && this.#pronouns.has(word));
    if (pronoun !== undefined) {
      speaker.vote(this.#pronouns.get(pronoun), VOTES.tag);
      return;
    }
    const subject = words.slice(at + 1, at + 5);
    const noun = subject.findIndex(({ text, upper }) => text === text.toLowerCase() && genderOfNoun(upper) !== null);
    const isClear = noun >= 0 && subject.slice(0, noun).every(({ text }) => text === text.toLowerCase());
    const word = isClear ? subject[noun] : undefined;
    if (!word || told.slice(words[at]?.end, word.start).includes(',')) return;
    speaker.vote(genderOfNoun(word.upper), VOTES.tag);
    const age = NOUN_AGES.get(word.upper) ?? ADJECTIVE_AGES.get(subject[noun - 1]?.upper ?? '');
    if (age && age !== 'child') count(speaker.ages, age, 1);
  }

  #readSentences(text: string): void {
    for (const [sentence] of text.matchAll(SENTENCE)) this.#readSentence(sentence);
  }

  #readSentence(sentence: string): void {
    const words = wordsIn(sentence);
    const [first] = words;
    if (!first) return;
    const mentions = this.#mentions.find(words);
    const lower = first.text.toLowerCase();
    if (this.#subject && SUBJECTS.has(lower) && first.text !== 'Sie') {
      this.#subject.vote(this.#pronouns.get(lower), VOTES.pronoun);
    } else if (this.#subject) readReference(this.#subject, words);
    if (mentions.length === 0) {
      if (!SUBJECTS.has(lower)) this.#subject = null;
      return;
    }
    const roles = new Set(mentions.map(({ name }) => name));
    for (const { name, from, to } of mentions) {
      const role = this.evidence.get(name);
      if (!role) continue;
      role.mentions += 1;
      this.#readAroundName(role, words, from, to, sentence);
    }
    const [only] = mentions;
    this.#subject = null;
    if (roles.size > 1 || !only) return;
    const role = this.evidence.get(only.name);
    if (!role || hasOtherName(words, only.from, only.to)) return;
    this.#subject = role;
    for (const { text } of words.slice(only.to)) {
      // Only lower-case pronouns count, because German `Sie` addresses the listener.
      if (text === text.toLowerCase()) role.vote(this.#pronouns.get(text), VOTES.pronoun);
    }
    this.#readAccent(role, words);
    for (const years of statedYears(words.slice(only.to))) role.statedAges.push(ageOfYears(years));
  }

  #readAroundName(role: RoleEvidence, words: readonly TextWord[], from: number, to: number, sentence: string): void {
    readBeforeName(role, words, from, sentence);
    this.#readDescription(role, words, to, sentence);
  }

  /** Reads `Merriman, the butler`, `Ruth, 71` and `Анна, его жена`. */
  #readDescription(role: RoleEvidence, words: readonly TextWord[], to: number, sentence: string): void {
    const last = words[to - 1];
    const next = words[to];
    if (!last || !next) return;
    const gap = sentence.slice(last.end, next.start);
    const isCopula = /^\s$/.test(gap) && COPULAS.has(next.text.toLowerCase());
    if (!/^\s{0,2}[,–—:(]/.test(gap) && !isCopula) return;
    const described = words.slice(isCopula ? to + 1 : to, to + DESCRIPTION_WORDS);
    const isPossessive = POSSESSIVES.has(described[0]?.text.toLowerCase() ?? '');
    for (const [at, { upper, start, end }] of described.entries()) {
      const before = described[at - 1];
      const isOwner = isOwnerAt(sentence, end);
      if (!isOwner && this.#endsDescription(described, at)) return;
      // A second comma ends the description, except in `Tom, 12, a clerk`.
      if (at > 1 && sentence.slice(before?.end, start).includes(',')) return;
      const age = isPossessive ? null : this.#ageInDescription(described, at);
      if (age) count(role.ages, age, 2);
      const years = yearsInDescription(described, at, isCopula);
      if (years !== null) role.statedAges.push(ageOfYears(years));
      const accent = accentOfWord(upper);
      if (accent) count(role.accents, accent, 1);
      const gender = this.#genderOfNoun(upper);
      if (!gender || isOwner) continue;
      role.vote(gender, VOTES.described);
      return;
    }
  }

  /** Whether a word no longer describes the person before the comma: `Ann, and the old man`, `Ann, seeing the man`. */
  #endsDescription(described: readonly TextWord[], at: number): boolean {
    const { text = '', upper = '' } = described[at] ?? {};
    const lower = text.toLowerCase();
    if (BREAKS.has(lower)) return true;
    const before = described[at - 1]?.text.toLowerCase();
    if (ARTICLES.has(lower)) return before !== undefined && !ADVERBS.has(before);
    const next = described[at + 1]?.text ?? '';
    const isTitled = TITLE_GENDERS.has(upper) && next !== next.toLowerCase();
    const isName = text !== lower && (this.#language !== 'german' || isTitled || this.#mentions.has(upper));
    if (isName && isTitled) return true;
    return (
      isName &&
      !/^\d/.test(text) &&
      this.#genderOfNoun(upper) === null &&
      ageOfWord(upper) === null &&
      accentOfWord(upper) === null
    );
  }

  #genderOfNoun(upper: string): Gender | null {
    return this.#isMisleading(upper) ? null : genderOfNoun(upper);
  }

  #isMisleading(upper: string): boolean {
    return this.#language !== null && this.#language !== 'english' ? false : MISLEADING_IN_ENGLISH.has(upper);
  }

  /** An adjective counts only before a person (`a little girl`, not `a little tired`) or alone (`Ruth, elderly`). */
  #ageInDescription(described: readonly TextWord[], at: number): Age | null {
    const word = described[at]?.upper ?? '';
    if (this.#isMisleading(word)) return null;
    const noun = NOUN_AGES.get(word);
    const adjective = ADJECTIVE_AGES.get(word);
    if (noun)
      return noun === 'young' && ADJECTIVE_AGES.get(described[at - 1]?.upper ?? '') === 'child' ? 'child' : noun;
    if (!adjective || adjective === 'child') return null;
    const following = described.slice(at + 1, at + 3).map(({ upper }) => upper);
    if (NOUN_AGES.has(following[0] ?? '')) return null;
    if (following.some((next) => genderOfNoun(next) !== null || LIKELY_GENDERS.has(next))) return adjective;
    const isComparison = /^(?:OLDER|YOUNGER)$/.test(word);
    return !isComparison && (at === 0 || (at === 1 && ARTICLES.has(described[0]?.text.toLowerCase() ?? '')))
      ? adjective
      : null;
  }

  /** Reads `in a broad Scottish accent`. */
  #readAccent(role: RoleEvidence, words: readonly TextWord[]): void {
    const at = words.findIndex(({ upper }) => ACCENT_NOUNS.has(upper));
    const accent = words
      .slice(Math.max(0, at - 4), Math.max(0, at))
      .map(({ upper }) => accentOfWord(upper))
      .find((found) => found);
    if (accent) count(role.accents, accent, 3);
  }
}

/** Matches the mark of a role that isn't among those examined. */
const UNKNOWN_MARK = /^\s*@?\p{Lu}[\p{L}.'’-]*(?: [\p{L}.'’-]+){0,2}:\s*\S/u;
const MAX_MARK_LENGTH = 60;
const MIN_YEARS = 3;
const MAX_YEARS = 110;
const COPULAS: ReadonlySet<string> = new Set('is was ist war est était'.split(' '));
/** Words that end a description of the person named before. */
const BREAKS: ReadonlySet<string> = new Set(
  'to with who whom whose which and from in on at by mit und der dessen deren qui dont avec et chez и с у как as of like than but when while if so too'.split(
    ' ',
  ),
);
const ARTICLES: ReadonlySet<string> = new Set('a an the ein eine der die das un une le la les'.split(' '));
const POSSESSIVES: ReadonlySet<string> = new Set(
  'his her their my your our seine ihre sein ihr son sa ton ta leur thy deine dein его ее её твоя твой ваша ваш'.split(
    ' ',
  ),
);
const ADVERBS: ReadonlySet<string> = new Set(
  'now still once formerly only just quite rather already almost himself herself'.split(' '),
);
/** Words of other languages that mean something else in English. */
const MISLEADING_IN_ENGLISH: ReadonlySet<string> = new Set(
  'KIND BASE RE RAT FEE PAN DOM ALTER BONNE GARDE DON DAME'.split(' '),
);
const ACCENT_NOUNS: ReadonlySet<string> = new Set('ACCENT BROGUE BURR TWANG DRAWL AKZENT'.split(' '));

const isTouching = (words: readonly TextWord[], from: number, text: string): boolean =>
  /^[\s.’']*$/.test(text.slice(words[from - 1]?.end, words[from]?.start));

const titleBefore = (words: readonly TextWord[], from: number, text: string): Gender | null =>
  isTouching(words, from, text) ? (TITLE_GENDERS.get(words[from - 1]?.upper ?? '') ?? null) : null;

/** Reads `Mr. Vane`, `his wife Anna`, `old Tom` and `seven-year-old Ruth`. */
function readBeforeName(role: RoleEvidence, words: readonly TextWord[], from: number, text: string): void {
  const before = words[from - 1];
  if (!before || !isTouching(words, from, text)) return;
  const title = TITLE_GENDERS.get(before.upper) ?? genderOfGivenName(before.upper, null);
  if (title && before.text !== before.text.toLowerCase()) role.vote(title, VOTES.title);
  else if (before.text === before.text.toLowerCase()) role.vote(genderOfNoun(before.upper), VOTES.kin);
  const age = ADJECTIVE_AGES.get(before.upper);
  if (age) count(role.adjectives, age, 1);
  const isYears = before.upper === 'OLD' && /^YEARS?$/.test(words[from - 2]?.upper ?? '');
  const years = isYears ? yearsOf(words[from - 3]?.upper ?? '') : null;
  if (years !== null) role.statedAges.push(ageOfYears(years));
}

/** Reads `The boy`, `the old woman` or `The child` at the start of a sentence about the person named before. */
function readReference(role: RoleEvidence, words: readonly TextWord[]): void {
  const [article, first, second] = words;
  if (!article || !first || !ARTICLES.has(article.text.toLowerCase())) return;
  const adjective = ADJECTIVE_AGES.get(first.upper);
  const noun = adjective ? second : first;
  if (
    !noun ||
    noun.text !== noun.text.toLowerCase() ||
    (genderOfNoun(noun.upper) === null && !NOUN_AGES.has(noun.upper))
  )
    return;
  role.vote(genderOfNoun(noun.upper), VOTES.pronoun);
  const age = NOUN_AGES.get(noun.upper) ?? (adjective === 'child' ? null : adjective);
  if (age) count(role.ages, age, 1);
}

function yearsInDescription(described: readonly TextWord[], at: number, isCopula: boolean): number | null {
  const years = yearsOf(described[at]?.upper ?? '');
  if (years === null || years <= MIN_YEARS || years >= MAX_YEARS) return null;
  const isAge = isYear(described[at + 1]?.upper ?? '') || described[at - 1]?.upper === 'AGED';
  return isAge
    ? described[at + 2]?.upper !== 'PREVIOUSLY' && described[at + 2]?.upper !== 'AGO'
      ? years
      : null
    : at === 0 && !isCopula
      ? years
      : null;
}

const isYear = (word: string): boolean => /^(?:YEARS?|JAHRE?|ANS|ЛЕТ|ГОДА?|YRS?)$/.test(word);

const isOwnerAt = (text: string, end: number): boolean => /^['’]s/.test(text.slice(end, end + 2));

function count<Key>(counts: Map<Key, number>, key: Key, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

const genderOfNoun = (upper: string): Gender | null => NOUN_GENDERS.get(upper) ?? TITLE_GENDERS.get(upper) ?? null;

/** Whether a sentence names somebody besides the role. */
function hasOtherName(words: readonly TextWord[], from: number, to: number): boolean {
  return words.some(
    ({ text, upper }, at) =>
      (at < from - 1 || at >= to) &&
      at > 0 &&
      text !== text.toLowerCase() &&
      (TITLE_GENDERS.has(upper) || genderOfGivenName(upper, null) !== null),
  );
}

function genderOfRussianVerb(verb: string): Gender | null {
  if (/(?:ала|ила|ела|нула|яла|ула|алась|илась)$/.test(verb)) return 'female';
  return /(?:ал|ил|ел|нул|ял|ался|ился)$/.test(verb) ? 'male' : null;
}

/** Starts of statements about oneself, such as `I am`, in lower case. */
const SELF_STARTS: ReadonlySet<string> = new Set([
  'i am',
  'i m',
  'i was',
  'ich bin',
  'je suis',
  'j ai',
  'yo soy',
  'io sono',
  'я твоя',
  'я твой',
]);
const SELF_ADVERBS: ReadonlySet<string> = new Set(
  'really only just but now nearly almost barely scarcely about over past not nur erst fast doch'.split(' '),
);

interface SelfStatement {
  readonly isPast: boolean;
  /** The words after `I am only`. */
  readonly words: readonly TextWord[];
}

/** Finds `I am his wife`, `I’m only eighteen`, `ich bin eine Frau`, `je suis sa mère`. */
function* selfStatements(words: readonly TextWord[]): Generator<SelfStatement> {
  for (const [at, { text }] of words.entries()) {
    const verb = words[at + 1]?.text ?? '';
    if (!SELF_STARTS.has(`${text} ${verb}`.toLowerCase())) continue;
    let first = at + (/^я$/i.test(text) ? 1 : 2);
    while (SELF_ADVERBS.has(words[first]?.text.toLowerCase() ?? '')) first += 1;
    yield { isPast: verb === 'was', words: words.slice(first, first + SELF_WORDS) };
  }
}

const SELF_WORDS = 4;

/** Reads ages in years after a name: `was thirty years old`, `a girl of fifteen`, `at the mature age of twelve`. */
function* statedYears(words: readonly TextWord[]): Generator<number> {
  const upper = words.map((word) => word.upper);
  const had = upper.indexOf('HAD');
  for (const [at, word] of upper.entries()) {
    const years = yearsOf(word);
    if (years === null || years <= MIN_YEARS || years >= MAX_YEARS) continue;
    const [next = '', after = ''] = upper.slice(at + 1, at + 3);
    const isCount = isYear(next) && /^(?:OLD|OF|ALT)$/.test(after) && (after !== 'OF' || upper[at + 3] === 'AGE');
    const [owner = '', of = ''] = upper.slice(Math.max(0, at - 2), at);
    const isOf = of === 'OF' && (AGED_NOUNS.has(owner) || (owner === 'AGE' && (had < 0 || had > at)));
    if (isCount || isOf || upper[at - 1] === 'AGED' || /^(?:ЛЕТ|ANS)$/.test(next)) yield years;
  }
}

const AGED_NOUNS: ReadonlySet<string> = new Set('BOY GIRL LAD LASS CHILD MAN WOMAN LADY YOUTH'.split(' '));

const ADDRESSES: ReadonlyMap<string, Gender> = new Map([
  ...[
    "ma'am ma’am madam miss mademoiselle madame señora señorita signora signorina сударыня матушка".split(' '),
    ['my lady', 'your ladyship', 'my girl', 'my dear girl', 'my good woman', 'dear lady', 'young lady', 'gnädige frau'],
    ['gnädiges fräulein'],
  ].flatMap((words) => words.map((word) => [word, 'female'] as const)),
  ...[
    'sir monsieur señor signore сударь батюшка'.split(' '),
    ['my lord', 'your lordship', 'old man', 'old boy', 'old chap', 'old fellow', 'my dear fellow', 'my boy', 'my man'],
    ['my good man', 'my dear sir', 'my dear boy', 'my lad', 'dear boy', 'dear fellow', 'young man', 'mein herr'],
    ['gnädiger herr'],
  ].flatMap((words) => words.map((word) => [word, 'male'] as const)),
]);
const ADDRESS_WORDS = 3;

/** Finds the genders in forms of address, which end a clause: `Yes, sir.`, `Good night, my dear fellow!` */
function* addressedGenders(speech: string): Generator<Gender> {
  for (const clause of speech.toLowerCase().split(/[,.!?;:…”"»«“„—–]+/)) {
    const words = clause.trim().split(/\s+/).slice(-ADDRESS_WORDS);
    const gender = words.map((_, from) => ADDRESSES.get(words.slice(from).join(' '))).find((found) => found);
    if (gender) yield gender;
  }
}
