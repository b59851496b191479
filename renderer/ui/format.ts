import { LANGUAGE_TAGS, type Language } from '@lectern/tts-protocol';
import type { Chapter } from '../../shared/ipc/project-requests.ts';
import { locale, words } from '../locales/words.ts';

const t = words('ui');

/** Caches one formatter per language, because creating formatters is expensive. */
function inLocale<F>(make: (locale: string) => F): () => F {
  const made = new Map<string, F>();
  return () => {
    const current = locale();
    const formatter = made.get(current) ?? make(current);
    made.set(current, formatter);
    return formatter;
  };
}

const CLOCK_FIELDS = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const DAY_FIELDS = { day: 'numeric', month: 'short' } as const;

const grouped = inLocale((language) => new Intl.NumberFormat(language));
const percentage = inLocale((language) => new Intl.NumberFormat(language, { style: 'percent' }));
const clock = inLocale((language) => new Intl.DateTimeFormat(language, CLOCK_FIELDS));
const clockSeconds = inLocale((language) => new Intl.DateTimeFormat(language, { ...CLOCK_FIELDS, second: '2-digit' }));
const day = inLocale((language) => new Intl.DateTimeFormat(language, DAY_FIELDS));
const dayOfYear = inLocale((language) => new Intl.DateTimeFormat(language, { ...DAY_FIELDS, year: 'numeric' }));
const decimals = [0, 1, 2, 3, 4].map((digits) =>
  inLocale(
    (language) =>
      new Intl.NumberFormat(language, {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
        useGrouping: false,
      }),
  ),
);

const byName = inLocale((language) => new Intl.Collator(language));
const naturalCollator = inLocale((language) => new Intl.Collator(language, { numeric: true, sensitivity: 'base' }));

export const compareNames = (a: string, b: string): number => byName().compare(a, b);

/** Sorts numbers in text by value: `Part 2` before `Part 10`. */
export const compareNumberedNames = (a: string, b: string): number => naturalCollator().compare(a, b);

/** Formats 61240 as `61,240`. */
export const formatCount = (count: number): string => grouped().format(count);

/** Formats 40 as `40%`. */
export const formatPercent = (percent: number): string => percentage().format(percent / 100);

const two = (value: number) => String(value).padStart(2, '0');

/** Formats whole seconds: `0:52`, `1:04:09`. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** Formats tenths of a second: `0:04.1`. */
export function formatPosition(seconds: number): string {
  const tenths = Math.max(0, Math.round(seconds * 10));
  const minutes = Math.floor(tenths / 600);
  return `${minutes}:${two(Math.floor(tenths / 10) % 60)}.${tenths % 10}`;
}

export const formatSeconds = (seconds: number): string => t('format.seconds', { seconds: formatSigned(seconds, 1) });

export const formatClock = (at: number): string => clock().format(at);

export const formatClockSeconds = (at: number): string => clockSeconds().format(at);

/** Formats a day, relative if recent: `today 21:14`, `yesterday`, `3 Nov`, `3 Nov 2025`. */
export function formatDay(at: number, now: number): string {
  const date = new Date(at);
  const today = new Date(now);
  const days = Math.round((startOfDay(today) - startOfDay(date)) / 86_400_000);
  if (days === 0) return t('format.today', { time: formatClock(at) });
  if (days === 1) return t('format.yesterday');
  return date.getFullYear() === today.getFullYear() ? day().format(at) : dayOfYear().format(at);
}

export const formatDate = (date: string): string => dayOfYear().format(new Date(`${date}T12:00`));

/** Formats a date and time: `21 Nov 2026, 02:23`. */
export const formatMoment = (at: number): string =>
  t('format.moment', { day: dayOfYear().format(at), time: formatClock(at) });

const startOfDay = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

/** Formats a number with a real minus sign: `−18.4`. */
export const formatSigned = (value: number, digits: number): string =>
  (decimals[digits]?.().format(value) ?? value.toFixed(digits)).replace('-', '−');

export const formatLoudness = (lufs: number): string => t('format.loudness', { loudness: formatSigned(lufs, 1) });

const UNITS = ['kB', 'MB', 'GB', 'TB'] as const;

/** Formats a file size in decimal units: `912 bytes`, `4.6 MB`, `12 GB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return t('format.bytes', { size: bytes });
  let value = bytes / 1_000;
  let unit = 0;
  // Values that would be rounded to 1,000 use the next unit.
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  return t('format.size', { size: formatSigned(value, value < 9.95 ? 1 : 0), unit: UNITS[unit] ?? '' });
}

export const chapterTitle = ({ title, id }: Pick<Chapter, 'title' | 'id'>): string =>
  title || t(id === null ? 'chapter.opening' : 'chapter.untitled');

/** Formats a language of texts, in the window's language: `English`, `Englisch`. */
export const formatLanguage = (language: Language): string =>
  new Intl.DisplayNames([locale()], { type: 'language' }).of(LANGUAGE_TAGS[language]) ?? language;
