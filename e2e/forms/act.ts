// An act of a play as a list of speeches, which can be formatted in several layouts. Other programs convert the result
// to documents.
import { sampleText } from '../support/texts.ts';

/** A speech or a stage direction. Only speeches have a role. */
export interface ActPart {
  readonly role: string | null;
  /** The text. Stage directions don't include their brackets. */
  readonly words: string;
}

export interface Act {
  readonly title: string;
  readonly chapter: string;
  readonly parts: readonly ActPart[];
}

/**
 * Returns the first act of *The Importance of Being Earnest*.
 * @param maxParts the maximum number of speeches and directions
 */
export function firstAct(maxParts = Number.POSITIVE_INFINITY): Act {
  const [title = '', act = ''] = sampleText('earnest.txt').split(/^## /m);
  const [chapter = '', ...paragraphs] = act.trim().split(/\n{2,}/);
  const parts = paragraphs.slice(0, maxParts).map((paragraph): ActPart => {
    const [, role, words] = /^([A-Z .]+): (.*)$/s.exec(paragraph) ?? [];
    if (role !== undefined && words !== undefined) return { role, words };
    return { role: null, words: paragraph.replace(/^\((.*)\)$/s, '$1') };
  });
  return { title: title.replace('#', '').trim(), chapter, parts };
}

/** Converts a name to title case: `Miss Prism`. */
export const titleCase = (role: string): string =>
  role.toLowerCase().replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());

/** Escapes Markdown characters. */
const escapeMarkdown = (words: string): string => words.replace(/[\\`*_{}[\]<>#+|~$^"']|(?<=^\d+)\./g, '\\$&');

/** Puts stage directions in italics, as printed plays do. */
const withItalics = (words: string): string => escapeMarkdown(words).replace(/\([^()]*\)/g, '*$&*');

/** Formats the act as `**Algernon:** words (direction)`, under a heading. */
export const boldNames = ({ title, chapter, parts }: Act): string =>
  markdown(
    title,
    chapter,
    parts.map(({ role, words }) =>
      role === null ? `*(${escapeMarkdown(words)})*` : `**${titleCase(role)}:** ${withItalics(words)}`,
    ),
  );

/** Formats the act as `ALGERNON. words`, as in printed plays. */
export const printedNames = ({ title, chapter, parts }: Act): string =>
  markdown(
    title,
    chapter,
    parts.map(({ role, words }) =>
      role === null ? `*(${escapeMarkdown(words)})*` : `${role}\\. ${withItalics(words)}`,
    ),
  );

export const namesAbove = ({ title, chapter, parts }: Act): string =>
  markdown(
    title,
    chapter,
    parts.flatMap(({ role, words }) =>
      role === null ? [`(${escapeMarkdown(words)})`] : [role, escapeMarkdown(words)],
    ),
  );

const markdown = (title: string, chapter: string, paragraphs: readonly string[]): string =>
  `---\ntitle: ${title}\nauthor: Oscar Wilde\nlang: en-GB\n---\n\n# ${chapter}\n\n${paragraphs.join('\n\n')}\n`;

/** Returns an HTML page with a table of roles and speeches, which spreadsheet programs can open. */
export const roleTable = ({ chapter, parts }: Act): string => {
  const cell = (words: string) => `<td>${words.replaceAll('&', '&amp;')}</td>`;
  const rows = parts.map(
    ({ role, words }) =>
      `<tr>${cell(chapter)}${cell(role === null ? '' : titleCase(role))}${cell(role === null ? `(${words})` : words)}</tr>`,
  );
  return `<html><head><meta charset="utf-8"></head><body><table><tr><th>Scene</th><th>Character</th><th>Line</th></tr>\n${rows.join('\n')}</table></body></html>`;
};

/** Formats the act as a Fountain screenplay (fountain.io). */
export const fountain = ({ title, chapter, parts }: Act): string =>
  `Title: ${title}\nAuthor: Oscar Wilde\n\n# ${chapter}\n\n${parts.map(({ role, words }) => (role === null ? words : `${role}\n${words}`)).join('\n\n')}\n`;

export const finalDraft = ({ chapter, parts }: Act): string => {
  const paragraph = (type: string, words: string): string =>
    `    <Paragraph Type="${type}">\n      <Text>${words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</Text>\n    </Paragraph>\n`;
  const body = parts.map(({ role, words }) =>
    role === null ? paragraph('Action', words) : paragraph('Character', role) + paragraph('Dialogue', words),
  );
  return `<?xml version="1.0" encoding="UTF-8" standalone="no" ?>\n<FinalDraft DocumentType="Script" Template="No" Version="5">\n  <Content>\n${paragraph('New Act', chapter)}${body.join('')}  </Content>\n</FinalDraft>\n`;
};

/** Maximum number of characters per subtitle row. */
const ROW = 42;

/** Formats the act as two-row subtitle cues. Each speech starts with the role's name. */
export function subtitles({ parts }: Act): string {
  let second = 0;
  const time = (at: number): string => `${new Date(at * 1_000).toISOString().slice(11, 19)},000`;
  const cues = parts.flatMap(({ role, words }) => {
    const rows = wrapWords(role === null ? `(${words})` : `${role}: ${words}`);
    const pairs = rows.flatMap((row, at) => (at % 2 === 0 ? [[row, ...rows.slice(at + 1, at + 2)].join('\n')] : []));
    return pairs.map((pair) => {
      second += 4;
      return `${time(second - 4)} --> ${time(second)}\n${pair}`;
    });
  });
  return cues.map((cue, at) => `${at + 1}\n${cue}\n`).join('\n');
}

function wrapWords(words: string): string[] {
  const rows: string[] = [];
  for (const word of words.split(' ')) {
    const last = rows.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= ROW) rows[rows.length - 1] = `${last} ${word}`;
    else rows.push(word);
  }
  return rows;
}
