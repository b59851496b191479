// Presets: what can be done to them, each with the way back.
import { useQueryClient } from '@tanstack/react-query';
import type { PresetEntry, Presets } from '../../shared/ipc/export-requests.ts';
import { ask } from '../bridge/ask.ts';
import { askKey } from '../bridge/use-ask.ts';
import { notify, notifyFailure } from '../ui/toast.tsx';
import { undoOf } from '../ui/undo-history.ts';
import { type ExportDraft, useDraft } from './export-draft.ts';

export interface PresetActions {
  /** Keeps what is chosen under a new name. Answers whether it was taken. */
  save(name: string): Promise<boolean>;
  rename(preset: PresetEntry, name: string): Promise<boolean>;
  /** Gives it what is chosen at present. */
  replace(preset: PresetEntry): void;
  remove(preset: PresetEntry): void;
  setDefault(preset: PresetEntry | null): void;
}

const choiceOf = ({ options, folder }: ExportDraft) => ({ options, folderId: folder?.folderId ?? null });

export function usePresetActions(): PresetActions {
  const queryClient = useQueryClient();
  const keep = <T extends Presets>(reply: T): T => {
    const { presets, defaultPresetId, unreadable } = reply;
    queryClient.setQueryData(askKey('export.presets', {}), { presets, defaultPresetId, unreadable });
    return reply;
  };
  const undo = (step: string | null) => undoOf(step, async () => keep(await ask('export.presets', {})));

  return {
    save: (name) =>
      attempt(async () => {
        const { draft } = useDraft.getState();
        if (!draft) return;
        const { id, step } = keep(await ask('export.savePreset', { name, ...choiceOf(draft) }));
        useDraft.getState().choose({ presetId: id });
        notify(`Saved as “${name}”.`, { undo: undo(step) });
      }),
    rename: (preset, name) =>
      attempt(async () => {
        const { step } = keep(await ask('export.changePreset', { id: preset.id, name }));
        notify(`“${preset.name}” is now “${name}”.`, { undo: undo(step) });
      }),
    replace: (preset) =>
      void attempt(async () => {
        const { draft } = useDraft.getState();
        if (!draft) return;
        const choice = choiceOf(draft);
        const { step } = keep(await ask('export.changePreset', { id: preset.id, choice }));
        useDraft.getState().choose({ presetId: preset.id });
        notify(`“${preset.name}” has what is chosen now.`, { undo: undo(step) });
      }),
    remove: (preset) =>
      void attempt(async () => {
        const { step } = keep(await ask('export.deletePreset', { id: preset.id }));
        notify(`The preset “${preset.name}” was deleted.`, { undo: undo(step) });
      }),
    setDefault: (preset) =>
      void attempt(async () => {
        keep(await ask('export.setDefaultPreset', { id: preset?.id ?? null }));
        notify(
          preset
            ? `The screen begins with “${preset.name}” from now on.`
            : 'The screen begins with what was chosen last.',
          { id: 'default-preset' },
        );
      }),
  };
}

/** Whether it could be done; why it could not is said. */
async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (failure) {
    notifyFailure(failure);
    return false;
  }
}

/** Whether what is chosen is what the preset has. A preset without a folder says nothing of it. */
export function isAsPreset({ options, folder }: ExportDraft, preset: PresetEntry): boolean {
  const same = JSON.stringify(inOrder(options)) === JSON.stringify(inOrder(preset.options));
  return same && (preset.folder === null || preset.folder.path === folder?.path);
}

const inOrder = ({ format, template, allowStale, approvedOnly, chapterIds }: ExportDraft['options']) => [
  format,
  template,
  allowStale,
  approvedOnly,
  chapterIds,
];
