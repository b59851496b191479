import { Button } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { create } from 'zustand';
import type { ReviewRow } from '../../shared/ipc/review-requests.ts';
import { words } from '../locales/words.ts';
import { Editable } from '../ui/read-only.tsx';
import type { TakeActions } from '../ui/use-take-actions.ts';
import { useView } from '../ui/view-store.ts';
import { AnotherTake } from './another-take.tsx';
import styles from './review-screen.module.css';

const t = words('review');

/** A separate store, so that moving the cursor doesn't re-render the whole screen. */
export const useCursorRow = create<{ readonly row: ReviewRow | null }>()(() => ({ row: null }));

/** Returns the rows from one line to another, inclusive. Returns an empty list if either line isn't in the table. */
export function rowsBetween(lineIds: readonly number[], one: number, other: number): readonly number[] {
  const [from, to] = [lineIds.indexOf(one), lineIds.indexOf(other)].sort((a, b) => a - b) as [number, number];
  return from < 0 ? [] : lineIds.slice(from, to + 1);
}

export function withToggled(selected: ReadonlySet<number>, cursor: number | null, lineId: number): ReadonlySet<number> {
  const next = new Set(selected);
  if (cursor !== null) next.add(cursor);
  if (lineId !== cursor && next.has(lineId)) next.delete(lineId);
  else next.add(lineId);
  return next;
}

/** `toggle` and `extend` start from the current row. */
export type SelectionMode = 'only' | 'toggle' | 'extend';

export interface RowSelection {
  /** Empty unless at least two lines are selected. */
  readonly several: readonly number[];
  has(lineId: number): boolean;
  toggle(lineId: number): void;
  extendTo(lineId: number): void;
  extendBy(by: number): void;
  all(): void;
  clear(): void;
}

interface MultiSelection {
  readonly ids: ReadonlySet<number>;
  readonly anchor: number | null;
}

const NO_SELECTION: MultiSelection = { ids: new Set(), anchor: null };

export function useRowSelection(lineIds: readonly number[]): RowSelection {
  const [{ ids, anchor }, set] = useState(NO_SELECTION);
  useEffect(
    () =>
      useView.subscribe(({ selectedLineId: cursor }, before) => {
        if (cursor === before.selectedLineId) return;
        set((several) => (cursor !== null && several.ids.has(cursor) ? several : NO_SELECTION));
      }),
    [],
  );
  return useMemo(() => {
    const cursorNow = () => useView.getState().selectedLineId;
    // Actions don't apply to lines that a filter hides.
    const several = ids.size < 2 ? [] : lineIds.filter((id) => ids.has(id));
    const extendTo = (lineId: number) => {
      const from = anchor ?? cursorNow() ?? lineId;
      set({ ids: new Set(rowsBetween(lineIds, from, lineId)), anchor: from });
      useView.getState().selectLine(lineId);
    };
    return {
      several: several.length > 1 ? several : [],
      has: (lineId) => ids.has(lineId),
      toggle: (lineId) => set({ ids: withToggled(ids, cursorNow(), lineId), anchor: cursorNow() }),
      extendTo,
      extendBy: (by) => {
        const at = lineIds.indexOf(cursorNow() ?? -1);
        const lineId = lineIds[Math.min(Math.max(at + by, 0), lineIds.length - 1)];
        if (lineId !== undefined) extendTo(lineId);
      },
      all: () => set({ ids: new Set(lineIds), anchor: lineIds[0] ?? null }),
      clear: () => set(NO_SELECTION),
    };
  }, [lineIds, ids, anchor]);
}

export function SelectionBar({
  selection: { several, clear },
  actions,
}: {
  readonly selection: RowSelection;
  readonly actions: TakeActions;
}) {
  if (several.length === 0) return null;
  return (
    <section className={styles.bar} aria-label={t('selection.label')}>
      <b>{t('selection.count', { lines: several.length })}</b>
      <span className="grow" />
      <Editable>
        <Button onClick={() => actions.decideLines(several, 'approved')}>{t('selection.approve')}</Button>
        <Button onClick={() => actions.decideLines(several, 'rejected')}>{t('selection.reject')}</Button>
        <AnotherTake lineIds={several} actions={actions} />
      </Editable>
      <Button variant="subtle" onClick={clear}>
        {t('selection.clear')}
      </Button>
    </section>
  );
}
