import { Button, SegmentedControl } from '@mantine/core';
import { create } from 'zustand';
import type { SpendingColumn, SpendingGrouping } from '../../shared/model/spending.ts';
import { words } from '../locales/words.ts';
import { runCommand } from '../ui/commands.ts';

const t = words('production');

export type Extent = 'script' | 'chapter';

interface ProductionView {
  /**
   * Kept when the producer switches screens. Otherwise, a producer who has selected a chapter might render the whole
   * script by mistake.
   */
  readonly extent: Extent;
  readonly view: 'batches' | 'costs';
  readonly by: SpendingGrouping;
  readonly sort: SpendingColumn;
  readonly descending: boolean;
  readonly capFocusCount: number;
  show(view: 'batches' | 'costs'): void;
  groupBy(by: SpendingGrouping): void;
  sortBy(column: SpendingColumn): void;
  focusCap(): void;
  chooseExtent(extent: Extent): void;
}

export const useProductionView = create<ProductionView>()((set) => ({
  extent: 'script',
  view: 'batches',
  by: 'line',
  sort: 'characters',
  descending: true,
  capFocusCount: 0,

  show: (view) => set({ view }),
  groupBy: (by) => set({ by }),
  sortBy: (column) =>
    set(({ sort, descending }) =>
      sort === column ? { descending: !descending } : { sort: column, descending: column !== 'name' },
    ),
  chooseExtent: (extent) => set({ extent }),
  focusCap: () => set(({ capFocusCount }) => ({ capFocusCount: capFocusCount + 1 })),
}));

export function ViewSwitch() {
  const view = useProductionView((state) => state.view);
  const show = useProductionView((state) => state.show);
  return (
    <>
      <SegmentedControl
        aria-label={t('view.label')}
        size="xs"
        value={view}
        onChange={(value) => show(value === 'costs' ? 'costs' : 'batches')}
        data={[
          { value: 'batches', label: t('view.batches') },
          { value: 'costs', label: t('view.costs') },
        ]}
      />
      <Button size="xs" onClick={() => runCommand('queue.open')}>
        {t('view.renderQueue')}
      </Button>
    </>
  );
}
