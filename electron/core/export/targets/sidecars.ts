import type { AudioTags } from '@lectern/audio';
import { type SilentEnds, UNMEASURED_ENDS } from '@lectern/audio/timeline';
import { NARRATOR } from '../../../../shared/model/cast.ts';
import type { ExportNotice } from '../../../../shared/model/export/export.ts';
import type { SidecarTarget, TargetExtra } from '../../../../shared/model/export/export-target.ts';
import { lineNumber } from '../../../../shared/rules/line-number.ts';
import { spokenText } from '../../../../shared/rules/spoken-text.ts';
import type { Project } from '../../project/project.ts';
import { audacityLabels, jsonChapters } from '../formats/chapters-and-labels.ts';
import { audibleSpan, type SequenceClip, type TakeWords, type TimedSequence } from '../formats/sequence.ts';
import { SUBTITLES_BY_LINES, type SubtitleOptions, srt, vtt } from '../formats/subtitles.ts';
import { timeWords } from '../formats/timed-words.ts';
import { podcastTranscript } from '../formats/transcript.ts';
import { type AudioContent, type BytesContent, isAudio, type PlannedFile } from '../plan/export-plan.ts';

export interface SidecarSource {
  readonly project: Project;
  readonly tags: Pick<AudioTags, 'artist'>;
  /** In Hz. */
  readonly sampleRate: number;
  /** Silence at both ends of each take, by audio hash. */
  readonly measured: ReadonlyMap<string, SilentEnds>;
  /** Returns the word times of a line's exported take. Absent if the text is timed by lines. */
  readonly words?: ReadonlyMap<number, TakeWords>;
}

export function extraFiles(
  extras: readonly TargetExtra[],
  audio: readonly PlannedFile<AudioContent>[],
  source: SidecarSource & { readonly cover: AudioTags['cover'] },
): PlannedFile<BytesContent>[] {
  const { cover } = source;
  if (audio.length === 0) return [];
  return extras.flatMap((extra): PlannedFile<BytesContent>[] => {
    if (extra !== 'cover') return audio.map((file) => sidecarOf(file, EXTRAS[extra], source).file);
    if (!cover) return [];
    const name = cover.mediaType === 'image/png' ? 'cover.png' : 'cover.jpg';
    return [{ name, lines: [], content: { kind: 'bytes', bytes: cover.bytes } }];
  });
}

const EXTRAS = { chapters: 'json-chapters', transcript: 'vtt' } as const;

interface SidecarFiles {
  readonly files: readonly PlannedFile<BytesContent>[];
  readonly notices: readonly ExportNotice[];
}

/** Returns one text file per audio file, with the times in that file. Reports lines whose words couldn't be timed. */
export function sidecarFiles(
  form: SidecarTarget,
  files: readonly PlannedFile[],
  source: SidecarSource,
  options: SubtitleOptions = SUBTITLES_BY_LINES,
): SidecarFiles {
  const made = files.filter(isAudio).map((audio) => {
    const { file, sequence } = sidecarOf(audio, form, source, options);
    return { file: { ...file, lines: audio.lines }, sequence };
  });
  return {
    files: made.map(({ file }) => file),
    notices: options.by === 'words' ? estimatedWords(made.flatMap(({ sequence }) => sequence.clips)) : [],
  };
}

/** Returns a notice about the clips whose take has no usable word times. */
export function estimatedWords(clips: readonly SequenceClip[]): ExportNotice[] {
  const lines = clips.filter((clip) => timeWords(clip).isEstimated).map(({ line }) => line);
  return lines.length === 0 ? [] : [{ kind: 'words-estimated', lines }];
}

interface Sidecar {
  readonly file: PlannedFile<BytesContent>;
  readonly sequence: TimedSequence;
}

/** Lists no lines, because the audio file already counts them. `sidecarFiles` adds them if there is no audio. */
function sidecarOf(
  { name, content }: PlannedFile<AudioContent>,
  form: SidecarTarget,
  source: SidecarSource,
  options: SubtitleOptions = SUBTITLES_BY_LINES,
): Sidecar {
  const { extension, write } = SIDECARS[form];
  const sequence = timedSequence(content, source);
  const bytes = new TextEncoder().encode(write(sequence, options));
  const stem = name.slice(0, name.lastIndexOf('.'));
  return { file: { name: `${stem}.${extension}`, lines: [], content: { kind: 'bytes', bytes } }, sequence };
}

export interface TextFormat<S> {
  readonly extension: string;
  /** The options only affect the timing of text. */
  readonly write: (source: S, options?: SubtitleOptions) => string;
}

export const SIDECARS: Readonly<Record<SidecarTarget, TextFormat<TimedSequence>>> = {
  srt: { extension: 'srt', write: srt },
  vtt: { extension: 'vtt', write: vtt },
  transcript: { extension: 'transcript.json', write: podcastTranscript },
  'json-chapters': { extension: 'chapters.json', write: jsonChapters },
  labels: { extension: 'labels.txt', write: audacityLabels },
};

/** Returns the lines of an audio file with their times in that file. */
export function timedSequence(
  { sections, frames, title }: AudioContent,
  { project, tags, sampleRate, measured, words }: SidecarSource,
): TimedSequence {
  const settings = project.settings();
  const lines = new Map(project.lines.states().map((line) => [line.id, line]));
  const clips = sections.flatMap(({ plan, startFrame, leadFrames }) =>
    plan.clips.flatMap((clip): SequenceClip[] => {
      const line = lines.get(clip.lineId);
      if (!line) return [];
      const from = startFrame + leadFrames + clip.startFrame;
      const durationSeconds = (line.pick ?? line.staleTake)?.durationSeconds ?? clip.toSeconds;
      const placed = {
        startSeconds: from / sampleRate,
        endSeconds: (from + clip.frames) / sampleRate,
        fromSeconds: clip.fromSeconds,
        toSeconds: clip.toSeconds,
        gainDb: clip.gainDb,
        line: lineNumber(line),
        roles: line.roles,
        turns: line.turns.map((turn) => ({ role: turn.role ?? NARRATOR, text: spokenText(turn, settings) })),
        file: clip.audio.path,
        fileSeconds: durationSeconds,
        takeWords: words?.get(clip.lineId) ?? null,
      };
      const ends = measured.get(clip.audio.hash) ?? UNMEASURED_ENDS;
      return [{ ...placed, audible: audibleSpan(placed, { ...ends, durationSeconds }) }];
    }),
  );
  const chapters = sections.map((section, index) => ({
    title: section.title,
    startSeconds: section.startFrame / sampleRate,
    endSeconds: (sections[index + 1]?.startFrame ?? frames) / sampleRate,
  }));
  return { title, author: tags.artist ?? null, chapters, clips };
}
