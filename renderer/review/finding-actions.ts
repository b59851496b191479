import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ReviewFilter, ReviewRow } from '../../shared/ipc/review-requests.ts';
import type { AcceptedScope, ProofedTake } from '../../shared/model/proofed-take.ts';
import type { TakeSummary } from '../../shared/model/take.ts';
import { lineNumber } from '../../shared/rules/line-number.ts';
import { ask } from '../bridge/ask.ts';
import { useRefetch } from '../bridge/keep-fresh.ts';
import { askQuery } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { notify, notifyFailure } from '../ui/overlays/toast.tsx';
import { notifyIfReadOnly } from '../ui/read-only.tsx';
import { awaitBeforeUndo } from '../ui/undo-history.ts';
import { playFinding, useCurrentFinding } from './play-finding.ts';
import { type ShownFinding, shownFindings } from './shown-findings.ts';

const t = words('proof');

const NOTICE = 'finding';
/** Rows whose findings are requested at once. */
const PAGE = 50;

export interface FindingActions {
  accept(take: TakeSummary, row: ReviewRow, finding: number, scope: AcceptedScope): void;
  /** Withdraws the acceptance in every scope. */
  withdraw(take: TakeSummary, row: ReviewRow, finding: ShownFinding): void;
  /** Accepts the finding that was played last, or else the take's first one, in this line. */
  acceptCurrent(row: ReviewRow): void;
  firstOf(row: ReviewRow): Promise<ShownFinding | undefined>;
  /** Plays the finding that was played last, or else the take's first one. */
  hear(row: ReviewRow): void;
  /**
   * Plays the next or previous finding. If it is in another row, `select` selects that row.
   * @param filter the filter of the listed lines
   */
  step(row: ReviewRow, by: 1 | -1, listed: ListedLines): void;
}

export interface ListedLines {
  readonly lineIds: readonly number[];
  readonly filter: ReviewFilter;
  select(lineId: number): void;
}

export function useFindingActions(): FindingActions {
  const client = useQueryClient();
  const refetch = useRefetch('proof.takes');
  return useMemo(() => findingActions(client, refetch), [client, refetch]);
}

function findingActions(client: QueryClient, refetch: () => Promise<void>): FindingActions {
  const save = (row: ReviewRow, what: 'done' | 'withdrawn', work: () => Promise<readonly (string | null)[]>) => {
    if (notifyIfReadOnly()) return;
    const saved = async () => {
      const steps = (await awaitBeforeUndo(work())).filter((step) => step !== null);
      await refetch();
      const undo = steps.length === 0 ? undefined : { steps, onTurn: refetch };
      notify(t(`accept.${what}`, { line: lineNumber(row) }), { id: NOTICE, undo });
    };
    saved().catch(notifyFailure);
  };
  const accept: FindingActions['accept'] = ({ id }, row, finding, scope) =>
    save(row, 'done', async () => [(await ask('proof.accept', { takeId: id, finding, scope })).step]);
  const openFindings = async (row: ReviewRow) => {
    if (!row.take) return [];
    const [proofed] = await client.fetchQuery(askQuery('proof.takes', { takeIds: [row.take.id] }));
    return proofed ? shownFindings(proofed).filter(isOpen) : [];
  };
  const attempt = (work: () => Promise<void>) => void work().catch(notifyFailure);
  return {
    accept,
    withdraw: ({ id }, row, { index, accepted }) =>
      save(row, 'withdrawn', async () => {
        const steps: (string | null)[] = [];
        for (const scope of accepted)
          steps.push((await ask('proof.withdraw', { takeId: id, finding: index, scope })).step);
        return steps;
      }),
    firstOf: async (row) => (await openFindings(row))[0],
    acceptCurrent: (row) =>
      attempt(async () => {
        const finding = currentOf(row, await openFindings(row));
        if (row.take && finding) accept(row.take, row, finding.index, 'line');
        else notify(t('accept.none', { line: lineNumber(row) }), { id: NOTICE });
      }),
    hear: (row) =>
      attempt(async () => {
        const finding = currentOf(row, await openFindings(row));
        if (row.take && finding) playFinding(row.take, row, finding);
        else notify(t('noneHere', { line: lineNumber(row) }), { id: NOTICE });
      }),
    step: (row, by, listed) =>
      attempt(async () => {
        const findings = await openFindings(row);
        const { takeId, index } = useCurrentFinding.getState();
        const at = takeId === row.take?.id ? findings.findIndex((one) => one.index === index) : -1;
        const next = at < 0 && by < 0 ? undefined : findings[at + by];
        if (row.take && next) {
          playFinding(row.take, row, next);
          return;
        }
        const found = await findRow(client, row.lineId, by, listed);
        if (!found) {
          notify(t('noneListed'), { id: NOTICE });
          return;
        }
        listed.select(found.row.lineId);
        playFinding(found.take, found.row, found.finding);
      }),
  };
}

const isOpen = ({ accepted }: ShownFinding): boolean => accepted.length === 0;

function currentOf({ take }: ReviewRow, findings: readonly ShownFinding[]): ShownFinding | undefined {
  const { takeId, index } = useCurrentFinding.getState();
  return findings.find((one) => takeId === take?.id && one.index === index) ?? findings[0];
}

interface FoundRow {
  readonly row: ReviewRow;
  readonly take: TakeSummary;
  readonly finding: ShownFinding;
}

/**
 * Finds the next row in the list whose take is suspicious and has findings. Wraps around at the end; the row itself
 * comes last.
 */
async function findRow(
  client: QueryClient,
  fromLineId: number,
  by: 1 | -1,
  { lineIds, filter }: ListedLines,
): Promise<FoundRow | null> {
  const { lineIds: suspicious } = await client.fetchQuery(askQuery('review.list', { ...filter, suspiciousOnly: true }));
  const wanted = new Set(suspicious);
  const at = lineIds.indexOf(fromLineId);
  const order = by > 0 ? lineIds : lineIds.toReversed();
  const next = by > 0 ? at + 1 : lineIds.length - at;
  const ahead = [...order.slice(next), ...order.slice(0, next)];
  const candidates = ahead.filter((id) => wanted.has(id));
  for (let from = 0; from < candidates.length; from += PAGE) {
    const rows = await client.fetchQuery(askQuery('review.rows', { lineIds: candidates.slice(from, from + PAGE) }));
    const takeIds = rows.flatMap(({ take }) => take?.id ?? []);
    const proofed = await client.fetchQuery(askQuery('proof.takes', { takeIds }));
    const found = firstFound(rows, proofed, by);
    if (found) return found;
  }
  return null;
}

function firstFound(rows: readonly ReviewRow[], proofed: readonly ProofedTake[], by: 1 | -1): FoundRow | null {
  const byTake = new Map(proofed.map((one) => [one.takeId, one]));
  for (const row of rows) {
    const { take } = row;
    const found = take && byTake.get(take.id);
    const finding =
      found &&
      shownFindings(found)
        .filter(isOpen)
        .at(by > 0 ? 0 : -1);
    if (take && finding) return { row, take, finding };
  }
  return null;
}
