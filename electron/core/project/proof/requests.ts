import type { RetryLimits, RetryPlan } from '../../../../shared/model/proofed-take.ts';
import { type Price, priceOf, priceOfConnection } from '../../../../shared/model/spending.ts';
import type { ChannelsOf, HandlersOf } from '../../bridge/handler-types.ts';
import { requireFound } from '../../bridge/request-error.ts';
import type { Clock } from '../../ports.ts';
import type { ProjectSession } from '../../session/project-session.ts';
import type { Projects } from '../../session/projects.ts';
import { refuseOutdated, repeatable, type UndoLog } from '../../undo/undo-log.ts';
import { remainingBudget } from '../spending/remaining-budget.ts';
import { planRetries, recordRetries } from './retries.ts';

interface ProofParts {
  readonly projects: Pick<Projects, 'requireSession'>;
  readonly connections: { readonly current: Parameters<typeof priceOfConnection>[0] };
  readonly undo: Pick<UndoLog, 'add'>;
  readonly clock: Pick<Clock, 'now'>;
}

export function proofHandlers({ projects, connections, undo, clock }: ProofParts): HandlersOf<ChannelsOf<'proof'>> {
  function plan({ project }: ProjectSession, limits: RetryLimits): RetryPlan {
    const price: Price | null = priceOfConnection(connections.current);
    const planned = planRetries(project, limits, remainingBudget(project.db, price, null).characters);
    return {
      ...planned,
      price: price && { amount: priceOf(planned.characters, price), currency: price.currency },
    };
  }

  /** Accepts or withdraws in an undoable step. */
  function change(
    make: (session: ProjectSession) => boolean | null,
    revert: (session: ProjectSession) => boolean | null,
  ) {
    const session = projects.requireSession();
    const changed = () => session.takesRejudged();
    if (!requireFoundFinding(make(session))) return { step: null };
    changed();
    const step = undo.add(
      repeatable(
        null,
        () => {
          refuseOutdated(revert(session) !== true, 'changed');
          changed();
        },
        () => {
          make(session);
          changed();
          return null;
        },
      ),
      { project: session },
    );
    return { step };
  }

  return {
    'proof.takes': ({ takeIds }) => projects.requireSession().project.proofs.takes(takeIds),
    'proof.status'() {
      const { project, proofer } = projects.requireSession();
      return { isOn: project.settings().proofTakes, ...proofer.status() };
    },
    'proof.accept': ({ takeId, finding, scope }) =>
      change(
        ({ project }) => project.proofs.accept(takeId, finding, scope),
        ({ project }) => project.proofs.withdraw(takeId, finding, scope),
      ),
    'proof.withdraw': ({ takeId, finding, scope }) =>
      change(
        ({ project }) => project.proofs.withdraw(takeId, finding, scope),
        ({ project }) => project.proofs.accept(takeId, finding, scope),
      ),
    'proof.retryPlan': (limits) => plan(projects.requireSession(), limits),
    async 'proof.retry'({ confirmed = false, ...limits }) {
      const session = projects.requireSession();
      const { lineIds } = plan(session, limits);
      if (lineIds.length === 0) return { lineIds, run: session.feed.snapshot() };
      const run = await session.run.retake(
        lineIds,
        1,
        (drawn) => {
          const orders = drawn.map(({ line, seeds: [seed = 0] }) => ({ ...line, seed }));
          recordRetries(session.project, orders, clock.now());
        },
        confirmed,
      );
      return { lineIds, run };
    },
  };
}

/** @throws RequestError `not-found` */
const requireFoundFinding = (changed: boolean | null): boolean => requireFound(changed, 'take');
