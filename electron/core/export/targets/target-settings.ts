import { type AudioTags, coverPicture } from '@lectern/audio';
import { encodingProblem } from '@lectern/audio/mastering';
import { watermarkIdOf } from '@lectern/audio/watermark';
import type { BookDetails, BookField } from '../../../../shared/model/book.ts';
import {
  CODECS,
  type DeliveryEncoding,
  ENCODINGS,
  goalForEncoding,
  type MasteringGoal,
  masteringGoalSchema,
  type TargetChanges,
} from '../../../../shared/model/export/delivery.ts';
import type { VerdictRow } from '../../../../shared/model/export/export.ts';
import {
  DEFAULT_SIDECAR_AUDIO,
  EXPORT_TARGETS,
  type ExportTarget,
  type ExportTargetId,
  type FileShape,
  type NamePattern,
  type TargetProblem,
} from '../../../../shared/model/export/export-target.ts';
import { isSynthetic, type SpeechSourceKind } from '../../../../shared/rules/digital-source-type.ts';
import { isSpokenDisclosureWanted } from '../../../../shared/rules/export/disclosure.ts';
import { TARGETS } from '../../../../shared/rules/export/export-targets.ts';
import { ownExportTarget } from '../../../../shared/rules/export/own-targets.ts';
import {
  type Readiness,
  readinessFor,
  unauthorisedTargets,
  withDisclosure,
} from '../../../../shared/rules/export/target-readiness.ts';
import { coverState, readCover } from '../../app/library/cover.ts';
import { bookTitle } from '../../project/book/book-title.ts';
import { creditsDiffer, isDisclosureInScript, missingCreditDetails } from '../../project/book/credits-in-script.ts';
import type { Project } from '../../project/project.ts';
import { languageCode } from '../../rules/language-codes.ts';
import { targetFileName } from '../../rules/target-file-names.ts';
import type { ExportScope } from '../plan/select-lines.ts';
import type { AudioShape } from './audio-layout.ts';
import type { AudioSettings, BookTags } from './audio-target.ts';
import { isPublishable } from './publications.ts';

export type AudioTargetId = Exclude<ExportTargetId, 'lines'>;

export const isAudioTarget = (id: ExportTargetId): id is AudioTargetId => id !== 'lines';

export class TargetError extends Error {
  override readonly name = 'TargetError';
  readonly target: ExportTargetId;
  readonly problem: TargetProblem;

  constructor(target: ExportTargetId, problem: TargetProblem) {
    super(problem.kind);
    this.target = target;
    this.problem = problem;
  }
}

export interface AudioOrder extends ExportScope {
  readonly target: AudioTargetId;
  /** Id of the project's own target to use; `target` is the predefined target that it is based on. */
  readonly ownTarget?: string | undefined;
  readonly changes?: TargetChanges | undefined;
  /** Title of chapters without a heading. */
  readonly untitled: string;
  /** Whether the sounds attached to cues are mixed in. Defaults to true. */
  readonly music?: boolean | undefined;
}

export interface TargetSettings {
  readonly target: ExportTarget;
  readonly settings: AudioSettings;
  /** Details that the store requires, but that aren't part of the files. */
  readonly readiness: Readiness;
  readonly checks: readonly VerdictRow[];
}

/**
 * Returns the settings of an export. If none of the speech is synthetic, or `sources` is empty, they disclose nothing.
 * @param sources how the exported speech was made @throws TargetError
 */
export async function targetSettings(
  project: Project,
  order: AudioOrder,
  sources: readonly SpeechSourceKind[],
): Promise<TargetSettings> {
  const { changes = {}, target: id, ownTarget, untitled, chapterIds, music = true } = order;
  const target = targetOf(project, id, ownTarget);
  const made = applyChanges(target, changes);
  const details = project.book.read();
  const { title } = bookTitle(project);
  const needed = detailMissingForName(made.name, details);
  if (needed) throw new TargetError(id, { kind: 'needs', field: needed });
  const extension = extensionOf(target, made.encoding);
  const settings: AudioSettings = {
    untitled,
    chapterIds,
    music,
    shape: made.shape,
    goal: made.goal,
    encoding: made.encoding,
    chapterMarks: target.chapterMarks,
    watermarkId: project.settings().watermark ? watermarkIdOf(project.info().id) : undefined,
    extras: target.extras,
    book: await bookTags(project, target, { title, isDisclosed: sources.some(isSynthetic) }),
    nameOf({ number, files, title: chapter }) {
      const joinNames = { number, files, book: title, isbn: details.isbn };
      const isChapter = made.shape.kind === 'chapters';
      return targetFileName(made.name, { ...joinNames, chapter: isChapter ? chapter : null }, extension);
    },
  };
  const lacking = readinessFor(target, details, await coverState(project.dir));
  return {
    target,
    settings,
    readiness: lacking,
    checks: [
      ...bookChecks(target, lacking),
      ...creditChecks(project, target),
      ...disclosureChecks(project, target, sources),
    ],
  };
}

/** Returns the settings of the audio in a publication. @throws TargetError */
export async function publicationSettings(
  project: Project,
  order: AudioOrder,
  sources: readonly SpeechSourceKind[],
): Promise<Awaited<ReturnType<typeof targetSettings>>> {
  const made = await targetSettings(project, order, sources);
  const { encoding } = made.settings;
  if (!isPublishable(encoding)) throw new TargetError(order.target, { kind: 'only-mp3-or-aac' });
  // The publication has its own table of contents.
  return { ...made, settings: { ...made.settings, chapterMarks: false, extras: [] } };
}

/** Returns a target by its id. Includes the project's own targets. @throws TargetError if there is no such target */
export function targetById(project: Project, id: string): Pick<AudioOrder, 'target' | 'ownTarget'> {
  const target = EXPORT_TARGETS.find((known) => known === id);
  if (target && isAudioTarget(target)) return { target };
  const own = project.settings().ownTargets.find((known) => known.id === id);
  if (!own) throw new TargetError(DEFAULT_SIDECAR_AUDIO, { kind: 'unknown' });
  return { target: own.base, ownTarget: own.id };
}

/** @throws TargetError if the project no longer has the target */
function targetOf(project: Project, id: AudioTargetId, ownTarget: string | undefined): ExportTarget {
  if (ownTarget === undefined) return TARGETS[id];
  const own = project.settings().ownTargets.find((known) => known.id === ownTarget && known.base === id);
  if (!own) throw new TargetError(id, { kind: 'unknown' });
  return ownExportTarget(own);
}

function bookChecks({ cover }: ExportTarget, { missing, cover: faults }: Readiness): VerdictRow[] {
  const result = cover?.isNeeded ? 'fail' : 'look';
  return [
    ...(missing.length > 0 ? [{ kind: 'details', result: 'fail', fields: missing } as const] : []),
    ...faults.map((fault) => ({ kind: 'cover', result, fault }) as const),
  ];
}

/** Checks the credits. Missing details fail the check if the target requires them. */
function creditChecks(project: Project, { needs }: ExportTarget): VerdictRow[] {
  const fields = missingCreditDetails(project);
  const result = fields.some((field) => needs.includes(field)) ? 'fail' : 'look';
  return [
    ...(fields.length > 0 ? [{ kind: 'credits', result, fields } as const] : []),
    ...(creditsDiffer(project) ? [{ kind: 'credits-differ', result: 'look' } as const] : []),
  ];
}

function disclosureChecks(project: Project, { id }: ExportTarget, sources: readonly SpeechSourceKind[]): VerdictRow[] {
  const { disclosure } = project.settings();
  const isBanned = sources.some(isSynthetic) && isUnauthorised(project, id);
  const isUndisclosed = isSpokenDisclosureWanted(disclosure, sources) && !isDisclosureInScript(project);
  return [
    ...(isBanned ? [{ kind: 'synthetic-banned', result: 'fail' } as const] : []),
    ...(isUndisclosed ? [{ kind: 'spoken-disclosure', result: 'look' } as const] : []),
  ];
}

/** Returns whether a target bans synthetic narration and hasn't authorised it for this book. */
export const isUnauthorised = (project: Project, id: ExportTargetId): boolean =>
  unauthorisedTargets([id], project.settings().authorisedTargets).length > 0;

export interface AppliedTarget {
  readonly shape: AudioShape;
  readonly goal: MasteringGoal;
  readonly encoding: DeliveryEncoding;
  readonly name: NamePattern;
}

/** @throws TargetError */
export function applyChanges(target: ExportTarget, changes: TargetChanges): AppliedTarget {
  if (target.goal === null || target.encoding === null || target.name === null || target.shape.kind === 'lines') {
    throw new RangeError(`${target.id} is not made of several takes.`);
  }
  const given = Object.entries(changes.goal ?? {}).filter(([, value]) => value !== undefined);
  const encoding = encodingFor(target.encoding, changes);
  const wanted = masteringGoalSchema.parse({ ...target.goal, ...Object.fromEntries(given) });
  const goal = goalForEncoding(encoding, wanted);
  if (target.id === 'm4b' && encoding.codec !== 'aac') throw new TargetError(target.id, { kind: 'only-aac' });
  const problem = encodingProblem(encoding, goal.sampleRate);
  if (problem) throw new TargetError(target.id, problem);
  return { shape: toAudioShape(target.shape), goal, encoding, name: target.name };
}

const toAudioShape = (shape: Exclude<FileShape, { readonly kind: 'lines' }>): AudioShape =>
  shape.kind === 'sample' ? { kind: 'sample', longestSeconds: shape.longestSeconds } : { kind: shape.kind };

function encodingFor(defaults: DeliveryEncoding, { format, bitrate }: TargetChanges): DeliveryEncoding {
  if (format === undefined)
    return bitrate === undefined || !('bitrate' in defaults) ? defaults : { ...defaults, bitrate };
  const { codec } = ENCODINGS[format](0);
  const ownBitrate =
    codec === defaults.codec && 'bitrate' in defaults ? defaults.bitrate : (CODECS[codec].bitrate ?? 0);
  return ENCODINGS[format](bitrate ?? ownBitrate);
}

/** Players recognise audiobooks with chapters by their extension, `.m4b`. */
const extensionOf = ({ chapterMarks, id }: ExportTarget, { codec }: DeliveryEncoding): string =>
  codec === 'aac' && chapterMarks && id === 'm4b' ? 'm4b' : CODECS[codec].extension;

/**
 * Returns the detail that a file name requires but that is missing. Only the ISBN is checked, because a title always
 * exists.
 */
const detailMissingForName = (name: NamePattern, { isbn }: BookDetails): BookField | null =>
  name.includes('{isbn}') && isbn === null ? 'isbn' : null;

async function bookTags(
  project: Project,
  target: ExportTarget,
  { title, isDisclosed }: { readonly title: string; readonly isDisclosed: boolean },
): Promise<BookTags> {
  const details = isDisclosed ? withDisclosure(target, project.book.read()) : project.book.read();
  const cover = await readCover(project.dir);
  return { title, tags: tagsOf(target, details), cover: cover && coverPicture(cover) };
}

const joinNames = (people: readonly string[]): string | null => (people.length === 0 ? null : people.join(', '));

function tagsOf({ id, shows }: ExportTarget, details: BookDetails): BookTags['tags'] {
  const shown = <F extends BookField>(field: F): BookDetails[F] | null =>
    shows.includes(field) ? details[field] : null;
  const language = shown('language');
  const tags: Omit<AudioTags, 'title' | 'track' | 'cover' | 'album'> = {
    artist: joinNames(shown('authors') ?? []),
    narrator: joinNames(shown('narrators') ?? []),
    subtitle: shown('subtitle'),
    publisher: shown('publisher'),
    year: shown('year')?.toString() ?? null,
    genre: id === 'podcast' ? 'Podcast' : 'Audiobook',
    description: shown('description'),
    series: shown('series'),
    seriesPart: shown('seriesNumber')?.toString() ?? null,
    language: language && languageCode(language),
    isbn: shown('isbn'),
    copyright: shown('copyright'),
  };
  return tags;
}
