import type { ExportFormat } from '@lectern/audio/formats';
import {
  DEFAULT_SIDECAR_AUDIO,
  defaultTextUnit,
  isPublicationTarget,
  isSidecarTarget,
  PROGRAM_TARGETS,
  type SidecarTarget,
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

export interface SessionOrder {
  readonly target: SessionTarget;
  readonly allowStale: boolean;
}

export type ExportOrder = LinesOrder | AudioOrder | SidecarOrder | SessionOrder;

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
  if (!isSidecarTarget(kind)) return { ...audio, target: kind, ownTarget };
  return { ...scope, target: kind, audio: { ...scope, untitled, music, ...targetById(project, timesOf) } };
}
