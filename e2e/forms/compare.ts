// Compares an imported document with the original act: its roles, chapters and spoken words.

import { importScript } from '@lectern/manuscript';
import { initialSettings } from '../../electron/core/import/new-project.ts';
import { NARRATOR } from '../../shared/model/cast.ts';
import { bracketRanges } from '../../shared/rules/brackets.ts';
import { chaptersOf } from '../../shared/rules/chapters.ts';
import { parseScript } from '../../shared/rules/script-text.ts';
import { spokenText } from '../../shared/rules/spoken-text.ts';
import { speakerOf } from '../../shared/rules/turn-prefix.ts';
import type { Act } from './act.ts';

export interface SpokenContent {
  readonly chapters: readonly string[];
  readonly roles: readonly string[];
  /** `ROLE: words`. Consecutive paragraphs by the same role are joined. */
  readonly speeches: readonly string[];
}

/**
 * Returns the expected result of importing an act.
 * @param file the document's name. Its extension matters: in screenplays, the narrator speaks the action, and subtitles
 * have no chapters.
 */
export function contentOfAct({ chapter, parts }: Act, file: string): SpokenContent {
  const isScreenplay = /\.(?:fountain|fdx)$/.test(file);
  const spoken = parts.flatMap(({ role, words }) => {
    if (role === null) return isScreenplay && isAction(words) ? [{ role: NARRATOR, words }] : [];
    return [{ role, words: withoutDirections(words) }];
  });
  const chapters = /\.(?:srt|vtt)$/.test(file) ? [] : [chapter];
  return { chapters, roles: rolesOf(spoken), speeches: joinParagraphs(spoken) };
}

/** Action is everything except scene headings and bracketed text. */
const isAction = (words: string): boolean => !/^(?:Scene:|\()/.test(words);

/** Returns the result of importing a document with default settings. */
export async function contentOfFile(path: string): Promise<SpokenContent> {
  const imported = await importScript(path);
  const settings = initialSettings(imported);
  const paragraphs = parseScript(imported.text, settings);
  const spoken = paragraphs
    .filter(({ kind }) => kind === 'speech')
    .flatMap(({ lines }) => lines)
    .flatMap(({ turns }) => turns)
    .map((turn) => ({ role: speakerOf(turn).toUpperCase(), words: spokenText(turn, settings) }))
    .filter(({ words }) => words !== '');
  const chapters = chaptersOf(paragraphs).flatMap(({ title }) => (title === null ? [] : [title]));
  return { chapters, roles: rolesOf(spoken), speeches: joinParagraphs(spoken) };
}

export function differences(expected: SpokenContent, actual: SpokenContent): string[] {
  return [
    ...listDifferences('chapter', expected.chapters, actual.chapters),
    ...listDifferences('role', expected.roles, actual.roles),
    ...listDifferences('speech', expected.speeches, actual.speeches),
  ];
}

interface SpokenParagraph {
  readonly role: string;
  readonly words: string;
}

const rolesOf = (spoken: readonly SpokenParagraph[]): string[] =>
  [...new Set(spoken.map(({ role }) => role))].toSorted();

function joinParagraphs(spoken: readonly SpokenParagraph[]): string[] {
  const speeches: { readonly role: string; words: string }[] = [];
  for (const { role, words } of spoken) {
    const last = speeches.at(-1);
    if (last?.role === role) last.words += ` ${words}`;
    else speeches.push({ role, words });
  }
  return speeches.map(({ role, words }) => `${role}: ${words.replace(/\s+/g, ' ')}`);
}

/** Joins words with a single space, except before punctuation. */
function withoutDirections(words: string): string {
  let spoken = '';
  let from = 0;
  for (const { start, end } of [...bracketRanges(words), { start: words.length, end: words.length }]) {
    const part = words.slice(from, start);
    spoken += spoken === '' || /^[,.;:!?…]/.test(part) ? part.trim() : ` ${part.trim()}`;
    from = end;
  }
  return spoken.trim();
}

/** Returns the items that are only in one of the two lists, in order. */
function listDifferences(name: string, expected: readonly string[], actual: readonly string[]): string[] {
  const lengths = expected
    .map(() => new Array<number>(actual.length + 1).fill(0))
    .concat([new Array(actual.length + 1).fill(0)]);
  const length = (at: number, to: number): number => lengths[at]?.[to] ?? 0;
  for (let at = expected.length - 1; at >= 0; at -= 1) {
    for (let to = actual.length - 1; to >= 0; to -= 1) {
      const row = lengths[at];
      if (row)
        row[to] =
          expected[at] === actual[to] ? length(at + 1, to + 1) + 1 : Math.max(length(at + 1, to), length(at, to + 1));
    }
  }
  const said: string[] = [];
  for (let [at, to] = [0, 0]; at < expected.length || to < actual.length; ) {
    if (at < expected.length && expected[at] === actual[to]) [at, to] = [at + 1, to + 1];
    else if (at < expected.length && (to >= actual.length || length(at + 1, to) >= length(at, to + 1))) {
      said.push(`${name} missing: ${expected[at]}`);
      at += 1;
    } else {
      said.push(`${name} added: ${actual[to]}`);
      to += 1;
    }
  }
  return said;
}
