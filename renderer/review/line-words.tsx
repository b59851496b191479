import type { ReviewRow } from '../../shared/ipc/review-requests.ts';
import type { TakeSummary } from '../../shared/model/take.ts';
import { type WordSegment, wordChanges } from '../../shared/rules/word-changes.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { RoleName, useRoleColours } from '../ui/role-name.tsx';
import styles from './take-panel.module.css';

const t = words('review');

interface MarkedTurn {
  readonly role: string;
  readonly stretches: readonly WordSegment[];
}

export function LineWords({ row, take }: { readonly row: ReviewRow; readonly take: TakeSummary | null }) {
  const { data: change } = useAsk(
    'review.textChange',
    { lineId: row.lineId, takeId: take?.id ?? 0 },
    { enabled: take !== null && !take.keyIsToday },
  );
  const isChanged = change != null && take?.keyIsToday === false;
  const turns = isChanged ? markedTurns(change.before, change.after) : row.turns.map(unmarked);
  const colourOf = useRoleColours();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be focusable
    <div className={styles.words} role="group" aria-label={t('panel.words')} tabIndex={0}>
      {turns.map(({ role, stretches }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: turns have no ids
        <p key={at} dir="auto">
          <RoleName role={role} colour={colourOf(role)} />{' '}
          {stretches.map((stretch, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <MarkedText key={place} {...stretch} />
          ))}
        </p>
      ))}
      {isChanged && <p className={styles.since}>{t('panel.changed', { take: take.number })}</p>}
    </div>
  );
}

function MarkedText({ kind, text }: WordSegment) {
  if (kind === 'added') return <ins>{text}</ins>;
  return kind === 'removed' ? <del>{text}</del> : text;
}

const unmarked = ({ role, text }: ReviewRow['turns'][number]): MarkedTurn => ({
  role,
  stretches: [{ kind: 'same', text }],
});

/** Compares all turns as one text, so that text moved to another turn is recognised as moved. */
export function markedTurns(before: string, after: ReviewRow['turns']): MarkedTurn[] {
  const turns = after.map(({ role, text }) => ({ role, left: text.length, stretches: [] as WordSegment[] }));
  let at = 0;
  for (const { kind, text } of wordChanges(before, after.map((turn) => turn.text).join('\n'))) {
    if (kind === 'removed') turns[at]?.stretches.push({ kind, text: text.replaceAll('\n', ' ') });
    else {
      let rest = text;
      while (rest !== '') {
        const turn = turns[at];
        if (!turn) break;
        const part = rest.slice(0, turn.left);
        if (part !== '') turn.stretches.push({ kind, text: part });
        turn.left -= part.length;
        rest = rest.slice(part.length);
        if (turn.left === 0 && rest !== '') {
          rest = rest.slice(1);
          at += 1;
        }
      }
    }
  }
  return turns.map(({ role, stretches }) => ({ role, stretches }));
}
