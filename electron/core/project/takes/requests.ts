import type { TakeDecisions, TakeState, Verdict } from '../../../../shared/model/take.ts';
import type { SpokenLines } from '../../audition/spoken-lines.ts';
import type { ChannelsOf, HandlersOf } from '../../bridge/handler-types.ts';
import { found, refuse } from '../../bridge/request-error.ts';
import type { ProjectSession } from '../../session/project-session.ts';
import type { Projects } from '../../session/projects.ts';
import { once, refuseOutdated, repeatable, type UndoLog } from '../../undo/undo-log.ts';
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
    'take.setVerdict'({ takeId, verdict }) {
      const session = projects.need();
      const set = () => told(session, session.project.decisions.setVerdict(takeId, verdict));
      const revert = (former: TakeDecisions) => backToVerdict(session, verdict, former);
      const step = undo.add(repeatable(set(), revert, set), { project: session });
      return { step, take: takeOf(session, takeId) };
    },
    async 'take.rejectAndRetake'({ takeId }) {
      const session = projects.need();
      const { lineId } = takeOf(session, takeId);
      const formers: TakeDecisions[] = [];
      const run = await session.run.retake([lineId], 1, () => {
        formers.push(session.project.decisions.setVerdict(takeId, 'rejected'));
      });
      const former = told(session, found(formers[0], 'take'));
      // Undo restores the verdict but keeps the order: submitted jobs are already paid for.
      const step = undo.add(
        once(() => backToVerdict(session, 'rejected', former)),
        { project: session },
      );
      return { step, take: takeOf(session, takeId), run };
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
    'take.pick'({ takeId, keep }) {
      const session = projects.need();
      const { decisions } = session.project;
      const pick = () => told(session, decisions.pick(takeId, { keep }));
      const revert = ({ lineId, pickTakeId }: TakeDecisions) => {
        refuseOutdated(!needTake(session, takeId).isPick, 'pick');
        decisions.restorePick(lineId, pickTakeId);
        session.takesChanged([lineId]);
      };
      const step = undo.add(repeatable(pick(), revert, pick), { project: session });
      return { step, take: takeOf(session, takeId) };
    },
  };
}

type TreatmentChannel = 'take.setNote' | 'take.setTrim' | 'take.setGain' | 'take.resetTreatment';

function treatmentHandlers({ projects, undo }: TakeParts): HandlersOf<TreatmentChannel> {
  return {
    'take.setNote'({ takeId, note }) {
      const session = projects.need();
      const { decisions } = session.project;
      const set = () => told(session, decisions.setNote(takeId, note));
      const revert = (former: TakeDecisions) => {
        refuseOutdated(needTake(session, takeId).note !== note, 'note');
        told(session, decisions.setNote(takeId, former.note));
      };
      const step = undo.add(repeatable(set(), revert, set), { project: session });
      return { step, take: takeOf(session, takeId) };
    },
    'take.setTrim'({ takeId, trimStartSeconds, trimEndSeconds }) {
      const session = projects.need();
      const { decisions } = session.project;
      const trim = { startSeconds: trimStartSeconds, endSeconds: trimEndSeconds };
      const set = () => told(session, decisions.setTrim(takeId, trim));
      const revert = (former: TakeDecisions) => {
        needTake(session, takeId);
        told(session, decisions.setTrim(takeId, trimOf(former)));
      };
      const step = undo.add(repeatable(set(), revert, set), { project: session, joins: `trim ${takeId}` });
      return { step, take: takeOf(session, takeId) };
    },
    'take.setGain'({ takeId, gainDb }) {
      const session = projects.need();
      const { decisions } = session.project;
      const set = () => told(session, decisions.setGain(takeId, gainDb));
      const revert = (former: TakeDecisions) => {
        needTake(session, takeId);
        told(session, decisions.setGain(takeId, former.gainDb));
      };
      const step = undo.add(repeatable(set(), revert, set), { project: session, joins: `gain ${takeId}` });
      return { step, take: takeOf(session, takeId) };
    },
    'take.resetTreatment'({ takeId }) {
      const session = projects.need();
      const { decisions } = session.project;
      const reset = () => told(session, decisions.setTreatment(takeId, { startSeconds: 0, endSeconds: 0 }, 0));
      const revert = (former: TakeDecisions) => {
        const { trimStartSeconds, trimEndSeconds, gainDb } = needTake(session, takeId);
        refuseOutdated(trimStartSeconds !== 0 || trimEndSeconds !== 0 || gainDb !== 0, 'treatment');
        told(session, decisions.setTreatment(takeId, trimOf(former), former.gainDb));
      };
      const step = undo.add(repeatable(reset(), revert, reset), { project: session });
      return { step, take: takeOf(session, takeId) };
    },
  };
}

function told(session: ProjectSession, former: TakeDecisions): TakeDecisions {
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

function backToVerdict(session: ProjectSession, verdict: Verdict | null, former: TakeDecisions): void {
  needTake(session, former.takeId);
  refuseOutdated(restoreVerdicts(session, verdict, [former]) === 0, 'verdict');
}

function needTake({ project }: ProjectSession, takeId: number): TakeState {
  return project.decisions.state(takeId) ?? refuse({ kind: 'outdated', reason: 'take-gone' });
}

const trimOf = ({ trimStartSeconds, trimEndSeconds }: TakeDecisions) => ({
  startSeconds: trimStartSeconds,
  endSeconds: trimEndSeconds,
});

const takeOf = ({ project }: ProjectSession, takeId: number): TakeState =>
  found(project.decisions.state(takeId), 'take');
