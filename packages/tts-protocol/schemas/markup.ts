// Marks within a text that is spoken: a field of the local service's own. `markup: "ssml"` says that a text has three elements
// of SSML (https://www.w3.org/TR/speech-synthesis11/) and its entities, and nothing else of it:
//
//   <emphasis>never</emphasis>
//   <say-as interpret-as="characters">BBC</say-as>
//   <phoneme alphabet="ipa" ph="ˈniːtəʊ">NATO</phoneme>
import { z } from 'zod';
import { isOwnVoice, takesStyles } from './styles.ts';

export const markupSchema = z.enum(['ssml']);

/** What a text can be marked for: words to be stressed, to be spelt out, to be said by their sounds. */
export const MARKS = ['emphasis', 'spelling', 'phonemes'] as const;
export const markSchema = z.enum(MARKS);
export type Mark = z.infer<typeof markSchema>;

/** A stretch of a text, in UTF-16 code units. One may lie within another, none across the end of another. */
export interface MarkedStretch {
  readonly mark: Mark;
  readonly start: number;
  readonly end: number;
  /** The sounds of `phonemes`, in the International Phonetic Alphabet. */
  readonly ipa?: string;
}

/** A text without markup, and its marks in the order in which they begin. */
export interface MarkedText {
  readonly text: string;
  readonly marks: readonly MarkedStretch[];
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** A text that has no marks, as it stands in one that may have some. */
export const escapeMarkup = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

const ELEMENTS: Readonly<Record<Mark, string>> = { emphasis: 'emphasis', spelling: 'say-as', phonemes: 'phoneme' };

/** What begins and what ends a marked stretch. */
export function markTags(mark: Mark, ipa = ''): readonly [start: string, end: string] {
  const attributes =
    mark === 'spelling'
      ? ' interpret-as="characters"'
      : mark === 'phonemes'
        ? ` alphabet="ipa" ph="${escapeMarkup(ipa)}"`
        : '';
  return [`<${ELEMENTS[mark]}${attributes}>`, `</${ELEMENTS[mark]}>`];
}

const TOKEN =
  /<emphasis>|<say-as interpret-as="characters">|<phoneme alphabet="ipa" ph="([^"<>]{1,400})">|<\/(emphasis|say-as|phoneme)>|&(amp|lt|gt|quot);|[<&]/g;

const markOf = (tag: string): Mark =>
  tag.startsWith('<e') ? 'emphasis' : tag.startsWith('<s') ? 'spelling' : 'phonemes';

const plain = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot);/g, (_, name: string) => CHARACTERS[name] ?? '');

/** What a text with markup says. @returns null where it is not what is described above */
export function readMarkup(markup: string): MarkedText | null {
  const marks: MarkedStretch[] = [];
  const open: number[] = [];
  let text = '';
  let position = 0;
  for (const { 0: token, 1: ipa, 2: ended, 3: entity, index } of markup.matchAll(TOKEN)) {
    text += markup.slice(position, index);
    position = index + token.length;
    if (entity !== undefined) text += CHARACTERS[entity] ?? '';
    else if (ended !== undefined) {
      const place = open.pop();
      const begun = place === undefined ? undefined : marks[place];
      if (place === undefined || begun === undefined || ELEMENTS[begun.mark] !== ended) return null;
      marks[place] = { ...begun, end: text.length };
    } else if (token.length > 1) {
      open.push(marks.length);
      marks.push({ mark: markOf(token), start: text.length, end: text.length, ...(ipa && { ipa: plain(ipa) }) });
    } else return null;
  }
  return open.length === 0 ? { text: text + markup.slice(position), marks } : null;
}

/** Letters and digits one by one, for what has no other way to spell: `B B C`. */
export const lettersApart = (text: string): string => [...text.replace(/\s+/g, '').toUpperCase()].join(' ');

/** The same with each stretch that is to be spelt out in single letters. Other marks are kept, at their new places. */
export function spelledOut({ text, marks }: MarkedText, letters = lettersApart): MarkedText {
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
  const moved = marks.flatMap((one): MarkedStretch[] => {
    const [start, end] = [places.get(one.start), places.get(one.end)];
    return one.mark === 'spelling' || start === undefined || end === undefined ? [] : [{ ...one, start, end }];
  });
  return { text: spelled, marks: moved };
}

/** Whether a voice is asked to speak marked words as they are marked. All of the local service's can spell. */
export const takesMark = (voice: string, mark: Mark): boolean =>
  mark === 'spelling' ? isOwnVoice(voice) : takesStyles(voice);
