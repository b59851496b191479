// Which target is chosen, and what is chosen for each of them. View state: kept when another screen is shown, dropped with the
// project.
import { create } from 'zustand';
import type { ExportFolderChoice, ExportState } from '../../shared/ipc/export-requests.ts';
import { HANDOVER_FORMS, type HandoverForm } from '../../shared/model/delivery-target.ts';
import type { FinishedKind, FinishedOptions } from '../../shared/model/finished-export.ts';

export type ExportKind = 'lines' | FinishedKind;

export const isForm = (kind: ExportKind): kind is HandoverForm => HANDOVER_FORMS.some((form) => form === kind);

export interface TargetDraft {
  readonly options: FinishedOptions;
  readonly folder: ExportFolderChoice | null;
}

const NOTHING_CHOSEN: TargetDraft = {
  options: { allowStale: false, approvedOnly: false, chapterIds: null },
  folder: null,
};

interface TargetState {
  readonly kind: ExportKind;
  readonly drafts: ReadonlyMap<FinishedKind, TargetDraft>;
  /** When the report was made that was last dismissed. Milliseconds since the epoch. */
  readonly seenReport: number;
  /** The choices of an earlier export, and the kind of the latest. */
  begin(state: ExportState): void;
  chooseKind(kind: ExportKind): void;
  setDraft(kind: FinishedKind, change: Partial<TargetDraft>): void;
  setOptions(kind: FinishedKind, change: Partial<FinishedOptions>): void;
  /** Dismisses the report that was made then; 0 shows the latest again. */
  putAway(madeAt: number): void;
}

export const draftOf = (drafts: TargetState['drafts'], kind: FinishedKind): TargetDraft =>
  drafts.get(kind) ?? NOTHING_CHOSEN;

export const useTarget = create<TargetState>()((set, get) => ({
  kind: 'lines',
  drafts: new Map(),
  seenReport: 0,
  begin({ finished, report, choices }) {
    const isLatest = finished !== null && finished.finishedAt > (report?.finishedAt ?? 0);
    const drafts = new Map(choices.map(({ kind, options, folder }) => [kind, { options, folder }]));
    set({ drafts, kind: isLatest ? finished.kind : 'lines', seenReport: finished?.finishedAt ?? 0 });
  },
  chooseKind: (kind) => set({ kind }),
  setDraft: (kind, change) =>
    set(({ drafts }) => ({ drafts: new Map([...drafts, [kind, { ...draftOf(drafts, kind), ...change }]]) })),
  setOptions: (kind, change) =>
    get().setDraft(kind, { options: { ...draftOf(get().drafts, kind).options, ...change } }),
  putAway: (seenReport) => set({ seenReport }),
}));
