import { stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { errorCode, UnsafeEntryError } from '../../node/files/file-errors.ts';
import { readRegularFile } from '../../node/files/regular-file.ts';
import type { BlockEvidence } from '../../shared/model/block-evidence.ts';
import { MAX_ROW_LENGTH } from '../../shared/model/book.ts';
import type { CountedWords } from '../../shared/model/counted-words.ts';
import { typeByName } from '../../shared/model/file-types.ts';
import type { DocumentChoices } from '../../shared/model/import-choices.ts';
import type { ImportErrorData, ImportNotice } from '../../shared/model/import-notes.ts';
import {
  type Aside,
  DOCUMENT_EXTENSIONS,
  DOCUMENT_FORMATS,
  type Manuscript,
  type ManuscriptNotice,
  SCRIPT_EXTENSIONS,
  type ScriptKind,
  type Section,
} from '../../shared/model/manuscript.ts';
import type { ProductionKind, ProductionNote, ProposedKind } from '../../shared/model/production-kind.ts';
import type { ReadingWatch } from '../../shared/model/reading-progress.ts';
import type { SpeakerChoices } from '../../shared/model/speaker-choices.ts';
import { countCharacters, withoutInvisible } from '../../shared/rules/characters.ts';
import { IN_CAPITALS, MAX_ROLE_NAME_LENGTH } from '../../shared/rules/role-marks.ts';
import { scriptText } from '../../shared/rules/script-text.ts';
import { detectFileType, ENCRYPTED_OFFICE, isJsonData } from './formats/file-type.ts';
import { checkRowCount, documentError, ImportError } from './formats/importable-file.ts';
import { documentFormatOf, readDocument } from './formats/read-document.ts';
import { sheetManuscript, sheetPreviews } from './formats/sheet.ts';
import type { SheetPreview } from './formats/sheet-choices.ts';
import { LaidOutText } from './layout/laid-out-text.ts';
import { readScriptHead } from './layout/production-heads.ts';
import { normaliseColumns } from './layout/script-columns.ts';
import { detectScriptKind, MAX_SHORT_SCRIPT_LENGTH } from './layout/script-kind.ts';
import { markBoldNames, withEmphasis, withoutEmphasis } from './script/document-emphasis.ts';
import { restorePauseMarks, withoutInlineMarkup } from './script/inline-markup.ts';
import {
  countAsides,
  countAsideWords,
  evidenceOfSpeeches,
  hasSpeech,
  isReadByDefault,
  manuscriptDocument,
  manuscriptKind,
  manuscriptText,
} from './script/manuscript-script.ts';
import { withEmphasisOf } from './script/moved-emphasis.ts';
import { countLeftOutWords, sampleOf } from './script/omitted-words.ts';
import { silenceProductionNotes } from './script/production-notes.ts';
import { proposeKind } from './script/propose-kind.ts';
import { cueNotices, headNotices, sceneBreakNotices, scriptNotices } from './script/script-notices.ts';
import { statedScript } from './script/stated-script.ts';
import { bookOfDocument } from './sections/book-of-document.ts';
import { withScenePauses } from './sections/scene-breaks.ts';
import { attributeScript } from './speakers/attributed-script.ts';
import { type ImportedScript, OpenedText, readText } from './text/text-file.ts';

/** In bytes. For comparison, a long novel has 3 MiB. */
const MAX_BYTES = 64 * 1024 * 1024;

const TEXT_EXTENSIONS: readonly string[] = [
  '',
  ...[...SCRIPT_EXTENSIONS, ...DOCUMENT_FORMATS.markdown].map((extension) => `.${extension}`),
];

export interface ReadSection extends Pick<Section, 'title' | 'kind'>, CountedWords {
  readonly characters: number;
  readonly isRead: boolean;
  readonly evidence?: BlockEvidence | undefined;
}

/** A manuscript before it is read as a certain kind of project. */
export type BareFile = Omit<ImportedFile, 'productionKind' | 'proposedKind' | 'productionNotes'>;

export interface ImportedFile extends ImportedScript {
  /** In reading order; empty for plain text. */
  readonly sections: readonly ReadSection[];
  readonly leftOut: readonly ManuscriptNotice[];
  /** Empty unless the file is a spreadsheet. */
  readonly sheets: readonly SheetPreview[];
  readonly asides: Readonly<Record<Aside, number>>;
  readonly asideWords: { readonly [aside in Aside]?: CountedWords };
  /** Chosen or proposed. */
  readonly productionKind: ProductionKind;
  readonly proposedKind: ProposedKind;
  /** Paragraphs of a podcast that aren't spoken; empty for other kinds. */
  readonly productionNotes: readonly ProductionNote[];
  readonly path: string;
  /** File name without extension. Used as the project name if the work has no title. */
  readonly name: string;
  readonly sizeBytes: number;
  /** The file itself, if it is an EPUB. */
  readonly epub?: Uint8Array;
}

export interface ScriptSource {
  readonly detected: ScriptKind;
  readonly sections: number;
  readonly sheets: number;
  /** @throws ImportError `empty` if the chosen sections have no words */
  as(kind: ScriptKind, choices?: DocumentChoices): ImportedFile;
}

interface BareSource extends Omit<ScriptSource, 'as'> {
  as(kind: ScriptKind, choices?: DocumentChoices): BareFile;
}

/** Adds the suggested kind, based only on the first reading, and turns a podcast's production notes into directions. */
export function withProductionKind(source: BareSource): ScriptSource {
  let proposedKind: ProposedKind | null = null;
  return {
    ...source,
    as(kind, { productionKind: chosen, spokenNotes = [], ...choices } = {}) {
      const read = source.as(kind, choices);
      const bare = { ...read, notices: [...read.notices, ...titleNotices(read)] };
      proposedKind ??= proposeKind(bare);
      const productionKind = chosen ?? proposedKind.kind;
      if (productionKind !== 'podcast') return { ...bare, productionKind, proposedKind, productionNotes: [] };
      const options = kind === 'script' ? IN_CAPITALS : PROSE_MARKS;
      const { document, notes } = silenceProductionNotes(bare.document, spokenNotes, options);
      const text = scriptText(document, options);
      return { ...bare, document, text, productionKind, proposedKind, productionNotes: notes };
    },
  };
}

const PROSE_MARKS = { roleMarks: 'confirmed', confirmedRoles: [] } as const;

/** Imports with default choices. @throws ImportError of any kind, or the abort reason of `watch` */
export async function importScript(path: string, watch?: ReadingWatch): Promise<ImportedFile> {
  const source = await openScriptFile(await readScriptFile(path), path, watch);
  return source.as(source.detected);
}

/** @throws ImportError of any kind except file access errors, or the abort reason of `watch` */
export async function openScriptFile(bytes: Uint8Array, path: string, watch?: ReadingWatch): Promise<ScriptSource> {
  const file = basename(path);
  checkType(bytes, path);
  if (bytes.byteLength > MAX_BYTES) throw tooLargeError(path);
  const format = documentFormatOf(bytes, file);
  if (format === null) return openTextFile(bytes, path);
  const names = fileNames(bytes, path);
  if (format !== 'markdown') {
    const source = openManuscript(await readDocument({ format, bytes, file: path }, watch), names);
    return format === 'epub' ? { ...source, as: (...choices) => ({ ...source.as(...choices), epub: bytes }) } : source;
  }
  const text = readText(bytes, file);
  const { openMarkdownScript } = await import('./formats/markdown.ts');
  const script = openMarkdownScript(text, file);
  if (script !== null) return openText(script, names);
  return openManuscript(await readDocument({ format, text, file: path }, watch), names, manuscriptKind);
}

type FileNames = Pick<ImportedFile, 'path' | 'name' | 'sizeBytes'>;

export function openManuscript(manuscript: Manuscript, names: FileNames, detect = detectKind): ScriptSource {
  const layouts = new ManuscriptLayouts();
  const { sections, sheets = [], assumed = [] } = manuscript;
  return withProductionKind({
    detected: detect(manuscript, layouts),
    sections: sections.length,
    sheets: sheets.length,
    as(kind, choices) {
      const script = manuscriptScript(manuscript, kind, choices, { path: names.path, layouts });
      return { ...script, notices: [...assumed, ...script.notices], ...names };
    },
  });
}

const IMPORTABLE_TYPES: ReadonlySet<string> = new Set(['pdf', 'epub', 'docx', 'xlsx', 'opendocument', 'rtf', 'html']);

/** Goes by the content, since any file can have the name of a manuscript. */
function checkType(bytes: Uint8Array, path: string): void {
  const type = detectFileType(bytes, basename(path));
  if (type === ENCRYPTED_OFFICE) throw documentError('protected', path);
  if (type === 'office' && hasDocumentName(path)) throw documentError('damaged', path);
  // Highland packs its scripts.
  if (type === 'zip' && DOCUMENT_FORMATS.fountain.some((extension) => path.toLowerCase().endsWith(`.${extension}`)))
    return;
  if (type !== null && !IMPORTABLE_TYPES.has(type)) throw new ImportError({ kind: 'wrong-file', type }, path);
}

const hasDocumentName = (path: string): boolean => DOCUMENT_EXTENSIONS.includes(extname(path).slice(1).toLowerCase());

/** @throws ImportError `binary`, `empty`, `encoding`, `wrong-file` or `unknown-format` */
export function openTextFile(bytes: Uint8Array, path: string): ScriptSource {
  const file = basename(path);
  const extension = extname(file).toLowerCase();
  const isJson = isJsonData(bytes);
  if (!TEXT_EXTENSIONS.includes(extension) && !(isJson && typeByName(file) === 'json')) {
    const type = detectFileType(bytes, file) ?? typeByName(file);
    if (type === ENCRYPTED_OFFICE) throw documentError('protected', path);
    if (type === null && hasDocumentName(path)) throw documentError('damaged', path);
    if (type === null) throw new ImportError({ kind: 'unread-extension', extension: extname(file) }, path);
    throw new ImportError({ kind: 'wrong-file', type }, path);
  }
  const text = readText(bytes, file);
  if (isJson && normaliseColumns(text.text) === text.text)
    throw new ImportError({ kind: 'wrong-file', type: 'json' }, path);
  return openText(new OpenedText(text, file), fileNames(bytes, path));
}

/** @throws ImportError `no-words` or `matter-only` */
function openText(text: OpenedText, names: FileNames): ScriptSource {
  const { detected } = text;
  const first = text.readAs(detected);
  const plain = { ...names, sections: [], sheets: [], leftOut: [], asides: NO_ASIDES, asideWords: {} };
  return withProductionKind({
    detected,
    sections: 0,
    sheets: 0,
    as: (kind, { emphasis = true } = {}) => ({
      ...(kind === detected && emphasis ? first : text.readAs(kind, emphasis)),
      ...plain,
    }),
  });
}

const NO_ASIDES = { notes: 0, captions: 0, tables: 0 };

export interface SpokenBook {
  readonly imported: ImportedFile;
  /** Speakers to confirm as roles. Unless they are confirmed, the marks before their quotations are read aloud. */
  readonly roles: readonly string[];
  readonly quotations: number;
  readonly claimed: number;
  readonly doubtful: number;
  /** Quotations that the user has decided on but that are no longer in the book. */
  readonly lost: readonly number[];
}

/** Attributes quotations to speakers. @param imported must be prose */
export function withSpeakers(imported: ImportedFile, choices?: SpeakerChoices): SpokenBook {
  const { text, isSupported, evidence, ...found } = attributeScript(imported.text, choices);
  const notices = isSupported ? imported.notices : [...imported.notices, { kind: 'speakers-unsupported' as const }];
  return { imported: { ...imported, text, document: [text], notices, evidence }, ...found };
}

const fileNames = (bytes: Uint8Array, path: string): FileNames => ({
  path,
  name: basename(path, extname(path)),
  sizeBytes: bytes.byteLength,
});

class ManuscriptLayouts {
  #chosen: string | null = null;
  #laidOut = new LaidOutText('');

  of(chosen: string, text: string): LaidOutText {
    if (this.#chosen !== chosen) this.#laidOut = new LaidOutText(text);
    this.#chosen = chosen;
    return this.#laidOut;
  }
}

interface UnstatedScript {
  readonly styled: string;
  readonly plain: string;
  readonly laidOut: LaidOutText;
  readonly notices: readonly ImportNotice[];
}

type SectionFilter = (section: Section, index: number) => boolean;

function readUnstatedScript(
  manuscript: Manuscript,
  isRead: SectionFilter,
  { sheets, ...places }: Pick<DocumentChoices, 'sheets' | Aside>,
  layouts: ManuscriptLayouts,
): UnstatedScript {
  const named = markBoldNames(manuscriptText(manuscript, 'script', isRead, places, true));
  const { text, notices } = withoutInlineMarkup(named);
  const styled = withoutInvisible(restorePauseMarks(text));
  const plain = withoutEmphasis(styled);
  const chosen = JSON.stringify([manuscript.sections.map(isRead), places, sheets]);
  return { styled, plain, laidOut: layouts.of(chosen, plain), notices };
}

/** A document without speech blocks may still be a script whose names are ordinary text. */
function detectKind(manuscript: Manuscript, layouts: ManuscriptLayouts): ScriptKind {
  if (manuscriptKind(manuscript) === 'script') return 'script';
  const { plain, laidOut } = readUnstatedScript(manuscript, isReadByDefault, {}, layouts);
  const hasLayout = () => laidOut.layout(false) !== null;
  const isBook = plain.length > MAX_SHORT_SCRIPT_LENGTH || detectScriptKind(plain, hasLayout) === 'prose';
  return laidOut.layout(isBook) === null ? 'prose' : 'script';
}

function manuscriptScript(
  original: Manuscript,
  kind: ScriptKind,
  choices: DocumentChoices | undefined,
  { path, layouts }: { readonly path: string; readonly layouts: ManuscriptLayouts },
): ImportedScript & Pick<ImportedFile, 'sections' | 'sheets' | 'leftOut' | 'asides' | 'asideWords'> {
  const { sections, sheets, emphasis = true, ...places } = choices ?? {};
  const manuscript = applySheetChoices(original, sheets, path);
  const isRead: SectionFilter = (section, index) => sections?.[index] ?? isReadByDefault(section);
  const isStated = kind === 'script' && hasSpeech(manuscript);
  const isEmphasised = emphasis && hasEmphasis(manuscript);
  const unstated =
    kind === 'script' && !isStated ? readUnstatedScript(manuscript, isRead, { ...places, sheets }, layouts) : null;
  const documentOf = (isStyled: boolean) => manuscriptDocument(manuscript, kind, isRead, places, isStyled);
  const textOf = (isStyled: boolean) => scriptText(documentOf(isStyled), IN_CAPITALS);
  const document = isStated
    ? statedScript(documentOf(false), isEmphasised ? documentOf(true) : null)
    : [withScenePauses(unstated ? laidOutScript(unstated, isEmphasised) : toProseText(textOf, isEmphasised))];
  const text = scriptText(document, IN_CAPITALS);
  if (text.trim() === '') throw documentError('empty', path);
  checkRowCount(text, path);
  return {
    text,
    document,
    kind,
    title: manuscript.title,
    book: bookOfDocument(manuscript),
    evidence: isStated ? evidenceOfSpeeches(manuscript) : unstated?.laidOut.layout(false)?.evidence,
    notices: [
      ...longNameNotices(manuscript, isRead),
      ...sceneBreakNotices(text, paragraphText(manuscript)),
      ...(unstated ? headNotices(readScriptHead(unstated.plain).rows) : []),
      ...(unstated?.notices ?? (isStated ? withoutInlineMarkup(textOf(false)).notices : [])),
      ...(kind === 'script' ? scriptNotices(text) : []),
      ...cueNotices(text),
    ],
    sections: manuscript.sections.map((section, index) => ({
      title: section.title,
      kind: section.kind,
      characters: sectionCharacters(section),
      ...countedWords(section),
      isRead: isRead(section, index),
      ...headingEvidence(section),
    })),
    sheets: sheetPreviews(manuscript.sheets ?? [], sheets),
    leftOut: manuscript.notices,
    asides: countAsides(manuscript),
    asideWords: countAsideWords(manuscript),
  };
}

function laidOutScript({ styled, plain, laidOut }: UnstatedScript, isEmphasised: boolean): string {
  const rewritten = laidOut.layout(false)?.text ?? null;
  const bare = rewritten === null ? plain : withoutEmphasis(rewritten);
  if (!isEmphasised) return bare;
  return withEmphasis(bare, rewritten === null ? styled : withEmphasisOf(rewritten, styled));
}

function toProseText(textOf: (isStyled: boolean) => string, isEmphasised: boolean): string {
  const plain = withoutInvisible(withoutEmphasis(textOf(false)));
  return isEmphasised ? withEmphasis(plain, withoutInvisible(textOf(true))) : plain;
}

/** Rebuilds the sections of a spreadsheet from the chosen columns. @throws ImportError `empty` */
function applySheetChoices(manuscript: Manuscript, choices: DocumentChoices['sheets'], path: string): Manuscript {
  if (!manuscript.sheets || !choices) return manuscript;
  const { sections } = sheetManuscript(manuscript.sheets, path, [], choices);
  return { ...manuscript, sections };
}

function longNameNotices({ sections }: Manuscript, isRead: SectionFilter): ImportNotice[] {
  const blocks = sections.filter(isRead).flatMap((section) => section.blocks);
  const [first, ...others] = new Set(blocks.flatMap((block) => ('longName' in block ? block.longName : [])));
  if (first === undefined) return [];
  return [{ kind: 'long-names', words: sampleOf(first), others: others.length, limit: MAX_ROLE_NAME_LENGTH }];
}

/** Book details only allow shorter titles than manuscripts. */
const titleNotices = ({ title }: Pick<BareFile, 'title'>): ImportNotice[] =>
  title !== null && title.length > MAX_ROW_LENGTH
    ? [{ kind: 'long-title', characters: title.length, limit: MAX_ROW_LENGTH }]
    : [];

const paragraphText = ({ sections }: Manuscript): string =>
  sections
    .flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'paragraph' ? [block.text] : [])))
    .join('\n');

const hasEmphasis = ({ sections }: Manuscript): boolean =>
  sections.some(({ blocks }) => blocks.some((block) => 'styled' in block));

/** Cached, because every change in the preview reads the same sections again. */
const wordCounts = new WeakMap<Section, CountedWords>();

function countedWords(section: Section): CountedWords {
  const counted =
    wordCounts.get(section) ??
    countLeftOutWords(section.blocks.flatMap((block) => ('text' in block ? [block.text] : [])));
  wordCounts.set(section, counted);
  return counted;
}

function headingEvidence({ blocks: [heading] }: Section): Pick<ReadSection, 'evidence'> {
  return heading?.kind === 'heading' && heading.evidence ? { evidence: heading.evidence } : {};
}

const sectionCharacters = ({ blocks }: Section): number =>
  blocks.reduce((sum, block) => sum + ('text' in block ? countCharacters(block.text) : 0), 0);

/** @throws ImportError `not-found`, `folder`, `unreadable` or `too-large` */
export async function readScriptFile(path: string): Promise<Uint8Array> {
  try {
    const stats = await stat(path);
    if (stats.isDirectory()) throw folderError(path);
    return await readRegularFile(path, MAX_BYTES, 'follow');
  } catch (error) {
    if (error instanceof UnsafeEntryError) throw unsafeFileError(error, path);
    throw error instanceof ImportError ? error : fileError(error, path);
  }
}

/** Some programs, and Lectern itself, store a document as a folder. */
function folderError(path: string): ImportError {
  const type = typeByName(path);
  return new ImportError(type === null ? { kind: 'file-is-folder' } : { kind: 'wrong-file', type }, path);
}

const tooLargeError = (path: string): ImportError => {
  const type = typeByName(path);
  const tooLarge = { kind: 'file-too-large', mebibytes: MAX_BYTES / 1024 / 1024 } as const;
  return new ImportError(type === null ? tooLarge : { kind: 'wrong-file', type }, path);
};

const unsafeFileError = ({ reason }: UnsafeEntryError, path: string): ImportError =>
  reason === 'too-large' ? tooLargeError(path) : new ImportError({ kind: 'file-not-regular' }, path);

function fileError(error: unknown, path: string): ImportError {
  const code = errorCode(error) ?? null;
  const problems: Readonly<Record<string, ImportErrorData>> = {
    ENOENT: { kind: 'file-not-found' },
    ENOTDIR: { kind: 'file-not-found' },
    EISDIR: { kind: 'file-is-folder' },
    EACCES: { kind: 'file-forbidden' },
    EPERM: { kind: 'file-forbidden' },
  };
  return new ImportError(problems[code ?? ''] ?? { kind: 'file-unreadable', code }, path, error);
}
