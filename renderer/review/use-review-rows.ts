import { useQueries } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ReviewRow } from '../../shared/ipc/review-requests.ts';
import { askQuery } from '../bridge/use-ask.ts';

/** Rows asked for together. */
const PAGE = 50;

/**
 * The rows in view, by line. Pages are asked for as they come into view; what was seen of a line before stands until its
 * page is there, so that a new order of the table does not make it flicker.
 */
export function useReviewRows(lineIds: readonly number[], first: number, last: number): ReadonlyMap<number, ReviewRow> {
  const seen = useRef(new Map<number, ReviewRow>());
  const pages: number[] = [];
  for (let page = Math.floor(first / PAGE); page * PAGE <= last && page * PAGE < lineIds.length; page += 1) {
    pages.push(page);
  }
  const replies = useQueries({
    queries: pages.map((page) => askQuery('review.rows', { lineIds: lineIds.slice(page * PAGE, (page + 1) * PAGE) })),
  });
  for (const { data } of replies) for (const row of data ?? []) seen.current.set(row.lineId, row);
  // What has left the table for good need not be kept.
  useEffect(() => {
    if (seen.current.size < 4 * PAGE + 2 * lineIds.length) return;
    const living = new Set(lineIds);
    for (const id of seen.current.keys()) if (!living.has(id)) seen.current.delete(id);
  }, [lineIds]);
  return seen.current;
}
