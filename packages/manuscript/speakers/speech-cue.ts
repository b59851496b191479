import { wordSet } from '../../../shared/rules/words/word-lists.ts';
import type { BookNames } from './book-names.ts';
import { keyOf, type Person } from './character-name.ts';
import { isTitleOrNoun, NARRATOR_PERSON } from './characters.ts';
import { isRelation, type Mention, type Token } from './mentions.ts';
import type { SceneMemory } from './scene-memory.ts';
import type { SpeechTag } from './speech-tags.ts';
import { KINSHIP_TITLES, NOUNS, PRONOUN_FORMS, TITLES, type WordGender } from './speech-words.ts';

export interface SpeechCue {
  readonly kind: 'told' | 'pronoun' | 'description' | 'action' | 'unclear';
  /** From 0 to 1. */
  readonly confidence: number;
  /** A named person, or the only person who fits the description. */
  readonly person: Person | null;
  readonly gender: WordGender | null;
  /** The probable referent of `the prince` or `his wife`. */
  readonly meant: Person | null;
  /** `his wife` */
  readonly isRelation?: boolean;
  /** `the coachman` */
  readonly isDefinite?: boolean;
  /** `the girl` */
  readonly isGeneric?: boolean;
  /** `an old rabbit` */
  readonly isNew?: boolean;
  /** Whether the description fits only one person, who speaks often. */
  readonly isAlone?: boolean;
  /** `the other` */
  readonly isOther?: boolean;
  /** `he said, as he saw Tom` */
  readonly others?: ReadonlySet<Person>;
}

/** Below this confidence, a tag shows only who acts, not who speaks. */
export const MIN_CLEAR_CONFIDENCE = 0.8;
/** Minimum number of speech tags for a description to count as a name. */
const MIN_TAGS_FOR_NAME = 3;
/** `the astonished narrator` */
const PARTICIPLE = /^\p{Ll}{3,}ed$/u;
const INDEFINITE_ARTICLES = wordSet('indefinite-articles');
const GENERIC_NOUNS = wordSet('generic-nouns');
export const PARENT_VOCATIVES = wordSet('parent-vocatives');

export const taggedCue = (person: Person, confidence: number): SpeechCue => ({
  kind: 'told',
  confidence,
  person,
  gender: null,
  meant: null,
});

export class CueReader {
  readonly #book: BookNames;
  readonly #memory: SceneMemory;

  constructor(book: BookNames, memory: SceneMemory) {
    [this.#book, this.#memory] = [book, memory];
  }

  cueOf(tag: SpeechTag, addressed: readonly Person[]): SpeechCue {
    const { mention, tokens, confidence } = tag;
    const isAction = tag.kind === 'action' || confidence < MIN_CLEAR_CONFIDENCE;
    const base = { confidence, person: null, gender: null, meant: null };
    const isName = mention.kind === 'name' && !(mention.words.length === 1 && isTitleOrNoun(mention));
    if (mention.kind === 'narrator' || isName) {
      const person = isName ? this.#book.personOf(mention) : NARRATOR_PERSON;
      return { ...base, kind: isAction || person === null ? 'action' : 'told', person };
    }
    if (mention.kind === 'pronoun') {
      const others = this.#peopleNamedAfter(tokens, mention);
      return { ...base, kind: isAction ? 'action' : 'pronoun', gender: mention.gender, others };
    }
    if (mention.kind !== 'unclear') return this.#descriptionCue(tag, isAction, addressed);
    if (isAction) return { ...base, kind: 'action' };
    // `said the other`
    if (keyOf(mention.words) === 'other') return { ...base, kind: 'description', isGeneric: true, isOther: true };
    return { ...base, kind: 'unclear' };
  }

  #descriptionCue(tag: SpeechTag, isAction: boolean, addressed: readonly Person[]): SpeechCue {
    const { mention, tokens, confidence } = tag;
    const { words, isDefinite } = mention;
    const noun = words.at(-1) ?? '';
    const isRelative = isRelation(tokens, mention);
    // `a young Lucas` isn't a known person called Lucas.
    const isUnknown = mention.kind === 'description' && !isDefinite && /^\p{Lu}/u.test(mention.form);
    const person = isUnknown ? null : this.#book.personOf(mention);
    const titled = isDefinite ? this.#findByTitle(noun, person) : null;
    const meant = isRelative ? this.findRelation(tokens, mention, addressed) : titled;
    return {
      kind: isAction ? 'action' : 'description',
      confidence,
      meant,
      isDefinite,
      gender: NOUNS.get(noun) ?? TITLES.get(noun) ?? null,
      person: isRelative ? null : person,
      isRelation: isRelative,
      isGeneric: GENERIC_NOUNS.has(noun) || (words.length > 1 && PARTICIPLE.test(words[0] ?? '')),
      isNew: INDEFINITE_ARTICLES.has(tokens[mention.first]?.lower ?? ''),
      isAlone: !isRelative && meant === null && isDefinite && this.#isOnlySpeaker(noun, person),
    };
  }

  #isOnlySpeaker(noun: string, person: Person | null): boolean {
    if (person === null || person.speaking < MIN_TAGS_FOR_NAME || TITLES.has(noun) || GENERIC_NOUNS.has(noun))
      return false;
    return !this.#book.characters.othersNamed(noun, person).some(({ speaking }) => speaking > 0);
  }

  #peopleNamedAfter(tokens: readonly Token[], { end }: Mention): ReadonlySet<Person> {
    const next = tokens.findIndex(({ isFirst }, at) => isFirst && at >= end);
    const rest = this.#book.mentionsOf(tokens.slice(end, next < 0 ? tokens.length : next));
    const people = rest.map((mention) => (mention.kind === 'name' ? this.#book.personOf(mention) : null));
    return new Set(people.filter((person) => person !== null));
  }

  #findByTitle(word: string, excluded: Person | null): Person | null {
    return this.#memory.findMostPresent((one) => one !== excluded && one.words.size > 1 && one.words.has(word));
  }

  /** In `his wife`, `he` is probably a man to whom the speaker is talking. */
  findRelation(tokens: readonly Token[], mention: Mention, addressed: readonly Person[] = []): Person | null {
    const noun = mention.words.at(-1) ?? '';
    const title = KINSHIP_TITLES.get(noun);
    const owner = title === undefined ? null : this.#ownerOf(tokens, mention, addressed);
    // A married woman's father has a different surname.
    if (owner?.words.has('mrs') && PARENT_VOCATIVES.has(noun)) return null;
    return title && owner ? this.#book.characters.findRelative(owner, title) : null;
  }

  #ownerOf(tokens: readonly Token[], { first, owner }: Mention, addressed: readonly Person[]): Person | null {
    if (owner !== undefined) return this.#book.characters.personOf({ words: owner });
    const gender = PRONOUN_FORMS.get(tokens[first]?.lower ?? '');
    if (gender === undefined) return null;
    const [only, another] = addressed.filter((person) => person.gender === gender);
    return only && !another ? only : this.#memory.findMostPresent((one) => one.gender === gender);
  }
}

const CUE_RANKS = { told: 4, unclear: 3, pronoun: 2, description: 2, action: 1 } as const;

export const isMoreCertain = (cue: SpeechCue, other: SpeechCue | null): boolean =>
  other === null || CUE_RANKS[cue.kind] * 2 + cue.confidence > CUE_RANKS[other.kind] * 2 + other.confidence;

export function conflicts(a: SpeechCue | null, b: SpeechCue): boolean {
  if (a === null || a.kind === 'action' || b.kind === 'action') return false;
  // `“No room!” they cried out. “There is,” said Ann.`
  if (a.kind === 'unclear' || b.kind === 'unclear') return a.kind === 'told' || b.kind === 'told';
  if (a.kind === 'told' && b.kind === 'told') return a.person !== b.person;
  const [first, second] = [a, b].map((cue) => (cue.kind === 'told' ? cue.person?.gender : cue.gender) ?? null);
  return first !== null && second !== null && first !== second;
}
