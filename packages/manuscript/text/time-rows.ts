import { isStamp } from '../layout/layout-stamps.ts';
import type { UnmarkedText } from '../script/inline-markup.ts';

const MIN_ROWS = 3;
const MIN_SHARE = 0.2;
/** In seconds. If the first time is later than this, the times are times of day. */
const MAX_FIRST_SECONDS = 300;
const CLOCK_TIME = /(?:(\d{1,2}):)?(\d{1,2}):(\d{2})/;

/** Removes lines that contain only a time if there are several in ascending order, as in video transcripts. */
export function withoutTimes(text: string): UnmarkedText {
  const rows = text.split('\n');
  const times = rows.map((row) => row.trim()).filter(isStamp);
  const filled = rows.filter((row) => row.trim() !== '').length;
  const seconds = times.map(parseSeconds);
  const isBehind = (row: string, at: number): boolean =>
    isStamp(row.trim()) && (rows[at - 1] ?? '').trim() !== '' && (rows[at + 1] ?? '').trim() === '';
  const behind = rows.filter(isBehind).length;
  const isRising = seconds.every((second, at) => second >= (seconds[at - 1] ?? 0));
  if (
    times.length < MIN_ROWS ||
    times.length < filled * MIN_SHARE ||
    !isRising ||
    (seconds[0] ?? 0) > MAX_FIRST_SECONDS ||
    behind * 2 > times.length
  )
    return { text, notices: [] };
  return {
    text: rows.filter((row) => !isStamp(row.trim())).join('\n'),
    notices: [{ kind: 'times', rows: times.length }],
  };
}

function parseSeconds(time: string): number {
  const [, hours = 0, minutes = 0, seconds = 0] = CLOCK_TIME.exec(time) ?? [];
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
}
