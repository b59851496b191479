import type { CorrectionFinding, CorrectionLine, CorrectionNote, Corrections } from '../model/corrections.ts';
import type { FindingKind } from '../model/proof.ts';
import type { Suspicion } from '../model/take.ts';
import { timecode } from '../rules/timecode.ts';
import type { corrections } from './en/corrections.ts';
import type { SuspicionText } from './suspicion-words.ts';
import type { Words } from './words.ts';

export interface CorrectionWords {
  readonly tCorrections: Words<typeof corrections>;
  readonly flagText: (flag: Suspicion) => SuspicionText;
  readonly findingText: (kind: FindingKind) => string;
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
  'finding',
  'written',
  'heard',
  'confidence',
] as const;

/** Returns a table with one row per note and per finding, or one for a line with neither. Times are formatted as hh:mm:ss.mmm. */
export function correctionRows({ lines }: Pick<Corrections, 'lines'>, words: CorrectionWords): string[][] {
  const { tCorrections } = words;
  const heads = COLUMNS.map((column) => tCorrections(`column.${column}`));
  const rows = lines.flatMap((line) => {
    const cells = (note: CorrectionNote | null, finding: CorrectionFinding | null = null) => [
      line.chapterTitle,
      line.line,
      line.roles.join(' + '),
      line.turns.map(({ text }) => text).join(' '),
      note?.text ?? '',
      String((note ? note.take : line.take) ?? ''),
      time(note?.seconds ?? finding?.seconds ?? null),
      time((note ?? finding ?? line).chapterSeconds),
      note || finding ? tCorrections(note && note.doneAt !== null ? 'state.done' : 'state.open') : '',
      verdictText(line, words),
      finding ? words.findingText(finding.kind) : '',
      finding?.words ?? '',
      finding?.heard ?? '',
      finding ? percentage(finding, words) : '',
    ];
    const rowsOfLine = [
      ...line.notes.map((note) => cells(note)),
      ...line.findings.map((finding) => cells(null, finding)),
    ];
    return rowsOfLine.length === 0 ? [cells(null)] : rowsOfLine;
  });
  return [heads, ...rows];
}

export const percentage = ({ confidence }: CorrectionFinding, { tCorrections }: CorrectionWords): string =>
  tCorrections('percent', { percent: Math.round(100 * confidence) });

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
