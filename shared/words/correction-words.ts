import type { CorrectionLine, CorrectionNote, Corrections } from '../model/corrections.ts';
import type { Suspicion } from '../model/take.ts';
import { timecode } from '../rules/timecode.ts';
import type { corrections } from './en/corrections.ts';
import type { SuspicionText } from './suspicion-words.ts';
import type { Words } from './words.ts';

export interface CorrectionWords {
  readonly tCorrections: Words<typeof corrections>;
  readonly flagText: (flag: Suspicion) => SuspicionText;
  readonly list: (items: readonly string[]) => string;
}

const COLUMNS = [
  'chapter',
  'line',
  'role',
  'text',
  'note',
  'take',
  'timeInTake',
  'timeInChapter',
  'state',
  'verdict',
] as const;

/** Returns a table with one row per note, or one for a line without notes. Times are formatted as hh:mm:ss.mmm. */
export function correctionRows({ lines }: Pick<Corrections, 'lines'>, words: CorrectionWords): string[][] {
  const { tCorrections } = words;
  const heads = COLUMNS.map((column) => tCorrections(`column.${column}`));
  const rows = lines.flatMap((line) => {
    const cells = (note: CorrectionNote | null) => [
      line.chapterTitle,
      line.line,
      line.roles.join(' + '),
      line.turns.map(({ text }) => text).join(' '),
      note?.text ?? '',
      String((note ? note.take : line.take) ?? ''),
      time(note?.seconds ?? null),
      time(note ? note.chapterSeconds : line.chapterSeconds),
      note ? tCorrections(note.doneAt === null ? 'state.open' : 'state.done') : '',
      verdictText(line, words),
    ];
    return line.notes.length === 0 ? [cells(null)] : line.notes.map(cells);
  });
  return [heads, ...rows];
}

const time = (seconds: number | null): string => (seconds === null ? '' : timecode(seconds));

/** Returns the current take's verdict or, if there is none, why the take is suspicious. */
export function verdictText(
  { verdict, flags }: CorrectionLine,
  { tCorrections, flagText, list }: CorrectionWords,
): string {
  if (verdict !== null) return tCorrections(`verdict.${verdict}`);
  return flags.length === 0
    ? ''
    : tCorrections('suspicious', { flags: list(flags.map((flag) => flagText(flag).label)) });
}
