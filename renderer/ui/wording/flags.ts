// What looks suspicious about a take, in few words, with its figure.
import type { Suspicion } from '../../../shared/model/take.ts';
import { formatCount, formatSigned } from '../format.ts';

interface FlagWords {
  readonly label: string;
  /** What it means, in a sentence. */
  readonly meaning: string;
  /** A CSS value: worse ones are red. */
  readonly colour: string;
}

const BAD = 'var(--fail)';
const ODD = 'var(--stale)';

const PLACES = { start: 'at its start', inside: 'in the middle', end: 'at its end' } as const;

/** A suspicion as a tag: `1.9× slow`, `2.1 s dead air`. */
export function flagWords(flag: Suspicion): FlagWords {
  switch (flag.kind) {
    case 'slow':
      return {
        label: `${flag.ratio.toFixed(1)}× slow`,
        meaning: `It takes ${flag.ratio.toFixed(1)} times as long as this voice usually does for words of this length.`,
        colour: ODD,
      };
    case 'fast':
      return {
        label: `${(1 / flag.ratio).toFixed(1)}× fast`,
        meaning: 'It is much shorter than this voice would need: words may be missing.',
        colour: ODD,
      };
    case 'dead-air':
      return {
        label: `${flag.seconds.toFixed(1)} s dead air`,
        meaning: `A silence of ${flag.seconds.toFixed(1)} seconds ${PLACES[flag.place]} that the script does not ask for.`,
        colour: BAD,
      };
    case 'clipping':
      return {
        label: 'clips',
        meaning: `${formatCount(flag.samples)} samples are at full scale: it is distorted there.`,
        colour: BAD,
      };
    case 'cut-start':
    case 'cut-end':
      return {
        label: flag.kind === 'cut-start' ? 'cut at the start' : 'cut at the end',
        meaning: `It ${flag.kind === 'cut-start' ? 'begins' : 'ends'} in the middle of a sound, ${formatSigned(flag.levelDb, 0)} dB against its speech.`,
        colour: ODD,
      };
    case 'silent':
      return { label: 'silent', meaning: 'There is no sound in it.', colour: BAD };
  }
}
