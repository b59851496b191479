// Local extension: marks within a text. With `markup: "ssml"`, a text may contain entities and only these SSML elements
// (https://www.w3.org/TR/speech-synthesis11/):
//
// - `<emphasis>never</emphasis>`
// - `<say-as interpret-as="characters">BBC</say-as>`
// - `<phoneme alphabet="ipa" ph="ˈniːtəʊ">NATO</phoneme>`
import { z } from 'zod';
import { isOwnVoice, supportsStyles } from './styles.ts';

export const markupSchema = z.enum(['ssml']);

export const MARKS = ['emphasis', 'spelling', 'phonemes'] as const;
export const markSchema = z.enum(MARKS);
export type Mark = z.infer<typeof markSchema>;

/** A marked range, in UTF-16 code units. Ranges can be nested but can't overlap partially. */
export interface MarkedRange {
  readonly mark: Mark;
  readonly start: number;
  readonly end: number;
  readonly ipa?: string;
}

export interface MarkedText {
  readonly text: string;
  readonly marks: readonly MarkedRange[];
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const ENTITY_CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

const ELEMENT_NAMES: Readonly<Record<Mark, string>> = { emphasis: 'emphasis', spelling: 'say-as', phonemes: 'phoneme' };

export function markTags(mark: Mark, ipa = ''): readonly [start: string, end: string] {
  const attributes =
    mark === 'spelling'
      ? ' interpret-as="characters"'
      : mark === 'phonemes'
        ? ` alphabet="ipa" ph="${escapeMarkup(ipa)}"`
        : '';
  return [`<${ELEMENT_NAMES[mark]}${attributes}>`, `</${ELEMENT_NAMES[mark]}>`];
}

const TOKEN =
  /<emphasis>|<say-as interpret-as="characters">|<phoneme alphabet="ipa" ph="([^"<>]{1,400})">|<\/(emphasis|say-as|phoneme)>|&(amp|lt|gt|quot);|[<&]/g;

const markOfTag = (tag: string): Mark =>
  tag.startsWith('<e') ? 'emphasis' : tag.startsWith('<s') ? 'spelling' : 'phonemes';

const unescapeText = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ENTITY_CHARACTERS[name] ?? '');

/** Parses marked-up text; returns null if it is invalid. */
export function parseMarkup(markup: string): MarkedText | null {
  const marks: MarkedRange[] = [];
  const open: number[] = [];
  let text = '';
  let position = 0;
  for (const { 0: token, 1: ipa, 2: ended, 3: entity, index } of markup.matchAll(TOKEN)) {
    text += markup.slice(position, index);
    position = index + token.length;
    if (entity !== undefined) text += ENTITY_CHARACTERS[entity] ?? '';
    else if (ended !== undefined) {
      const place = open.pop();
      const begun = place === undefined ? undefined : marks[place];
      if (place === undefined || begun === undefined || ELEMENT_NAMES[begun.mark] !== ended) return null;
      marks[place] = { ...begun, end: text.length };
    } else if (token.length > 1) {
      open.push(marks.length);
      marks.push({
        mark: markOfTag(token),
        start: text.length,
        end: text.length,
        ...(ipa && { ipa: unescapeText(ipa) }),
      });
    } else return null;
  }
  return open.length === 0 ? { text: text + markup.slice(position), marks } : null;
}

/** Separates letters and digits with spaces, for engines without spelling: `B B C`. */
export const spellWithSpaces = (text: string): string => [...text.replace(/\s+/g, '').toUpperCase()].join(' ');

/** Replaces spelling marks with single letters. Other marks are kept and adjusted to the new text. */
export function replaceSpellingMarks({ text, marks }: MarkedText, letters = spellWithSpaces): MarkedText {
  if (!marks.some(({ mark }) => mark === 'spelling')) return { text, marks };
  let spelled = '';
  let position = 0;
  const places = new Map<number, number>();
  const keep = (end: number): void => {
    for (const { start, end: last } of marks) {
      for (const place of [start, last]) {
        if (place >= position && place <= end) places.set(place, spelled.length + place - position);
      }
    }
    spelled += text.slice(position, end);
    position = end;
  };
  for (const { mark, start, end } of marks) {
    if (mark !== 'spelling' || start < position) continue;
    keep(start);
    spelled += letters(text.slice(start, end));
    position = end;
  }
  keep(text.length);
  const moved = marks.flatMap((one): MarkedRange[] => {
    const [start, end] = [places.get(one.start), places.get(one.end)];
    return one.mark === 'spelling' || start === undefined || end === undefined ? [] : [{ ...one, start, end }];
  });
  return { text: spelled, marks: moved };
}

/** Returns whether to send a mark for a voice. All voices of the local service support spelling. */
export const supportsMark = (voice: string, mark: Mark): boolean =>
  mark === 'spelling' ? isOwnVoice(voice) : supportsStyles(voice);
