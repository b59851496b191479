import { countsOf, type Person } from './character-name.ts';
import { Characters, isTitleOrNoun, NARRATOR_PERSON } from './characters.ts';
import { isRelation, isVocative, type Mention, mentionsOf, NameWords, type Token } from './mentions.ts';
import { introductionOf, type Passage, tagsOf } from './passages.ts';
import type { SpeechTag } from './speech-tags.ts';
import { PRONOUN_FORMS } from './speech-words.ts';

const MAX_NAMES_IN_SENTENCE = 6;
/**
 * A first-person narrator has at least this many speech tags, and the narration has at least this share of
 * first-person pronouns.
 */
const FIRST_PERSON_NARRATOR = { tags: 3, share: 0.008 } as const;
/** A narrator's name is often used in dialogue but rarely in narration. */
const NARRATOR_NAME = { addressed: 3, narrated: 0.34 } as const;
/** Votes for the gender of the name before a pronoun. Pronouns not listed here have one vote. */
const PRONOUN_VOTES = new Map([
  ...['he', 'she', 'himself', 'herself'].map((word) => [word, 3] as const),
  ...[['it', 0.3] as const, ['its', 0.5] as const],
]);
const TAG_VOTES = 6;

const isSameName = (a: Mention, b: Mention): boolean => a.words.join(' ') === b.words.join(' ');

export class BookNames {
  readonly names = new NameWords();
  readonly characters = new Characters();
  readonly tags: readonly (readonly (SpeechTag | null)[])[];
  readonly isFirstPerson: boolean;
  /** The narrator's entry under the narrator's own name. */
  readonly #narrator: Person | null;
  readonly #mentions = new Map<readonly Token[], readonly Mention[]>();

  constructor(passages: readonly (Passage | null)[]) {
    const paragraphs = passages.filter((passage) => passage !== null);
    for (const { narration, quoted } of paragraphs) {
      for (const tokens of [...narration, ...quoted]) this.names.add(tokens);
    }
    this.tags = passages.map((passage) => (passage === null ? [] : tagsOf(passage, this.names)));
    this.#addTags(passages);
    for (const { narration, quoted } of paragraphs) {
      for (const mention of this.#mentionsIn(narration)) this.characters.add(mention, 'narration');
      for (const mention of this.#mentionsIn(quoted)) this.characters.add(mention, 'quotation');
    }
    for (const { narration } of paragraphs) for (const tokens of narration) this.#compareNames(tokens);
    this.#compareTags();
    this.characters.mergeNames();
    this.isFirstPerson = this.#hasNarrator(paragraphs);
    this.#narrator = this.isFirstPerson ? this.#findNarrator(paragraphs) : null;
  }

  mentionsOf(tokens: readonly Token[]): readonly Mention[] {
    const mentions = this.#mentions.get(tokens) ?? mentionsOf(tokens, this.names);
    this.#mentions.set(tokens, mentions);
    return mentions;
  }

  #mentionsIn(tokenLists: readonly (readonly Token[])[]): Mention[] {
    return tokenLists.flatMap((tokens) => this.mentionsOf(tokens));
  }

  /** Returns null for unknown people, or for a title that several people share. */
  personOf(mention: Pick<Mention, 'words'>): Person | null {
    const person = this.characters.personOf(mention);
    const [word = '', another] = mention.words;
    const isShared = another === undefined && this.characters.othersNamed(word, person).length > 0;
    if (isShared && isTitleOrNoun(mention)) return null;
    return person !== null && person === this.#narrator ? NARRATOR_PERSON : person;
  }

  findNamedPeople(quoted: readonly Token[]): { readonly addressed: Person[]; readonly toldOf: Person[] } {
    const named = this.mentionsOf(quoted).filter(({ kind }) => kind === 'name');
    const personsOf = (mentions: readonly Mention[]) => mentions.flatMap((mention) => this.personOf(mention) ?? []);
    const vocatives = new Set(named.filter((mention) => isVocative(quoted, mention)));
    return { addressed: personsOf([...vocatives]), toldOf: personsOf(named.filter((one) => !vocatives.has(one))) };
  }

  #addTags(passages: readonly (Passage | null)[]): void {
    // `Sir William began:` precedes the paragraph of the quotation.
    const introductions = passages.map((passage, at) =>
      passage !== null && passages[at + 1]?.quotations.length ? introductionOf(passage, this.names) : null,
    );
    for (const tag of [...this.tags.flat(), ...introductions]) {
      if (tag?.kind === 'tag' && !isRelation(tag.tokens, tag.mention)) this.characters.add(tag.mention, 'tag');
    }
  }

  /** Names in the same sentence are different people. A pronoun after a single name shows that person's gender. */
  #compareNames(tokens: readonly Token[]): void {
    const named = new Map(this.mentionsOf(tokens).map((mention) => [mention.first, mention]));
    let before: readonly Mention[] = [];
    let sentence: Mention[] = [];
    let isFirstWord = true;
    for (let at = 0; at < tokens.length; at += 1) {
      const token = tokens[at];
      if (!token?.isWord) continue;
      if (token.isFirst) {
        this.#separateNames(sentence);
        [before, sentence, isFirstWord] = [sentence, [], true];
      }
      const gender = PRONOUN_FORMS.get(token.lower);
      const [only, another] = sentence.length === 0 && isFirstWord ? before : sentence;
      isFirstWord = false;
      if (gender !== undefined) {
        const votes = PRONOUN_VOTES.get(token.lower) ?? 1;
        if (only && !another) this.characters.vote(only, gender, votes);
        continue;
      }
      const mention = named.get(at);
      if (mention?.kind !== 'name') continue;
      if (sentence.every((other) => !isSameName(other, mention))) sentence.push(mention);
      at = mention.end - 1;
    }
    this.#separateNames(sentence);
  }

  #separateNames(sentence: readonly Mention[]): void {
    for (const [at, one] of sentence.slice(0, MAX_NAMES_IN_SENTENCE).entries()) {
      for (const other of sentence.slice(at + 1, MAX_NAMES_IN_SENTENCE)) this.characters.addCooccurrence(one, other);
    }
  }

  #compareTags(): void {
    let last: Mention | null = null;
    for (const tags of this.tags) {
      const mentions = tags.flatMap((tag) => (tag?.kind === 'tag' ? tag.mention : []));
      this.#voteByTags(mentions);
      const named = mentions.filter(({ kind }) => kind === 'name');
      const [first] = named;
      if (last && first && !isSameName(last, first)) this.characters.addCooccurrence(last, first);
      last = named.at(-1) ?? null;
    }
  }

  /** Handles `“Come,” said the doctor. “Sit down,” he added.` */
  #voteByTags(mentions: readonly Mention[]): void {
    const [first, ...others] = mentions.filter(({ kind }) => kind === 'name' || kind === 'description');
    if (first === undefined || others.some((other) => !isSameName(first, other))) return;
    for (const { kind, gender } of mentions) {
      if (kind === 'pronoun' && gender !== null) this.characters.vote(first, gender, TAG_VOTES);
    }
  }

  #hasNarrator(passages: readonly Passage[]): boolean {
    const tags = this.tags.flat().filter((tag) => tag?.kind === 'tag' && tag.mention.kind === 'narrator').length;
    if (tags < FIRST_PERSON_NARRATOR.tags) return false;
    const narration = passages.flatMap((passage) => passage.narration);
    const own = this.#mentionsIn(narration).filter(({ kind }) => kind === 'narrator').length;
    return own >= narration.reduce((sum, { length }) => sum + length, 0) * FIRST_PERSON_NARRATOR.share;
  }

  /** Finds a person who is often addressed (`My dear Watson`) but rarely named in the narration. */
  #findNarrator(passages: readonly Passage[]): Person | null {
    const addressed = countsOf(
      passages.flatMap(({ quoted }) => quoted.flatMap((tokens) => this.findNamedPeople(tokens).addressed)),
    );
    const names = this.#mentionsIn(passages.flatMap(({ narration }) => narration)).filter(
      ({ kind }) => kind === 'name',
    );
    const narrated = countsOf(names.flatMap((mention) => this.characters.personOf(mention) ?? []));
    const [best] = [...addressed]
      .filter(([, count]) => count >= NARRATOR_NAME.addressed)
      .filter(([person, count]) => (narrated.get(person) ?? 0) <= count * NARRATOR_NAME.narrated)
      .toSorted((a, b) => b[1] - a[1]);
    return best?.[0] ?? null;
  }
}
