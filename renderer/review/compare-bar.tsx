import { Button } from '@mantine/core';
import { lineNumber } from '../../shared/rules/line-number.ts';
import { formatSeconds } from '../ui/format.ts';
import { Kbd } from '../ui/shortcuts.tsx';
import type { TakeActions } from '../ui/use-take-actions.ts';
import { Editable } from '../ui/writing.tsx';
import { useCompare } from './compare.ts';
import styles from './compare-bar.module.css';

/** While two takes are compared: which is heard, and which is to be the line's. */
export function CompareBar({ actions }: { readonly actions: TakeActions }) {
  const { comparison, swap, end } = useCompare();
  if (!comparison) return null;
  const { takes, heard, row } = comparison;
  const areMeasured = takes.every(({ loudnessLufs }) => loudnessLufs !== null);
  return (
    <section className={styles.bar} aria-label="Comparison of two takes">
      {takes.map((take, at) => (
        <Button
          key={take.id}
          aria-pressed={heard === at}
          variant={heard === at ? 'light' : 'default'}
          onClick={() => heard !== at && swap()}
        >
          {at === 0 ? 'A' : 'B'} · take {take.number} · {formatSeconds(take.durationSeconds)}
        </Button>
      ))}
      <span className="dim">{areMeasured ? 'at equal loudness' : 'loudness not measured yet'}</span>
      <span className={styles.keys}>
        <Kbd keys="B" /> swap
      </span>
      <span className={styles.grow} />
      <Editable>
        <Button
          onClick={() => {
            actions.pick(takes[heard], lineNumber(row));
            end();
          }}
        >
          Use this one
        </Button>
      </Editable>
      <Button variant="subtle" onClick={end}>
        Done
      </Button>
    </section>
  );
}
