import type { AudioTags } from '@lectern/audio';
import { type SilentEnds, UNMEASURED_ENDS } from '@lectern/audio/timeline';
import { NARRATOR } from '../../../shared/model/cast.ts';
import type { TargetExtra } from '../../../shared/model/delivery-target.ts';
import { jsonChapters } from '../../../shared/rules/handover/chapters-and-labels.ts';
import { type HandoverClip, heardPart, type TimedHandover } from '../../../shared/rules/handover/handover.ts';
import { vtt } from '../../../shared/rules/handover/subtitles.ts';
import { lineNumber } from '../../../shared/rules/line-number.ts';
import { spokenText } from '../../../shared/rules/spoken-text.ts';
import type { Project } from '../project/project.ts';
import type { DeliveryFile } from './placed-files.ts';

interface ExtraSource {
  readonly project: Project;
  readonly tags: Pick<AudioTags, 'artist'>;
  readonly cover: AudioTags['cover'];
  /** Sample rate of the files, in Hz. */
  readonly sampleRate: number;
  /** Silence at both ends of each take, keyed by audio hash. */
  readonly measured: ReadonlyMap<string, SilentEnds>;
}

/** Creates a target's extra files in memory. */
export function deliveryExtras(
  extras: readonly TargetExtra[],
  files: readonly DeliveryFile[],
  source: ExtraSource,
): DeliveryFile[] {
  const { cover } = source;
  if (files.length === 0) return [];
  return extras.flatMap((extra): DeliveryFile[] => {
    if (extra !== 'cover') return files.map((file) => textFile(extra, file, source));
    return cover ? [extraFile(cover.mediaType === 'image/png' ? 'cover.png' : 'cover.jpg', cover.bytes)] : [];
  });
}

const extraFile = (name: string, bytes: Uint8Array): DeliveryFile => ({
  ...{ name, bytes, title: '', sections: [], frames: 0, tags: {} },
});

export const stemOf = ({ name }: Pick<DeliveryFile, 'name'>): string => name.slice(0, name.lastIndexOf('.'));

/** Creates a text file named after its audio file. */
function textFile(extra: Exclude<TargetExtra, 'cover'>, file: DeliveryFile, source: ExtraSource): DeliveryFile {
  const handover = handoverOf(file, source);
  const [ending, text] = extra === 'chapters' ? ['chapters.json', jsonChapters(handover)] : ['vtt', vtt(handover)];
  return extraFile(`${stemOf(file)}.${ending}`, new TextEncoder().encode(text));
}

/** Returns the text and chapters of a file with their times in it. */
export function handoverOf(
  { sections, frames, title }: DeliveryFile,
  { project, tags, sampleRate, measured }: Omit<ExtraSource, 'cover'>,
): TimedHandover {
  const settings = project.settings();
  const lines = new Map(project.lines.states().map((line) => [line.id, line]));
  const clips = sections.flatMap(({ plan, startFrame, leadFrames }) =>
    plan.clips.flatMap((clip): HandoverClip[] => {
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
