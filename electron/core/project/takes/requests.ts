import type { TakeDecisions, TakeState, Verdict } from '../../../../shared/model/take.ts';
import type { SpokenLines } from '../../audition/spoken-lines.ts';
import type { ChannelsOf, HandlersOf } from '../../bridge/handler-types.ts';
import { refuse, requireFound } from '../../bridge/request-error.ts';
import type { ProjectSession } from '../../session/project-session.ts';
import type { Projects } from '../../session/projects.ts';
import { once, refuseOutdated, repeatable, type UndoLog } from '../../undo/undo-log.ts';
import type { TakeDecisionStore } from './take-decisions.ts';
import { takeTextChange } from './take-text.ts';

export interface ReviewHandlerParts {
  readonly projects: Pick<Projects, 'requireSession'>;
  readonly spoken: Pick<SpokenLines, 'speak'>;
}

async function linesWithoutConsent(session: ProjectSession): Promise<number[]> {
  const voices = await session.voiceConsents();
  return voices.filter(({ state }) => state !== 'valid').flatMap(({ lineIds }) => lineIds);
}

export function reviewHandlers({
  projects,
  spoken,
}: ReviewHandlerParts): HandlersOf<ChannelsOf<'review' | 'playback'>> {
  return {
    async 'review.list'(filter) {
      const session = projects.requireSession();
      return session.reader.query('reviewList', {
        filter,
        only: filter.consentOnly ? await linesWithoutConsent(session) : null,
      });
    },
    'review.rows': ({ lineIds }) => projects.requireSession().reader.query('reviewRows', lineIds),
    'review.takes': ({ lineId }) => projects.requireSession().reader.query('takesOf', lineId),
    'review.corrections': (scope) => projects.requireSession().reader.query('corrections', scope),
    'review.textChange'({ takeId }) {
      const { db, keys } = projects.requireSession().project;
      const change = takeTextChange(db, keys, takeId);
      return change && { ...change, after: [...change.after] };
    },
    'review.peaks'({ takeId }) {
      const { peaks, peaksPerSecond } = requireFound(projects.requireSession().review.peaks(takeId), 'take');
      return { peaksPerSecond, peaks: new Uint8Array(peaks) };
    },
    'playback.chapter': (extent) => projects.requireSession().reader.query('timelineEntries', extent),
    'playback.lines': (extent) => projects.requireSession().reader.query('timelineEntries', extent),
    async 'playback.speak'({ lineId }) {
      const { project, places } = projects.requireSession();
      requireFound(places.of(lineId), 'line');
      return { auditionId: await spoken.speak(project, lineId) };
    },
  };
}

export interface TakeParts {
  readonly projects: Pick<Projects, 'requireSession'>;
  readonly undo: Pick<UndoLog, 'add'>;
}

export function takeHandlers({ projects, undo }: TakeParts): HandlersOf<ChannelsOf<'take'>> {
  /** Makes a change that can be undone and redone. Steps with the same `joins` count as one. */
  function change(takeId: number, { make, revert, joins }: TakeChange) {
    const session = projects.requireSession();
    const { decisions } = session.project;
    const makeNow = () => notifyTakeChanged(session, make(decisions));
    const revertTo = (former: TakeDecisions) => {
      revert(decisions, requireTake(session, takeId), former);
      session.takesChanged([former.lineId]);
    };
    const step = undo.add(repeatable(makeNow(), revertTo, makeNow), { project: session, ...(joins && { joins }) });
    return { step, take: takeOf(session, takeId) };
  }

  return {
    'take.setVerdict': ({ takeId, verdict }) =>
      change(takeId, {
        make: (decisions) => decisions.setVerdict(takeId, verdict),
        revert: (decisions, _, former) => refuseOutdated(decisions.restoreVerdicts(verdict, [former]) === 0, 'verdict'),
      }),
    async 'take.rejectAndRetake'({ takeId }) {
      const session = projects.requireSession();
      const { lineId } = takeOf(session, takeId);
      const formers: TakeDecisions[] = [];
      const run = await session.run.retake([lineId], 1, () => {
        formers.push(session.project.decisions.setVerdict(takeId, 'rejected'));
      });
      const former = notifyTakeChanged(session, requireFound(formers[0], 'take'));
      // Undoing restores the verdict but doesn't cancel the order, because submitted jobs are already paid for.
      const back = once(() => {
        requireTake(session, takeId);
        refuseOutdated(restoreVerdicts(session, 'rejected', [former]) === 0, 'verdict');
      });
      return { step: undo.add(back, { project: session }), take: takeOf(session, takeId), run };
    },
    async 'take.retake'({ lineIds, reject, takes }) {
      const session = projects.requireSession();
      let changed: TakeDecisions[] = [];
      const run = await session.run.retake(lineIds, takes, () => {
        if (reject) changed = session.project.decisions.setVerdicts(lineIds, 'rejected');
      });
      notifyTakesChanged(session, changed);
      const back = once(() => restoreVerdicts(session, 'rejected', changed));
      const step = changed.length === 0 ? null : undo.add(back, { project: session });
      return { step, changed: changed.length, run };
    },
    'take.setVerdicts'({ lineIds, verdict }) {
      const session = projects.requireSession();
      const set = () => notifyTakesChanged(session, session.project.decisions.setVerdicts(lineIds, verdict));
      const revert = (former: readonly TakeDecisions[]) =>
        refuseOutdated(restoreVerdicts(session, verdict, former) === 0, 'verdicts');
      const changed = set();
      const step = changed.length === 0 ? null : undo.add(repeatable(changed, revert, set), { project: session });
      return { step, changed: changed.length };
    },
    'take.pick': ({ takeId, keep }) =>
      change(takeId, {
        make: (decisions) => decisions.pick(takeId, { keep }),
        revert(decisions, take, { lineId, pickTakeId }) {
          refuseOutdated(!take.isPick, 'pick');
          decisions.restorePick(lineId, pickTakeId);
        },
      }),
    'take.setTrim': ({ takeId, trimStartSeconds, trimEndSeconds }) =>
      change(takeId, {
        make: (decisions) => decisions.setTrim(takeId, { startSeconds: trimStartSeconds, endSeconds: trimEndSeconds }),
        revert: (decisions, _, former) => void decisions.setTrim(takeId, trimOf(former)),
        joins: `trim ${takeId}`,
      }),
    'take.setGain': ({ takeId, gainDb }) =>
      change(takeId, {
        make: (decisions) => decisions.setGain(takeId, gainDb),
        revert: (decisions, _, former) => void decisions.setGain(takeId, former.gainDb),
        joins: `gain ${takeId}`,
      }),
    'take.resetTreatment': ({ takeId }) =>
      change(takeId, {
        make: (decisions) => decisions.setTreatment(takeId, { startSeconds: 0, endSeconds: 0 }, 0),
        revert(decisions, { trimStartSeconds, trimEndSeconds, gainDb }, former) {
          refuseOutdated(trimStartSeconds !== 0 || trimEndSeconds !== 0 || gainDb !== 0, 'treatment');
          decisions.setTreatment(takeId, trimOf(former), former.gainDb);
        },
      }),
  };
}

interface TakeChange {
  /** Returns the previous state. */
  readonly make: (decisions: TakeDecisionStore) => TakeDecisions;
  /** @throws RequestError `outdated` if it would undo another change */
  readonly revert: (decisions: TakeDecisionStore, take: TakeState, former: TakeDecisions) => void;
  readonly joins?: string;
}

function notifyTakeChanged(session: ProjectSession, former: TakeDecisions): TakeDecisions {
  session.takesChanged([former.lineId]);
  return former;
}

function notifyTakesChanged(session: ProjectSession, former: TakeDecisions[]): TakeDecisions[] {
  session.takesChanged(former.map(({ lineId }) => lineId));
  return former;
}

function restoreVerdicts(session: ProjectSession, verdict: Verdict | null, former: readonly TakeDecisions[]): number {
  const restored = session.project.decisions.restoreVerdicts(verdict, former);
  session.takesChanged(former.map(({ lineId }) => lineId));
  return restored;
}

function requireTake({ project }: ProjectSession, takeId: number): TakeState {
  return project.decisions.state(takeId) ?? refuse({ kind: 'outdated', reason: 'take-gone' });
}

const trimOf = ({ trimStartSeconds, trimEndSeconds }: TakeDecisions) => ({
  startSeconds: trimStartSeconds,
  endSeconds: trimEndSeconds,
});

const takeOf = ({ project }: ProjectSession, takeId: number): TakeState =>
  requireFound(project.decisions.state(takeId), 'take');
