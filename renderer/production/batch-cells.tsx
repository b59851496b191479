import { memo } from 'react';
import styles from './board.module.css';
import { CELL_COLOURS, cellsInWords } from './wording.ts';

const SIZE = 9;
const GAP = 2;
const IN_A_ROW = 25;
const WIDTH = IN_A_ROW * (SIZE + GAP) - GAP;
const HEIGHT = 2 * SIZE + GAP;

/** A cell a line, in two rows of 25. */
export const BatchCells = memo(({ cells }: { readonly cells: string }) => (
  <svg
    role="img"
    aria-label={cellsInWords(cells)}
    viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
    preserveAspectRatio="xMinYMid meet"
    width={WIDTH}
    height={HEIGHT}
    className={styles.cells}
    focusable="false"
  >
    {[...cells].map((letter, at) => (
      <rect
        // A cell is its place: lines never change places within a batch.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        key={at}
        x={(at % IN_A_ROW) * (SIZE + GAP)}
        y={Math.floor(at / IN_A_ROW) * (SIZE + GAP)}
        width={SIZE}
        height={SIZE}
        rx={2}
        fill={CELL_COLOURS[letter]}
      />
    ))}
  </svg>
));
