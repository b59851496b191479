// Scripts whose speeches have a name behind each, or are quotations with a name beside each: `Come in. (Anna)`,
// `Anna, "Come in."`, `"Come in." – Anna`.
import { directionOf } from './layout-directions.ts';
import { readLayoutMarks } from './layout-marks.ts';
import { isMannerOrNoise, isNameList } from './layout-names.ts';
import { isNoName } from './layout-words.ts';

const NAME_FIRST =
  /^(\p{Lu}[\p{L}\p{M}'’.-]{0,30}(?: \p{Lu}[\p{L}\p{M}'’.-]{0,30}){0,3}), (["“”„«»][^"“”„«»]*["“”«»])$/u;
const NAME_LAST =
  /^(["“”„«»][^"“”„«»]*["“”«»]) ?[-–—] ?(\p{Lu}[\p{L}\p{M}'’.-]{0,30}(?: \p{Lu}[\p{L}\p{M}'’.-]{0,30}){0,3})$/u;
const BRACKET_LAST = /^(\S.*[.!?…。！？]["”»’]?) {0,3}(?:\(([^()]{1,40})\)|\[([^[\]]{1,40})\])$/u;

/** Fewer rows tell nothing. */
const LEAST = 4;
/** Shares of the rows that are such speeches, and of these whose speaker speaks again: both are less in prose. */
const LEAST_SHARE = 0.75;
/** Of words without quotation marks. */
const SURE_SHARE = 0.9;

interface QuotedSpeech {
  readonly name: string;
  readonly words: string;
}

function readSpeech(row: string): QuotedSpeech | null {
  const [, name, words] = NAME_FIRST.exec(row) ?? [];
  if (name !== undefined && words !== undefined) return { name, words };
  const [, said, speaker] = NAME_LAST.exec(row) ?? [];
  return said === undefined || speaker === undefined ? null : { name: speaker, words: said };
}

/** `Come in. (Anna)` */
function readNameBehind(row: string): QuotedSpeech | null {
  if (!/[)\]]$/.test(row)) return null;
  const [, words, round, square] = BRACKET_LAST.exec(row) ?? [];
  const name = round ?? square;
  if (name === undefined || words === undefined) return null;
  if (!isNameList(name) || isNoName(name) || isMannerOrNoise(name)) return null;
  return readLayoutMarks(row).some(({ form }) => form === 'colon') ? null : { name, words };
}

/**
 * A text whose rows are quotations with names, or words with names in brackets behind them, with a colon behind each name,
 * before its words; any other text as it is. It takes names of which two or more come again, so that mottoes with their
 * authors stay as they are.
 */
export function withNamesBeforeQuotations(text: string): string {
  const rows = text.split('\n').map((row) => row.trim());
  const speeches = speechesIn(rows, readSpeech, LEAST_SHARE) ?? speechesIn(rows, readNameBehind, SURE_SHARE);
  if (speeches === null) return text;
  return rows
    .map((row, index) => {
      const speech = speeches[index];
      return speech ? `${speech.name}: ${speech.words}` : row;
    })
    .join('\n');
}

/** The speeches of a text's rows, each in the place of its row; null where too few rows are speeches. */
function speechesIn(
  rows: readonly string[],
  read: (row: string) => QuotedSpeech | null,
  share: number,
): readonly (QuotedSpeech | null)[] | null {
  const speeches = rows.map(read);
  const times = new Map<string, number>();
  for (const speech of speeches) if (speech !== null) times.set(speech.name, (times.get(speech.name) ?? 0) + 1);
  const again = [...times.values()].filter((count) => count > 1);
  const named = speeches.filter((speech) => speech !== null).length;
  if (named < LEAST || again.length < 2) return null;
  const filled = rows.filter((row) => row !== '' && directionOf(row) === null && !row.startsWith('#')).length;
  const isScript = named >= share * filled && again.reduce((sum, count) => sum + count, 0) >= share * named;
  return isScript ? speeches : null;
}
