import type { RunSummary } from '../../../shared/ipc/production-requests.ts';
import { words } from '../../locales/words.ts';

const t = words('common');

/** How far the retakes and single lines are that were ordered while a run goes on; null where there are none. */
export const extraTakesWords = ({ extraTakes, extraTakesRendered }: RunSummary): string | null =>
  extraTakes === 0 ? null : t('extraTakes', { rendered: extraTakesRendered, takes: extraTakes });
