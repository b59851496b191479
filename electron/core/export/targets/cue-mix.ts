import type { CueEntry, CueSound, UsedSound } from '../../../../shared/model/cue-sounds.ts';
import type { VerdictRow } from '../../../../shared/model/export/export.ts';
import type { PlaybackEntry, PlaybackLine } from '../../../../shared/model/listening.ts';
import { append } from '../../../../shared/rules/lists.ts';
import { listCues } from '../../project/cues/cue-list.ts';
import type { Project } from '../../project/project.ts';
import type { AudioLayout } from '../plan/export-plan.ts';
import type { ChapterTimeline } from './audio-layout.ts';
import { chapterBeds, placeCues } from './cue-beds.ts';

export interface ChapterEntries extends ChapterTimeline<PlaybackLine> {
  readonly chapterId: number | null;
  readonly entries: readonly PlaybackEntry[];
}

/** The cues of an export: the sounds mixed in, and problems. */
export interface CueMix {
  /** Mixed-in files, without duplicates. */
  readonly sounds: readonly UsedSound[];
  /** Empty if there are no problems. */
  readonly checks: readonly VerdictRow[];
}

interface MixedChapters {
  readonly chapters: readonly ChapterTimeline<PlaybackLine>[];
  /** @param layouts the files made from the chapters; a sample leaves some out */
  readonly mixOf: (layouts: readonly AudioLayout[]) => CueMix;
}

const NO_MIX: CueMix = { sounds: [], checks: [] };

/** Adds the sounds of the chapters' cues. */
export function mixCues(
  project: Project,
  chapters: readonly ChapterEntries[],
  { music }: { readonly music: boolean },
): MixedChapters {
  if (!music) return { chapters, mixOf: () => NO_MIX };
  const exported = new Set(chapters.map(({ chapterId }) => chapterId));
  const cues = listCues(project).filter(({ chapterId }) => exported.has(chapterId));
  if (cues.length === 0) return { chapters, mixOf: () => NO_MIX };
  const byChapter = Map.groupBy(cues, ({ chapterId }) => chapterId);
  const audioOf = ({ audioHash: hash, format, sizeBytes }: CueSound) => {
    const path = project.takes.hasAudio({ hash, format, sizeBytes }) ? project.takes.audioPath(hash, format) : null;
    return path === null ? null : { path, hash, format };
  };
  const mixed: (CueEntry & { readonly sound: CueSound })[] = [];
  const withBeds = chapters.map((chapter) => {
    const { timeline, entries, chapterId } = chapter;
    const placed = placeCues(byChapter.get(chapterId) ?? [], entries, timeline);
    const made = chapterBeds(placed, timeline.durationSeconds, audioOf);
    append(mixed, made.mixed);
    return { ...chapter, beds: made.beds, timeline: { ...timeline, durationSeconds: made.durationSeconds } };
  });
  return { chapters: withBeds, mixOf: (layouts) => cueMix(cues, mixed, layouts, audioOf) };
}

function cueMix(
  cues: readonly CueEntry[],
  mixed: readonly (CueEntry & { readonly sound: CueSound })[],
  layouts: readonly AudioLayout[],
  audioOf: (sound: CueSound) => object | null,
): CueMix {
  const beds = layouts.flatMap(({ sections }) => sections.flatMap(({ plan }) => plan.beds ?? []));
  const heard = new Set(beds.map(({ audio }) => audio.hash));
  const byFile = new Map<string, UsedSound>();
  for (const { text: cue, sound } of mixed) {
    const { name, audioHash: sha256, licence, credit } = sound;
    const known = byFile.get(sha256);
    if (!heard.has(sha256) || (known && known.licence !== '')) continue;
    byFile.set(sha256, { cue, name, sha256, licence, credit: credit || (known?.credit ?? '') });
  }
  const sounds = [...byFile.values()];
  const unattached = cues.filter(({ sound, isStop }) => sound === null && !isStop).length;
  const lost = cues.filter(({ sound }) => sound !== null && audioOf(sound) === null).length;
  const unlicensed = sounds.filter(({ licence }) => licence.trim() === '').length;
  if (unattached + lost + unlicensed === 0) return { sounds, checks: [] };
  const row = { kind: 'cues', mixed: beds.length, unattached, lost, unlicensed } as const;
  return { sounds, checks: [{ ...row, result: lost > 0 ? 'fail' : 'look' }] };
}
