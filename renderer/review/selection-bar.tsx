import { Button } from '@mantine/core';
import { formatCounted } from '../ui/format.ts';
import type { TakeActions } from '../ui/use-take-actions.ts';
import { Editable } from '../ui/writing.tsx';
import { AnotherTake } from './another-take.tsx';
import styles from './compare-bar.module.css';
import type { RowSelection } from './row-selection.ts';

/** While several rows are selected: what can be done to all of them. */
export function SelectionBar({
  selection: { several, clear },
  actions,
}: {
  readonly selection: RowSelection;
  readonly actions: TakeActions;
}) {
  if (several.length === 0) return null;
  return (
    <section className={styles.bar} aria-label="Selected lines">
      <b>{formatCounted(several.length, 'line')} selected</b>
      <span className={styles.grow} />
      <Editable>
        <Button onClick={() => actions.decideLines(several, 'approved')}>Approve</Button>
        <Button onClick={() => actions.decideLines(several, 'rejected')}>Reject</Button>
        <AnotherTake lineIds={several} actions={actions} />
      </Editable>
      <Button variant="subtle" onClick={clear}>
        Clear
      </Button>
    </section>
  );
}
