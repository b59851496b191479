import type { AudioTags } from '@lectern/audio';
import { type SilentEnds, UNMEASURED_ENDS } from '@lectern/audio/timeline';
import { NARRATOR } from '../../../../shared/model/cast.ts';
import type { SidecarTarget, TargetExtra } from '../../../../shared/model/export/export-target.ts';
import { lineNumber } from '../../../../shared/rules/line-number.ts';
import { spokenText } from '../../../../shared/rules/spoken-text.ts';
import type { Project } from '../../project/project.ts';
import { audacityLabels, jsonChapters } from '../formats/chapters-and-labels.ts';
import { heardPart, type SequenceClip, type TimedSequence } from '../formats/sequence.ts';
import { srt, vtt } from '../formats/subtitles.ts';
import { type AudioContent, type BytesContent, isAudio, type PlannedFile } from '../plan/export-plan.ts';

export interface SidecarSource {
  readonly project: Project;
  readonly tags: Pick<AudioTags, 'artist'>;
  /** In Hz. */
  readonly sampleRate: number;
  /** Silence at both ends of each take, by audio hash. */
  readonly measured: ReadonlyMap<string, SilentEnds>;
}

export function extraFiles(
  extras: readonly TargetExtra[],
  audio: readonly PlannedFile<AudioContent>[],
  source: SidecarSource & { readonly cover: AudioTags['cover'] },
): PlannedFile<BytesContent>[] {
  const { cover } = source;
  if (audio.length === 0) return [];
  return extras.flatMap((extra): PlannedFile<BytesContent>[] => {
    if (extra !== 'cover') return audio.map((file) => sidecarOf(file, EXTRAS[extra], source, []));
    if (!cover) return [];
    const name = cover.mediaType === 'image/png' ? 'cover.png' : 'cover.jpg';
    return [{ name, lines: [], content: { kind: 'bytes', bytes: cover.bytes } }];
  });
}

const EXTRAS = { chapters: 'json-chapters', transcript: 'vtt' } as const;

/** Returns one text file per audio file, with the times in that file. */
export const sidecarFiles = (
  form: SidecarTarget,
  files: readonly PlannedFile[],
  source: SidecarSource,
): PlannedFile<BytesContent>[] => files.filter(isAudio).map((file) => sidecarOf(file, form, source, file.lines));

function sidecarOf(
  { name, content }: PlannedFile<AudioContent>,
  form: SidecarTarget,
  source: SidecarSource,
  lines: readonly number[],
): PlannedFile<BytesContent> {
  const { extension, write } = SIDECARS[form];
  const text = write(timedTextOf(content, source));
  const stem = name.slice(0, name.lastIndexOf('.'));
  return { name: `${stem}.${extension}`, lines, content: { kind: 'bytes', bytes: new TextEncoder().encode(text) } };
}

export interface TextFormat<S> {
  readonly extension: string;
  readonly write: (source: S) => string;
}

export const SIDECARS: Readonly<Record<SidecarTarget, TextFormat<TimedSequence>>> = {
  srt: { extension: 'srt', write: srt },
  vtt: { extension: 'vtt', write: vtt },
  'json-chapters': { extension: 'chapters.json', write: jsonChapters },
  labels: { extension: 'labels.txt', write: audacityLabels },
};

function timedTextOf(
  { sections, frames, title }: AudioContent,
  { project, tags, sampleRate, measured }: SidecarSource,
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
      };
      const ends = measured.get(clip.audio.hash) ?? UNMEASURED_ENDS;
      return [{ ...placed, heard: heardPart(placed, { ...ends, durationSeconds }) }];
    }),
  );
  const chapters = sections.map((section, index) => ({
    title: section.title,
    startSeconds: section.startFrame / sampleRate,
    endSeconds: (sections[index + 1]?.startFrame ?? frames) / sampleRate,
  }));
  return { title, author: tags.artist ?? null, chapters, clips };
}
