import type { TakeDecisions, TakeSummary, Verdict } from '../../../../shared/model/take.ts';
import type { SpokenLines } from '../../audition/spoken-lines.ts';
import type { ChannelsOf, HandlersOf } from '../../bridge/handler-types.ts';
import { found, refuse } from '../../bridge/request-error.ts';
import type { ProjectSession } from '../../session/project-session.ts';
import type { Projects } from '../../session/projects.ts';
import { once, refuseOutdated, repeatable, type UndoLog } from '../../undo/undo-log.ts';
import type { TakeState } from './take-decisions.ts';
import { takeTextChange } from './take-text.ts';

export interface ReviewHandlerParts {
  readonly projects: Pick<Projects, 'need'>;
  readonly spoken: Pick<SpokenLines, 'speak'>;
}

export function reviewHandlers({
  projects,
  spoken,
}: ReviewHandlerParts): HandlersOf<ChannelsOf<'review' | 'playback'>> {
  return {
    'review.list': (filter) => projects.need().reader.ask('reviewList', filter),
    'review.rows': ({ lineIds }) => projects.need().reader.ask('reviewRows', lineIds),
    'review.takes': ({ lineId }) => projects.need().reader.ask('takesOf', lineId),
    async 'review.notesTable'(filter) {
      const { project, reader } = projects.need();
      return { name: `${project.info().name} notes.csv`, ...(await reader.ask('notesTable', filter)) };
    },
    'review.textChange'({ takeId }) {
      const { db, keys } = projects.need().project;
      const change = takeTextChange(db, keys, takeId);
      return change && { ...change, after: [...change.after] };
    },
    'review.peaks'({ takeId }) {
      const { peaks, peaksPerSecond } = found(projects.need().review.peaks(takeId), 'take');
      return { peaksPerSecond, peaks: new Uint8Array(peaks) };
    },
    'playback.chapter': (extent) => projects.need().reader.ask('timelineEntries', extent),
    'playback.lines': (extent) => projects.need().reader.ask('timelineEntries', extent),
    async 'playback.speak'({ lineId }) {
      const { project, places } = projects.need();
      found(places.of(lineId), 'line');
      return { auditionId: await spoken.speak(project, lineId) };
    },
  };
}

export interface TakeParts {
  readonly projects: Pick<Projects, 'need'>;
  readonly undo: Pick<UndoLog, 'add'>;
}

export const takeHandlers = (parts: TakeParts): HandlersOf<ChannelsOf<'take'>> => ({
  ...decisionHandlers(parts),
  ...treatmentHandlers(parts),
});

type DecisionChannel = 'take.setVerdict' | 'take.rejectAndRetake' | 'take.retake' | 'take.setVerdicts' | 'take.pick';

function decisionHandlers({ projects, undo }: TakeParts): HandlersOf<DecisionChannel> {
  return {
    async 'take.setVerdict'({ takeId, verdict }) {
      const session = projects.need();
      const set = () => notifyTakeChanged(session, session.project.decisions.setVerdict(takeId, verdict));
      const revert = (former: TakeDecisions) => restoreVerdict(session, verdict, former);
      const step = undo.add(repeatable(set(), revert, set), { project: session });
      return { step, take: await takeOf(session, takeId) };
    },
    async 'take.rejectAndRetake'({ takeId }) {
      const session = projects.need();
      const { lineId } = await takeOf(session, takeId);
      const formers: TakeDecisions[] = [];
      const run = await session.run.retake([lineId], 1, () => {
        formers.push(session.project.decisions.setVerdict(takeId, 'rejected'));
      });
      const former = notifyTakeChanged(session, found(formers[0], 'take'));
      // Undo restores the verdict but not the order, because submitted jobs are already paid for.
      const step = undo.add(
        once(() => restoreVerdict(session, 'rejected', former)),
        { project: session },
      );
      return { step, take: await takeOf(session, takeId), run };
    },
    async 'take.retake'({ lineIds, reject, takes }) {
      const session = projects.need();
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
      const session = projects.need();
      const set = () => notifyTakesChanged(session, session.project.decisions.setVerdicts(lineIds, verdict));
      const revert = (former: readonly TakeDecisions[]) =>
        refuseOutdated(restoreVerdicts(session, verdict, former) === 0, 'verdicts');
      const changed = set();
      const step = changed.length === 0 ? null : undo.add(repeatable(changed, revert, set), { project: session });
      return { step, changed: changed.length };
    },
    async 'take.pick'({ takeId, keep }) {
      const session = projects.need();
      const { decisions } = session.project;
      const pick = () => notifyTakeChanged(session, decisions.pick(takeId, { keep }));
      const revert = ({ lineId, pickTakeId }: TakeDecisions) => {
        refuseOutdated(!requireTake(session, takeId).isPick, 'pick');
        decisions.restorePick(lineId, pickTakeId);
        session.takesChanged([lineId]);
      };
      const step = undo.add(repeatable(pick(), revert, pick), { project: session });
      return { step, take: await takeOf(session, takeId) };
    },
  };
}

type TreatmentChannel = 'take.setNote' | 'take.setTrim' | 'take.setGain' | 'take.resetTreatment';

function treatmentHandlers({ projects, undo }: TakeParts): HandlersOf<TreatmentChannel> {
  return {
    async 'take.setNote'({ takeId, note }) {
      const session = projects.need();
      const { decisions } = session.project;
      const set = () => notifyTakeChanged(session, decisions.setNote(takeId, note));
      const revert = (former: TakeDecisions) => {
        refuseOutdated(requireTake(session, takeId).note !== note, 'note');
        notifyTakeChanged(session, decisions.setNote(takeId, former.note));
      };
      const step = undo.add(repeatable(set(), revert, set), { project: session });
      return { step, take: await takeOf(session, takeId) };
    },
    async 'take.setTrim'({ takeId, trimStartSeconds, trimEndSeconds }) {
      const session = projects.need();
      const { decisions } = session.project;
      const trim = { startSeconds: trimStartSeconds, endSeconds: trimEndSeconds };
      const set = () => notifyTakeChanged(session, decisions.setTrim(takeId, trim));
      const revert = (former: TakeDecisions) => {
        requireTake(session, takeId);
        notifyTakeChanged(session, decisions.setTrim(takeId, trimOf(former)));
      };
      const step = undo.add(repeatable(set(), revert, set), { project: session, joins: `trim ${takeId}` });
      return { step, take: await takeOf(session, takeId) };
    },
    async 'take.setGain'({ takeId, gainDb }) {
      const session = projects.need();
      const { decisions } = session.project;
      const set = () => notifyTakeChanged(session, decisions.setGain(takeId, gainDb));
      const revert = (former: TakeDecisions) => {
        requireTake(session, takeId);
        notifyTakeChanged(session, decisions.setGain(takeId, former.gainDb));
      };
      const step = undo.add(repeatable(set(), revert, set), { project: session, joins: `gain ${takeId}` });
      return { step, take: await takeOf(session, takeId) };
    },
    async 'take.resetTreatment'({ takeId }) {
      const session = projects.need();
      const { decisions } = session.project;
      const reset = () =>
        notifyTakeChanged(session, decisions.setTreatment(takeId, { startSeconds: 0, endSeconds: 0 }, 0));
      const revert = (former: TakeDecisions) => {
        const { trimStartSeconds, trimEndSeconds, gainDb } = requireTake(session, takeId);
        refuseOutdated(trimStartSeconds !== 0 || trimEndSeconds !== 0 || gainDb !== 0, 'treatment');
        notifyTakeChanged(session, decisions.setTreatment(takeId, trimOf(former), former.gainDb));
      };
      const step = undo.add(repeatable(reset(), revert, reset), { project: session });
      return { step, take: await takeOf(session, takeId) };
    },
  };
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

function restoreVerdict(session: ProjectSession, verdict: Verdict | null, former: TakeDecisions): void {
  requireTake(session, former.takeId);
  refuseOutdated(restoreVerdicts(session, verdict, [former]) === 0, 'verdict');
}

function requireTake({ project }: ProjectSession, takeId: number): TakeState {
  return project.decisions.decisions(takeId) ?? refuse({ kind: 'outdated', reason: 'take-gone' });
}

const trimOf = ({ trimStartSeconds, trimEndSeconds }: TakeDecisions) => ({
  startSeconds: trimStartSeconds,
  endSeconds: trimEndSeconds,
});

const takeOf = async (session: ProjectSession, takeId: number): Promise<TakeSummary> =>
  found(await session.reader.ask('take', takeId), 'take');
