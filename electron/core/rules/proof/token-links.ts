// Finds all spans of written and heard tokens that could be the same speech.
import { smallest } from '../../../../shared/rules/lists.ts';
import { spokenWords } from '../../../../shared/rules/spoken-words.ts';
import { areHomophones } from './homophones.ts';
import { fullForms } from './spelling-variants.ts';
import { numbersAt } from './spoken-numbers.ts';
import { readingsOfTime } from './spoken-times.ts';
import { roughSounds, soundDistance } from './word-sounds.ts';
import { primaryLanguage, type WordToken, writtenTokens } from './word-tokens.ts';

/** `contraction`: one side has a contraction, and the other its full form. */
export type LinkKind = 'same' | 'contraction';

/** Matching tokens, whose number can differ between the two sides: `ice cream` and `icecream`. */
export interface TokenLink {
  readonly kind: LinkKind;
  readonly written: number;
  readonly writtenLength: number;
  readonly heard: number;
  readonly heardLength: number;
  readonly cost: number;
}

/** A pronunciation rule's words and how they are respelled. */
export interface Respelling {
  readonly from: string;
  readonly to: string;
}

export interface LinkInput {
  readonly text: string;
  readonly languageCode: string;
  readonly names: readonly string[];
  readonly respellings: readonly Respelling[];
}

const MAX_JOINED = 5;
/** Recognisers spell names as they sound. A name counts as correct if it sounds this similar. */
const NAME_DISTANCE = 0.5;
const MAX_NAME_TOKENS = 4;

export function findLinks(written: readonly WordToken[], heard: readonly WordToken[], input: LinkInput): TokenLink[] {
  const language = primaryLanguage(input.languageCode);
  const links: TokenLink[] = [];
  const add = (kind: LinkKind, [from, length]: TokenSpan, [heardFrom, heardLength]: TokenSpan, cost: number): void =>
    void links.push({ kind, written: from, writtenLength: length, heard: heardFrom, heardLength, cost });

  linkWords(written, heard, language, add);
  linkNumbers(written, heard, language, add);
  linkTimes(written, heard, input.text, language, add);
  linkNames(written, heard, input, add);
  return links;
}

type TokenSpan = readonly [from: number, length: number];
type AddLink = (kind: LinkKind, written: TokenSpan, heard: TokenSpan, cost: number) => void;

/** Maps each key to the spans that have it. */
class SpanIndex {
  readonly #spans = new Map<string, TokenSpan[]>();

  add(key: string, span: TokenSpan): void {
    const known = this.#spans.get(key);
    if (known) known.push(span);
    else this.#spans.set(key, [span]);
  }

  get(key: string): readonly TokenSpan[] {
    return this.#spans.get(key) ?? [];
  }
}

function* joinedSpans(tokens: readonly WordToken[]): Generator<{ readonly span: TokenSpan; readonly joined: string }> {
  for (let from = 0; from < tokens.length; from += 1) {
    let joined = '';
    for (let length = 1; length <= MAX_JOINED && from + length <= tokens.length; length += 1) {
      joined += tokens[from + length - 1]?.text ?? '';
      yield { span: [from, length], joined };
    }
  }
}

/** The cost of a match by sound only, so that a match by letters is preferred. */
const SOUND_COST = 0.05;
const CONTRACTION_COST = 0.3;

function linkWords(written: readonly WordToken[], heard: readonly WordToken[], language: string, add: AddLink): void {
  const byLetters = new SpanIndex();
  const bySound = new SpanIndex();
  for (const { span, joined } of joinedSpans(heard)) {
    byLetters.add(joined, span);
    if (span[1] <= 2) bySound.add(roughSounds(joined, language), span);
  }
  for (const { span, joined } of joinedSpans(written)) {
    for (const other of byLetters.get(joined)) add('same', span, other, 0);
    if (span[1] <= 2)
      for (const other of bySound.get(roughSounds(joined, language))) add('same', span, other, SOUND_COST);
    if (language !== 'en') continue;
    for (const form of span[1] === 1 ? fullForms(joined) : []) {
      for (const other of byLetters.get(form)) add('contraction', span, other, CONTRACTION_COST);
    }
  }
  if (language !== 'en') return;
  const writtenSpans = new SpanIndex();
  for (const { span, joined } of joinedSpans(written)) writtenSpans.add(joined, span);
  for (const [index, { text }] of heard.entries()) {
    for (const form of fullForms(text)) {
      for (const span of writtenSpans.get(form)) add('contraction', span, [index, 1], CONTRACTION_COST);
    }
  }
  for (const [from, { text }] of written.entries()) {
    for (const [index, other] of heard.entries()) {
      if (text !== other.text && areHomophones(text, other.text)) add('same', [from, 1], [index, 1], SOUND_COST);
    }
  }
}

function linkNumbers(written: readonly WordToken[], heard: readonly WordToken[], language: string, add: AddLink): void {
  const heardTexts = heard.map(({ text }) => text);
  const index = new SpanIndex();
  for (let from = 0; from < heard.length; from += 1) {
    for (const { length, digits, isOrdinal } of numbersAt(heardTexts, from, language)) {
      index.add(`${digits}${isOrdinal ? '.' : ''}`, [from, length]);
    }
  }
  const texts = written.map(({ text }) => text);
  for (let from = 0; from < written.length; from += 1) {
    for (const { length, digits, isOrdinal } of numbersAt(texts, from, language)) {
      const keys = [`${digits}${isOrdinal ? '.' : ''}`];
      // Dates and monarchs are written without an ending: `4 March`, `Henry VIII`.
      if (written[from]?.isFromDigits === true) keys.push(`${digits}${isOrdinal ? '' : '.'}`);
      for (const key of keys) for (const span of index.get(key)) add('same', [from, length], span, 0);
    }
  }
}

const TIME = /(?<![\d.:,])([01]?\d|2[0-4])[:.]([0-5]\d)(?![\d:]|[.,]\d)/gu;

function linkTimes(
  written: readonly WordToken[],
  heard: readonly WordToken[],
  text: string,
  language: string,
  add: AddLink,
): void {
  const times = [...text.matchAll(TIME)];
  if (times.length === 0) return;
  const words = spokenWords(text);
  const heardTexts = heard.map((token) => token.text);
  const readings = new SpanIndex();
  for (let from = 0; from < heard.length; from += 1) {
    let joined = '';
    let end = from;
    while (end < heard.length && end - from < MAX_JOINED) {
      const number = numbersAt(heardTexts, end, language).at(-1);
      joined += number?.digits ?? heardTexts[end] ?? '';
      end += number?.length ?? 1;
      readings.add(joined, [from, end - from]);
    }
  }
  for (const { index, 1: hour = '', 2: minute = '' } of times) {
    const word = words.findIndex(({ to }) => to > index);
    const from = written.findIndex((token) => token.fromWord <= word && word < token.toWord);
    if (from < 0) continue;
    let end = from;
    while (end < written.length && (written[end]?.fromWord ?? 0) <= word) end += 1;
    for (const reading of readingsOfTime(Number(hour), Number(minute), language)) {
      for (const span of readings.get(reading)) {
        add('same', [from, end - from], span, 0);
        if (written[end]?.text === 'uhr') add('same', [from, end - from + 1], span, 0);
      }
    }
  }
}

function linkNames(written: readonly WordToken[], heard: readonly WordToken[], input: LinkInput, add: AddLink): void {
  const language = primaryLanguage(input.languageCode);
  const joined = (tokens: readonly WordToken[]): string => tokens.map(({ text }) => text).join('');
  const pronounced = [
    ...input.names
      .flatMap((name) => {
        const tokens = writtenTokens(name, input.languageCode);
        // A part of a name is a name too: `Anna` in `Anna Karenina`.
        return [
          tokens,
          ...(tokens.length > 1 ? tokens.filter(({ text }) => text.length > 2).map((token) => [token]) : []),
        ];
      })
      .map((tokens) => ({ from: joined(tokens), to: joined(tokens) })),
    ...input.respellings.flatMap(({ from, to }) => {
      const original = joined(writtenTokens(from, input.languageCode));
      return [original, ...(to === '' ? [] : [joined(writtenTokens(to, input.languageCode))])].map((spelling) => ({
        from: original,
        to: spelling,
      }));
    }),
  ].filter(({ from }) => from !== '');
  if (pronounced.length === 0) return;
  const soundsOf = new Map<string, Set<string>>();
  for (const { from, to } of pronounced) {
    const known = soundsOf.get(from) ?? new Set();
    soundsOf.set(from, known.add(roughSounds(to, language)));
  }
  for (const { span, joined: spelling } of joinedSpans(written)) {
    const sounds = soundsOf.get(spelling) ?? soundsOf.get(spelling.replace(/s$/, ''));
    if (sounds === undefined) continue;
    for (const { span: other, joined: heardAs } of joinedSpans(heard)) {
      if (other[1] > MAX_NAME_TOKENS) continue;
      const distance = smallest(Array.from(sounds, (one) => soundDistance(one, roughSounds(heardAs, language))));
      if (distance <= NAME_DISTANCE) add('same', span, other, SOUND_COST + distance * 0.5);
    }
  }
}
