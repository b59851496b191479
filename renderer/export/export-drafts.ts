import { create } from 'zustand';
import type { ExportFolderChoice, ExportState, Presets } from '../../shared/ipc/export-requests.ts';
import type { ProjectSummary } from '../../shared/ipc/project-requests.ts';
import type { ExportOptions } from '../../shared/model/export/export.ts';
import { type ExportTargetId, PROGRAM_TARGETS, type ProgramTarget } from '../../shared/model/export/export-target.ts';
import type { FilesOptions, FilesTarget } from '../../shared/model/export/target-export.ts';
import { DEFAULT_TEMPLATE } from '../../shared/rules/export/file-names.ts';

export type ExportKind = 'lines' | FilesTarget;

export const isProgramTarget = (kind: ExportKind): kind is ProgramTarget =>
  PROGRAM_TARGETS.some((form) => form === kind);

export interface TargetDraft {
  readonly options: FilesOptions;
  readonly folder: ExportFolderChoice | null;
}

const EMPTY_DRAFT: TargetDraft = {
  options: { allowStale: false, approvedOnly: false, chapterIds: null },
  folder: null,
};

interface TargetState {
  readonly kind: ExportKind;
  /** Null for the built-in target of this `kind`. Custom targets are based on a built-in target. */
  readonly own: string | null;
  /** Keyed by target kind, or by id for custom targets. */
  readonly drafts: ReadonlyMap<string, TargetDraft>;
  /** In milliseconds since the epoch. */
  readonly dismissedReport: number;
  /** Shows the latest export's target if there is one, otherwise the first planned one. */
  begin(state: ExportState, planned: readonly ExportTargetId[]): void;
  chooseKind(kind: ExportKind, own?: string | null): void;
  setDraft(kind: FilesTarget, change: Partial<TargetDraft>): void;
  setOptions(kind: FilesTarget, change: Partial<FilesOptions>): void;
  /** Pass 0 to show the latest report again. */
  dismissReport(madeAt: number): void;
}

export const getDraft = (drafts: TargetState['drafts'], kind: FilesTarget, own: string | null = null): TargetDraft =>
  drafts.get(own ?? kind) ?? EMPTY_DRAFT;

export const useTarget = create<TargetState>()((set, get) => ({
  kind: 'lines',
  own: null,
  drafts: new Map(),
  dismissedReport: 0,
  begin({ finished, report, choices }, planned) {
    const isLatest = finished !== null && finished.finishedAt > (report?.finishedAt ?? 0);
    const drafts = new Map(
      choices.map(({ kind, options, folder }) => [options.ownTarget ?? kind, { options, folder }]),
    );
    const chosen = isLatest
      ? { kind: finished.kind, own: finished.own?.id ?? null }
      : { kind: report ? ('lines' as const) : (planned[0] ?? 'lines'), own: null };
    set({ drafts, ...chosen, dismissedReport: finished?.finishedAt ?? 0 });
  },
  chooseKind: (kind, own = null) => {
    set({ kind, own });
    if (own !== null && kind !== 'lines') get().setOptions(kind, { ownTarget: own });
  },
  setDraft: (kind, change) =>
    set(({ drafts, own }) => ({
      drafts: new Map([...drafts, [own ?? kind, { ...getDraft(drafts, kind, own), ...change }]]),
    })),
  setOptions: (kind, change) =>
    get().setDraft(kind, { options: { ...getDraft(get().drafts, kind, get().own).options, ...change } }),
  dismissReport: (dismissedReport) => set({ dismissedReport }),
}));

export interface ExportDraft {
  readonly projectId: string;
  readonly options: ExportOptions;
  readonly folder: ExportFolderChoice | null;
  /** The options may have been changed since the preset was selected. */
  readonly presetId: string | null;
}

interface DraftState {
  readonly draft: ExportDraft | null;
  /** In milliseconds since the epoch. */
  readonly dismissedReport: number;
  begin(draft: ExportDraft, dismissedReport: number): void;
  update(change: Partial<Omit<ExportDraft, 'projectId'>>): void;
  setOptions(change: Partial<ExportOptions>): void;
  /** Pass 0 to show the latest report again. */
  dismissReport(madeAt: number): void;
}

export const useDraft = create<DraftState>()((set) => ({
  draft: null,
  dismissedReport: 0,
  begin: (draft, dismissedReport) => set({ draft, dismissedReport }),
  update: (change) => set(({ draft }) => ({ draft: draft && { ...draft, ...change } })),
  setOptions: (change) =>
    set(({ draft }) => ({ draft: draft && { ...draft, options: { ...draft.options, ...change } } })),
  dismissReport: (dismissedReport) => set({ dismissedReport }),
}));

/**
 * Returns the default preset. If there is none, returns the options of the latest export, or else the project's master
 * format.
 */
export function initialDraft(
  { id, settings }: Pick<ProjectSummary, 'id' | 'settings'>,
  { latest }: Pick<ExportState, 'latest'>,
  { presets, defaultPresetId }: Pick<Presets, 'presets' | 'defaultPresetId'>,
): ExportDraft {
  const preset = presets.find((other) => other.id === defaultPresetId);
  if (preset) {
    const folder = preset.folder ?? latest?.folder ?? null;
    return { projectId: id, options: preset.options, folder, presetId: preset.id };
  }
  const options = latest?.options ?? {
    format: settings.masterFormat,
    template: DEFAULT_TEMPLATE,
    allowStale: false,
    approvedOnly: false,
    chapterIds: null,
  };
  return { projectId: id, options, folder: latest?.folder ?? null, presetId: null };
}
