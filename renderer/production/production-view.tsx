// Which view of production is shown, and how.
import { SegmentedControl } from '@mantine/core';
import { create } from 'zustand';
import type { SpendingColumn, SpendingGrouping } from '../../shared/model/spending.ts';
import { words } from '../locales/words.ts';

const t = words('production');

/** What a run renders: all of the script, or the chapter that is chosen. */
export type Extent = 'script' | 'chapter';

interface ProductionView {
  /** Kept while other screens are shown: a producer who chose a chapter should not order the whole script. */
  readonly extent: Extent;
  readonly view: 'departures' | 'costs';
  readonly by: SpendingGrouping;
  readonly sort: SpendingColumn;
  readonly descending: boolean;
  /** Counts up when the producer wants to raise the cap. */
  readonly capFocusCount: number;
  show(view: 'departures' | 'costs'): void;
  groupBy(by: SpendingGrouping): void;
  /** By another column, or the other way round by the same. */
  sortBy(column: SpendingColumn): void;
  focusCap(): void;
  chooseExtent(extent: Extent): void;
}

export const useProductionView = create<ProductionView>()((set) => ({
  extent: 'script',
  view: 'departures',
  by: 'line',
  sort: 'characters',
  descending: true,
  capFocusCount: 0,

  show: (view) => set({ view }),
  groupBy: (by) => set({ by }),
  // Names begin at the first, figures with the largest.
  sortBy: (column) =>
    set(({ sort, descending }) =>
      sort === column ? { descending: !descending } : { sort: column, descending: column !== 'name' },
    ),
  chooseExtent: (extent) => set({ extent }),
  focusCap: () => set(({ capFocusCount }) => ({ capFocusCount: capFocusCount + 1 })),
}));

/** From the departure board to what was spent, and back. */
export function ViewSwitch() {
  const view = useProductionView((state) => state.view);
  const show = useProductionView((state) => state.show);
  return (
    <SegmentedControl
      aria-label={t('view.label')}
      size="xs"
      value={view}
      onChange={(value) => show(value === 'costs' ? 'costs' : 'departures')}
      data={[
        { value: 'departures', label: t('view.departures') },
        { value: 'costs', label: t('view.costs') },
      ]}
    />
  );
}
