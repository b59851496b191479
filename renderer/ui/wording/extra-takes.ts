import type { RunSummary } from '../../../shared/ipc/production-requests.ts';
import { formatCount, formatCounted } from '../format.ts';

/** How far the retakes and single lines are that were ordered while a run goes on; null where there are none. */
export const extraTakesWords = ({ extraTakes, extraTakesRendered }: RunSummary): string | null =>
  extraTakes === 0 ? null : `${formatCount(extraTakesRendered)} of ${formatCounted(extraTakes, 'extra take')}`;
