import { z } from 'zod';
import type { ModelSpeaker } from '../../../shared/model/speaker-choices.ts';
import { MAX_ROLE_NAME_LENGTH } from '../../../shared/rules/role-marks.ts';
import { wordSet } from '../../../shared/rules/words/word-lists.ts';
import type { QuotationsWithSpeakers } from './attributed-script.ts';
import { knownNames, type ModelPassage } from './model-passages.ts';
import { toRoleName } from './speaker-choices.ts';
import { FIRST_PERSON, PRONOUN_FORMS, PRONOUNS, UNNAMED_SUBJECTS } from './speech-words.ts';

const ANSWER_ITEM = {
  type: 'object',
  properties: { quotation: { type: 'integer' }, speaker: { type: 'string' }, confidence: { type: 'number' } },
  required: ['quotation', 'speaker', 'confidence'],
  additionalProperties: false,
} as const;

/** For servers that enforce a JSON schema. */
export const ANSWER_SCHEMA = {
  type: 'object',
  properties: { answers: { type: 'array', items: ANSWER_ITEM } },
  required: ['answers'],
  additionalProperties: false,
} as const;

export const modelAnswerSchema = z.object({
  /** 1-based. */
  quotation: z.int().min(1).max(10_000),
  speaker: z.string().min(1).max(200),
  confidence: z.number().nullish(),
});
export type ModelAnswer = z.infer<typeof modelAnswerSchema>;

const answersSchema = z.object({ answers: z.array(z.unknown()).max(10_000) });

/** Some models write their reasoning first or wrap the JSON in a code block. */
const THINKING = /^\s*<think>[\s\S]*?<\/think>/;
const CODE_FENCE = /^```(?:json)?\s*\n([\s\S]*?)\n?```$/;

/** Skips invalid entries. Returns null if the content isn't the expected JSON. */
export function readAnswers(content: string): ModelAnswer[] | null {
  const bare = content.replace(THINKING, '').trim();
  let value: unknown;
  try {
    value = JSON.parse(CODE_FENCE.exec(bare)?.[1] ?? bare);
  } catch {
    return null;
  }
  const { data } = answersSchema.safeParse(value);
  return data?.answers.flatMap((entry) => modelAnswerSchema.safeParse(entry).data ?? []) ?? null;
}

const DEFAULT_CONFIDENCE = 0.85;
const NARRATORS: ReadonlySet<string> = new Set(['narrator', 'the narrator']);

/** Returns valid answers by quotation id, and the number of quotations without an answer. */
export function checkAnswers(
  answers: readonly ModelAnswer[],
  { ids }: Pick<ModelPassage, 'ids'>,
  names: KnownSpeakers,
) {
  const byNumber = Map.groupBy(answers, ({ quotation }) => quotation);
  const told = ids.flatMap((id, at): [string, ModelSpeaker][] => {
    const found = byNumber.get(at + 1) ?? [];
    const speakers = new Set(found.map((answer) => names.speakerOf(answer.speaker)));
    const [speaker] = speakers;
    // Ignore contradictory answers.
    if (speaker === undefined || speakers.size > 1) return [];
    return [[id, { speaker, confidence: Math.min(1, Math.max(0, found[0]?.confidence ?? DEFAULT_CONFIDENCE)) }]];
  });
  return { told: Object.fromEntries(told), unusable: ids.length - told.length };
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const LETTER = /[\p{L}\p{M}\p{N}]/u;
const CAPITAL_OR_CASELESS = /^[\p{Lu}\p{Lt}\p{Lo}]/u;
const PARTICLES = wordSet('particles-in-answers');
const MAX_WORDS = 6;
/** Maximum number of searches in the book for names that aren't yet known. */
const MAX_SEARCHES = 2_000;

export class KnownSpeakers {
  /** By lower-case form; null if several people share the name. */
  readonly #known = new Map<string, string | null>();
  readonly #passages: readonly string[];
  readonly #searched = new Map<string, string | null>();
  #counts: ReadonlyMap<string, number> | null = null;

  constructor(book: QuotationsWithSpeakers) {
    this.#passages = book.passages;
    const names = knownNames(book);
    for (const { name, aliases } of names) {
      for (const alias of aliases.map((form) => form.toLowerCase())) {
        const other = this.#known.get(alias);
        this.#known.set(alias, other === undefined || other === name ? name : null);
      }
    }
    // A role's own name takes precedence over the same name as an alias.
    for (const { name } of names.toReversed()) this.#known.set(name.toLowerCase(), name);
  }

  /** Returns a role's name, null for the narrator, or undefined if the name isn't in the book. */
  speakerOf(answer: string): string | null | undefined {
    const said = answer.normalize('NFC').replace(/\s+/g, ' ').trim();
    const key = said.toLowerCase();
    if (NARRATORS.has(key)) return null;
    const known = this.#known.get(key) ?? this.#known.get(key.replace(/^the /, ''));
    if (known !== undefined && known !== null) return known;
    if (said.length > MAX_ROLE_NAME_LENGTH) return undefined;
    if (!this.#searched.has(said) && this.#searched.size < MAX_SEARCHES)
      this.#searched.set(said, this.#findInText(said));
    return this.#searched.get(said) ?? undefined;
  }

  #findInText(said: string): string | null {
    const words = said.match(WORD) ?? [];
    const names = words.filter((word) => !PARTICLES.has(word));
    const [only, another] = names;
    if (only === undefined || words.length > MAX_WORDS || /[:!?;,"“”]/.test(said)) return null;
    this.#counts ??= countWords(this.#passages);
    const counts = this.#counts;
    const isName = words.every((word) => counts.has(word)) && names.every((word) => CAPITAL_OR_CASELESS.test(word));
    if (!isName || (another === undefined && !isNameAlone(only, counts))) return null;
    return this.#passages.some((passage) => hasWords(passage, said)) ? toRoleName(said) : null;
  }
}

function countWords(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) for (const [word] of text.matchAll(WORD)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Excludes words such as `But` that are capitalised only at the start of sentences. */
function isNameAlone(word: string, counts: ReadonlyMap<string, number>): boolean {
  const lower = word.toLowerCase();
  if ([FIRST_PERSON, UNNAMED_SUBJECTS, PRONOUNS, PRONOUN_FORMS].some((words) => words.has(lower))) return false;
  return lower === word || (counts.get(lower) ?? 0) < (counts.get(word) ?? 0);
}

function hasWords(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    if (!LETTER.test(text[at - 1] ?? ' ') && !LETTER.test(text[at + words.length] ?? ' ')) return true;
  }
  return false;
}
