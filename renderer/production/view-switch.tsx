import { SegmentedControl } from '@mantine/core';
import { useProductionView } from './production-view.ts';

/** From the departure board to what was spent, and back. */
export function ViewSwitch() {
  const view = useProductionView((state) => state.view);
  const show = useProductionView((state) => state.show);
  return (
    <SegmentedControl
      aria-label="View of production"
      size="xs"
      value={view}
      onChange={(value) => show(value === 'costs' ? 'costs' : 'departures')}
      data={[
        { value: 'departures', label: 'Departures' },
        { value: 'costs', label: 'Costs' },
      ]}
    />
  );
}
