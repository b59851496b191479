// What a model answered about a passage, and what of it can be: an answer can choose a speaker that the book knows, and
// nothing else.

import { z } from 'zod';
import type { ToldSpeaker } from '../../../shared/model/speaker-choices.ts';
import { LONGEST_ROLE_NAME } from '../../../shared/rules/role-names.ts';
import { wordSet } from '../../../shared/rules/words/word-lists.ts';
import type { QuotationsWithSpeakers } from './attributed-script.ts';
import { type KnownName, knownNames, type ModelPassage } from './model-passages.ts';
import { roleNameOf } from './speaker-choices.ts';
import { FIRST_PERSON, FORMS_OF_PRONOUNS, PRONOUNS, UNCLEAR } from './speech-words.ts';

/** What a server that takes JSON schemas holds the answer to. */
export const ANSWER_SCHEMA = {
  type: 'object',
  properties: {
    answers: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          quotation: { type: 'integer' },
          speaker: { type: 'string' },
          confidence: { type: 'number' },
        },
        required: ['quotation', 'speaker', 'confidence'],
        additionalProperties: false,
      },
    },
  },
  required: ['answers'],
  additionalProperties: false,
} as const;

export const modelAnswerSchema = z.object({
  /** From 1 on. */
  quotation: z.int().min(1).max(10_000),
  speaker: z.string().min(1).max(200),
  confidence: z.number().nullish(),
});
export type ModelAnswer = z.infer<typeof modelAnswerSchema>;

const repliesSchema = z.object({ answers: z.array(z.unknown()).max(10_000) });

/** Some models think aloud first, and put JSON into a code block although they are told not to. */
const THOUGHT = /^\s*<think>[\s\S]*?<\/think>/;
const FENCE = /^```(?:json)?\s*\n([\s\S]*?)\n?```$/;

/**
 * Reads an answer. Entries that make no sense are left out.
 *
 * @returns null where it is not JSON of the form that was asked for, from its first sign to its last
 */
export function readAnswers(content: string): ModelAnswer[] | null {
  const bare = content.replace(THOUGHT, '').trim();
  let value: unknown;
  try {
    value = JSON.parse(FENCE.exec(bare)?.[1] ?? bare);
  } catch {
    return null;
  }
  const reply = repliesSchema.safeParse(value);
  if (!reply.success) return null;
  return reply.data.answers.flatMap((entry) => modelAnswerSchema.safeParse(entry).data ?? []);
}

/** An answer without a figure of its own. */
const USUAL_CONFIDENCE = 0.85;
const NARRATORS: ReadonlySet<string> = new Set(['narrator', 'the narrator']);

/** Answers that can be, by the ids of their quotations, and how many quotations have none. */
export interface CheckedAnswers {
  readonly told: Readonly<Record<string, ToldSpeaker>>;
  readonly unusable: number;
}

/** Checks answers against the passage that was asked about, and the book. */
export function checkAnswers(
  answers: readonly ModelAnswer[],
  { ids }: Pick<ModelPassage, 'ids'>,
  names: KnownSpeakers,
): CheckedAnswers {
  const told: Record<string, ToldSpeaker> = {};
  const byNumber = Map.groupBy(answers, ({ quotation }) => quotation);
  for (const [at, id] of ids.entries()) {
    const found = (byNumber.get(at + 1) ?? []).map(({ speaker, confidence }) => ({
      speaker: names.speakerOf(speaker),
      confidence: Math.min(1, Math.max(0, confidence ?? USUAL_CONFIDENCE)),
    }));
    const [first] = found;
    // Two answers to one question are none.
    if (first?.speaker === undefined || found.some(({ speaker }) => speaker !== first.speaker)) continue;
    told[id] = { speaker: first.speaker, confidence: first.confidence };
  }
  return { told, unusable: ids.length - Object.keys(told).length };
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const LETTER = /[\p{L}\p{M}\p{N}]/u;
const CAPITAL_OR_CASELESS = /^[\p{Lu}\p{Lt}\p{Lo}]/u;
/** Words that a name may have between others. */
const PARTICLES = wordSet('particles-in-answers');
const MOST_WORDS = 6;
/** Names that no rule knows and that are looked for in the book. */
const MOST_SEARCHES = 2_000;

/** The names of a book: those that the rules know, and whatever its text has. */
export class KnownSpeakers {
  /** By all forms in lower case; null where two have one. */
  readonly #known = new Map<string, string | null>();
  readonly #passages: readonly string[];
  readonly #found = new Map<string, string | null>();
  /** How often the text has each word, as it is written. */
  #words: ReadonlyMap<string, number> | null = null;

  constructor(book: QuotationsWithSpeakers) {
    this.#passages = book.passages;
    const names = knownNames(book);
    for (const known of names) for (const alias of known.aliases) this.#add(alias, known);
    // A name is its bearer's, even where others are called so at times.
    for (const known of names.toReversed()) this.#known.set(known.name.toLowerCase(), known.name);
  }

  #add(form: string, { name }: KnownName): void {
    const key = form.toLowerCase();
    const other = this.#known.get(key);
    this.#known.set(key, other === undefined || other === name ? name : null);
  }

  /** Whose name it is as a role; null: the narrator; undefined: no one in this book has it. */
  speakerOf(answer: string): string | null | undefined {
    const said = answer.normalize('NFC').replace(/\s+/g, ' ').trim();
    const key = said.toLowerCase();
    if (NARRATORS.has(key)) return null;
    const known = this.#known.get(key) ?? this.#known.get(key.replace(/^the /, ''));
    if (known !== undefined && known !== null) return known;
    if (said.length > LONGEST_ROLE_NAME) return undefined;
    if (!this.#found.has(said)) {
      if (this.#found.size >= MOST_SEARCHES) return undefined;
      this.#found.set(said, this.#inText(said));
    }
    return this.#found.get(said) ?? undefined;
  }

  /** A name that the text has, word for word, as a role. */
  #inText(said: string): string | null {
    const words = said.match(WORD) ?? [];
    const telling = words.filter((word) => !PARTICLES.has(word));
    if (telling.length === 0 || words.length > MOST_WORDS || /[:!?;,"“”]/.test(said)) return null;
    const counts = this.#countedWords();
    if (!words.every((word) => counts.has(word))) return null;
    if (!telling.every((word) => CAPITAL_OR_CASELESS.test(word))) return null;
    const [only] = telling;
    if (telling.length === 1 && only !== undefined && !isNameAlone(only, counts)) return null;
    return this.#passages.some((passage) => hasWords(passage, said)) ? roleNameOf(said) : null;
  }

  #countedWords(): ReadonlyMap<string, number> {
    if (this.#words !== null) return this.#words;
    const counts = new Map<string, number>();
    for (const passage of this.#passages) {
      for (const [word] of passage.matchAll(WORD)) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    this.#words = counts;
    return counts;
  }
}

/** `But` begins sentences, and is no name. */
function isNameAlone(word: string, counts: ReadonlyMap<string, number>): boolean {
  const lower = word.toLowerCase();
  if (FIRST_PERSON.has(lower) || UNCLEAR.has(lower)) return false;
  if (PRONOUNS.has(lower) || FORMS_OF_PRONOUNS.has(lower)) return false;
  return lower === word || (counts.get(lower) ?? 0) < (counts.get(word) ?? 0);
}

function hasWords(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    if (!LETTER.test(text[at - 1] ?? ' ') && !LETTER.test(text[at + words.length] ?? ' ')) return true;
  }
  return false;
}
