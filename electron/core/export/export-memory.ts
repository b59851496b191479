// Stores export settings as one versioned document. Unreadable parts are counted and preserved, never overwritten.
import { z } from 'zod';
import type { ParsedRequestOf } from '../../../shared/ipc/contract.ts';
import type { PresetEntry, Presets } from '../../../shared/ipc/export-requests.ts';
import {
  type ExportChoice,
  type ExportPreset,
  type ExportReport,
  exportChoiceSchema,
  exportPresetSchema,
  storedReportSchema,
} from '../../../shared/model/export/export.ts';
import {
  type FilesChoice,
  type FilesReport,
  filesChoiceSchema,
  storedFilesReportSchema,
} from '../../../shared/model/export/target-export.ts';
import { refuse, requireFound } from '../bridge/request-error.ts';
import type { Random } from '../ports.ts';
import type { Project } from '../project/project.ts';
import type { ExportFolders } from './chosen-folders.ts';

const VERSION = 2;

interface ExportMemory {
  readonly choice: ExportChoice | null;
  readonly presets: readonly ExportPreset[];
  /** Null if the latest choice is the default. */
  readonly defaultPresetId: string | null;
  readonly report: ExportReport | null;
  /** The latest choice of each kind other than line files, and their most recent report. */
  readonly choices: readonly FilesChoice[];
  readonly finished: FilesReport | null;
  /** Number of presets or documents that are damaged or from a newer version of Lectern. */
  readonly unreadable: readonly unknown[];
}

const EMPTY_MEMORY: ExportMemory = {
  choice: null,
  presets: [],
  defaultPresetId: null,
  report: null,
  choices: [],
  finished: null,
  unreadable: [],
};

// Parts are parsed individually, so that an invalid part doesn't affect the others.
const documentSchema = z.object({
  version: z.literal(VERSION),
  choice: z.unknown(),
  presets: z.array(z.unknown()),
  defaultPresetId: z.unknown(),
  report: z.unknown(),
  choices: z.array(z.unknown()).default([]),
  finished: z.unknown().optional(),
  unreadable: z.array(z.unknown()).default([]),
});

export function exportSettings(project: Project): ExportMemory {
  return readMemory(project.lastExport());
}

export const lastExport = (project: Project): ExportChoice | null => exportSettings(project).choice;

/** @throws ProjectError if the project isn't writable */
export function rememberExport(project: Project, change: Partial<Omit<ExportMemory, 'unreadable'>>): ExportMemory {
  const memory = { ...exportSettings(project), ...change };
  project.setLastExport({ version: VERSION, ...memory });
  return memory;
}

function readMemory(content: unknown): ExportMemory {
  if (content === null) return EMPTY_MEMORY;
  // Version 1 only stored the choice, without a version number.
  const bare = exportChoiceSchema.safeParse(content);
  if (bare.success && !hasVersion(content)) return { ...EMPTY_MEMORY, choice: bare.data };
  const document = documentSchema.safeParse(content);
  if (!document.success) return { ...EMPTY_MEMORY, unreadable: [content] };
  const { choice, presets, defaultPresetId, report, choices, finished, unreadable } = document.data;
  const read = presets.map((found) => ({ found, preset: exportPresetSchema.safeParse(found).data }));
  const good = read.flatMap(({ preset }) => preset ?? []);
  return {
    choice: exportChoiceSchema.safeParse(choice).data ?? null,
    presets: good,
    defaultPresetId: good.find(({ id }) => id === defaultPresetId)?.id ?? null,
    report: storedReportSchema.safeParse(report).data ?? null,
    choices: choices.flatMap((found) => filesChoiceSchema.safeParse(found).data ?? []),
    finished: storedFilesReportSchema.safeParse(finished).data ?? null,
    unreadable: [...unreadable, ...read.flatMap(({ found, preset }) => (preset ? [] : [found]))],
  };
}

const hasVersion = (content: unknown): boolean =>
  typeof content === 'object' && content !== null && 'version' in content;

export interface RemovedPreset {
  readonly preset: ExportPreset;
  readonly at: number;
  readonly wasDefault: boolean;
}

/** Each call reads the document again, because another call might have changed it. */
export class ExportPresets {
  readonly #folders: ExportFolders;
  readonly #random: Random;

  constructor(folders: ExportFolders, random: Random) {
    this.#folders = folders;
    this.#random = random;
  }

  list(project: Project): Presets {
    const { presets, defaultPresetId, unreadable } = exportSettings(project);
    return {
      presets: presets.map((preset) => this.#entry(project, preset)),
      defaultPresetId,
      unreadable: unreadable.length,
    };
  }

  /** @throws RequestError `invalid`; ProjectError */
  save(project: Project, { name, options, folderId }: ParsedRequestOf<'export.savePreset'>): ExportPreset {
    const { presets } = exportSettings(project);
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
    const before = requireFound(
      exportSettings(project).presets.find((preset) => preset.id === id),
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

  /** Replaces the preset with the same id. @throws RequestError `invalid`, `not-found`; ProjectError */
  put(project: Project, preset: ExportPreset): void {
    const { presets } = exportSettings(project);
    const at = presets.findIndex(({ id }) => id === preset.id);
    const { name } = requireFound(presets[at], 'preset');
    if (preset.name !== name) checkName(presets, preset.name, preset.id);
    rememberExport(project, { presets: presets.with(at, preset) });
  }

  /** @throws RequestError `not-found`; ProjectError */
  delete(project: Project, id: string): RemovedPreset {
    const { presets, defaultPresetId } = exportSettings(project);
    const at = presets.findIndex((preset) => preset.id === id);
    const preset = requireFound(presets[at], 'preset');
    const wasDefault = defaultPresetId === id;
    rememberExport(project, {
      presets: presets.toSpliced(at, 1),
      defaultPresetId: wasDefault ? null : defaultPresetId,
    });
    return { preset, at, wasDefault };
  }

  /**
   * Restores a deleted preset, unless it already exists.
   * @throws RequestError `invalid` if its name is taken; ProjectError
   */
  restore(project: Project, { preset, at, wasDefault }: RemovedPreset): void {
    const { presets, defaultPresetId } = exportSettings(project);
    if (presets.some(({ id }) => id === preset.id)) return;
    checkName(presets, preset.name, null);
    rememberExport(project, {
      presets: presets.toSpliced(at, 0, preset),
      defaultPresetId: wasDefault ? preset.id : defaultPresetId,
    });
  }

  /** @throws RequestError `not-found`; ProjectError */
  setDefault(project: Project, id: string | null): void {
    const { presets } = exportSettings(project);
    if (id !== null) {
      requireFound(
        presets.find((preset) => preset.id === id),
        'preset',
      );
    }
    rememberExport(project, { defaultPresetId: id });
  }

  #entry(project: Project, { id, name, options, outDir }: ExportPreset): PresetEntry {
    const folder = outDir === null ? null : this.#folders.choiceOf(project.info().id, outDir);
    return { id, name, options, folder };
  }

  #path(project: Project, folderId: string | null): string | null {
    return folderId === null ? null : this.#folders.requireChosenPath(project.info().id, folderId);
  }
}

function checkName(presets: readonly ExportPreset[], name: string, ownId: string | null): void {
  const key = name.toLocaleLowerCase('und');
  if (presets.some((preset) => preset.id !== ownId && preset.name.toLocaleLowerCase('und') === key)) {
    refuse({ kind: 'invalid', field: 'presetName', reason: 'taken' });
  }
}
