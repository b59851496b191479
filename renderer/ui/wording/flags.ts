// What looks suspicious about a take, in few words, with its figure.
import type { Suspicion } from '../../../shared/model/take.ts';
import { words } from '../../locales/words.ts';
import { formatSigned } from '../format.ts';

const t = words('common');

interface FlagWords {
  readonly label: string;
  /** What it means, in a sentence. */
  readonly meaning: string;
  /** A CSS value: worse ones are red. */
  readonly colour: string;
}

const BAD = 'var(--fail)';
const ODD = 'var(--stale)';

/** A suspicion as a tag: `1.9× slow`, `2.1 s dead air`. */
export function flagWords(flag: Suspicion): FlagWords {
  switch (flag.kind) {
    case 'slow': {
      const ratio = formatSigned(flag.ratio, 1);
      return { label: t('flag.slow.label', { ratio }), meaning: t('flag.slow.meaning', { ratio }), colour: ODD };
    }
    case 'fast': {
      const ratio = formatSigned(1 / flag.ratio, 1);
      return { label: t('flag.fast.label', { ratio }), meaning: t('flag.fast.meaning'), colour: ODD };
    }
    case 'dead-air': {
      const seconds = formatSigned(flag.seconds, 1);
      return {
        label: t('flag.dead-air.label', { seconds }),
        meaning: t('flag.dead-air.meaning', { seconds, place: flag.place }),
        colour: BAD,
      };
    }
    case 'clipping': {
      const { samples } = flag;
      return { label: t('flag.clipping.label'), meaning: t('flag.clipping.meaning', { samples }), colour: BAD };
    }
    case 'cut-start':
    case 'cut-end': {
      const level = formatSigned(flag.levelDb, 0);
      return { label: t(`flag.${flag.kind}.label`), meaning: t(`flag.${flag.kind}.meaning`, { level }), colour: ODD };
    }
    case 'silent':
      return { label: t('flag.silent.label'), meaning: t('flag.silent.meaning'), colour: BAD };
  }
}
