// Presets: what can be done to them, each with the way back.
import { useQueryClient } from '@tanstack/react-query';
import type { PresetEntry, Presets } from '../../shared/ipc/export-requests.ts';
import { ask } from '../bridge/ask.ts';
import { askKey } from '../bridge/use-ask.ts';
import { notify, notifyFailure } from '../ui/toast.tsx';
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
  const put = async (preset: PresetEntry): Promise<void> => {
    const { id, name, options, folder } = preset;
    const choice = { options, folderId: folder?.folderId ?? null };
    keep(await ask('export.changePreset', { id, name, choice }));
  };
  const putBack = (before: PresetEntry, after: PresetEntry | undefined) => ({
    run: () => put(before),
    ...(after && { redo: () => put(after) }),
  });
  const remove = async (id: string) => keep(await ask('export.deletePreset', { id })).removed;
  const restore = async (removed: Awaited<ReturnType<typeof remove>>): Promise<void> => {
    keep(await ask('export.restorePreset', removed));
  };

  return {
    save: (name) =>
      attempt(async () => {
        const { draft } = useDraft.getState();
        if (!draft) return;
        const { id } = keep(await ask('export.savePreset', { name, ...choiceOf(draft) }));
        useDraft.getState().choose({ presetId: id });
        let removed: Awaited<ReturnType<typeof remove>> | null = null;
        notify(`Saved as “${name}”.`, {
          undo: {
            run: async () => {
              removed = await remove(id);
            },
            redo: async () => removed && restore(removed),
          },
        });
      }),
    rename: (preset, name) =>
      attempt(async () => {
        const { previous, presets } = keep(await ask('export.changePreset', { id: preset.id, name }));
        const after = presets.find(({ id }) => id === preset.id);
        notify(`“${previous.name}” is now “${name}”.`, { undo: putBack(previous, after) });
      }),
    replace: (preset) =>
      void attempt(async () => {
        const { draft } = useDraft.getState();
        if (!draft) return;
        const choice = choiceOf(draft);
        const { previous, presets } = keep(await ask('export.changePreset', { id: preset.id, choice }));
        const after = presets.find(({ id }) => id === preset.id);
        useDraft.getState().choose({ presetId: preset.id });
        notify(`“${previous.name}” has what is chosen now.`, { undo: putBack(previous, after) });
      }),
    remove: (preset) =>
      void attempt(async () => {
        const removed = await remove(preset.id);
        notify(`The preset “${preset.name}” was deleted.`, {
          undo: { run: () => restore(removed), redo: () => remove(preset.id) },
        });
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
