import { create } from 'zustand';
import type { ReviewRow } from '../../shared/ipc/review-requests.ts';
import type { TakeSummary } from '../../shared/model/take.ts';
import { partOptions, playTake } from '../ui/sound/play-line.ts';
import type { ShownFinding } from './shown-findings.ts';

interface CurrentFinding {
  readonly takeId: number | null;
  /** Index in the take's proof. */
  readonly index: number | null;
}

/** The finding that was played last. */
export const useCurrentFinding = create<CurrentFinding>()(() => ({ takeId: null, index: null }));

/** Plays a finding with a little context before and after it. */
export function playFinding(take: TakeSummary, row: ReviewRow, finding: ShownFinding): void {
  useCurrentFinding.setState({ takeId: take.id, index: finding.index });
  playTake(take, row, partOptions(take, finding));
}
