import { create } from 'zustand';
import type { ExportFolderChoice, ExportState, Presets } from '../../shared/ipc/export-requests.ts';
import type { ProjectSummary } from '../../shared/ipc/project-requests.ts';
import type { ExportOptions } from '../../shared/model/export/export.ts';
import { DEFAULT_TEMPLATE } from '../../shared/rules/export/file-names.ts';

export interface ExportDraft {
  readonly projectId: string;
  readonly options: ExportOptions;
  readonly folder: ExportFolderChoice | null;
  /** The options may have changed since it was selected. */
  readonly presetId: string | null;
}

interface DraftState {
  readonly draft: ExportDraft | null;
  /** In milliseconds since the epoch. */
  readonly dismissedReport: number;
  begin(draft: ExportDraft, dismissedReport: number): void;
  update(change: Partial<Omit<ExportDraft, 'projectId'>>): void;
  setOptions(change: Partial<ExportOptions>): void;
  /** 0 shows the latest report again. */
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

/** Returns the default preset, or else the latest export's options, or else the project's master format. */
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
