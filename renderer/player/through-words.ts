// What is said when playing through has ended.
import { formatCounted } from '../ui/format.ts';
import type { ThroughSummary } from './play-through.ts';

/** How far it came, and what was passed over. */
export function throughEndWords({ title, heard, withoutTake, withoutFile }: ThroughSummary): string {
  const skipped = [
    withoutTake > 0 && `${formatCounted(withoutTake, 'line')} without a take`,
    withoutFile > 0 && `${formatCounted(withoutFile, 'line')} whose audio file is missing or damaged`,
  ].filter((words) => words !== false);
  if (heard === 0) {
    const why = skipped.length > 0 ? ` Skipped ${skipped.join(' and ')}.` : '';
    return `There is nothing to play from here on.${why}`;
  }
  const played = `Played ${formatCounted(heard, 'line')}${title === '' ? '' : `, to the end of ${title}`}.`;
  return skipped.length > 0 ? `${played} Skipped ${skipped.join(' and ')}.` : played;
}
