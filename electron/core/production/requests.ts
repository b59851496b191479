import type { Budget } from '../../../shared/ipc/production-requests.ts';
import type { BudgetSettings } from '../../../shared/model/connection.ts';
import type { Failure } from '../../../shared/model/problems/line-failure.ts';
import type { LossCause } from '../../../shared/model/problems/loss.ts';
import { priceOfConnection } from '../../../shared/model/spending.ts';
import { at } from '../../../shared/rules/at.ts';
import type { VoiceConnection } from '../api/voice-connection.ts';
import type { ChannelsOf, HandlersOf } from '../bridge/handler-types.ts';
import type { Clock } from '../ports.ts';
import type { JobRecord } from '../project/journal/journal-reports.ts';
import { sumSpending } from '../project/spending/remaining-budget.ts';
import type { BudgetState } from '../scheduler/scheduler-types.ts';
import { NO_LOAD } from '../scheduler/service-load.ts';
import type { ProjectSession } from '../session/project-session.ts';
import type { Projects } from '../session/projects.ts';
import type { RenderQueue } from '../session/render-queue.ts';
import { once, type UndoLog } from '../undo/undo-log.ts';
import { doubtOfReason, lossOfReason } from './batch-progress.ts';
import type { ServiceLink } from './service-link.ts';

export interface RunHandlerParts {
  readonly projects: Pick<Projects, 'requireSession'>;
  readonly connections: {
    readonly current: (VoiceConnection['current'] & { readonly budget: BudgetSettings }) | null;
    readonly link: ServiceLink | null;
  };
  readonly queue: Pick<RenderQueue, 'expect' | 'note' | 'linesAhead'>;
  readonly undo: Pick<UndoLog, 'add'>;
  readonly clock: Pick<Clock, 'now'>;
}

export function productionHandlers(parts: RunHandlerParts): HandlersOf<ChannelsOf<'production'>> {
  const { connections, clock, projects, queue, undo } = parts;
  return {
    ...costHandlers(parts),
    'production.plan'(scope) {
      const session = projects.requireSession();
      const { link, current } = connections;
      return session.reader.query('planPreview', {
        scope,
        outlook: link?.budget.outlook('batch') ?? null,
        plan: current?.budget.plan ?? null,
        price: priceOfConnection(current),
        now: clock.now(),
        turnaroundMs: session.feed.progress?.turnaroundMs ?? null,
        load: link?.dispatcher.load.state ?? NO_LOAD,
        ahead: queue.linesAhead(session.project.dir),
      });
    },
    async 'production.start'(scope) {
      const session = projects.requireSession();
      // Single lines are sent first, so they don't wait for their turn.
      if (scope.lineIds !== undefined) return session.run.start(scope);
      queue.expect(session);
      return session.run.start(scope).finally(() => queue.note(session));
    },
    'production.snapshot': () => projects.requireSession().feed.snapshot(),
    'production.pause': () => projects.requireSession().run.pause(),
    async 'production.resume'() {
      const session = projects.requireSession();
      const summary = await session.run.resume();
      queue.note(session);
      return summary;
    },
    'production.cancel'() {
      const session = projects.requireSession();
      const { state } = session.run;
      const wasOpen = state === 'running' || state === 'paused';
      const canceled = wasOpen ? (session.feed.progress?.counts().waiting ?? 0) : 0;
      const summary = session.run.cancel();
      const { runId } = summary;
      if (!wasOpen || runId === null) return { ...summary, canceled, step: null };
      const back = once(() => session.run.undoCancel(runId));
      return { ...summary, canceled, step: undo.add(back, { project: session }) };
    },
    async 'production.retryFailed'({ lineIds }) {
      const session = projects.requireSession();
      return session.run.retry(lineIds ?? [...(await session.reader.query('failures', ofRun(session))).keys()]);
    },
    'production.failed'() {
      const session = projects.requireSession();
      return session.reader.query('failedLines', ofRun(session));
    },
    'production.doubts': () => doubtsOf(projects.requireSession()),
    async 'production.decideDoubt'({ batchId, decision }) {
      const session = projects.requireSession();
      const lines = session.reports.doubts().find(({ id }) => id === batchId)?.jobs ?? [];
      await session.run.decide(batchId, decision);
      session.linesChanged(lines.map(({ lineId }) => lineId));
      // Sending the lines again can be charged twice and can't be undone.
      if (decision === 'send-again') return { step: null, doubts: doubtsOf(session) };
      const back = once(async () => session.linesChanged(await session.run.restoreDoubt(batchId)));
      return { step: undo.add(back, { project: session }), doubts: doubtsOf(session) };
    },
    'production.log': () => projects.requireSession().feed.log.entries(),
    'production.budget': () => (connections.link ? budgetOf(connections.link.budget.state('batch')) : null),
  };
}

type CostChannel = `production.${'ledger' | 'spending' | 'spendingTable'}`;

function costHandlers({ projects, connections }: RunHandlerParts): HandlersOf<CostChannel> {
  return {
    async 'production.ledger'() {
      const { reader, project } = projects.requireSession();
      const { total, auditions, retakes, inDoubt, lost, runs } = await reader.query('spending', null);
      const { characterCap, moneyCap, confirmPrice } = project.settings();
      const price = priceOfConnection(connections.current);
      const currency = connections.current?.currency ?? 'USD';
      return {
        total,
        auditions,
        moneyCap,
        confirmPrice,
        spent: sumSpending(project.db, price, currency).amount,
        retakes,
        inDoubt,
        lost,
        thisRun: runs[0]?.characters ?? 0,
        cap: characterCap,
        pricePerThousand: price?.perThousand ?? null,
        currency,
        runs: runs.map(({ id, createdAt, ...run }) => ({ runId: id, startedAt: createdAt, ...run })),
      };
    },
    'production.spending': (query) => projects.requireSession().reader.query('spendingPage', query),
    async 'production.spendingTable'(query) {
      const { reader, project } = projects.requireSession();
      return { project: project.info().name, text: await reader.query('spendingTable', query) };
    },
  };
}

export function budgetOf({ assumed, used, waitingUntil }: BudgetState): Budget {
  return {
    requests: { used: used.requests, limit: assumed.requests ?? null },
    characters: { used: used.characters, limit: assumed.characters ?? null },
    heldUntil: waitingUntil,
  };
}

const ofRun = ({ feed }: ProjectSession): ReadonlyMap<number, Failure> => feed.progress?.failures() ?? new Map();

function doubtsOf({ reports, places, feed }: ProjectSession) {
  return reports.doubts().map(({ id, sentAt, jobs, reason }) => ({
    kind: jobs.some(({ state }) => state === 'lost') ? ('lost' as const) : ('in-doubt' as const),
    causes: [...new Set(jobs.flatMap((job) => causeOf(job) ?? []))],
    batchId: id,
    number: feed.progress?.batches.find((batch) => batch.id === id)?.number ?? id,
    sentAt,
    lines: jobs.length,
    label: places.rangeLabel(at(jobs, 0).lineId, at(jobs, jobs.length - 1).lineId),
    characters: jobs.reduce((sum, job) => sum + job.characters, 0),
    reason: doubtOfReason(reason),
  }));
}

const causeOf = ({ state, reason }: JobRecord): LossCause | null => (state === 'lost' ? lossOfReason(reason) : null);
