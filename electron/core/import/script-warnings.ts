// What in a script will not do as it stands, in sentences for the producer.
import type { Paragraph } from '../../../shared/model/script.ts';
import type { ScriptOptions } from '../../../shared/model/settings.ts';
import type { RoleUse } from '../../../shared/rules/roles.ts';
import { defaultTurnPrefix, prefixPlaces, speakerOf } from '../../../shared/rules/turn-prefix.ts';

/** What no voice can say: damaged, private and control characters. Invisible ones are dropped when a file is read. */
const ODD = /[\ufffd\u2028\u2029\p{Co}\p{Cs}]|(?![\t\n\r])\p{Cc}/gu;

/** @param text as the paragraphs were read from it */
export function scriptWarnings(
  text: string,
  paragraphs: readonly Paragraph[],
  options: ScriptOptions,
  roles: readonly RoleUse[],
): string[] {
  return [
    ...oddCharacters(text),
    ...crowded(paragraphs),
    ...prefixesInWords(paragraphs, options),
    ...nearlyTheSame(roles),
    ...longParagraphs(paragraphs, options.lineCharacters),
  ];
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

function oddCharacters(text: string): string[] {
  const found = text.match(ODD) ?? [];
  if (found.length === 0) return [];
  const codes = [...new Set(found)]
    .slice(0, 3)
    .map((sign) => `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`);
  return [
    `There ${found.length === 1 ? 'is' : 'are'} ${counted(found.length, 'odd character', 'odd characters')} that no voice can say (${codes.join(', ')}).`,
  ];
}

function crowded(paragraphs: readonly Paragraph[]): string[] {
  const count = paragraphs.filter(({ problem }) => problem?.kind === 'three-roles').length;
  if (count === 0) return [];
  return [
    `${counted(count, 'paragraph has', 'paragraphs have')} more than two roles and can’t be rendered as ${count === 1 ? 'it stands' : 'they stand'}.`,
  ];
}

/** The service takes a turn prefix inside the words for the start of another turn. */
function prefixesInWords(paragraphs: readonly Paragraph[], options: ScriptOptions): string[] {
  const count = paragraphs.filter(({ source, lines }) =>
    lines.some(({ turns }) => {
      const speakers = new Set(turns.map(speakerOf));
      if (speakers.size < 2) return false;
      return [...speakers].some((name) => prefixPlaces(source, defaultTurnPrefix(name), options).length > 0);
    }),
  ).length;
  if (count === 0) return [];
  return [
    `In ${counted(count, 'dialog', 'dialogs')} a turn prefix stands inside the words too, and may be taken for another turn.`,
  ];
}

/** Names that differ in nothing but small letters, marks and spaces. */
function nearlyTheSame(roles: readonly RoleUse[]): string[] {
  const bare = (name: string) =>
    name
      .normalize('NFD')
      .replace(/[\p{M}\s.’'-]/gu, '')
      .toUpperCase();
  const first = new Map<string, string>();
  return roles.flatMap(({ name }) => {
    const other = first.get(bare(name));
    if (other === undefined) first.set(bare(name), name);
    return other === undefined ? [] : [`“${other}” and “${name}” are written differently, and would be two roles.`];
  });
}

function longParagraphs(paragraphs: readonly Paragraph[], limit: number): string[] {
  const cut = paragraphs.filter(({ lines }) => lines.length > 1).length;
  const unfit = paragraphs.filter(({ problem }) => problem?.kind === 'too-long').length;
  return [
    ...(cut > 0
      ? [
          `${counted(cut, 'paragraph is', 'paragraphs are')} longer than a line may be (${limit.toLocaleString('en')} characters), and ${cut === 1 ? 'is' : 'are'} cut at ends of sentences.`,
        ]
      : []),
    ...(unfit > 0
      ? [`${counted(unfit, 'paragraph is', 'paragraphs are')} too long for one job and can’t be cut.`]
      : []),
  ];
}
