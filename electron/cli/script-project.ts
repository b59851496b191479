import { basename } from 'node:path';
import {
  ImportError,
  type ImportedFile,
  openScriptFile,
  readScriptFile,
  roleCandidates,
  type ScriptSource,
} from '@lectern/manuscript';
import type { LenientVoice } from '@lectern/tts-protocol';
import { type CastChange, NARRATOR } from '../../shared/model/cast.ts';
import type { ConnectionIdentity } from '../../shared/model/connection.ts';
import { DOCUMENT_EXTENSIONS, SCRIPT_EXTENSIONS } from '../../shared/model/manuscript.ts';
import type { ProductionKind } from '../../shared/model/production-kind.ts';
import type { ReadingWatch } from '../../shared/model/reading-progress.ts';
import type { Paragraph, ScriptDocument } from '../../shared/model/script.ts';
import type { ProjectSettings } from '../../shared/model/settings.ts';
import type { Price } from '../../shared/model/spending.ts';
import { castChanges, type KnownCast } from '../../shared/rules/cast/cast-changes.ts';
import { castRoles } from '../../shared/rules/cast/default-cast.ts';
import { groupDialogs } from '../../shared/rules/dialogs.ts';
import { DEFAULT_CREDITS } from '../../shared/rules/export/credits.ts';
import { changeKind } from '../../shared/rules/production-kinds.ts';
import { formatScript, parseScript } from '../../shared/rules/script-text.ts';
import { makeProject } from '../core/import/new-project.ts';
import type { ServiceLink } from '../core/production/service-link.ts';
import { snapshotNow } from '../core/project/history/snapshots.ts';
import type { Project } from '../core/project/project.ts';
import { ImportedTexts } from '../core/project/script/imported-texts.ts';
import { countReplacedEdits } from '../core/project/script/revision.ts';
import { systemClock, systemRandom } from '../core/system.ts';
import { type CastChangeReport, castChangeReport } from './cast-change.ts';
import { applyCastFile, type CastFile } from './cast-file.ts';
import { askVoices } from './connection.ts';
import { CliError } from './exit.ts';
import { type CommandOutput, standardOutput } from './output.ts';
import { projectName } from './project-access.ts';
import { whileReading } from './reading-display.ts';
import { listed, t, tImport, tImporting } from './words.ts';

export function importFaultText({ problem: fault, file: path }: ImportError): string {
  const file = fault.kind.startsWith('file-') ? path : basename(path);
  // `.text` is treated like `.txt`.
  const plain = SCRIPT_EXTENSIONS.filter((extension) => extension !== 'text');
  const [texts, documents] = [plain, DOCUMENT_EXTENSIONS].map((all) => listed(all.map((extension) => `.${extension}`)));
  const { what, wayOut } = fault.kind === 'wrong-file' ? tImport.wrongFile(fault.type) : { what: '', wayOut: '' };
  const given = { extension: '', mebibytes: 0, rows: 0, texts: texts ?? '', documents: documents ?? '', what, wayOut };
  const code = fault.kind === 'file-unreadable' ? (fault.code ?? 'unknown') : '';
  return tImporting(`fault.${fault.kind}`, { ...given, ...fault, code, file });
}

export async function withReadingErrors<T>(path: string, read: (watch: ReadingWatch) => Promise<T>): Promise<T> {
  try {
    return await whileReading(path, standardOutput, read);
  } catch (error) {
    if (error instanceof ImportError) throw new CliError(importFaultText(error));
    throw error;
  }
}

export const openScript = (path: string): Promise<ScriptSource> =>
  withReadingErrors(path, async (watch) => openScriptFile(await readScriptFile(path), path, watch));

/** Reads a source as the project's kind. */
export const readForProject = (source: ScriptSource, project: Project): ImportedFile => {
  const { productionKind, spokenNotes } = project.settings();
  return source.as(source.detected, { productionKind, spokenNotes });
};

/** Changes the kind, and reports which settings change with it. */
export function changeProjectKind(project: Project, kind: ProductionKind, output: CommandOutput): void {
  const settings = project.settings();
  if (settings.productionKind === kind) return;
  const { patch, changed, kept } = changeKind(settings, kind);
  project.updateSettings(patch);
  const names = (all: typeof changed) =>
    all.length === 0 ? 'none' : listed(all.map((name) => tImporting(`production.setting.${name}`)));
  const about = { kind: tImporting(`production.kind.${kind}`), changed: names(changed), kept: names(kept) };
  output.note(t('book.kindChanged', about));
}

export function readParagraphs(
  script: string | ScriptDocument,
  settings: ProjectSettings,
  group: boolean,
  path: string,
): Paragraph[] {
  const parsed = parseScript(script, settings);
  let row = 1;
  for (const paragraph of parsed) {
    if (paragraph.problem?.kind === 'three-roles') {
      throw new CliError(t('script.threeRoles', { path, row, roles: listed(paragraph.problem.roles) }));
    }
    row += (paragraph.source + paragraph.gap).split('\n').length - 1;
  }
  if (!parsed.some((paragraph) => paragraph.lines.length > 0)) {
    throw new CliError(t('script.noSpeech', { path }));
  }
  return group ? groupDialogs(parsed, settings) : parsed;
}

/** Prints the names that a new project treats as roles although they are neither in capitals nor explicitly marked. */
export function printAssumedRoles(imported: ImportedFile, settings: ProjectSettings, output: CommandOutput): void {
  const candidates = roleCandidates(imported.document, imported.kind).filter(
    ({ name, isStated }) => !isStated && settings.confirmedRoles.includes(name),
  );
  if (candidates.length === 0) return;
  const names = listed(candidates.map(({ name, rows }) => t('script.roleTaken', { name, rows })));
  output.note(t('script.rolesTaken', { names }));
}

export const readingChoices = ({
  speakHeadings,
  credits,
  opening,
  closing,
}: ReadingChoices): Partial<ProjectSettings> => ({
  ...(speakHeadings !== undefined && { speakHeadings }),
  ...(credits === false && { credits: null }),
  ...((credits === true || opening !== undefined || closing !== undefined) && {
    credits: { opening: opening ?? DEFAULT_CREDITS.opening, closing: closing ?? DEFAULT_CREDITS.closing },
  }),
});

/** Undefined properties keep the project's settings. */
export interface ReadingChoices {
  readonly speakHeadings?: boolean;
  readonly credits?: boolean;
  readonly opening?: string;
  readonly closing?: string;
}

export function createProjectFor<T>(
  dir: string,
  script: string,
  settings: ProjectSettings,
  connection: ConnectionIdentity,
  fill: (project: Project) => T,
  { book, epub }: Pick<ImportedFile, 'book' | 'epub'> = {},
): { readonly project: Project; readonly filled: T } {
  const name = projectName(script);
  const ports = { clock: systemClock, random: systemRandom };
  return makeProject({ dir, name, settings, connection, book, epub, ...ports }, fill);
}

/**
 * Below this share of known turns, a file counts as a different script. A file with the same name as the script can be
 * almost completely rewritten. A file with another name must have more in common with the script.
 */
const MIN_KNOWN_SHARE = { sameName: 0.02, otherName: 0.2 } as const;
/** If there are fewer turns than this, a rewritten script can't be distinguished from a different one. */
const MIN_COMPARABLE_TURNS = 20;

/** Prevents a script from being accidentally replaced with an almost completely different one. */
export function checkSameScript(project: Project, paragraphs: readonly Paragraph[], path: string): void {
  // Compares turns, because they don't depend on how they are grouped into dialogs.
  const known = new Set(project.lines.states().flatMap((line) => line.turns.map((turn) => turn.text)));
  const next = paragraphs.flatMap(({ lines }) => lines.flatMap(({ turns }) => turns.map((turn) => turn.text)));
  const sameName = project.info().name === projectName(path);
  if (known.size === 0 || (sameName && known.size < MIN_COMPARABLE_TURNS)) return;
  const kept = next.filter((text) => known.has(text)).length;
  if (kept >= next.length * (sameName ? MIN_KNOWN_SHARE.sameName : MIN_KNOWN_SHARE.otherName)) return;
  throw new CliError(t('project.another', { project: project.dir, script: path }));
}

/**
 * Reports how many paragraphs edited in Lectern a file is about to replace. If there are any, it takes a snapshot of
 * the project first.
 * @returns their number
 */
export function reportReplacedEdits(project: Project, next: readonly Paragraph[], output: CommandOutput): number {
  const count = countReplacedEdits(project, next);
  if (count === 0) return 0;
  const snapshot = snapshotNow(project.db, { kind: 'new-version' }, systemClock.now());
  output.note(t('version.editsReplaced', { count, snapshot }));
  return count;
}

export const voicesOf = (project: Project): KnownCast =>
  new Map(
    project.cast.roles().flatMap(({ name, voice }) => (voice === null ? [] : [[name, { id: voice, name: null }]])),
  );

/** Names the default voices of roles that had none. Other roles keep their voices. */
export function printNewlyCast(changes: readonly CastChange[], output: CommandOutput): void {
  if (changes.length === 0) return;
  output.note(
    t('cast.newlyCast', { roles: listed(changes.map(({ role, to }) => t('cast.roleByVoice', { role, voice: to }))) }),
  );
}

/** Gives roles without a voice a default voice, so that their lines can be rendered. @throws ServiceError */
export async function castRest(
  project: Project,
  connection: ServiceLink,
  output: CommandOutput,
): Promise<readonly CastChange[]> {
  if (project.cast.roles().every(({ voice }) => voice !== null)) return [];
  const changes = giveDefaultVoices(project, await askVoices(connection, output));
  printNewlyCast(changes, output);
  return changes;
}

/** Assigns a default voice to roles that have none. */
export function giveDefaultVoices(project: Project, voices: readonly LenientVoice[]): readonly CastChange[] {
  const { cast, script, book } = project;
  const before = voicesOf(project);
  const { language } = project.settings();
  cast.saveRoles(castRoles(cast.roles(), voices, language, () => script.text(), book.read().language));
  return castChanges(before, cast.roles(), voices);
}

export function needsVoices(project: Project, paragraphs: readonly Paragraph[]): boolean {
  const cast = new Map(project.cast.roles().map((role) => [role.name, role.voice]));
  if ([...cast.values()].includes(null)) return true;
  return paragraphs.some(({ lines }) =>
    lines.some(({ turns }) => turns.some(({ role }) => !cast.has(role ?? NARRATOR))),
  );
}

/**
 * Saves a script and its cast in one transaction. Roles without a voice get a default voice. Returns the effect of the
 * cast file on existing takes, or null if there is none.
 */
export function saveScript(
  project: Project,
  paragraphs: readonly Paragraph[],
  voices: readonly LenientVoice[] | null,
  file: CastFile | null,
  price: Price | null = null,
): CastChangeReport | null {
  return project.db.durably(() => {
    project.script.saveScript(paragraphs);
    project.updateSettings({ importedTexts: new ImportedTexts(paragraphs).stored() });
    if (voices === null) return null;
    const roles = project.cast.roles();
    const named = file ? applyCastFile(roles, file, voices) : roles;
    const cast = castRoles(
      named,
      voices,
      project.settings().language,
      () => formatScript(paragraphs),
      project.book.read().language,
    );
    if (cast.some((role) => role.voice === null)) {
      throw new CliError(t('cast.noVoiceForBatches'));
    }
    const change = file && castChangeReport(project, cast, price);
    project.cast.saveRoles(cast);
    return change;
  });
}
