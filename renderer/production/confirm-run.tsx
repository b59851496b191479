import { Button } from '@mantine/core';
import type { PlanPreview } from '../../shared/ipc/production-requests.ts';
import { Dialog } from '../ui/dialog.tsx';
import { formatCount, formatCounted } from '../ui/format.ts';
import styles from './confirm-run.module.css';
import { formatAmount } from './wording.ts';

/** Whether a run is confirmed before it is ordered: it costs more than the producer spends unasked, or replaces what was approved. */
export const needsConfirmation = ({ price, confirmPrice, replaced }: PlanPreview): boolean =>
  replaced > 0 || (price !== null && confirmPrice !== null && price.amount > confirmPrice);

interface ConfirmRunProps {
  readonly plan: PlanPreview;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** What a run would cost and replace, before it is ordered. */
export function ConfirmRun({ plan, onConfirm, onClose }: ConfirmRunProps) {
  const { price, confirmPrice, replaced, room } = plan;
  const cost = price && formatAmount(price.amount, price.currency);
  return (
    <Dialog title={`Render ${formatCounted(plan.lines, 'line')}?`} width={440} onClose={onClose}>
      <div className={styles.body}>
        <p>
          {formatCounted(plan.characters, 'character')} in {formatCounted(plan.batches.length, 'batch', 'batches')}
          {cost ? `, for ${cost}` : ''}.
        </p>
        {price && confirmPrice !== null && price.amount > confirmPrice && (
          <p>That is more than the {formatAmount(confirmPrice, price.currency)} from which on you want to be asked.</p>
        )}
        {replaced > 0 && (
          <p>
            {formatCounted(replaced, 'line')} {replaced === 1 ? 'has an approved take' : 'have approved takes'} that{' '}
            {replaced === 1 ? 'is' : 'are'} stale: the new {replaced === 1 ? 'one takes its' : 'ones take their'} place.
            The old takes are kept.
          </p>
        )}
        {room && <p className="dim">{formatCount(room.characters)} characters remain under the cap after it.</p>}
        <div className={styles.buttons}>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="filled" data-autofocus onClick={onConfirm}>
            {cost ? `Render for ${cost}` : 'Render'}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
