// What an order sends.
import type { OrderedLine } from '../../../shared/model/run.ts';
import type { Figures } from './figures.ts';
import type { PricedScope, RunPlanner } from './run-planner.ts';

export interface PlanOrderParts {
  readonly planner: RunPlanner;
  readonly figures: Pick<Figures, 'ask'>;
  /** Null while lines leave or are awaited; else a number that is another one once some did. */
  readonly quiet: () => number | null;
}

/** What is to be sent, and how many lines a cap keeps back. */
export interface OrderPlan {
  readonly send: readonly OrderedLine[];
  readonly overCap: number;
}

/**
 * Plans an order. Another thread plans a whole script, but its plan counts only if nothing was sent while it was made:
 * a line sent after it was planned would be paid for twice. Callers must order the lines without another await.
 *
 * @throws ProjectError; RequestError `no-project` if the project is closed before the plan is made
 */
export async function planOrder(
  { planner, figures, quiet }: PlanOrderParts,
  { scope, price }: PricedScope,
): Promise<OrderPlan> {
  const before = quiet();
  if (scope.lineIds === undefined && before !== null) {
    const { lineIds, characters, overCap } = await figures.ask('toSend', { scope, price });
    const send = lineIds.map((lineId, at) => ({ lineId, characters: characters[at] ?? 0 }));
    if (quiet() === before) return { send, overCap };
  }
  const { send, overCap } = planner.plan(scope, price, true);
  return { send, overCap: overCap.length };
}
