// Takes: the table, a line's takes, and what the producer decides about them.
import type { TakeDecisions, TakeSummary } from '../../../../shared/model/take.ts';
import type { ChannelsOf, HandlersOf } from '../../bridge/handler-types.ts';
import { found } from '../../bridge/request-error.ts';
import type { HandlerParts } from '../../session/handler-parts.ts';
import type { ProjectSession } from '../../session/project-session.ts';

export function reviewHandlers({ projects }: HandlerParts): HandlersOf<ChannelsOf<'review' | 'playback'>> {
  return {
    'review.list': (filter) => projects.need().reader.ask('reviewList', filter),
    'review.rows': ({ lineIds }) => projects.need().reader.ask('reviewRows', lineIds),
    'review.takes': ({ lineId }) => projects.need().reader.ask('takesOf', lineId),
    async 'review.notesTable'(filter) {
      const { project, reader } = projects.need();
      return { name: `${project.info().name} notes.csv`, ...(await reader.ask('notesTable', filter)) };
    },
    'review.textChange'({ takeId }) {
      const change = projects.need().project.lines.textChange(takeId);
      return change && { ...change, after: [...change.after] };
    },
    'review.peaks'({ takeId }) {
      const { peaks, peaksPerSecond } = found(projects.need().review.peaks(takeId), 'take');
      return { peaksPerSecond, peaks: new Uint8Array(peaks) };
    },
    'playback.chapter': (extent) => projects.need().reader.ask('timelineEntries', extent),
    'playback.lines': (extent) => projects.need().reader.ask('timelineEntries', extent),
  };
}

export function takeHandlers({ projects }: HandlerParts): HandlersOf<ChannelsOf<'take'>> {
  const decided = async (session: ProjectSession, former: TakeDecisions) => {
    session.takesChanged([former.lineId]);
    const { takeId: _take, lineId: _line, ...previous } = former;
    return { take: await takeOf(session, former.takeId), previous };
  };
  return {
    'take.setVerdict'({ takeId, verdict }) {
      const session = projects.need();
      return decided(session, session.project.decisions.setVerdict(takeId, verdict));
    },
    async 'take.rejectAndRetake'({ takeId }) {
      const session = projects.need();
      const { lineId } = await takeOf(session, takeId);
      const former: TakeDecisions[] = [];
      const run = await session.run.retake([lineId], 1, () => {
        former.push(session.project.decisions.setVerdict(takeId, 'rejected'));
      });
      return { ...(await decided(session, found(former[0], 'take'))), run };
    },
    async 'take.retake'({ lineIds, reject, takes }) {
      const session = projects.need();
      let changed: TakeDecisions[] = [];
      const run = await session.run.retake(lineIds, takes, () => {
        if (reject) changed = session.project.decisions.setVerdicts(lineIds, 'rejected');
      });
      session.takesChanged(changed.map(({ lineId }) => lineId));
      return { changed, run };
    },
    'take.setVerdicts'({ lineIds, verdict }) {
      const session = projects.need();
      const changed = session.project.decisions.setVerdicts(lineIds, verdict);
      session.takesChanged(changed.map(({ lineId }) => lineId));
      return { changed };
    },
    'take.restoreVerdicts'({ verdict, former }) {
      const session = projects.need();
      const restored = session.project.decisions.restoreVerdicts(verdict, former);
      session.takesChanged(former.map(({ lineId }) => lineId));
      return { restored };
    },
    'take.setNote'({ takeId, note }) {
      const session = projects.need();
      return decided(session, session.project.decisions.setNote(takeId, note));
    },
    'take.setTrim'({ takeId, trimStartSeconds, trimEndSeconds }) {
      const session = projects.need();
      const trim = { startSeconds: trimStartSeconds, endSeconds: trimEndSeconds };
      return decided(session, session.project.decisions.setTrim(takeId, trim));
    },
    'take.setGain'({ takeId, gainDb }) {
      const session = projects.need();
      return decided(session, session.project.decisions.setGain(takeId, gainDb));
    },
    'take.pick'({ takeId, keep }) {
      const session = projects.need();
      return decided(session, session.project.decisions.pick(takeId, { keep }));
    },
    'take.restorePick'({ lineId, takeId }) {
      const session = projects.need();
      session.project.decisions.restorePick(lineId, takeId);
      session.takesChanged([lineId]);
      return null;
    },
  };
}

const takeOf = async (session: ProjectSession, takeId: number): Promise<TakeSummary> =>
  found(await session.reader.ask('take', takeId), 'take');
