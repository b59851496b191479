import { wordSet } from '../../../shared/rules/words/word-lists.ts';
import { type Mention, mentionAt, mentionsOf, type NameWords, type Token } from './mentions.ts';
import {
  FUNCTION_WORDS,
  KINSHIP_TITLES,
  NOUNS,
  PARTICLE_VERBS,
  POSSESSIVES,
  PREPOSITIONS,
  PRONOUN_FORMS,
  SPEECH_VERBS,
  VOCATIVES,
  WEAK_VERBS,
} from './speech-words.ts';

/** The subject of a speech verb (`tag`) or of another action next to a quotation. */
export interface SpeechTag {
  readonly kind: 'tag' | 'action';
  readonly mention: Mention;
  readonly tokens: readonly Token[];
  /** From 0 to 1. */
  readonly confidence: number;
}

const AUXILIARIES = wordSet('speech-auxiliaries');
const PARTICIPLES = wordSet('speech-participles');
const SPEECH_NOUNS = wordSet('speech-nouns');
const WORDS_BEFORE_VERBS = wordSet('words-before-speech-verbs');
/** Words that show that the preceding speech verb doesn't refer to a quotation. */
const WORDS_AFTER_SILENT_VERBS = wordSet('words-after-silent-verbs');
/** `She heard the Rabbit say`, `He stopped to ask` */
const INFINITIVES = wordSet('speech-infinitives');
const WORDS_BEFORE_INFINITIVES = wordSet('words-before-infinitives');
const CYRILLIC_WORD = /^\p{Script=Cyrillic}+$/u;
const PAST_TENSE = /^\p{Ll}{2,20}ed$/u;

const TAG_CONFIDENCE = {
  tag: 0.97,
  apart: 0.94,
  reported: 0.5,
  longer: 0.85,
  distant: 0.75,
  action: 0.84,
  doubtfulAction: 0.72,
  colon: 0.82,
} as const;
const MAX_TAG_DISTANCE = 14;
const MAX_CLAUSE_LENGTH = 40;
const MAX_PUNCTUATION = 3;
/** Maximum number of adjectives between `his` and `reply`. */
const MAX_ADJECTIVES = 3;

const ONE_PERSON_MENTION = { gender: null, isDefinite: true, isPossessive: false, isObject: false } as const;

const isAdjective = (token: Token | undefined): boolean =>
  token?.isWord === true && !token.isCapital && !FUNCTION_WORDS.has(token.lower) && !PREPOSITIONS.has(token.lower);

const canPrecedeVerb = (token: Token | undefined): boolean =>
  token?.isWord === true && !token.isCapital && (WORDS_BEFORE_VERBS.has(token.lower) || token.lower.endsWith('ly'));

const isConjunction = (token: Token | undefined): boolean => /^(?:but|while|when|as|and)$/.test(token?.lower ?? '');

const isSubject = ({ isObject, isPossessive, kind }: Mention): boolean =>
  !isObject && !isPossessive && kind !== 'unclear';

/** Reads `said Alice` or `the Hatter replied`; `end` is the quotation's final punctuation. */
export const tagAfter = (tokens: readonly Token[], end: string, names: NameWords): SpeechTag | null =>
  new TagReader(tokens, names).tagAfterQuotation(end);

export function tagBefore(tokens: readonly Token[], names: NameWords): SpeechTag | null {
  const start = tokens.findLastIndex(({ isFirst }) => isFirst);
  return new TagReader(tokens.slice(Math.max(0, start)), names).tagBefore();
}

class TagReader {
  readonly #tokens: readonly Token[];
  readonly #names: NameWords;

  constructor(tokens: readonly Token[], names: NameWords) {
    [this.#tokens, this.#names] = [tokens, names];
  }

  #lower(at: number): string {
    return this.#tokens[at]?.lower ?? '';
  }

  #mentionAt(at: number): Mention | null {
    return mentionAt(this.#tokens, at, this.#names);
  }

  #isVerb(at: number): boolean {
    const particles = PARTICLE_VERBS.get(this.#lower(at));
    const isWhole = particles === undefined || particles.some(([, particle]) => particle === this.#lower(at + 1));
    return isWhole && SPEECH_VERBS.has(this.#lower(at));
  }

  #isAlone(at: number): boolean {
    const next = this.#tokens[at + 1];
    return next === undefined || !next.isWord || canPrecedeVerb(next);
  }

  #tag(kind: SpeechTag['kind'], mention: Mention | null, confidence: number): SpeechTag | null {
    if (mention === null || mention.isPossessive) return null;
    const { end } = mention;
    const other = this.#lower(end) === 'and' ? (this.#mentionAt(end + 1)?.kind ?? '') : '';
    // Two people who speak together don't form one role.
    const isJoint = ['name', 'pronoun', 'description'].includes(other);
    return { kind, mention: isJoint ? { ...mention, kind: 'unclear' } : mention, tokens: this.#tokens, confidence };
  }

  tagAfterQuotation(end: string): SpeechTag | null {
    const at = this.#tokens.findIndex(({ text }) => !/^[,—–-]$/.test(text));
    const first = this.#tokens[at];
    if (!first?.isWord || at > MAX_PUNCTUATION) return null;
    const isOver = end === '.';
    if (!isOver && this.#isVerb(at) && !first.isCapital) {
      const next = at + (PARTICLE_VERBS.has(first.lower) ? 2 : 1);
      return this.#tag(
        'tag',
        this.#speakerAt(canPrecedeVerb(this.#tokens[next]) ? next + 1 : next),
        TAG_CONFIDENCE.tag,
      );
    }
    const owner = isOver ? null : (this.#ownerAt(at) ?? this.#invertedAt(at));
    if (owner !== null) return this.#tag('tag', owner, TAG_CONFIDENCE.apart);
    const perfect = isOver ? null : this.#perfectAt(at);
    if (perfect !== null) return this.#tag('tag', perfect, TAG_CONFIDENCE.tag);
    const subject = this.#voiceAt(at) ?? this.#mentionAt(at);
    if (subject === null || subject.isPossessive) return null;
    let verb = subject.end;
    while (verb < subject.end + 4 && canPrecedeVerb(this.#tokens[verb])) verb += 1;
    if (this.#isVerb(verb)) {
      if (WORDS_AFTER_SILENT_VERBS.has(this.#lower(verb + 1)))
        return isOver ? null : this.#tag('tag', subject, TAG_CONFIDENCE.reported);
      const isAction = isOver || (first.isCapital && end !== ',' && this.#isWeakVerb(verb));
      return isAction
        ? this.#tag('action', subject, TAG_CONFIDENCE.action)
        : this.#tag('tag', subject, TAG_CONFIDENCE.tag);
    }
    if (end === ',' || end === ';') return this.#longerTag(subject) ?? this.#actionInside(subject, verb);
    return first.isCapital ? this.#tag('action', subject, TAG_CONFIDENCE.doubtfulAction) : null;
  }

  /** `Tom asked the waiter`, but not `Tom asked.` */
  #isWeakVerb(at: number): boolean {
    const next = this.#tokens[at + 1];
    const isAlone = next === undefined || /^[.,;:]$/.test(next.text) || next.lower.endsWith('ly');
    return WEAK_VERBS.has(this.#lower(at)) && !isAlone;
  }

  #speakerAt(first: number): Mention | null {
    const mention = this.#voiceAt(first) ?? this.#mentionAt(first);
    const isDefinite = mention?.kind === 'description' && mention.isDefinite;
    if (mention !== null && !(isDefinite && mention.words.length > 1)) return mention;
    let at = isDefinite ? first + 1 : first;
    for (const end = at + MAX_ADJECTIVES; at < end && isAdjective(this.#tokens[at]); at += 1);
    const named = this.#tokens[at]?.isCapital ? this.#mentionAt(at) : null;
    if (named?.kind === 'name' && !named.isPossessive) return { ...named, first };
    if (mention !== null || this.#tokens[first]?.isCapital !== false) return mention;
    const lower = this.#lower(first);
    const one = { ...ONE_PERSON_MENTION, words: [lower], form: lower, first, end: first + 1 };
    if (NOUNS.has(lower) || KINSHIP_TITLES.has(lower) || VOCATIVES.has(lower)) return { ...one, kind: 'description' };
    // `спросила мать`: in a language without articles, the second word may be a person or an adverb.
    return CYRILLIC_WORD.test(lower) ? { ...one, kind: 'unclear' } : null;
  }

  #voiceAt(first: number): Mention | null {
    const voice = first + this.#tokens.slice(first, first + 3).findIndex(({ lower }) => lower === 'voice');
    if (voice >= first && this.#lower(voice + 1) === 'of') {
      const mention = this.#mentionAt(voice + 2);
      return mention && { ...mention, isObject: false };
    }
    const owner = this.#possessiveAt(first);
    if (owner === null) return null;
    const end = this.#tokens.slice(owner.end, owner.end + MAX_ADJECTIVES).findIndex(({ lower }) => lower === 'voice');
    return end < 0 ? null : { ...owner, isPossessive: false, end: owner.end + end + 1 };
  }

  #possessiveAt(first: number): Mention | null {
    const lower = this.#lower(first);
    if (!POSSESSIVES.has(lower)) {
      const mention = this.#mentionAt(first);
      return mention?.isPossessive && mention.kind === 'name' ? mention : null;
    }
    const one = { ...ONE_PERSON_MENTION, words: [lower], form: this.#tokens[first]?.text ?? '', first, end: first + 1 };
    if (lower === 'my') return { ...one, kind: 'narrator', words: ['i'], form: 'I' };
    const gender = PRONOUN_FORMS.get(lower);
    return gender === undefined || gender === 'neuter' ? null : { ...one, kind: 'pronoun', gender };
  }

  #ownerAt(at: number): Mention | null {
    if (!/^(?:was|were|came|is)$/.test(this.#tokens[at]?.text ?? '')) return null;
    const owner = this.#possessiveAt(at + 1);
    if (owner === null) return null;
    const next = this.#tokens.slice(owner.end, owner.end + MAX_ADJECTIVES + 1);
    return next.some(({ lower }) => SPEECH_NOUNS.has(lower)) ? { ...owner, isPossessive: false } : null;
  }

  /** Accepts any past-tense verb, as in `corrected Tom.` */
  #invertedAt(at: number): Mention | null {
    const mention = PAST_TENSE.test(this.#tokens[at]?.text ?? '') ? this.#mentionAt(at + 1) : null;
    if (mention?.kind !== 'name' && mention?.kind !== 'pronoun') return null;
    return this.#isAlone(mention.end - 1) ? mention : null;
  }

  #perfectAt(at: number): Mention | null {
    if (!AUXILIARIES.has(this.#tokens[at]?.text ?? '')) return null;
    if (PARTICIPLES.has(this.#lower(at + 1))) return this.#mentionAt(at + 2);
    const subject = this.#mentionAt(at + 1);
    return subject !== null && PARTICIPLES.has(this.#lower(subject.end)) ? subject : null;
  }

  /** `the Hatter, who had looked at Alice for some time, said` */
  #longerTag(subject: Mention): SpeechTag | null {
    for (let at = subject.end; at < Math.min(this.#tokens.length, subject.end + MAX_TAG_DISTANCE); at += 1) {
      if (this.#tokens[at]?.isFirst) return null;
      if (this.#isVerb(at)) return this.#tag('tag', subject, TAG_CONFIDENCE.longer);
    }
    return null;
  }

  #actionInside(subject: Mention, verb: number): SpeechTag | null {
    if (subject.kind !== 'name' && subject.kind !== 'pronoun' && subject.kind !== 'narrator') return null;
    const isTag = PAST_TENSE.test(this.#tokens[verb]?.text ?? '') && this.#isAlone(verb);
    return isTag
      ? this.#tag('tag', subject, TAG_CONFIDENCE.apart)
      : this.#tag('action', subject, TAG_CONFIDENCE.action);
  }

  tagBefore(): SpeechTag | null {
    const clause = this.#tokens;
    const mark = clause.at(-1)?.text;
    if (mark === undefined) return null;
    const mentions = mentionsOf(clause, this.#names);
    const first = mentions.find(isSubject) ?? null;
    if (/^[.!?…]$/.test(mark)) {
      return this.#tag(
        'action',
        first,
        first && first.first <= 1 ? TAG_CONFIDENCE.action : TAG_CONFIDENCE.doubtfulAction,
      );
    }
    for (let at = clause.length - 1; at >= Math.max(0, clause.length - MAX_CLAUSE_LENGTH); at -= 1) {
      const subject = this.#isVerb(at) || INFINITIVES.has(this.#lower(at)) ? this.#subjectOf(at, mentions) : null;
      if (subject === null) continue;
      const hasOther = mentions.some((one) => one.first > at && isSubject(one) && isConjunction(clause[one.first - 1]));
      if (hasOther) return null;
      const direct = clause.length - at <= MAX_TAG_DISTANCE ? TAG_CONFIDENCE.apart : TAG_CONFIDENCE.longer;
      return this.#tag('tag', subject.mention, subject.isDirect ? direct : TAG_CONFIDENCE.distant);
    }
    if (mark === ',') return this.#tag('action', first, TAG_CONFIDENCE.doubtfulAction);
    // `when she was accosted by Miss Bingley:`
    const agent = mentions.find((one) => this.#lower(one.first - 1) === 'by');
    return mark === ':' ? this.#tag('action', agent ?? first, TAG_CONFIDENCE.colon) : null;
  }

  #subjectOf(verb: number, mentions: readonly Mention[]): { mention: Mention; isDirect: boolean } | null {
    let before = verb;
    while (before > 0 && canPrecedeVerb(this.#tokens[before - 1])) before -= 1;
    const direct =
      this.#antecedentOf(before - 1, mentions) ??
      mentions.find(({ end, isPossessive, isObject }) => end === before && !isPossessive && !isObject);
    if (direct) return { mention: direct, isDirect: true };
    if (INFINITIVES.has(this.#lower(verb)) && !WORDS_BEFORE_INFINITIVES.has(this.#lower(before - 1))) return null;
    const subjects = mentions.filter((mention) => mention.end <= verb && isSubject(mention));
    // `Elizabeth moving towards them, he was struck by a thought, and called out`
    const mention = subjects.findLast(({ kind, gender }) => kind === 'pronoun' && gender !== 'neuter') ?? subjects[0];
    return mention ? { mention, isDirect: subjects.length === 1 && verb - mention.end <= MAX_TAG_DISTANCE } : null;
  }

  #antecedentOf(who: number, mentions: readonly Mention[]): Mention | null {
    if (this.#lower(who) !== 'who') return null;
    const end = this.#tokens[who - 1]?.text === ',' ? who - 1 : who;
    const mention = mentions.find((one) => one.end === end && !one.isPossessive && one.kind !== 'unclear');
    return mention === undefined ? null : { ...mention, isObject: false };
  }
}
