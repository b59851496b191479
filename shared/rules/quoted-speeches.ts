// Scripts whose speeches are quotations with a name beside each: `Anna, "Come in."`, `"Come in." – Anna`.

const NAME_FIRST =
  /^(\p{Lu}[\p{L}\p{M}'’.-]{0,30}(?: \p{Lu}[\p{L}\p{M}'’.-]{0,30}){0,3}), (["“”„«»][^"“”„«»]*["“”«»])$/u;
const NAME_LAST =
  /^(["“”„«»][^"“”„«»]*["“”«»]) ?[-–—] ?(\p{Lu}[\p{L}\p{M}'’.-]{0,30}(?: \p{Lu}[\p{L}\p{M}'’.-]{0,30}){0,3})$/u;

/** Fewer rows tell nothing. */
const LEAST = 4;
/** Shares of the rows that are such speeches, and of these whose speaker speaks again: both are less in prose. */
const LEAST_SHARE = 0.75;

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

/**
 * A text whose rows are quotations with names, with a colon behind each name, before its words; any other text as it is.
 * It takes names of which two or more come again, so that mottoes with their authors stay as they are.
 */
export function withNamesBeforeQuotations(text: string): string {
  const rows = text.split('\n').map((row) => row.trim());
  const speeches = rows.map(readSpeech);
  const times = new Map<string, number>();
  for (const speech of speeches) if (speech !== null) times.set(speech.name, (times.get(speech.name) ?? 0) + 1);
  const again = [...times.values()].filter((count) => count > 1);
  const named = speeches.filter((speech) => speech !== null).length;
  const filled = rows.filter((row) => row !== '').length;
  const isScript =
    named >= LEAST &&
    named >= LEAST_SHARE * filled &&
    again.length > 1 &&
    again.reduce((sum, count) => sum + count, 0) >= LEAST_SHARE * named;
  if (!isScript) return text;
  return rows
    .map((row, index) => {
      const speech = speeches[index];
      return speech ? `${speech.name}: ${speech.words}` : row;
    })
    .join('\n');
}
