// What the words beside a quotation tell of who says it.
import { wordSet } from '../../../shared/rules/words/word-lists.ts';
import { type Mention, mentionAt, mentionsOf, type NameWords, type Token } from './mentions.ts';
import {
  FORMS_OF_PRONOUNS,
  FUNCTION_WORDS,
  KIN,
  NOUNS,
  PARTICLE_VERBS,
  POSSESSIVES,
  PREPOSITIONS,
  SPEECH_VERBS,
  VOCATIVES,
  WEAK_VERBS,
} from './speech-words.ts';

const AUXILIARIES = wordSet('speech-auxiliaries');
const PARTICIPLES = wordSet('speech-participles');
const SPEECH_NOUNS = wordSet('speech-nouns');

/** How it is told who says a quotation. */
export type TagKind = 'tag' | 'action';

/** Who is told to say a quotation, before it is known whom a pronoun means. */
export interface SpeechTag {
  readonly kind: TagKind;
  readonly mention: Mention;
  /** The narration in which it stands. */
  readonly tokens: readonly Token[];
  /** 0 to 1. */
  readonly confidence: number;
}

/** How sure a tag is, by its form. */
const SURE = {
  tag: 0.97,
  apart: 0.94,
  reported: 0.5,
  longer: 0.85,
  distant: 0.75,
  action: 0.84,
  doubtfulAction: 0.72,
  colon: 0.82,
} as const;
/** Words that may stand between a subject and its verb. */
const BETWEEN = wordSet('words-before-speech-verbs');
/** Words behind a verb with which it tells of no quotation. */
const SILENT = wordSet('words-after-silent-verbs');
/** Verbs of speech behind a verb that leads over to them: `She heard the Rabbit say`, `He stopped to ask`. */
const INFINITIVES = wordSet('speech-infinitives');
const LEADS_OVER = wordSet('words-before-infinitives');
const CYRILLIC = /^\p{Script=Cyrillic}+$/u;
const REACH = 14;
/** Words that may stand between `his` and `reply`. */
const MOST_ADJECTIVES = 3;

const isVerb = (tokens: readonly Token[], at: number): boolean => {
  const verb = tokens[at]?.lower ?? '';
  if (!SPEECH_VERBS.has(verb)) return false;
  const particles = PARTICLE_VERBS.get(verb);
  return particles === undefined || particles.some(([, particle]) => particle === tokens[at + 1]?.lower);
};

/** Whether a verb may tell of no speech: `Tom asked the waiter`, but not `Tom asked.` */
function isWeakVerb(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1];
  const isAlone = next === undefined || /^[.,;:]$/.test(next.text) || next.lower.endsWith('ly');
  return WEAK_VERBS.has(tokens[at]?.lower ?? '') && !isAlone;
}

const isBetween = (token: Token | undefined): boolean =>
  token?.isWord === true && !token.isCapital && (BETWEEN.has(token.lower) || token.lower.endsWith('ly'));

/** Two who speak at once are no single role. */
const isJoined = (tokens: readonly Token[], { end }: Mention, names: NameWords): boolean =>
  tokens[end]?.lower === 'and' &&
  ['name', 'pronoun', 'description'].includes(mentionAt(tokens, end + 1, names)?.kind ?? '');

/**
 * Reads what stands behind a quotation: `said Alice`, `the Hatter replied`, or what somebody does.
 *
 * @param end the last sign inside the quotation
 */
export function tagBehind(tokens: readonly Token[], end: string, names: NameWords): SpeechTag | null {
  let at = 0;
  while (at < 3 && /^[,—–-]$/.test(tokens[at]?.text ?? '')) at += 1;
  const first = tokens[at];
  if (!first?.isWord) return null;
  const isOver = end === '.';
  if (!isOver && isVerb(tokens, at) && !first.isCapital) {
    let subject = at + (PARTICLE_VERBS.has(first.lower) ? 2 : 1);
    if (isBetween(tokens[subject])) subject += 1;
    const mention = speakerAt(tokens, subject, names);
    return mention && taken('tag', mention, tokens, SURE.tag, names);
  }
  const owner = isOver ? null : ownerAt(tokens, at, names);
  if (owner !== null) return taken('tag', owner, tokens, SURE.apart, names);
  const inverted = isOver ? null : invertedAt(tokens, at, names);
  if (inverted !== null) return taken('tag', inverted, tokens, SURE.apart, names);
  const perfect = isOver ? null : perfectAt(tokens, at, names);
  if (perfect !== null) return taken('tag', perfect, tokens, SURE.tag, names);
  const subject = voiceAt(tokens, at, names) ?? mentionAt(tokens, at, names);
  if (subject === null || subject.isPossessive) return null;
  let verb = subject.end;
  while (verb < subject.end + 4 && isBetween(tokens[verb])) verb += 1;
  if (isVerb(tokens, verb)) {
    const isSilent = SILENT.has(tokens[verb + 1]?.lower ?? '');
    if (isSilent) return isOver ? null : taken('tag', subject, tokens, SURE.reported, names);
    const isWeak = isOver || (first.isCapital && end !== ',' && isWeakVerb(tokens, verb));
    return taken(isWeak ? 'action' : 'tag', subject, tokens, isWeak ? SURE.action : SURE.tag, names);
  }
  if (end === ',' || end === ';')
    return longerTag(tokens, subject, names) ?? actionInside(tokens, subject, verb, names);
  return first.isCapital ? taken('action', subject, tokens, SURE.doubtfulAction, names) : null;
}

/** Who stands behind a verb of speech: `said wise Ann`, `said the chaotic Gregory`, `said Tom's voice`, `said nanny`. */
function speakerAt(tokens: readonly Token[], first: number, names: NameWords): Mention | null {
  const mention = voiceAt(tokens, first, names) ?? mentionAt(tokens, first, names);
  const isDefinite = mention?.kind === 'description' && mention.isDefinite;
  if (mention !== null && !(isDefinite && mention.words.length > 1)) return mention;
  let at = isDefinite ? first + 1 : first;
  for (const end = at + MOST_ADJECTIVES; at < end && isAdjective(tokens[at]); at += 1);
  const named = tokens[at]?.isCapital ? mentionAt(tokens, at, names) : null;
  if (named?.kind === 'name' && !named.isPossessive) return { ...named, first };
  if (mention !== null) return mention;
  const { lower = '', isCapital = true } = tokens[first] ?? {};
  if (isCapital) return null;
  const one = { ...ONE_PERSON, words: [lower], form: lower, first, end: first + 1 };
  if (NOUNS.has(lower) || KIN.has(lower) || VOCATIVES.has(lower)) return { ...one, kind: 'description' };
  // `спросила мать`: Russian has no articles, so it is somebody, or how it was said.
  return CYRILLIC.test(lower) ? { ...one, kind: 'unclear' } : null;
}

/** `Tom's voice`, `her voice`, `the voice of Tom`: whose. */
function voiceAt(tokens: readonly Token[], first: number, names: NameWords): Mention | null {
  const of = tokens.slice(first, first + 3).findIndex(({ lower }) => lower === 'voice');
  if (of >= 0 && tokens[first + of + 1]?.lower === 'of') {
    const mention = mentionAt(tokens, first + of + 2, names);
    return mention && { ...mention, isObject: false };
  }
  const owner = POSSESSIVES.has(tokens[first]?.lower ?? '')
    ? pronounAt(tokens, first)
    : nameBefore(tokens, first, names);
  if (owner === null) return null;
  const end = tokens.slice(owner.end, owner.end + MOST_ADJECTIVES).findIndex(({ lower }) => lower === 'voice');
  return end < 0 ? null : { ...owner, isPossessive: false, end: owner.end + end + 1 };
}

const isAdjective = (token: Token | undefined): boolean =>
  token?.isWord === true && !token.isCapital && !FUNCTION_WORDS.has(token.lower) && !PREPOSITIONS.has(token.lower);

/** The person of `his` or `her`; who tells the tale of `my`. */
function pronounAt(tokens: readonly Token[], first: number): Mention | null {
  const { lower = '', text = '' } = tokens[first] ?? {};
  if (lower === 'my') return { ...ONE_PERSON, kind: 'narrator', words: ['i'], form: 'I', first, end: first + 1 };
  const gender = FORMS_OF_PRONOUNS.get(lower);
  if (gender === undefined || gender === 'neuter') return null;
  return { ...ONE_PERSON, kind: 'pronoun', words: [lower], form: text, gender, first, end: first + 1 };
}

/** `was Emma's reply`, `was his only answer`: whose. */
function ownerAt(tokens: readonly Token[], at: number, names: NameWords): Mention | null {
  if (!/^(?:was|were|came|is)$/.test(tokens[at]?.text ?? '')) return null;
  const first = tokens[at + 1];
  const isPronoun = first !== undefined && POSSESSIVES.has(first.lower);
  const name = isPronoun ? null : nameBefore(tokens, at + 1, names);
  const end = isPronoun ? at + 2 : (name?.end ?? -1);
  if (end < 0 || !tokens.slice(end, end + MOST_ADJECTIVES + 1).some(({ lower }) => SPEECH_NOUNS.has(lower)))
    return null;
  if (name !== null) return { ...name, isPossessive: false };
  const owner = pronounAt(tokens, at + 1);
  return owner && { ...owner, end };
}

const ONE_PERSON = { gender: null, isDefinite: true, isPossessive: false, isObject: false } as const;

/** A name in the possessive, with nothing behind that it belongs to as a relation does. */
function nameBefore(tokens: readonly Token[], at: number, names: NameWords): Mention | null {
  const mention = mentionAt(tokens, at, names);
  return mention?.isPossessive && mention.kind === 'name' ? mention : null;
}

/** `corrected Tom.`: behind what is said, any verb of the past tense before its subject tells of speech. */
function invertedAt(tokens: readonly Token[], at: number, names: NameWords): Mention | null {
  const verb = tokens[at];
  if (verb?.isCapital !== false || !/^\p{Ll}{2,20}ed$/u.test(verb.text)) return null;
  const mention = mentionAt(tokens, at + 1, names);
  if (mention?.kind !== 'name' && mention?.kind !== 'pronoun') return null;
  const next = tokens[mention.end];
  return next === undefined || !next.isWord || isBetween(next) ? mention : null;
}

/** `“Yes,” he nodded.`: what somebody does within the sentence of what is said. */
function actionInside(tokens: readonly Token[], subject: Mention, verb: number, names: NameWords): SpeechTag | null {
  if (subject.kind !== 'name' && subject.kind !== 'pronoun' && subject.kind !== 'narrator') return null;
  const isPast = /^\p{Ll}{2,20}ed$/u.test(tokens[verb]?.text ?? '');
  const next = tokens[verb + 1];
  const isAlone = next === undefined || !next.isWord || isBetween(next);
  return taken(
    isPast && isAlone ? 'tag' : 'action',
    subject,
    tokens,
    isPast && isAlone ? SURE.apart : SURE.action,
    names,
  );
}

/** `hat er gesagt`, `a dit Marie`: who. */
function perfectAt(tokens: readonly Token[], at: number, names: NameWords): Mention | null {
  if (!AUXILIARIES.has(tokens[at]?.text ?? '')) return null;
  if (PARTICIPLES.has(tokens[at + 1]?.lower ?? '')) return mentionAt(tokens, at + 2, names);
  const subject = mentionAt(tokens, at + 1, names);
  return subject !== null && PARTICIPLES.has(tokens[subject.end]?.lower ?? '') ? subject : null;
}

/** `the Hatter, who had looked at Alice for some time, said` */
function longerTag(tokens: readonly Token[], subject: Mention, names: NameWords): SpeechTag | null {
  for (let at = subject.end; at < Math.min(tokens.length, subject.end + REACH); at += 1) {
    if (tokens[at]?.isFirst) return null;
    if (isVerb(tokens, at)) return taken('tag', subject, tokens, SURE.longer, names);
  }
  return null;
}

/** Reads what stands before a quotation, up to it: `Alice said, `, `and the Hatter went on:`, or what somebody does. */
export function tagBefore(tokens: readonly Token[], names: NameWords): SpeechTag | null {
  const last = tokens.at(-1);
  if (last === undefined) return null;
  if (/^[.!?…]$/.test(last.text)) return actionBefore(tokens, names);
  const start = sentenceStart(tokens, tokens.length - 1);
  const clause = tokens.slice(start);
  const mentions = mentionsOf(clause, names);
  for (let at = clause.length - 1; at >= Math.max(0, clause.length - 40); at -= 1) {
    if (!isVerb(clause, at) && !INFINITIVES.has(clause[at]?.lower ?? '')) continue;
    const subject = subjectOf(clause, at, mentions);
    if (subject === null) continue;
    if (mentions.some((other) => other.first > at && isSubject(other) && isConjunction(clause[other.first - 1])))
      return null;
    if (!subject.isDirect) return taken('tag', subject.mention, clause, SURE.distant, names);
    const isNear = clause.length - at <= REACH;
    return taken('tag', subject.mention, clause, isNear ? SURE.apart : SURE.longer, names);
  }
  if (last.text !== ':' && last.text !== ',') return null;
  // `when she was accosted by Miss Bingley:`
  const agent = mentions.find(({ first }) => clause[first - 1]?.lower === 'by');
  const subject = last.text === ':' && agent ? agent : mentions.find(isSubject);
  return subject ? taken('action', subject, clause, last.text === ':' ? SURE.colon : SURE.doubtfulAction, names) : null;
}

const isConjunction = (token: Token | undefined): boolean =>
  token !== undefined && /^(?:but|while|when|as|and)$/.test(token.lower);

const isSubject = ({ isObject, isPossessive, kind }: Mention): boolean =>
  !isObject && !isPossessive && kind !== 'unclear';

/** Who stands directly before a verb; else who begins its sentence. */
function subjectOf(
  tokens: readonly Token[],
  verb: number,
  mentions: readonly Mention[],
): { readonly mention: Mention; readonly isDirect: boolean } | null {
  let before = verb;
  while (before > 0 && isBetween(tokens[before - 1])) before -= 1;
  const antecedent = tokens[before - 1]?.lower === 'who' ? antecedentOf(tokens, before - 1, mentions) : null;
  if (antecedent) return { mention: antecedent, isDirect: true };
  const direct = mentions.find(({ end, isPossessive, isObject }) => end === before && !isPossessive && !isObject);
  if (direct) return { mention: direct, isDirect: true };
  // `She heard the Rabbit say`, but `He stopped to say`, `Ann could only say`
  const leads = LEADS_OVER.has(tokens[before - 1]?.lower ?? '');
  if (INFINITIVES.has(tokens[verb]?.lower ?? '') && !leads) return null;
  const subjects = mentions.filter((mention) => mention.end <= verb && isSubject(mention));
  // `Elizabeth moving towards them, he was struck by a thought, and called out`
  const mention = subjects.findLast(({ kind, gender }) => kind === 'pronoun' && gender !== 'neuter') ?? subjects[0];
  if (mention === undefined) return null;
  return { mention, isDirect: subjects.length === 1 && verb - mention.end <= REACH };
}

/** Of whom a relative clause tells: `Ann turned to Tom, who said`. */
function antecedentOf(tokens: readonly Token[], who: number, mentions: readonly Mention[]): Mention | null {
  const end = tokens[who - 1]?.text === ',' ? who - 1 : who;
  const mention = mentions.find((one) => one.end === end && !one.isPossessive && one.kind !== 'unclear');
  return mention === undefined ? null : { ...mention, isObject: false };
}

function sentenceStart(tokens: readonly Token[], from: number): number {
  for (let at = from; at > 0; at -= 1) if (tokens[at]?.isFirst) return at;
  return 0;
}

/** `Alice sighed wearily. ‘I think …’`: who did something last. */
function actionBefore(tokens: readonly Token[], names: NameWords): SpeechTag | null {
  const clause = tokens.slice(sentenceStart(tokens, tokens.length - 1));
  const subject = mentionsOf(clause, names).find(isSubject);
  if (subject === undefined) return null;
  const begins = subject.first <= 1;
  return taken('action', subject, clause, begins ? SURE.action : SURE.doubtfulAction, names);
}

function taken(
  kind: TagKind,
  mention: Mention,
  tokens: readonly Token[],
  confidence: number,
  names: NameWords,
): SpeechTag | null {
  if (mention.isPossessive) return null;
  if (isJoined(tokens, mention, names)) return { kind, mention: { ...mention, kind: 'unclear' }, tokens, confidence };
  return { kind, mention, tokens, confidence };
}
