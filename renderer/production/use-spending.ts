import { useQueries } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ReplyOf } from '../../shared/ipc/contract.ts';
import type { SpendingRow } from '../../shared/model/spending.ts';
import { askQuery } from '../bridge/use-ask.ts';
import { useProductionView } from './production-view.ts';

/** Rows of a page, as `production.spending` has them. */
const PAGE = 100;

type Page = ReplyOf<'production.spending'>;

interface Spending {
  /** What all pages say alike; undefined until one is there. */
  readonly all: Pick<Page, 'count' | 'total' | 'currencies'> | undefined;
  rowAt(index: number): SpendingRow | undefined;
}

/** The pages of the report in which rows are shown, from the first to the last of these. */
export function useSpending(first: number, last: number): Spending {
  const by = useProductionView((state) => state.by);
  const sort = useProductionView((state) => state.sort);
  const descending = useProductionView((state) => state.descending);
  const from = Math.floor(first / PAGE);
  const pages = Array.from({ length: Math.floor(last / PAGE) - from + 1 }, (_, at) => from + at);
  const replies = useQueries({
    queries: pages.map((page) => askQuery('production.spending', { by, sort, descending, page })),
  });
  // What all pages say stands until another says it, so that nothing jumps when the order changes.
  const told = useRef<Page>(undefined);
  const known = replies.find(({ data }) => data !== undefined)?.data ?? told.current;
  useEffect(() => {
    told.current = known;
  });
  return {
    all: known,
    rowAt: (index) => replies[Math.floor(index / PAGE) - from]?.data?.rows[index % PAGE],
  };
}
