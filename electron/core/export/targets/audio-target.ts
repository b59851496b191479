import type { AudioTags, CoverPicture } from '@lectern/audio';
import { type ChosenAudio, voiceGains } from '@lectern/audio/mastering';
import { makeTimeline, type TimelineClip, UNMEASURED_ENDS } from '@lectern/audio/timeline';
import type { VoiceStatement } from '@lectern/provenance';
import type { TargetExtra } from '../../../../shared/model/export/export-target.ts';
import type { PlaybackEntry, PlaybackLine } from '../../../../shared/model/listening.ts';
import type { AudioAnalysis } from '../../../../shared/model/take.ts';
import { digitalSourceType, digitalSourceTypeUri } from '../../../../shared/rules/digital-source-type.ts';
import { type DisclosedWork, disclosureText } from '../../../../shared/rules/export/disclosure.ts';
import type { AudioWorkers } from '../../audio/audio-workers.ts';
import { disclosedWork } from '../../project/book/narration.ts';
import { LineNumbers } from '../../project/lines/line-positions.ts';
import type { Project } from '../../project/project.ts';
import type { MeasuredAudio } from '../../project/takes/take-analyses.ts';
import { type OriginsOfTakes, takeTimes } from '../../project/takes/take-sources.ts';
import { timelineEntries } from '../../project/takes/timeline-entries.ts';
import { inParallel } from '../files/disk.ts';
import type { ExportLine } from '../plan/export-line.ts';
import type { AudioContent, AudioLayout, BytesContent, PlannedFile, SoundTerms } from '../plan/export-plan.ts';
import type { ExportScope } from '../plan/select-lines.ts';
import { type AudioShape, layOutAudio } from './audio-layout.ts';
import { type ChapterEntries, type CueMix, mixCues } from './cue-mix.ts';
import { extraFiles } from './sidecars.ts';
import type { WordTimePorts } from './word-times.ts';

export interface BookTags {
  readonly title: string;
  readonly tags: Omit<AudioTags, 'title' | 'track' | 'cover' | 'album'>;
  readonly cover: CoverPicture | null;
}

export interface AudioSettings extends SoundTerms, Pick<ExportScope, 'chapterIds'> {
  readonly shape: AudioShape;
  readonly extras: readonly TargetExtra[];
  readonly book: BookTags;
  /** Returns a file name with extension. `number` is 1-based. */
  readonly nameOf: (file: { readonly number: number; readonly files: number; readonly title: string }) => string;
  /** Title of chapters without a heading. */
  readonly untitled: string;
  /** Whether the sounds attached to cues are mixed in. */
  readonly music: boolean;
}

export interface FinishedFiles {
  readonly files: PlannedFile<AudioContent | BytesContent>[];
  readonly mix: CueMix;
}

export interface TakeSounds {
  /** Measurements by audio hash. */
  readonly measured: ReadonlyMap<string, MeasuredAudio>;
  /** Gain in dB by voice. */
  readonly gains: ReadonlyMap<string, number>;
}

export function audioFiles(
  project: Project,
  settings: AudioSettings,
  lines: readonly ExportLine[],
  { measured, gains }: TakeSounds,
  origins: OriginsOfTakes,
): FinishedFiles {
  const chosen = new Map(lines.map((line) => [line.id, line]));
  const soundOf = ({ lineId }: PlaybackLine): ChosenAudio => clipSound(requireValue(chosen, lineId), gains);
  const { shape, goal, encoding, book } = settings;
  const { chapters, mixOf } = mixCues(project, chaptersOf(project, { chosen, measured }, settings), settings);
  const layouts = layOutAudio(chapters, soundOf, {
    shape,
    goal,
    encoding,
    bookTitle: book.title,
    pauses: project.settings(),
  });
  const marksOf = originMarks(disclosedWork(project), chosen, origins);
  const times = takeTimes(project.db, [...origins.keys()]);
  const files = layouts.map((layout, index): PlannedFile<AudioContent> => {
    const name = settings.nameOf({ number: index + 1, files: layouts.length, title: layout.title });
    const { tags, voices } = marksOf(layout);
    const createdMs = newestTake(layout, chosen, times);
    return audioFile(
      name,
      { ...layout, voices, createdMs },
      { ...tagsOf(layout, index, layouts.length, settings), ...tags },
    );
  });
  const { tags, cover } = book;
  const { sampleRate } = goal;
  const extras = extraFiles(settings.extras, files, { project, tags, cover, sampleRate, measured });
  return { files: [...files, ...extras], mix: mixOf(layouts) };
}

interface OriginMarks {
  readonly tags: Pick<AudioTags, 'digitalSourceType' | 'disclosure'>;
  readonly voices: readonly VoiceStatement[];
}

/** Returns what each file says about how its speech was made. */
function originMarks(
  work: DisclosedWork,
  chosen: ReadonlyMap<number, ExportLine>,
  origins: OriginsOfTakes,
): (layout: AudioLayout) => OriginMarks {
  return ({ sections }) => {
    const heard = new Set(
      sections.flatMap(({ plan }) =>
        plan.clips.flatMap(({ lineId }) => origins.get(requireValue(chosen, lineId).takeId ?? 0) ?? []),
      ),
    );
    const sources = [...heard].flatMap((origin) => origin.sources);
    const voices = new Map(
      [...heard].flatMap((origin) => origin.voices.map((voice) => [JSON.stringify(voice), voice])),
    );
    const type = digitalSourceType(sources);
    return {
      tags: {
        digitalSourceType: type && digitalSourceTypeUri(type),
        disclosure: disclosureText(sources, work)?.sentence ?? null,
      },
      voices: [...voices.values()],
    };
  };
}

/** Returns when the newest take in a file was made; null if the file has no takes. */
function newestTake(
  { sections }: AudioLayout,
  chosen: ReadonlyMap<number, ExportLine>,
  times: ReadonlyMap<number, number>,
): number | null {
  let newest: number | null = null;
  for (const { lineId } of sections.flatMap(({ plan }) => plan.clips)) {
    const time = times.get(requireValue(chosen, lineId).takeId ?? 0);
    if (time !== undefined && (newest === null || time > newest)) newest = time;
  }
  return newest;
}

export const audioFile = (
  name: string,
  layout: Omit<AudioContent, 'kind' | 'tags'>,
  tags: AudioTags,
): PlannedFile<AudioContent> => ({
  name,
  lines: layout.sections.flatMap(({ plan }) => plan.clips.map(({ lineId }) => lineId)),
  content: { kind: 'audio', ...layout, tags },
});

/**
 * Returns measurements and gains, analysing unmeasured takes and matching voices if needed.
 * @throws ProjectError; the signal's reason when aborted
 */
export async function takeSounds(
  project: Project,
  { goal }: Pick<AudioSettings, 'goal'>,
  lines: readonly ExportLine[],
  ports: MeasuringPorts,
): Promise<TakeSounds> {
  const measured = await measureSounds(project, lines, ports);
  return { measured, gains: goal.evenVoices ? matchingGains(lines, measured) : new Map() };
}

export interface MeasuringPorts extends WordTimePorts {
  readonly workers: Pick<AudioWorkers, 'analyseAudio'>;
}

function requireValue<T>(values: ReadonlyMap<number, T>, id: number): T {
  const value = values.get(id);
  if (value === undefined) throw new RangeError(`line ${id} is not exported`);
  return value;
}

const voiceOf = ({ roles }: ExportLine): string => roles.join('\0');

function clipSound(line: ExportLine, gains: ReadonlyMap<string, number>): ChosenAudio {
  const { audioPath: path, audioHash: hash, format, treatment } = line;
  return { audio: { path, hash, format }, gainDb: (treatment?.gainDb ?? 0) + (gains.get(voiceOf(line)) ?? 0) };
}

/** Removes the brackets around a heading, because they only mark the heading as not read aloud. */
const withoutBrackets = (title: string): string => title.replace(/^[([](.*)[)\]]$/, '$1');

interface ExportedTakes extends Pick<TakeSounds, 'measured'> {
  readonly chosen: ReadonlyMap<number, ExportLine>;
}

function chaptersOf(
  project: Project,
  heard: ExportedTakes,
  { chapterIds, untitled, shape }: AudioSettings,
): ChapterEntries[] {
  const numbers = new LineNumbers(project.db);
  const titles = new Map<number | null, string>();
  for (const { chapterId, chapterTitle } of project.lines.states()) titles.set(chapterId, chapterTitle);
  const wanted = chapterIds && new Set(chapterIds);
  const settings = project.settings();
  let formerClip: TimelineClip<PlaybackLine> | undefined;
  return [...titles]
    .filter(([id]) => wanted === null || wanted.has(id))
    .map(([chapterId, title]) => {
      const entries = timelineEntries(project.db, numbers, { chapterId }).map((entry) => withTake(entry, heard));
      const timeline = makeTimeline<PlaybackLine>(entries, { ...settings, formerClip });
      const last = timeline.items.at(-1);
      if (last && shape.kind !== 'chapters') formerClip = last.kind === 'clip' ? last : undefined;
      return { chapterId, title: withoutBrackets(title) || untitled, entries, timeline };
    });
}

function withTake(entry: PlaybackEntry, { chosen, measured }: ExportedTakes): PlaybackEntry {
  if (entry.kind === 'pause') return entry;
  const line = chosen.get(entry.lineId);
  if (!line || line.takeId === null) return { ...entry, take: null };
  const { takeId, durationSeconds, audioHash } = line;
  const { headSilenceSeconds, tailSilenceSeconds } = measured.get(audioHash) ?? UNMEASURED_ENDS;
  const { trimStartSeconds = 0, trimEndSeconds = 0, gainDb = 0 } = line.treatment ?? {};
  const take = {
    takeId,
    number: 0,
    durationSeconds,
    trimStartSeconds,
    trimEndSeconds,
    gainDb,
    loudnessLufs: null,
    headSilenceSeconds,
    tailSilenceSeconds,
    overview: null,
  };
  return { ...entry, take };
}

/** The same as the number of audio threads. */
const CONCURRENT_MEASUREMENTS = 2;

/** Analyses unmeasured takes, and saves the results if the project is writable. */
async function measureSounds(
  project: Project,
  lines: readonly ExportLine[],
  { workers, signal }: MeasuringPorts,
): Promise<Map<string, MeasuredAudio>> {
  const measured = project.takes.measuredAudio();
  const unknown = new Map(
    lines.filter(({ audioHash }) => !measured.has(audioHash)).map((line) => [line.audioHash, line]),
  );
  await inParallel([...unknown.values()], CONCURRENT_MEASUREMENTS, async (line) => {
    signal.throwIfAborted();
    // Unreadable takes are reported when their file is written.
    const analysis = await analysisOf(project, line, workers).catch(() => null);
    if (!analysis) return;
    const { loudnessLufs, headSilenceSeconds, tailSilenceSeconds } = analysis;
    measured.set(line.audioHash, { loudnessLufs, headSilenceSeconds, tailSilenceSeconds });
    if (project.takes.mayWrite) project.takes.putAnalysis(line.audioHash, analysis);
  });
  signal.throwIfAborted();
  return measured;
}

async function analysisOf(
  project: Project,
  { audioHash, format }: ExportLine,
  workers: MeasuringPorts['workers'],
): Promise<AudioAnalysis> {
  const file = await project.takes.openAudio(audioHash, format);
  try {
    return await workers.analyseAudio({ fd: file.fd }, { format });
  } finally {
    await file.close();
  }
}

function matchingGains(lines: readonly ExportLine[], measured: TakeSounds['measured']): Map<string, number> {
  if (new Set(lines.map(voiceOf)).size < 2) return new Map();
  return voiceGains(
    lines.map((line) => ({
      voice: voiceOf(line),
      loudnessLufs: measured.get(line.audioHash)?.loudnessLufs ?? null,
      gainDb: line.treatment?.gainDb ?? 0,
      seconds: line.durationSeconds,
    })),
  );
}

function tagsOf(file: AudioLayout, index: number, files: number, { book }: AudioSettings): AudioTags {
  const { title, tags, cover } = book;
  const track = files > 1 ? { track: { number: index + 1, of: files } } : {};
  return { ...tags, title: file.title, album: title, cover, ...track };
}
