import type { Journal } from '../project/journal/journal.ts';
import { linesToRender } from '../project/lines/line-briefs.ts';
import type { Project } from '../project/project.ts';

export interface PlanOptions {
  /** At most this many of the lines that are not fresh. */
  readonly limit?: number | undefined;
  /** At most this many characters: a hard cap, never exceeded. */
  readonly maxCharacters?: number | undefined;
  /** Only these lines are sent. */
  readonly only?: ReadonlySet<number> | undefined;
  /** No others are looked at, which is quicker where they are few: the plan says nothing of the others. */
  readonly onlyThese?: boolean | undefined;
  /** Lines whose approved take has become stale are rendered again only where the producer confirmed it. */
  readonly replaceApproved?: boolean;
  /** Lines whose audio is missing or damaged, which were paid for, are rendered again only where the producer said so. */
  readonly renderMissing?: boolean;
}

/** What a run would render, and what it leaves alone and why. Line ids are in script order. */
export interface RunPlan {
  readonly send: readonly { readonly lineId: number; readonly characters: number }[];
  /** Characters as sent, of all in `send`. */
  readonly characters: number;
  /** Fresh or kept: nothing to do. */
  readonly reused: readonly number[];
  /** The service works on them already. */
  readonly inFlight: readonly number[];
  /** They wait for a decision. */
  readonly inDoubt: readonly number[];
  /** The service no longer has them: they wait for a decision too. */
  readonly lost: readonly number[];
  /** They can't be rendered as they are. */
  readonly blocked: readonly number[];
  /** Their approved take is stale. */
  readonly approved: readonly number[];
  /** Of those in `send`: their approved take is stale and gives way to another. */
  readonly replaced: readonly number[];
  /** The file of their pick is missing or damaged; rendering them again is paid again. */
  readonly missingAudio: readonly number[];
  /** Of those in `send`: their audio is missing or damaged, and is paid for again. */
  readonly paidAgain: readonly number[];
  /** Beyond `limit`. */
  readonly beyondLimit: readonly number[];
  /** Sending them would pass the cap. */
  readonly overCap: readonly number[];
}

/** Plans a run: only what is not fresh, never what is in flight, in doubt or lost, within the caps. Changes nothing. */
export function planRun(project: Project, journal: Journal, options: PlanOptions = {}): RunPlan {
  const inFlight = new Set(journal.linesInFlight());
  const inDoubt = new Set(journal.linesInDoubt());
  const lost = new Set(journal.linesLost());
  const plan = {
    send: [] as { lineId: number; characters: number }[],
    characters: 0,
    reused: [] as number[],
    inFlight: [] as number[],
    inDoubt: [] as number[],
    lost: [] as number[],
    blocked: [] as number[],
    approved: [] as number[],
    replaced: [] as number[],
    missingAudio: [] as number[],
    paidAgain: [] as number[],
    beyondLimit: [] as number[],
    overCap: [] as number[],
  };
  let capped = false;
  for (const line of linesToRender(project.db, options.onlyThese ? options.only : undefined)) {
    if (line.state === 'fresh' || line.state === 'kept') plan.reused.push(line.id);
    else if (line.state === 'blocked' || !line.hasKey) plan.blocked.push(line.id);
    else if (inFlight.has(line.id)) plan.inFlight.push(line.id);
    else if (inDoubt.has(line.id)) plan.inDoubt.push(line.id);
    else if (lost.has(line.id)) plan.lost.push(line.id);
    else if (line.state === 'missing-audio' && !options.renderMissing) plan.missingAudio.push(line.id);
    else if (options.only && !options.only.has(line.id)) continue;
    else if (line.approvedTake && !options.replaceApproved) plan.approved.push(line.id);
    else if (plan.send.length >= (options.limit ?? Number.POSITIVE_INFINITY)) plan.beyondLimit.push(line.id);
    else if (capped || plan.characters + line.characters > (options.maxCharacters ?? Number.POSITIVE_INFINITY)) {
      // In script order: a short line further on does not slip through below the cap.
      capped = true;
      plan.overCap.push(line.id);
    } else {
      plan.send.push({ lineId: line.id, characters: line.characters });
      plan.characters += line.characters;
      if (line.approvedTake) plan.replaced.push(line.id);
      if (line.state === 'missing-audio') plan.paidAgain.push(line.id);
    }
  }
  return plan;
}
