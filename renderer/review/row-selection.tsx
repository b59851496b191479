// Which rows of the table are selected: the one with the cursor, or several, which a verdict or a render is then about.
import { Button } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { create } from 'zustand';
import type { ReviewRow } from '../../shared/ipc/review-requests.ts';
import { words } from '../locales/words.ts';
import type { TakeActions } from '../ui/use-take-actions.ts';
import { useView } from '../ui/view-store.ts';
import { Editable } from '../ui/writing.tsx';
import { AnotherTake } from './another-take.tsx';
import styles from './review-screen.module.css';

const t = words('review');

/**
 * The row with the cursor, as the table knows it; null while there is none, or until it has come. What is drawn of it, and
 * what acts on it, reads it here, so that moving the cursor does not redraw the whole screen.
 */
export const useCursorRow = create<{ readonly row: ReviewRow | null }>()(() => ({ row: null }));

/** Rows from one line to another, both included; none where one of them is not in the table. */
export function rowsBetween(lineIds: readonly number[], one: number, other: number): readonly number[] {
  const [from, to] = [lineIds.indexOf(one), lineIds.indexOf(other)].sort((a, b) => a - b) as [number, number];
  return from < 0 ? [] : lineIds.slice(from, to + 1);
}

/** With a row that was left out, or without one that was in; the row with the cursor is always in. */
export function withToggled(selected: ReadonlySet<number>, cursor: number | null, lineId: number): ReadonlySet<number> {
  const next = new Set(selected);
  if (cursor !== null) next.add(cursor);
  if (lineId !== cursor && next.has(lineId)) next.delete(lineId);
  else next.add(lineId);
  return next;
}

/** `toggle` and `extend`: besides the row with the cursor. */
export type SelectingHow = 'only' | 'toggle' | 'extend';

export interface RowSelection {
  /** Where there are several, in the order of the table; else none. */
  readonly several: readonly number[];
  has(lineId: number): boolean;
  /** A row was clicked with Ctrl or Cmd held. */
  toggle(lineId: number): void;
  /** All from where the selection began to this row, which becomes the one with the cursor. */
  extendTo(lineId: number): void;
  /** All from where the selection began to a row this far from the one with the cursor. */
  extendBy(by: number): void;
  all(): void;
  clear(): void;
}

interface Several {
  readonly ids: ReadonlySet<number>;
  /** Where a stretch of rows begins. */
  readonly anchor: number | null;
}

const NONE: Several = { ids: new Set(), anchor: null };

/** The rows that are selected besides the one with the cursor. Another line selected by other means is the only one. */
export function useRowSelection(lineIds: readonly number[]): RowSelection {
  const [{ ids, anchor }, set] = useState(NONE);
  useEffect(
    () =>
      useView.subscribe(({ selectedLineId: cursor }, before) => {
        if (cursor === before.selectedLineId) return;
        set((several) => (cursor !== null && several.ids.has(cursor) ? several : NONE));
      }),
    [],
  );
  return useMemo(() => {
    const cursorNow = () => useView.getState().selectedLineId;
    // What a filter hides is not acted on.
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
      clear: () => set(NONE),
    };
  }, [lineIds, ids, anchor]);
}

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
    <section className={styles.bar} aria-label={t('selection.label')}>
      <b>{t('selection.count', { lines: several.length })}</b>
      <span className={styles.grow} />
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
