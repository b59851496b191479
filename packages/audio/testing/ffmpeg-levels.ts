// Levels of a file over time, measured by ffmpeg rather than by Lectern.
import { execFileSync, spawnSync } from 'node:child_process';

export const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

/**
 * The RMS in dBFS of each hundredth of a second, of a file at 44,100 Hz.
 * @param band below about 1,000 Hz, or above about 600 Hz: tones at 200 and 3,000 Hz are kept apart by 70 dB
 */
export function bandLevels(path: string, band: 'low' | 'high'): number[] {
  const filter = band === 'low' ? 'lowpass=f=1000' : 'highpass=f=600';
  const filters = [filter, filter, filter, filter, 'asetnsamples=n=441', 'astats=metadata=1:reset=1'];
  const print = 'ametadata=print:key=lavfi.astats.Overall.RMS_level:file=-';
  const printed = execFileSync(
    'ffmpeg',
    ['-v', 'error', '-i', path, '-af', [...filters, print].join(','), '-f', 'null', '-'],
    { encoding: 'utf8', maxBuffer: 2 ** 26 },
  );
  return Array.from(printed.matchAll(/RMS_level=(\S+)/g), ([, level]) => (level === '-inf' ? -200 : Number(level)));
}

export const levelAt = (levels: readonly number[], seconds: number): number =>
  levels[Math.floor(seconds * 100)] ?? Number.NaN;

/** The first time from `from` at which the level passes `level`, in seconds. */
export function passes(levels: readonly number[], level: number, from: number): number {
  const first = Math.floor(from * 100);
  const isAbove = (levels[first] ?? 0) > level;
  const found = levels.findIndex((value, index) => index >= first && value > level !== isAbove);
  return (found + 0.5) / 100;
}
