// The people of a book, and what each stretch of it says of them.
import type { Person } from './character-name.ts';
import { Characters, isOffice, NARRATING } from './characters.ts';
import { isRelation, isVocative, type Mention, mentionsOf, NameWords, type Token } from './mentions.ts';
import { introductionOf, type Passage, tagsOf } from './passages.ts';
import type { SpeechTag } from './speech-tags.ts';
import { FORMS_OF_PRONOUNS } from './speech-words.ts';

/** Names of a sentence that are compared with each other. */
const MOST_TOGETHER = 6;
/** A tale is told in the first person where its teller says this many things, or is in this part of its words. */
const FIRST_PERSON = { tags: 3, share: 0.008 } as const;
/** Its teller is who is called by name this often, and named in this part of that by the tale. */
const TELLER = { called: 3, told: 0.34 } as const;

/** How much pronouns tell of whom they mean: a subject most often means the one that was named. */
const VOTES: ReadonlyMap<string, number> = new Map([
  ...(['he', 'she', 'himself', 'herself'] as const).map((word) => [word, 3] as const),
  ...([
    ['it', 0.3],
    ['its', 0.5],
  ] as const),
]);

/** How much a pronoun in another tag of the paragraph tells. */
const VOTE_OF_TAG = 6;

const alike = (one: Mention, other: Mention): boolean => one.words.join(' ') === other.words.join(' ');

const isCalled = ({ kind }: Mention): boolean => kind === 'name' || kind === 'description';

export class BookNames {
  readonly names = new NameWords();
  readonly characters = new Characters();
  /** Of each paragraph, for each quotation. */
  readonly tags: readonly (readonly (SpeechTag | null)[])[];
  /** Whether somebody tells the tale who takes part in it. */
  readonly isFirstPerson: boolean;
  readonly #teller: Person | null;
  /** By the words in which they stand. */
  readonly #mentions = new Map<readonly Token[], readonly Mention[]>();

  constructor(passages: readonly (Passage | null)[]) {
    for (const passage of passages) {
      for (const tokens of [...(passage?.narration ?? []), ...(passage?.quoted ?? [])]) this.names.add(tokens);
    }
    this.tags = passages.map((passage) => (passage === null ? [] : tagsOf(passage, this.names)));
    // `Sir William began:` stands in the paragraph before what he says.
    const introductions = passages.map((passage, at) => {
      const isSpeech = (passages[at + 1]?.quotations.length ?? 0) > 0;
      return passage !== null && isSpeech ? introductionOf(passage, this.names) : null;
    });
    for (const tag of [...this.tags.flat(), ...introductions]) {
      if (tag?.kind === 'tag' && !isRelation(tag.tokens, tag.mention)) this.characters.add(tag.mention, 'tag');
    }
    for (const passage of passages) {
      for (const tokens of passage?.narration ?? []) {
        for (const mention of this.mentionsOf(tokens)) this.characters.add(mention, 'narration');
      }
      for (const tokens of passage?.quoted ?? []) {
        for (const mention of this.mentionsOf(tokens)) this.characters.add(mention, 'quotation');
      }
    }
    for (const passage of passages) for (const tokens of passage?.narration ?? []) this.#compare(tokens);
    this.#compareTags();
    this.characters.settle();
    this.isFirstPerson = this.#hasTeller(passages);
    this.#teller = this.isFirstPerson ? this.#findTeller(passages) : null;
  }

  mentionsOf(tokens: readonly Token[]): readonly Mention[] {
    const mentions = this.#mentions.get(tokens) ?? mentionsOf(tokens, this.names);
    this.#mentions.set(tokens, mentions);
    return mentions;
  }

  /** Who bears a name; the name of who tells the tale means the teller, a title that several bear no person. */
  personOf(mention: Pick<Mention, 'words'>): Person | null {
    const person = this.characters.personOf(mention);
    const [word = ''] = mention.words;
    if (mention.words.length === 1 && isOffice(mention) && this.characters.isBorne(word, person)) {
      return null;
    }
    return person !== null && person === this.#teller ? NARRATING : person;
  }

  /** Who is called by name in what is said: `Well, Alice, …`. */
  addressed({ quoted }: Passage): Person[] {
    return quoted.flatMap((tokens) =>
      this.mentionsOf(tokens).flatMap((mention) =>
        mention.kind === 'name' && isVocative(tokens, mention) ? (this.personOf(mention) ?? []) : [],
      ),
    );
  }

  /** Who is named in what is said, without being called. */
  toldOf({ quoted }: Passage): Person[] {
    return quoted.flatMap((tokens) =>
      this.mentionsOf(tokens).flatMap((mention) =>
        mention.kind === 'name' && !isVocative(tokens, mention) ? (this.personOf(mention) ?? []) : [],
      ),
    );
  }

  /** Names of one sentence are several persons; a pronoun behind its only name tells the gender. */
  #compare(tokens: readonly Token[]): void {
    const named = new Map(this.mentionsOf(tokens).map((mention) => [mention.first, mention]));
    let before: readonly Mention[] = [];
    let sentence: Mention[] = [];
    let isFirstWord = true;
    for (let at = 0; at < tokens.length; at += 1) {
      const token = tokens[at];
      if (!token?.isWord) continue;
      if (token.isFirst) {
        this.#addTogether(sentence);
        [before, sentence, isFirstWord] = [sentence, [], true];
      }
      const gender = FORMS_OF_PRONOUNS.get(token.lower);
      const only = sentence.length === 0 && isFirstWord && before.length === 1 ? before[0] : sentence[0];
      if (gender !== undefined && only && sentence.length <= 1)
        this.characters.vote(only, gender, VOTES.get(token.lower) ?? 1);
      isFirstWord = false;
      const mention = gender === undefined ? named.get(at) : undefined;
      if (mention?.kind !== 'name') continue;
      if (sentence.every((other) => !alike(other, mention))) sentence.push(mention);
      at = mention.end - 1;
    }
    this.#addTogether(sentence);
  }

  #addTogether(sentence: readonly Mention[]): void {
    for (const [at, one] of sentence.slice(0, MOST_TOGETHER).entries()) {
      for (const other of sentence.slice(at + 1, MOST_TOGETHER)) this.characters.addTogether(one, other);
    }
  }

  /** Who speaks in a paragraph is hardly who spoke in the one before. */
  #compareTags(): void {
    let last: Mention | null = null;
    for (const tags of this.tags) {
      const named = tags.flatMap((tag) => (tag?.kind === 'tag' && tag.mention.kind === 'name' ? tag.mention : []));
      const [first] = named;
      this.#voteByTags(tags);
      if (last && first && !alike(last, first)) this.characters.addTogether(last, first);
      last = named.at(-1) ?? null;
    }
  }

  /** `“Come,” said the doctor. “Sit down,” he added.` */
  #voteByTags(tags: readonly (SpeechTag | null)[]): void {
    const called = tags.flatMap((tag) => (tag?.kind === 'tag' && isCalled(tag.mention) ? tag.mention : []));
    const [first] = called;
    if (first === undefined || called.some((other) => !alike(first, other))) return;
    for (const tag of tags) {
      const gender = tag?.kind === 'tag' && tag.mention.kind === 'pronoun' ? tag.mention.gender : null;
      if (gender !== null) this.characters.vote(first, gender, VOTE_OF_TAG);
    }
  }

  #hasTeller(passages: readonly (Passage | null)[]): boolean {
    const tags = this.tags.flat().filter((tag) => tag?.kind === 'tag' && tag.mention.kind === 'narrator').length;
    if (tags < FIRST_PERSON.tags) return false;
    let [words, own] = [0, 0];
    for (const passage of passages) {
      for (const tokens of passage?.narration ?? []) {
        words += tokens.length;
        own += this.mentionsOf(tokens).filter(({ kind }) => kind === 'narrator').length;
      }
    }
    return own >= words * FIRST_PERSON.share;
  }

  #findTeller(passages: readonly (Passage | null)[]): Person | null {
    const called = new Map<Person, number>();
    const told = new Map<Person, number>();
    for (const passage of passages) {
      if (passage === null) continue;
      for (const person of this.addressed(passage)) called.set(person, (called.get(person) ?? 0) + 1);
      for (const mention of passage.narration.flatMap((tokens) => this.mentionsOf(tokens))) {
        const person = mention.kind === 'name' ? this.characters.personOf(mention) : null;
        if (person) told.set(person, (told.get(person) ?? 0) + 1);
      }
    }
    const [best] = [...called]
      .filter(([person, count]) => count >= TELLER.called && (told.get(person) ?? 0) <= count * TELLER.told)
      .toSorted((a, b) => b[1] - a[1]);
    return best?.[0] ?? null;
  }
}
