// What a project keeps of its exports: the latest choice, presets, the latest report. One document with a version; what
// can't be read of it is kept as it is and counted, never replaced.
import { z } from 'zod';
import type { ParsedRequestOf } from '../../../shared/ipc/contract.ts';
import type { PresetEntry, Presets } from '../../../shared/ipc/export-requests.ts';
import {
  type ExportChoice,
  type ExportPreset,
  type ExportReport,
  exportChoiceSchema,
  exportPresetSchema,
  keptReportSchema,
} from '../../../shared/model/export.ts';
import {
  type FinishedChoice,
  type FinishedReport,
  finishedChoiceSchema,
  finishedReportSchema,
} from '../../../shared/model/finished-export.ts';
import { found, refuse } from '../bridge/request-error.ts';
import type { Random } from '../ports.ts';
import type { Project } from '../project/project.ts';
import type { ExportFolders } from './chosen-folders.ts';

const VERSION = 2;

/** What a project remembers of exports. */
interface ExportMemory {
  readonly choice: ExportChoice | null;
  /** In the order in which they were saved. */
  readonly presets: readonly ExportPreset[];
  /** The preset that a producer begins with; null: the latest choice. */
  readonly defaultPresetId: string | null;
  readonly report: ExportReport | null;
  /** The latest choice of each kind that is not single lines, and the report of the latest of all of them. */
  readonly choices: readonly FinishedChoice[];
  readonly finished: FinishedReport | null;
  /** Presets, or whole documents, that can't be read: of a newer Lectern, or damaged. As they were found. */
  readonly unreadable: readonly unknown[];
}

const NOTHING: ExportMemory = {
  choice: null,
  presets: [],
  defaultPresetId: null,
  report: null,
  choices: [],
  finished: null,
  unreadable: [],
};

// Its parts are read one by one, so that a bad one spoils no other.
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

/** What the project remembers; of a document that can't be read, nothing but that it is there. */
export function exportMemory(project: Project): ExportMemory {
  return readMemory(project.lastExport());
}

/** The latest choice that a project remembers; null where there is none. */
export const lastExport = (project: Project): ExportChoice | null => exportMemory(project).choice;

/** Remembers these parts, and leaves the others as they are. @throws ProjectError where the project can't be written */
export function rememberExport(project: Project, change: Partial<Omit<ExportMemory, 'unreadable'>>): ExportMemory {
  const memory = { ...exportMemory(project), ...change };
  project.setLastExport({ version: VERSION, ...memory });
  return memory;
}

function readMemory(content: unknown): ExportMemory {
  if (content === null) return NOTHING;
  // The first version was a bare choice.
  const bare = exportChoiceSchema.safeParse(content);
  if (bare.success && !hasVersion(content)) return { ...NOTHING, choice: bare.data };
  const document = documentSchema.safeParse(content);
  if (!document.success) return { ...NOTHING, unreadable: [content] };
  const { choice, presets, defaultPresetId, report, choices, finished, unreadable } = document.data;
  const read = presets.map((found) => ({ found, preset: exportPresetSchema.safeParse(found).data }));
  const good = read.flatMap(({ preset }) => preset ?? []);
  return {
    choice: exportChoiceSchema.safeParse(choice).data ?? null,
    presets: good,
    defaultPresetId: good.find(({ id }) => id === defaultPresetId)?.id ?? null,
    report: keptReportSchema.safeParse(report).data ?? null,
    choices: choices.flatMap((found) => finishedChoiceSchema.safeParse(found).data ?? []),
    finished: finishedReportSchema.safeParse(finished).data ?? null,
    unreadable: [...unreadable, ...read.flatMap(({ found, preset }) => (preset ? [] : [found]))],
  };
}

const hasVersion = (content: unknown): boolean =>
  typeof content === 'object' && content !== null && 'version' in content;

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
