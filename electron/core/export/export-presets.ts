// Choices of exports that a project keeps under names.
import type { ParsedRequestOf } from '../../../shared/ipc/contract.ts';
import type { PresetEntry, Presets } from '../../../shared/ipc/export-requests.ts';
import type { ExportPreset } from '../../../shared/model/export.ts';
import { found, refuse } from '../bridge/request-error.ts';
import type { Random } from '../ports.ts';
import type { Project } from '../project/project.ts';
import type { ExportFolders } from './export-folders.ts';
import { exportMemory, rememberExport } from './export-memory.ts';

export interface RemovedPreset {
  readonly preset: ExportPreset;
  /** Its place in the list, 0-based. */
  readonly at: number;
  readonly wasDefault: boolean;
}

/** All operations on presets. Each call reads the project's document again: another call may have changed it. */
export class ExportPresets {
  readonly #folders: ExportFolders;
  readonly #random: Random;

  constructor(folders: ExportFolders, random: Random) {
    this.#folders = folders;
    this.#random = random;
  }

  list(project: Project): Presets {
    const { presets, defaultPresetId, unreadable } = exportMemory(project);
    return {
      presets: presets.map((preset) => this.#entry(project, preset)),
      defaultPresetId,
      unreadable: unreadable.length,
    };
  }

  /** @throws RequestError `invalid`; ProjectError */
  save(project: Project, { name, options, folderId }: ParsedRequestOf<'export.savePreset'>): ExportPreset {
    const { presets } = exportMemory(project);
    checkName(presets, name, null);
    const preset = { id: this.#random.id(), name, options, outDir: this.#path(project, folderId) };
    rememberExport(project, { presets: [...presets, preset] });
    return preset;
  }

  /** @throws RequestError `invalid`, `not-found`; ProjectError */
  change(
    project: Project,
    { id, name, choice }: ParsedRequestOf<'export.changePreset'>,
  ): { readonly before: ExportPreset; readonly after: ExportPreset } {
    const before = found(
      exportMemory(project).presets.find((preset) => preset.id === id),
      'preset',
    );
    const after: ExportPreset = {
      ...before,
      ...(name !== undefined && { name }),
      ...(choice && { options: choice.options, outDir: this.#path(project, choice.folderId) }),
    };
    this.put(project, after);
    return { before, after };
  }

  /** Puts a preset in the place of the one with its id. @throws RequestError `invalid`, `not-found`; ProjectError */
  put(project: Project, preset: ExportPreset): void {
    const { presets } = exportMemory(project);
    const at = presets.findIndex(({ id }) => id === preset.id);
    const { name } = found(presets[at], 'preset');
    if (preset.name !== name) checkName(presets, preset.name, preset.id);
    rememberExport(project, { presets: presets.with(at, preset) });
  }

  /** @throws RequestError `not-found`; ProjectError */
  delete(project: Project, id: string): RemovedPreset {
    const { presets, defaultPresetId } = exportMemory(project);
    const at = presets.findIndex((preset) => preset.id === id);
    const preset = found(presets[at], 'preset');
    const wasDefault = defaultPresetId === id;
    rememberExport(project, {
      presets: presets.toSpliced(at, 1),
      defaultPresetId: wasDefault ? null : defaultPresetId,
    });
    return { preset, at, wasDefault };
  }

  /** Brings back what was deleted, where it stood; one that is there already stays. @throws ProjectError */
  restore(project: Project, { preset, at, wasDefault }: RemovedPreset): void {
    const { presets, defaultPresetId } = exportMemory(project);
    if (presets.some(({ id }) => id === preset.id)) return;
    checkName(presets, preset.name, null);
    rememberExport(project, {
      presets: presets.toSpliced(at, 0, preset),
      defaultPresetId: wasDefault ? preset.id : defaultPresetId,
    });
  }

  /** @throws RequestError `not-found`; ProjectError */
  setDefault(project: Project, id: string | null): void {
    const { presets } = exportMemory(project);
    if (id !== null) {
      found(
        presets.find((preset) => preset.id === id),
        'preset',
      );
    }
    rememberExport(project, { defaultPresetId: id });
  }

  #entry(project: Project, { id, name, options, outDir }: ExportPreset): PresetEntry {
    const folder = outDir === null ? null : this.#folders.entry(project.info().id, outDir);
    return { id, name, options, folder };
  }

  #path(project: Project, folderId: string | null): string | null {
    return folderId === null ? null : this.#folders.chosenFor(project.info().id, folderId);
  }
}

function checkName(presets: readonly ExportPreset[], name: string, own: string | null): void {
  const key = name.toLocaleLowerCase('und');
  if (presets.some((preset) => preset.id !== own && preset.name.toLocaleLowerCase('und') === key)) {
    refuse({ kind: 'invalid', field: 'presetName', reason: 'taken' });
  }
}
