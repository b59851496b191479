import { type MarkedRange, type MarkedText, spellWithSpaces } from '@lectern/tts-protocol';
import { addClauseEnds } from './clause-ends.ts';
import { escapePlainText, UTTERANCE_UNITS } from './espeak-module.ts';
import { ipaToMnemonics } from './ipa-mnemonics.ts';

/** Private-use characters that replace markup while clause boundaries are added. */
const FIRST_TOKEN = 0xf_0000;
const TOKEN = /[\u{f0000}-\u{10ffff}]/gu;

/** Maximum letters to spell at a time; more would exceed eSpeak NG's clause limit. */
const MAX_SPELLED_LETTERS = 30;

const EMPHASIS_TAGS: readonly [string, string] = ['<emphasis level="moderate">', '</emphasis>'];

/**
 * Converts marked text to eSpeak NG markup; undefined if it needs none.
 * @param language a file name of an eSpeak NG language
 */
export function toEspeakMarkup({ text, marks }: MarkedText, language: string): string | undefined {
  const tokens: string[] = [];
  const plain = (words: string): string => words.replace(TOKEN, '');
  const put = (markup: string): string => String.fromCodePoint(FIRST_TOKEN + tokens.push(markup) - 1);
  let carrying = '';
  let position = 0;
  const open: number[] = [];
  const closeUntil = (place: number): void => {
    for (let end = open.at(-1); end !== undefined && end <= place; end = open.at(-1)) {
      carrying += plain(text.slice(position, Math.max(position, end))) + put(EMPHASIS_TAGS[1]);
      position = Math.max(position, end);
      open.pop();
    }
  };
  for (const mark of marks) {
    closeUntil(mark.start);
    if (mark.start < position) continue;
    const instead = mark.mark === 'emphasis' ? null : replacementFor(text.slice(mark.start, mark.end), mark, language);
    if (mark.mark !== 'emphasis' && instead === null) continue;
    carrying += plain(text.slice(position, mark.start)) + put(instead ?? EMPHASIS_TAGS[0]);
    position = instead === null ? mark.start : mark.end;
    if (instead === null) open.push(mark.end);
  }
  closeUntil(text.length);
  carrying += plain(text.slice(position));
  if (tokens.length === 0) return undefined;
  const ended = addClauseEnds(carrying);
  let markup = '';
  let from = 0;
  for (const { 0: token, index } of ended.matchAll(TOKEN)) {
    markup += escapePlainText(ended.slice(from, index)) + (tokens[(token.codePointAt(0) ?? 0) - FIRST_TOKEN] ?? '');
    from = index + token.length;
  }
  markup += escapePlainText(ended.slice(from));
  return markup.length > UTTERANCE_UNITS ? undefined : markup;
}

function replacementFor(text: string, { mark, ipa }: MarkedRange, language: string): string | null {
  if (mark === 'phonemes') {
    const mnemonics = ipaToMnemonics(ipa ?? '', language);
    return mnemonics && `[[${mnemonics}]]`;
  }
  const letters = spellWithSpaces(text).split(' ');
  const parts: string[] = [];
  for (let at = 0; at < letters.length; at += MAX_SPELLED_LETTERS) {
    const some = escapePlainText(letters.slice(at, at + MAX_SPELLED_LETTERS).join(''));
    parts.push(`<say-as interpret-as="characters">${some}</say-as>`);
  }
  return parts.join(', ');
}
