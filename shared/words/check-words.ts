import type { CheckedFile, CheckPlace, CheckReport, CheckRow } from '../model/export/check-report.ts';
import type { Bound, BoundedFigure } from '../model/export/export-target.ts';
import { BOUNDED_FIGURES } from '../model/export/export-target.ts';
import { isTakeRow } from '../rules/export/check-report.ts';
import type { DeliveryWords } from './delivery-words.ts';
import type { ProblemWords } from './problem-words.ts';

const isFigure = (kind: CheckRow['kind']): kind is BoundedFigure => BOUNDED_FIGURES.some((figure) => figure === kind);

/** Formats a bound with its unit, such as `at most -3 dB`. */
export function boundText(tDelivery: DeliveryWords, figure: BoundedFigure, { min, max }: Bound): string {
  const least = min === undefined ? '' : formatLimit(tDelivery, figure, min);
  const most = max === undefined ? '' : formatLimit(tDelivery, figure, max);
  if (max === undefined) return tDelivery('bound.least', { least });
  if (min === undefined) return tDelivery('bound.most', { most });
  return min === max ? tDelivery('bound.exactly', { most }) : tDelivery('bound.between', { least, most });
}

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;

/** Durations in whole minutes or hours use these units. */
function formatLimit(tDelivery: DeliveryWords, figure: BoundedFigure, value: number): string {
  if (figure !== 'durationSeconds' || value === 0 || value % MINUTE_SECONDS > 0) {
    return tDelivery(`value.${figure}`, { value });
  }
  return value % HOUR_SECONDS === 0
    ? tDelivery('bound.hours', { hours: value / HOUR_SECONDS })
    : tDelivery('bound.minutes', { minutes: value / MINUTE_SECONDS });
}

export interface CheckCells {
  readonly what: string;
  readonly value: string;
  readonly bound: string;
  readonly result: string;
  readonly places: string;
}

export function checkCells(tDelivery: DeliveryWords, row: CheckRow): CheckCells {
  const { kind, value, bound, result, places } = row;
  const shared = {
    result: tDelivery(`gate.result.${result}`),
    places: formatPlaces(tDelivery, places),
  };
  if (isFigure(kind)) {
    return {
      what: tDelivery(`figure.${kind}`),
      value: value === null ? tDelivery('gate.nothing') : tDelivery(`value.${kind}`, { value }),
      bound: bound ? boundText(tDelivery, kind, bound) : '',
      ...shared,
    };
  }
  if (kind === 'words') {
    const { compared = value ?? 0, suspicious = 0, notCompared = 0 } = row.words ?? {};
    const counts = tDelivery('gate.words', { compared, suspicious, notCompared });
    return { what: tDelivery('gate.made.words'), value: counts, bound: '', ...shared };
  }
  const isCount = kind !== 'packing' && kind !== 'constant-bitrate' && kind !== 'same-channels';
  return {
    what: tDelivery(`gate.made.${kind}`),
    value: isCount ? tDelivery('gate.count', { count: value ?? 0 }) : '',
    bound: isCount ? tDelivery('gate.none') : '',
    ...shared,
  };
}

const MAX_LISTED_PLACES = 5;

function formatPlaces(tDelivery: DeliveryWords, all: readonly CheckPlace[]): string {
  const named = all.slice(0, MAX_LISTED_PLACES).map((place) => formatPlace(tDelivery, place));
  const places = named.join(' · ');
  const more = all.length - named.length;
  return more > 0 ? tDelivery('gate.placesMore', { places, more }) : places;
}

function formatPlace(tDelivery: DeliveryWords, { seconds, line }: CheckPlace): string {
  const time = tDelivery('gate.time', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
  return line === null ? time : tDelivery('gate.placeOfLine', { time, line });
}

/** Null if there are no suspicious takes or if takes weren't checked. */
export const checkSuspicions = (
  tDelivery: DeliveryWords,
  { suspiciousLines: lines = 0 }: CheckReport,
): string | null => (lines === 0 ? null : tDelivery('gate.suspicious', { lines }));

/** Never claims that a store will accept the files. */
export function checkSummary(tDelivery: DeliveryWords, { target, ownName, meetsFigures, files }: CheckReport): string {
  const failing = files.filter(
    ({ problem, rows }) => problem !== null || rows.some((row) => row.result === 'fail' && !isTakeRow(row)),
  ).length;
  const name = ownName ?? tDelivery(`target.${target}`);
  return meetsFigures
    ? tDelivery('gate.meets', { files: files.length, target: name })
    : tDelivery('gate.misses', { failing, files: files.length, target: name });
}

/** Returns why a file couldn't be measured. */
export const fileProblemText = (
  problem: NonNullable<CheckedFile['problem']>,
  { audio }: Pick<ProblemWords, 'audio'>,
): string => (typeof problem === 'string' ? problem : audio(problem));
