import { words } from '../../locales/words.ts';
import { formatSigned } from '../format.ts';

const t = words('production');

/** Amounts below 0.1 get four decimals, so that they don't look like zero. */
export const formatAmount = (amount: number, currency: string): string =>
  t('amount', { amount: formatSigned(amount, amount > 0 && amount < 0.1 ? 4 : 2), currency });
