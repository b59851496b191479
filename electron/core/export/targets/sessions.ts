import type { ExportVerdict } from '../../../../shared/model/export/export.ts';
import type { ProgramTarget, PublicationTarget, SidecarTarget } from '../../../../shared/model/export/export-target.ts';
import { safeNamePart } from '../../../../shared/rules/export/safe-name.ts';
import { lineNumber } from '../../../../shared/rules/line-number.ts';
import type { Project } from '../../project/project.ts';
import { cmxEdl } from '../formats/chapters-and-labels.ts';
import { otioTimeline } from '../formats/otio.ts';
import { reaperProject } from '../formats/reaper.ts';
import type { TakeSequence } from '../formats/sequence.ts';
import type { BytesContent, MadeFiles, PlannedFile, SummaryFile, TakeContent } from '../plan/export-plan.ts';
import { readSession, type SessionTake } from './session-content.ts';
import { SIDECARS, type TextFormat } from './sidecars.ts';

/** Targets that refer to individual takes. These takes are exported along with them. */
export type SessionTarget = Exclude<ProgramTarget, SidecarTarget | PublicationTarget>;

const SESSIONS: Readonly<Record<Exclude<SessionTarget, 'package'>, TextFormat<TakeSequence>>> = {
  edl: { extension: 'edl', write: cmxEdl },
  rpp: { extension: 'rpp', write: reaperProject },
  otio: { extension: 'otio', write: otioTimeline },
};

const PACKAGE_LIST = 'handover.json';

interface SessionFiles {
  readonly files: readonly PlannedFile<TakeContent | BytesContent>[];
  readonly summary: SummaryFile | null;
}

/**
 * Times are positions in the whole script. A package also gets subtitles, chapters and labels, since it has no finished
 * audio.
 */
export function sessionFiles(
  project: Project,
  { form, allowStale }: { readonly form: SessionTarget; readonly allowStale: boolean },
  verdictOf: (made: MadeFiles) => ExportVerdict,
): SessionFiles {
  const { sequence, audio } = readSession(project, { allowStale });
  const stem = safeNamePart(sequence.title, 120);
  const takes = audio.map((each): PlannedFile<TakeContent> => takeFile(project, each));
  if (form !== 'package') {
    const { extension, write } = SESSIONS[form];
    return { files: [textFile(`${stem}.${extension}`, write(sequence)), ...takes], summary: null };
  }
  const texts = [
    textFile('script.txt', project.script.text()),
    textFile('cast.json', castText(project)),
    ...[...Object.values(SIDECARS), ...Object.values(SESSIONS)].map(({ extension, write }) =>
      textFile(`${stem}.${extension}`, write(sequence)),
    ),
  ];
  const write = (made: MadeFiles): Uint8Array => {
    const files = made.files.map(({ planned: { content }, onDisk: { file, sizeBytes, sha256 } }) => ({
      file,
      sizeBytes,
      sha256,
      ...(content.kind === 'take' && { take: content.record() }),
    }));
    return Buffer.from(formatFileList(project, files, verdictOf(made)));
  };
  return { files: [...texts, ...takes], summary: { name: PACKAGE_LIST, write } };
}

const textFile = (name: string, text: string): PlannedFile<BytesContent> => ({
  name,
  lines: [],
  content: { kind: 'bytes', bytes: Buffer.from(text) },
});

function takeFile(project: Project, sessionTake: SessionTake): PlannedFile<TakeContent> {
  const { line, take, file } = sessionTake;
  const { audioHash, format, sizeBytes } = take;
  const audioPath = project.takes.audioPath(audioHash, format) ?? '';
  const audio = { audioPath, audioHash, format, sizeBytes };
  return {
    name: file,
    lines: [line.id],
    content: { kind: 'take', audio, record: () => takeRecord(project, sessionTake) },
  };
}

/** Returns how a take was made, along with the line's notes. */
function takeRecord(project: Project, { line, take: { takeId } }: SessionTake): object | undefined {
  const take = project.takes.takesOf(line.id).find(({ id }) => id === takeId);
  if (!take) return undefined;
  const { request, source, createdAt, durationSeconds, sampleRate, verdict } = take;
  const treatment = {
    trimStartSeconds: take.trimStartSeconds,
    trimEndSeconds: take.trimEndSeconds,
    gainDb: take.gainDb,
  };
  return {
    id: takeId,
    line: line.id,
    number: lineNumber(line),
    roles: line.roles,
    service: source.origin,
    madeAt: new Date(createdAt).toISOString(),
    request,
    durationSeconds,
    sampleRate,
    verdict,
    notes: project.notes.ofLine(line.id).map(({ text, take: number, seconds, createdAt: at, doneAt }) => ({
      text,
      take: number,
      seconds,
      writtenAt: new Date(at).toISOString(),
      isDone: doneAt !== null,
    })),
    treatment,
  };
}

function castText(project: Project): string {
  const roles = project.cast.roles().map(({ name, voice, parameters }) => [name, { voice, ...parameters }]);
  return `${JSON.stringify(Object.fromEntries(roles), null, 2)}\n`;
}

function formatFileList(project: Project, files: readonly object[], verdict: ExportVerdict): string {
  const { id, name } = project.info();
  const { version, ...book } = project.book.read();
  return `${JSON.stringify({ lectern: 'handover', version: 1, project: { id, name }, book, verdict, files }, null, 2)}\n`;
}
