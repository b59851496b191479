// What is in a script that was read, and what a project is made of.
import { basename } from 'node:path';
import type { ImportPreview, ImportRole } from '../../../shared/ipc/project-requests.ts';
import { NARRATOR } from '../../../shared/model/cast.ts';
import type { Paragraph } from '../../../shared/model/script.ts';
import type { ProjectSettings } from '../../../shared/model/settings.ts';
import { chaptersOf } from '../../../shared/rules/chapters.ts';
import { castRoles } from '../../../shared/rules/default-cast.ts';
import { alikeNames, applyChoices, type ImportChoices, roleCandidates } from '../../../shared/rules/import-choices.ts';
import { type RoleUse, rolesOf, USUAL_SECONDS_PER_CHARACTER } from '../../../shared/rules/roles.ts';
import { parseScript } from '../../../shared/rules/script-text.ts';
import { sentCharacters } from '../../../shared/rules/turn-prefix.ts';
import type { VoiceReading } from '../../../shared/service/voices.ts';
import { forecast } from '../scheduler/departures.ts';
import type { Outlook } from '../scheduler/scheduler-types.ts';
import { type ImportedFile, importScriptBytes } from './import-script.ts';
import { newSettings } from './new-project.ts';
import { scriptWarnings } from './script-warnings.ts';

/** What a script is reckoned with beside itself. */
export interface ImportCircumstances {
  /** Those of the connection in use, as far as they are known. */
  readonly voices: readonly VoiceReading[];
  /** What the account lets through; null where no link is open. */
  readonly outlook: Outlook | null;
  readonly pricePerThousand: number | null;
  readonly currency: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** A script's file, read as what it looks like, and as the other kind once that is asked for. */
export interface ScriptSource {
  readonly detected: ImportChoices['kind'];
  as(kind: ImportChoices['kind']): ImportedFile;
}

/** @throws ImportError `binary`, `empty`, `encoding`, `unknown-format` or `too-large` */
export function sourceOf(bytes: Uint8Array, path: string): ScriptSource {
  const first = importScriptBytes(bytes, path);
  const read = new Map([[first.kind, first]]);
  return {
    detected: first.kind,
    as(kind) {
      const imported = read.get(kind) ?? importScriptBytes(bytes, path, kind);
      read.set(kind, imported);
      return imported;
    },
  };
}

/** A script that was read. */
export interface ReadScript {
  readonly preview: ImportPreview;
  readonly paragraphs: readonly Paragraph[];
  readonly settings: ProjectSettings;
}

interface Reading {
  /** Names it from now on. */
  readonly importId: string;
  /** Absent: as it looks. */
  readonly choices?: ImportChoices | undefined;
  readonly circumstances?: ImportCircumstances;
}

/** @throws ImportError `empty` where it has no words when it is read so */
export function readScript(source: ScriptSource, { importId, choices: chosen, circumstances }: Reading): ReadScript {
  const choices = chosen ?? { kind: source.detected, roles: null, merges: [] };
  const imported = source.as(choices.kind);
  const { text, ...marks } = applyChoices(imported.text, choices);
  const settings = { ...newSettings(imported), roleMarks: marks.roleMarks, confirmedRoles: [...marks.confirmedRoles] };
  const paragraphs = parseScript(text, settings);
  const uses = rolesOf(paragraphs, settings);
  const characters = paragraphs
    .flatMap(({ lines }) => lines)
    .reduce((sum, { turns }) => sum + sentCharacters(turns, settings), 0);
  const { pricePerThousand = null, currency = '' } = circumstances ?? {};
  const preview: ImportPreview = {
    importId,
    file: basename(imported.path),
    name: imported.title ?? imported.name,
    kind: choices.kind,
    choices,
    chapters: chaptersOf(paragraphs).map(({ title, first, end }) => ({
      title: title ?? '',
      lines: countLines(paragraphs.slice(first, end)),
    })),
    roles: rolesFound(imported.text, choices, withCrowded(uses, paragraphs), {
      voices: circumstances?.voices ?? [],
      language: settings.language,
      script: text,
    }),
    lines: countLines(paragraphs),
    characters,
    seconds: uses.reduce((sum, use) => sum + use.characters, 0) * USUAL_SECONDS_PER_CHARACTER,
    price: pricePerThousand === null ? null : { amount: (characters / 1_000) * pricePerThousand, currency },
    sendingMs: sendingMs(paragraphs, settings, circumstances),
    warnings: scriptWarnings(text, paragraphs, settings, uses),
    notices: [...imported.notices],
  };
  return { preview, paragraphs, settings };
}

/** How long a run of all lines would take to leave, if it left now. */
function sendingMs(
  paragraphs: readonly Paragraph[],
  settings: ProjectSettings,
  circumstances: ImportCircumstances | undefined,
): number | null {
  if (!circumstances?.outlook) return null;
  const { outlook, now } = circumstances;
  const items = paragraphs
    .flatMap(({ lines }) => lines)
    .map(({ turns }, at) => ({ id: String(at), characters: sentCharacters(turns, settings) }))
    .filter(({ characters }) => characters > 0);
  const { allSentAt } = forecast(items, outlook, { now, latencyMs: 0 });
  return allSentAt === null ? null : Math.max(0, allSentAt - now);
}

interface Casting {
  readonly voices: readonly VoiceReading[];
  readonly language: ProjectSettings['language'];
  /** The script as the project will have it. */
  readonly script: string;
}

/** Who speaks, with the voice by default, then who might. */
function rolesFound(
  text: string,
  choices: ImportChoices,
  uses: readonly RoleUse[],
  { voices, language, script }: Casting,
): ImportRole[] {
  const cast = castRoles(
    uses.map(({ name }) => ({ name, voice: null, parameters: {}, turnPrefix: null })),
    voices,
    language,
    () => script,
  );
  const voiceNames = new Map(voices.map(({ id, name }) => [id, name ?? null]));
  const voiceOf = new Map(
    cast.map(({ name, voice }) => [name, voice === null ? null : (voiceNames.get(voice) ?? null)]),
  );
  const speaking = new Set(uses.map(({ name }) => name));
  const merged = new Set(choices.merges.map(({ from }) => from));
  const candidates = roleCandidates(text, choices.kind);
  const alike = alikeNames(candidates.map(({ name }) => name));
  const found = (name: string, lines: number, characters: number): ImportRole => ({
    name,
    lines,
    characters,
    isRole: speaking.has(name),
    isFixed: name === NARRATOR,
    voice: voiceOf.get(name) ?? null,
    like: alike.get(name) ?? null,
  });
  const silent = candidates.filter(({ name }) => !speaking.has(name) && !merged.has(name));
  return [
    ...uses.toSorted((a, b) => b.lines - a.lines).map(({ name, lines, characters }) => found(name, lines, characters)),
    ...silent.map(({ name, rows, characters }) => found(name, rows, characters)),
  ];
}

/** The roles of what can't be rendered too, as the project will count them. */
function withCrowded(roles: readonly RoleUse[], paragraphs: readonly Paragraph[]): RoleUse[] {
  const uses = new Map(roles.map((role) => [role.name, role]));
  for (const { problem } of paragraphs) {
    if (problem?.kind !== 'three-roles') continue;
    for (const name of problem.roles) {
      const { lines, characters } = uses.get(name) ?? { lines: 0, characters: 0 };
      uses.set(name, { name, lines: lines + 1, characters });
    }
  }
  return [...uses.values()];
}

/** A paragraph of more than two roles becomes one line, which says why it can't be rendered. */
const countLines = (paragraphs: readonly Paragraph[]): number =>
  paragraphs.reduce((sum, { lines, problem }) => sum + (problem?.kind === 'three-roles' ? 1 : lines.length), 0);
