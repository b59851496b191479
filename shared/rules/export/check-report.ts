import {
  type CheckedFile,
  type CheckPlace,
  type CheckReport,
  type CheckRow,
  type FileFigures,
  TAKE_ROWS,
} from '../../model/export/check-report.ts';
import type { Bound, BoundedFigure, ExportTarget } from '../../model/export/export-target.ts';
import { BOUNDED_FIGURES } from '../../model/export/export-target.ts';
import type { SuspicionKind } from '../../model/take.ts';

export interface PlacedLine {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly lineId: number;
  readonly line: string;
  /** Empty if the producer approved the take; undefined if the take wasn't checked. */
  readonly suspicions?: readonly SuspicionKind[];
  /** Whether the take has been compared with its text; undefined if no take of the project has. */
  readonly isCompared?: boolean;
}

export interface SilentStretch {
  readonly fromSeconds: number;
  readonly toSeconds: number;
}

export const MAX_PLACES = 50;
/**
 * In seconds. Takes keep a little silence at the end, so shorter digital silence at the end of a line counts as part
 * of the pause.
 */
const MIN_GAP_SECONDS = 0.2;

/** Returns the digital silences inside takes. If the lines aren't known, returns all digital silences. */
export function gapsInTakes(
  silences: readonly SilentStretch[],
  lines: readonly PlacedLine[],
): FileFigures['digitalSilences'] {
  const gaps = lines.length === 0 ? silences.map(({ fromSeconds }) => fromSeconds) : gapsWithin(silences, lines);
  return { count: gaps.length, at: gaps.slice(0, MAX_PLACES) };
}

function gapsWithin(silences: readonly SilentStretch[], lines: readonly PlacedLine[]): number[] {
  const found: number[] = [];
  let first = 0;
  for (const { fromSeconds, toSeconds } of silences) {
    while (first < lines.length && (lines[first]?.endSeconds ?? 0) <= fromSeconds) first += 1;
    for (let at = first; at < lines.length; at += 1) {
      const line = lines[at];
      if (!line || line.startSeconds >= toSeconds) break;
      const from = Math.max(fromSeconds, line.startSeconds);
      if (Math.min(toSeconds, line.endSeconds) - from >= MIN_GAP_SECONDS) found.push(from);
    }
  }
  return found;
}

export interface MeasuredFile {
  readonly file: string;
  readonly figures: FileFigures | null;
  readonly problem: CheckedFile['problem'];
  readonly lines: readonly PlacedLine[];
}

/** Figures are compared as displayed: to tenths of a decibel and hundredths of a second. */
const DISPLAY_STEP: Readonly<Partial<Record<BoundedFigure, number>>> = {
  integratedLufs: 0.1,
  rmsDbfs: 0.1,
  samplePeakDbfs: 0.1,
  truePeakDbtp: 0.1,
  noiseFloorDbfs: 0.1,
  headSeconds: 0.01,
  tailSeconds: 0.01,
  bitrate: 1,
};

function isWithin(value: number, { min, max }: Bound, step = 0): boolean {
  const shown = step === 0 ? value : Math.round(value / step) * step;
  return shown >= (min ?? Number.NEGATIVE_INFINITY) - 1e-9 && shown <= (max ?? Number.POSITIVE_INFINITY) + 1e-9;
}

function placeAt(lines: readonly PlacedLine[], seconds: number): CheckPlace {
  const line = lines.findLast(({ startSeconds }) => startSeconds <= seconds) ?? lines[0];
  return { seconds, lineId: line?.lineId ?? null, line: line?.line ?? null };
}

function placesOfFigure(figure: BoundedFigure, figures: FileFigures, lines: readonly PlacedLine[]): CheckPlace[] {
  switch (figure) {
    case 'samplePeakDbfs':
    case 'truePeakDbtp':
      return [placeAt(lines, figures.peakAt)];
    case 'noiseFloorDbfs':
      return [placeAt(lines, figures.quietestAt)];
    case 'headSeconds':
      return [placeAt(lines, 0)];
    case 'tailSeconds':
      return [placeAt(lines, figures.durationSeconds)];
    default:
      return [];
  }
}

function boundOf({ bounds, stereoBitrate }: ExportTarget['figures'], figure: BoundedFigure, channels: number) {
  return (figure === 'bitrate' && channels > 1 ? stereoBitrate : undefined) ?? bounds[figure];
}

const LOUDNESS_FIGURES: ReadonlySet<BoundedFigure> = new Set(['integratedLufs', 'rmsDbfs']);

function figureRow(target: ExportTarget, figure: BoundedFigure, { figures, lines }: MeasuredFile): CheckRow[] {
  const bound = figures && boundOf(target.figures, figure, figures.channels);
  if (!figures) return [];
  const value = figures[figure];
  if (!bound) {
    // If a store limits one loudness measure, the other is shown as well, for comparing files.
    const isShown =
      LOUDNESS_FIGURES.has(figure) &&
      BOUNDED_FIGURES.some((one) => LOUDNESS_FIGURES.has(one) && target.figures.bounds[one]);
    return isShown ? [{ kind: figure, result: 'pass', value, bound: null, places: [] }] : [];
  }
  // A level too low to measure is below any maximum, but doesn't meet a minimum.
  const isMet = value === null ? bound.min === undefined : isWithin(value, bound, DISPLAY_STEP[figure]);
  const result = isMet ? 'pass' : 'fail';
  return [{ kind: figure, result, value, bound, places: isMet ? [] : placesOfFigure(figure, figures, lines) }];
}

function soundRows({ figures, lines }: MeasuredFile): CheckRow[] {
  if (!figures) return [];
  const row = (kind: CheckRow['kind'], count: number, at: readonly number[], bad: 'fail' | 'look'): CheckRow => ({
    kind,
    result: count === 0 ? 'pass' : bad,
    value: count,
    bound: { max: 0 },
    places: at.map((seconds) => placeAt(lines, seconds)),
  });
  const { clippedSamples, clicks, digitalSilences, peakAt } = figures;
  return [
    row('clipping', clippedSamples, clippedSamples > 0 ? [peakAt] : [], 'look'),
    row('clicks', clicks.count, clicks.at, 'look'),
    row('digital-silence', digitalSilences.count, digitalSilences.at, 'look'),
  ];
}

function takeRows({ lines }: MeasuredFile): CheckRow[] {
  const places = new Map<CheckRow['kind'], Map<number, CheckPlace>>();
  for (const { startSeconds: seconds, lineId, line, suspicions = [] } of lines) {
    for (const kind of suspicions) {
      const found = places.get(`take-${kind}`) ?? new Map<number, CheckPlace>();
      places.set(`take-${kind}`, found.set(lineId, found.get(lineId) ?? { seconds, lineId, line }));
    }
  }
  return TAKE_ROWS.flatMap((kind): CheckRow[] => {
    const found = places.get(kind);
    if (!found) return [];
    return [{ kind, result: 'fail', value: found.size, bound: { max: 0 }, places: [...found.values()] }];
  });
}

/** The number of lines that have been compared with their text. Others are listed as places to listen to. */
function wordsRow({ lines }: MeasuredFile): CheckRow[] {
  const known = new Map(lines.flatMap((line) => (line.isCompared === undefined ? [] : [[line.lineId, line] as const])));
  if (known.size === 0) return [];
  const all = [...known.values()];
  const left = all.filter(({ isCompared }) => !isCompared);
  const compared = all.length - left.length;
  const suspicious = all.filter(({ suspicions = [] }) => suspicions.includes('words')).length;
  return [
    {
      kind: 'words',
      result: left.length === 0 ? 'pass' : 'look',
      value: compared,
      bound: null,
      places: left.slice(0, MAX_PLACES).map(({ startSeconds: seconds, lineId, line }) => ({ seconds, lineId, line })),
      words: { compared, suspicious, notCompared: left.length },
    },
  ];
}

function suspiciousLines(measured: readonly MeasuredFile[]): number | null {
  const judged = measured.flatMap(({ lines }) => lines.filter(({ suspicions }) => suspicions !== undefined));
  if (judged.length === 0) return null;
  return new Set(judged.filter(({ suspicions = [] }) => suspicions.length > 0).map(({ lineId }) => lineId)).size;
}

const passOrFail = (kind: CheckRow['kind'], isMet: boolean): CheckRow => ({
  kind,
  result: isMet ? 'pass' : 'fail',
  value: null,
  bound: null,
  places: [],
});

function rowsOf(target: ExportTarget, measured: MeasuredFile, channels: number | null): CheckRow[] {
  const { figures } = measured;
  if (!figures) return [];
  const { packedAs, constantBitrate, sameChannels } = target.figures;
  return [
    ...(packedAs ? [passOrFail('packing', packedAs.includes(figures.packedAs))] : []),
    ...BOUNDED_FIGURES.flatMap((figure) => figureRow(target, figure, measured)),
    ...(constantBitrate ? [passOrFail('constant-bitrate', figures.constantBitrate !== false)] : []),
    ...(sameChannels && channels !== null ? [passOrFail('same-channels', figures.channels === channels)] : []),
    ...soundRows(measured),
    ...wordsRow(measured),
    ...takeRows(measured),
  ];
}

export const isTakeRow = ({ kind }: CheckRow): boolean => TAKE_ROWS.some((row) => row === kind);

export function checkReport(target: ExportTarget, measured: readonly MeasuredFile[]): CheckReport {
  const channels = measured.length > 1 ? (measured.find(({ figures }) => figures)?.figures?.channels ?? null) : null;
  const files = measured.map((each): CheckedFile => {
    const { file, figures, problem } = each;
    return { file, figures, problem, rows: rowsOf(target, each, channels) };
  });
  const meetsFigures = files.every(
    ({ problem, rows }) => problem === null && rows.every((row) => row.result !== 'fail' || isTakeRow(row)),
  );
  const lines = suspiciousLines(measured);
  return {
    version: 1,
    target: target.id,
    ...(target.own && { ownName: target.own.name }),
    meetsFigures,
    ...(lines !== null && { suspiciousLines: lines }),
    files,
  };
}
