import type { Suspicion } from '../../../shared/model/take.ts';
import { type SuspicionText, suspicionWords } from '../../../shared/words/suspicion-words.ts';
import { words } from '../../locales/words.ts';
import { formatSigned } from '../format.ts';

const textOf = suspicionWords(words('suspicion'), formatSigned);

interface FlagText extends SuspicionText {
  readonly colour: string;
}

const BAD: ReadonlySet<Suspicion['kind']> = new Set(['silent', 'dead-air', 'clipping', 'one-sided', 'words']);

/** Formats the reason why a take is suspicious as a tag: `1.9× slow`, `2.1 s dead air`. */
export const flagText = (flag: Suspicion): FlagText => ({
  ...textOf(flag),
  colour: BAD.has(flag.kind) ? 'var(--fail)' : 'var(--stale)',
});
