// What a project keeps of its exports: the latest choice, presets, the latest report. One document with a version; what
// can't be read of it is kept as it is and counted, never replaced.
import { z } from 'zod';
import {
  type ExportChoice,
  type ExportPreset,
  type ExportReport,
  exportChoiceSchema,
  exportPresetSchema,
  exportReportSchema,
} from '../../../shared/model/export.ts';
import type { Project } from '../project/project.ts';

const VERSION = 2;

/** What a project remembers of exports. */
export interface ExportMemory {
  readonly choice: ExportChoice | null;
  /** In the order in which they were saved. */
  readonly presets: readonly ExportPreset[];
  /** The preset that a producer begins with; null: the latest choice. */
  readonly defaultPresetId: string | null;
  readonly report: ExportReport | null;
  /** Presets, or whole documents, that can't be read: of a newer Lectern, or damaged. As they were found. */
  readonly unreadable: readonly unknown[];
}

const NOTHING: ExportMemory = { choice: null, presets: [], defaultPresetId: null, report: null, unreadable: [] };

// Its parts are read one by one, so that a bad one spoils no other.
const documentSchema = z.object({
  version: z.literal(VERSION),
  choice: z.unknown(),
  presets: z.array(z.unknown()),
  defaultPresetId: z.unknown(),
  report: z.unknown(),
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
  const { choice, presets, defaultPresetId, report, unreadable } = document.data;
  const read = presets.map((found) => ({ found, preset: exportPresetSchema.safeParse(found).data }));
  const good = read.flatMap(({ preset }) => preset ?? []);
  return {
    choice: exportChoiceSchema.safeParse(choice).data ?? null,
    presets: good,
    defaultPresetId: good.find(({ id }) => id === defaultPresetId)?.id ?? null,
    report: exportReportSchema.safeParse(report).data ?? null,
    unreadable: [...unreadable, ...read.flatMap(({ found, preset }) => (preset ? [] : [found]))],
  };
}

const hasVersion = (content: unknown): boolean =>
  typeof content === 'object' && content !== null && 'version' in content;
