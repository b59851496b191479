import type { Treatment } from '../../../shared/model/take.ts';
import type { ExportLine } from './export-line.ts';

/** What is done to a line's audio, in words that are the same exactly where the treatment is; empty where it is none. */
export function describeTreatment(treatment: Treatment | undefined): string {
  if (!treatment) return '';
  const { trimStartSeconds: start, trimEndSeconds: end, gainDb } = treatment;
  return [
    start > 0 ? [`${figure(start)} s off the start`] : [],
    end > 0 ? [`${figure(end)} s off the end`] : [],
    gainDb === 0 ? [] : [`gain ${gainDb > 0 ? '+' : ''}${figure(gainDb)} dB`],
  ]
    .flat()
    .join(', ');
}

/** The length of a line's file, in seconds. */
export function exportedSeconds({ durationSeconds, treatment }: ExportLine): number {
  if (!treatment) return durationSeconds;
  return Math.max(0, durationSeconds - treatment.trimStartSeconds - treatment.trimEndSeconds);
}

const figure = (value: number): string => String(Number(value.toFixed(6)));
