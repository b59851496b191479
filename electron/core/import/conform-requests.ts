import type { FoundLines } from '../../../shared/ipc/conform-requests.ts';
import { lineNumber } from '../../../shared/rules/line-number.ts';
import type { AudioWorkers } from '../audio/audio-workers.ts';
import type { AuditionCache } from '../audition/audition-cache.ts';
import type { ChannelsOf, Emit, HandlersOf } from '../bridge/handler-types.ts';
import { refuse, requireFound } from '../bridge/request-error.ts';
import type { Clock } from '../ports.ts';
import { currentRecording } from '../project/folder/change-recording.ts';
import type { ProjectSession } from '../session/project-session.ts';
import type { Projects } from '../session/projects.ts';
import type { UndoLog } from '../undo/undo-log.ts';
import type { ChapterRecordings } from './chapter-recordings.ts';
import type { ConformReport, SearchedRecording } from './conform-recording.ts';

interface ConformParts {
  readonly projects: Pick<Projects, 'requireSession'>;
  readonly recordings: ChapterRecordings;
  readonly checkAudio: AudioWorkers['checkAudio'];
  readonly kept: Pick<AuditionCache, 'get'>;
  readonly undo: Pick<UndoLog, 'add'>;
  readonly clock: Clock;
  readonly emit: Emit;
}

export function conformHandlers(parts: ConformParts): HandlersOf<ChannelsOf<'conform'>> {
  const { projects, recordings, checkAudio, kept, undo, clock, emit } = parts;
  const audio = { checkAudio };
  const foundIn = (session: ProjectSession, recordingId: string): SearchedRecording => {
    const found = recordings.found(recordingId);
    return requireFound(found.project === session.project ? found : null, 'recording');
  };
  return {
    async 'conform.search'({ recordingId, chapterId }) {
      const { project, readOnly } = projects.requireSession();
      if (readOnly) refuse({ kind: 'project', problem: { kind: 'read-only', path: project.dir } });
      let percent = -1;
      const onProgress = (share: number) => {
        if (Math.floor(100 * share) === percent) return;
        percent = Math.floor(100 * share);
        emit('conform-progress', { share });
      };
      const found = await recordings.search(project, recordingId, { chapterId }, { audio, onProgress });
      return foundLines(found);
    },
    async 'conform.close'() {
      await recordings.close();
      return null;
    },
    async 'conform.hear'({ recordingId, startSeconds, endSeconds }) {
      const found = foundIn(projects.requireSession(), recordingId);
      const { auditionId } = await kept.get([recordingId, startSeconds, endSeconds].join(), async (signal, to) => {
        const bytes = await found.cut({ startSeconds, endSeconds });
        signal.throwIfAborted();
        await to.write(bytes);
      });
      return { auditionId };
    },
    async 'conform.addTakes'({ recordingId, lineIds, replaceApproved }) {
      const session = projects.requireSession();
      const { project } = session;
      const order = { lineIds: new Set(lineIds), replaceApproved };
      const castRoles = () => session.castNewRoles();
      const report = await foundIn(session, recordingId).addTakes(order, { audio, castRoles, clock });
      const added = lineIdsOf(report, ({ takeId }) => takeId !== null);
      const leftOut = lineIdsOf(report, ({ lineId, takeId }) => takeId === null && order.lineIds.has(lineId));
      const changes = currentRecording()?.changesOf(project.db) ?? [];
      session.castChanged();
      session.takesChanged(added);
      session.proofer.takesArrived(added);
      const step = changes.length === 0 ? null : undo.add(session.inverseOf(changes), { project: session });
      return { step, added: added.length, leftOut };
    },
  };
}

function foundLines(found: SearchedRecording): FoundLines {
  const { durationSeconds, lines, repeats, extras } = found.report();
  const states = new Map(
    found.project.lines.states({ ids: lines.map(({ lineId }) => lineId) }).map((line) => [line.id, line]),
  );
  return {
    durationSeconds,
    lines: lines.flatMap(({ lineId, state, stretch, confidence, isDoubtful }) => {
      const line = states.get(lineId);
      if (!line) return [];
      const text = line.turns.map((turn) => turn.text).join('\n');
      return [{ lineId, line: lineNumber(line), roles: [...line.roles], text, state, stretch, confidence, isDoubtful }];
    }),
    repeats: repeats.map(({ lineId, startSeconds, endSeconds, isComplete }) => ({
      lineId,
      startSeconds,
      endSeconds,
      isComplete,
    })),
    extras: [...extras],
  };
}

const lineIdsOf = ({ lines }: ConformReport, isWanted: (line: ConformReport['lines'][number]) => boolean): number[] =>
  lines.filter(isWanted).map(({ lineId }) => lineId);
