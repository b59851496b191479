import type { ExportFormat } from '@lectern/audio/formats';
import {
  DEFAULT_SIDECAR_AUDIO,
  defaultTextUnit,
  isPublicationTarget,
  isSidecarTarget,
  PROGRAM_TARGETS,
  type PublicationTarget,
  type SidecarTarget,
  type TextUnit,
} from '../../../../shared/model/export/export-target.ts';
import {
  type FilesOptions,
  type FilesTarget,
  masteringChanges,
} from '../../../../shared/model/export/target-export.ts';
import type { Project } from '../../project/project.ts';
import type { SubtitleOptions } from '../formats/subtitles.ts';
import type { SessionTarget } from '../targets/sessions.ts';
import { type AudioOrder, targetById } from '../targets/target-settings.ts';
import type { ExportScope } from './select-lines.ts';

export interface LinesOrder extends ExportScope {
  readonly target: 'lines';
  readonly template: string;
  readonly format: ExportFormat;
}

/** Text files whose times refer to another target's audio files. */
export interface SidecarOrder extends ExportScope {
  readonly target: SidecarTarget;
  readonly audio: AudioOrder;
  readonly text?: SubtitleOptions;
}

/** Text and audio in one file. */
export interface PublicationOrder extends ExportScope {
  readonly target: PublicationTarget;
  /** One file for each chapter. */
  readonly audio: AudioOrder;
  readonly by: TextUnit;
  /** The EPUB to add the audio to, instead of the one that the script was imported from. */
  readonly epub?: Uint8Array | undefined;
}

export interface SessionOrder {
  readonly target: SessionTarget;
  readonly allowStale: boolean;
}

export type ExportOrder = LinesOrder | AudioOrder | SidecarOrder | PublicationOrder | SessionOrder;

export const scopeOf = (order: ExportOrder): ExportScope =>
  'chapterIds' in order ? order : { allowStale: order.allowStale, approvedOnly: false, chapterIds: null };

export const isSession = (kind: FilesTarget): kind is SessionTarget =>
  PROGRAM_TARGETS.some((form) => form === kind) && !isSidecarTarget(kind) && !isPublicationTarget(kind);

export interface FilesOrder {
  readonly kind: FilesTarget;
  readonly options: FilesOptions;
  /** Title of chapters without a heading. */
  readonly untitled: string;
}

/** @throws TargetError if the project has no such target */
export function orderOf(project: Project, { kind, options, untitled }: FilesOrder): ExportOrder {
  const { allowStale, approvedOnly, chapterIds, ownTarget, timesOf = DEFAULT_SIDECAR_AUDIO, music } = options;
  if (isSession(kind)) return { target: kind, allowStale };
  const scope = { allowStale, approvedOnly, chapterIds };
  const audio = { ...scope, untitled, changes: masteringChanges(options), music };
  const { by = defaultTextUnit(kind), wordTimestamps = false } = options;
  if (isPublicationTarget(kind)) return { ...scope, target: kind, audio: { ...audio, target: 'chapters' }, by };
  if (!isSidecarTarget(kind)) return { ...audio, target: kind, ownTarget };
  const sidecarAudio = { ...scope, untitled, music, ...targetById(project, timesOf) };
  return { ...scope, target: kind, audio: sidecarAudio, text: { by, wordTimestamps } };
}
