import { basename } from 'node:path';
import {
  applyChoices,
  findSimilarNames,
  type ImportedScript,
  roleCandidates,
  roleEvidence,
  type ScriptSource,
  withSpeakers,
} from '@lectern/manuscript';
import { type QuotationsWithSpeakers, quotationsOf } from '@lectern/manuscript/speakers';
import type { LenientVoice } from '@lectern/tts-protocol';
import type { ImportPart, ImportPreview, ImportRole, ImportText } from '../../../shared/ipc/project-requests.ts';
import type { BookChange } from '../../../shared/model/book.ts';
import { NARRATOR } from '../../../shared/model/cast.ts';
import type { ImportChoices } from '../../../shared/model/import-choices.ts';
import type { ImportWarning } from '../../../shared/model/import-notes.ts';
import { shortenName } from '../../../shared/model/names.ts';
import type { Paragraph } from '../../../shared/model/script.ts';
import type { ProjectSettings, ScriptOptions } from '../../../shared/model/settings.ts';
import type { NameEvidence } from '../../../shared/model/speaker-choices.ts';
import { castChanges, type KnownCast } from '../../../shared/rules/cast/cast-changes.ts';
import { castRoles, withChosenVoices } from '../../../shared/rules/cast/default-cast.ts';
import { samePersonEvidence } from '../../../shared/rules/cast/same-person.ts';
import { chaptersOf } from '../../../shared/rules/chapters.ts';
import { normaliseRoleName } from '../../../shared/rules/role-names.ts';
import { parseScript } from '../../../shared/rules/script-text.ts';
import { defaultTurnPrefix, prefixPlaces, sentCharacters, speakerOf } from '../../../shared/rules/turn-prefix.ts';
import { DEFAULT_SECONDS_PER_CHARACTER, type RoleUse, rolesOf } from '../rules/roles.ts';
import { forecast } from '../scheduler/forecast.ts';
import type { BudgetSnapshot } from '../scheduler/scheduler-types.ts';
import { initialSettings } from './new-project.ts';

/** Invisible characters are already removed when a file is read. */
const ODD = /[\ufffd\u2028\u2029\p{Co}\p{Cs}]|(?![\t\n\r])\p{Cc}/gu;

function scriptWarnings(
  text: string,
  paragraphs: readonly Paragraph[],
  options: ScriptOptions,
  roles: readonly RoleUse[],
): ImportWarning[] {
  return [
    ...unusualCharacters(text),
    ...threeRoleWarnings(paragraphs),
    ...prefixWarnings(paragraphs, options),
    ...similarNames(roles),
    ...longParagraphs(paragraphs, options.lineCharacters),
  ];
}

function unusualCharacters(text: string): ImportWarning[] {
  const found = text.match(ODD) ?? [];
  if (found.length === 0) return [];
  const codes = [...new Set(found)]
    .slice(0, 3)
    .map((sign) => `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`);
  return [{ kind: 'odd-characters', characters: found.length, codes }];
}

function threeRoleWarnings(all: readonly Paragraph[]): ImportWarning[] {
  const paragraphs = all.filter(({ problem }) => problem?.kind === 'three-roles').length;
  return paragraphs === 0 ? [] : [{ kind: 'three-roles', paragraphs }];
}

/** The service treats a turn prefix within the text as the start of another turn. */
function prefixWarnings(paragraphs: readonly Paragraph[], options: ScriptOptions): ImportWarning[] {
  const dialogs = paragraphs.filter(({ source, lines }) => {
    const inDialogs = lines.map(({ turns }) => new Set(turns.map(speakerOf))).filter(({ size }) => size > 1);
    const speakers = new Set(inDialogs.flatMap((names) => [...names]));
    return [...speakers].some((name) => prefixPlaces(source, defaultTurnPrefix(name), options).length > 0);
  }).length;
  return dialogs === 0 ? [] : [{ kind: 'prefix-in-words', dialogs }];
}

/** Compares names without regard to case, accents, punctuation and spaces. */
function similarNames(roles: readonly RoleUse[]): ImportWarning[] {
  const bare = (name: string) =>
    name
      .normalize('NFD')
      .replace(/[\p{M}\s.’'-]/gu, '')
      .toUpperCase();
  const first = new Map<string, string>();
  return roles.flatMap(({ name }) => {
    const one = first.get(bare(name));
    if (one === undefined) first.set(bare(name), name);
    return one === undefined ? [] : [{ kind: 'alike-names' as const, one, other: name }];
  });
}

function longParagraphs(paragraphs: readonly Paragraph[], limit: number): ImportWarning[] {
  const cut = paragraphs.filter(({ lines }) => lines.slice(0, -1).some((line) => !line.pauseAfterSeconds)).length;
  const unfit = paragraphs.filter(({ problem }) => problem?.kind === 'too-long').length;
  return [
    ...(cut > 0 ? [{ kind: 'cut' as const, paragraphs: cut, limit }] : []),
    ...(unfit > 0 ? [{ kind: 'too-long' as const, paragraphs: unfit }] : []),
  ];
}

export interface ImportContext {
  readonly voices: readonly LenientVoice[];
  /** Null if not connected. */
  readonly outlook: BudgetSnapshot | null;
  readonly pricePerThousand: number | null;
  readonly currency: string;
  readonly now: number;
}

export interface ReadScript {
  readonly preview: ImportPreview;
  readonly paragraphs: readonly Paragraph[];
  readonly settings: ProjectSettings;
  readonly book?: BookChange | undefined;
  readonly epub?: Uint8Array | undefined;
}

interface ReadScriptOptions {
  readonly importId: string;
  readonly choices?: ImportChoices | undefined;
  readonly importContext?: ImportContext;
  /** Voices in the previous previews. Roles keep them, because the producer has seen them. */
  readonly shown?: KnownCast;
}

export function readQuotations(source: ScriptSource, choices: ImportChoices): QuotationsWithSpeakers {
  if (choices.kind === 'script') return { passages: [], chapters: [], quotations: [], aliases: [], speakers: [] };
  return quotationsOf(source.as(choices.kind, choices).text, choices.speakers);
}

/** @throws ImportError `empty` if these choices leave no text */
export function readScript(
  source: ScriptSource,
  { importId, choices: chosen, importContext, shown = new Map() }: ReadScriptOptions,
): ReadScript {
  const choices = chosen ?? { kind: source.detected, roles: null, merges: [] };
  const asItStands = source.as(choices.kind, choices);
  const isSpoken = choices.attribute && choices.kind === 'prose';
  const spoken = isSpoken ? withSpeakers(asItStands, choices.speakers) : null;
  const { imported, roles } = spoken ?? { imported: asItStands, roles: [] };
  const chosenRoles = roles.length === 0 ? choices.roles : [...new Set([...(choices.roles ?? []), ...roles])];
  const { document, text, ...marks } = applyChoices(imported.document, { ...choices, roles: chosenRoles });
  const settings = {
    ...initialSettings(imported),
    roleMarks: marks.roleMarks,
    confirmedRoles: [...marks.confirmedRoles],
  };
  const paragraphs = parseScript(document, settings);
  const uses = rolesOf(paragraphs, settings);
  const characters = paragraphs
    .flatMap(({ lines }) => lines)
    .reduce((sum, { turns }) => sum + sentCharacters(turns, settings), 0);
  const { pricePerThousand = null, currency = '' } = importContext ?? {};
  const { roles: previewed, castChanges } = previewRoles(imported, choices, withUnrenderableRoles(uses, paragraphs), {
    voices: importContext?.voices ?? [],
    language: settings.language,
    script: text,
    samples: samplesOf(paragraphs),
    shown,
  });
  const preview: ImportPreview = {
    importId,
    file: basename(imported.path),
    name: shortenName(imported.title ?? imported.name),
    kind: choices.kind,
    choices,
    productionKind: imported.productionKind,
    proposedKind: imported.proposedKind,
    productionNotes: [...imported.productionNotes],
    chapters: chaptersOf(paragraphs).map(({ title, first, end }) => ({
      title: title ?? '',
      lines: countLines(paragraphs.slice(first, end)),
      opening: openingOf(paragraphs.slice(first, end)),
    })),
    roles: previewed,
    castChanges,
    lines: countLines(paragraphs),
    characters,
    seconds: uses.reduce((sum, use) => sum + use.characters, 0) * DEFAULT_SECONDS_PER_CHARACTER,
    price: pricePerThousand === null ? null : { amount: (characters / 1_000) * pricePerThousand, currency },
    sendingMs: sendingMs(paragraphs, settings, importContext),
    warnings: scriptWarnings(text, paragraphs, settings, uses),
    notices: [...imported.notices],
    sections: [...imported.sections],
    sheets: imported.sheets.map(({ columns, rows, ...sheet }) => ({
      ...sheet,
      columns: [...columns],
      rows: rows.map((row) => [...row]),
    })),
    leftOut: [...imported.leftOut],
    asides: imported.asides,
    asideWords: imported.asideWords,
    speech: spoken && { quotations: spoken.quotations, doubtful: spoken.doubtful, lost: spoken.lost.length },
  };
  return { preview, paragraphs, settings, book: imported.book, epub: imported.epub };
}

/** In UTF-16 code units. The last paragraph is shown as a whole. */
const PART_LENGTH = 2_000;

interface PartOptions {
  readonly importId: string;
  readonly choices: ImportChoices;
  readonly part: ImportPart;
}

/**
 * Returns the beginning of a section or chapter as it will be read. A section is read even if it isn't ticked.
 * @throws ImportError `empty` if the section has no text
 */
export function readPart(source: ScriptSource, { importId, choices, part }: PartOptions): ImportText {
  const only = Array.from({ length: source.sections }, (_, at) => at === part.index);
  const chosen = part.of === 'section' ? { ...choices, sections: only } : choices;
  const { paragraphs } = readScript(source, { importId, choices: chosen });
  const chapter = part.of === 'chapter' ? chaptersOf(paragraphs)[part.index] : undefined;
  const all = chapter ? paragraphs.slice(chapter.first, chapter.end) : paragraphs;
  const shown: ImportText['paragraphs'] = [];
  let length = 0;
  for (const paragraph of all) {
    if (length >= PART_LENGTH) return { paragraphs: shown, isCut: true };
    const described = describeParagraph(paragraph);
    if (described === null) continue;
    shown.push(described);
    length += described.turns.reduce((sum, { text }) => sum + text.length, 0);
  }
  return { paragraphs: shown, isCut: false };
}

function describeParagraph({ kind, source, lines }: Paragraph): ImportText['paragraphs'][number] | null {
  if (kind === 'blank' || kind === 'pause') return null;
  const turns = lines.flatMap((line) => line.turns).map((turn) => ({ role: speakerOf(turn), text: turn.text }));
  const isSpoken = turns.length > 0;
  const shown = isSpoken ? turns : [{ role: NARRATOR, text: source.replace(/^#+\s*/, '').trim() }];
  if (kind === 'speech' || kind === 'direction') return { kind, turns: shown, isSpoken };
  return { kind: 'heading', turns: shown, isSpoken };
}

function sendingMs(
  paragraphs: readonly Paragraph[],
  settings: ProjectSettings,
  importContext: ImportContext | undefined,
): number | null {
  if (!importContext?.outlook) return null;
  const { outlook, now } = importContext;
  const items = paragraphs
    .flatMap(({ lines }) => lines)
    .map(({ turns }, at) => ({ id: String(at), characters: sentCharacters(turns, settings) }))
    .filter(({ characters }) => characters > 0);
  const { allSentAt } = forecast(items, outlook, { now, latencyMs: 0 });
  return allSentAt === null ? null : Math.max(0, allSentAt - now);
}

const SAMPLE = 120;

const sampleOf = (words: string): string => (words.length > SAMPLE ? `${words.slice(0, SAMPLE).trimEnd()}…` : words);

function openingOf(paragraphs: readonly Paragraph[]): string {
  const first = paragraphs.find(({ kind, lines }) => kind === 'speech' && lines.length > 0);
  return sampleOf(first?.lines[0]?.turns.map(({ text }) => text).join(' ') ?? '');
}

function samplesOf(paragraphs: readonly Paragraph[]): Map<string, string> {
  const samples = new Map<string, string>();
  for (const { kind, lines } of paragraphs) {
    for (const turn of kind === 'speech' ? lines.flatMap(({ turns }) => turns) : []) {
      const name = speakerOf(turn);
      if (!samples.has(name)) samples.set(name, sampleOf(turn.text));
    }
  }
  return samples;
}

function rowsOf(text: string, names: ReadonlySet<string>): Map<string, string> {
  const rows = new Map<string, string>();
  if (names.size === 0) return rows;
  for (const [row] of text.matchAll(/[^\r\n]+/g)) {
    const colon = row.search(/[:：]/);
    const name = colon < 0 ? '' : normaliseRoleName(row.slice(0, colon));
    if (names.has(name) && !rows.has(name)) rows.set(name, sampleOf(row.slice(colon + 1).trim()));
  }
  return rows;
}

interface CastingSources {
  readonly voices: readonly LenientVoice[];
  readonly language: ProjectSettings['language'];
  readonly script: string;
  readonly samples: ReadonlyMap<string, string>;
  readonly shown: KnownCast;
}

/** Returns the voices that the choices and previous previews give the roles. Renamed roles keep their voices. */
export function keptVoices({ voices, merges, speakers }: ImportChoices, shown: KnownCast): KnownCast {
  const kept = new Map(shown);
  for (const { from, into } of [...merges, ...(speakers?.names ?? [])]) {
    const voice = kept.get(from);
    if (voice !== undefined && !kept.has(into)) kept.set(into, voice);
  }
  for (const { role, voice } of voices ?? []) kept.set(role, { id: voice, name: null });
  return kept;
}

export const chosenVoices = (kept: KnownCast) => Array.from(kept, ([role, { id }]) => ({ role, voice: id }));

function previewRoles(
  imported: Pick<ImportedScript, 'document' | 'text' | 'kind' | 'evidence' | 'book'>,
  choices: ImportChoices,
  uses: readonly RoleUse[],
  { voices, language, script, samples, shown }: CastingSources,
): Pick<ImportPreview, 'roles' | 'castChanges'> {
  const uncast = uses.map(({ name }) => ({ name, voice: null, parameters: {}, turnPrefix: null }));
  const kept = keptVoices(choices, shown);
  const known = withChosenVoices(uncast, chosenVoices(kept), voices);
  const cast = castRoles(known, voices, language, () => script, imported.book?.language);
  const voiceNames = new Map(voices.map(({ id, name }) => [id, name ?? null]));
  const voiceOf = new Map(cast.map(({ name, voice }) => [name, voice]));
  const speaking = new Set(uses.map(({ name }) => name));
  const merged = new Set(choices.merges.map(({ from }) => from));
  const { document, text } = imported;
  const candidates = roleCandidates(document, choices.kind);
  const evidence = roleEvidence(imported, candidates);
  const alike = findSimilarNames(candidates.map(({ name }) => name));
  const rows = rowsOf(text, new Set(candidates.flatMap(({ name }) => (samples.has(name) ? [] : [name]))));
  const found = (name: string, lines: number, characters: number): ImportRole => ({
    name,
    lines,
    characters,
    isRole: speaking.has(name),
    isFixed: name === NARRATOR,
    voice: voiceNames.get(voiceOf.get(name) ?? '') ?? null,
    voiceId: voiceOf.get(name) ?? null,
    like: alike.get(name) ?? null,
    likeEvidence: evidenceOfLikeness(name, alike.get(name)),
    sample: samples.get(name) ?? rows.get(name) ?? '',
    evidence: name === NARRATOR ? null : (evidence.get(name) ?? null),
  });
  const silent = candidates.filter(({ name }) => !speaking.has(name) && !merged.has(name));
  const roles = [
    ...uses.toSorted((a, b) => b.lines - a.lines).map(({ name, lines, characters }) => found(name, lines, characters)),
    ...silent.map(({ name, rows, characters }) => found(name, rows, characters)),
  ];
  const chosen = new Set((choices.voices ?? []).map(({ role }) => role));
  return { roles, castChanges: shown.size === 0 ? [] : castChanges(kept, cast, voices, chosen) };
}

/** Names that only differ by case or letters count as spelling variants. */
const evidenceOfLikeness = (name: string, like: string | undefined): NameEvidence | null =>
  like === undefined ? null : (samePersonEvidence({ name }, { name: like }) ?? 'spelling');

function withUnrenderableRoles(roles: readonly RoleUse[], paragraphs: readonly Paragraph[]): RoleUse[] {
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

/** A paragraph with more than two roles becomes one line, so that the reason why it can't be rendered is shown. */
const countLines = (paragraphs: readonly Paragraph[]): number =>
  paragraphs.reduce((sum, { lines, problem }) => sum + (problem?.kind === 'three-roles' ? 1 : lines.length), 0);
