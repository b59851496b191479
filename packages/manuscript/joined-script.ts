import type { BlockEvidence } from '../../shared/model/block-evidence.ts';
import type { CountedWords } from '../../shared/model/counted-words.ts';
import type { DocumentChoices } from '../../shared/model/import-choices.ts';
import type { ScriptKind } from '../../shared/model/manuscript.ts';
import { ASIDES, type Aside } from '../../shared/model/manuscript.ts';
import type { ScriptDocument } from '../../shared/model/script.ts';
import { commonTitle } from '../../shared/rules/book-parts.ts';
import { countCharacters } from '../../shared/rules/characters.ts';
import { IN_CAPITALS } from '../../shared/rules/role-marks.ts';
import { joinPieces, scriptText } from '../../shared/rules/script-text.ts';
import { documentError, ImportError } from './formats/importable-file.ts';
import { Omissions } from './formats/omissions.ts';
import { type BareFile, type ReadSection, type ScriptSource, withProductionKind } from './import-script.ts';
import { mergeEvidence } from './layout/name-evidence.ts';
import { roleEvidence } from './script/role-evidence.ts';

interface JoinedPart {
  readonly whole: BareFile;
  /** Null if none of the source's sections are read. */
  readonly read: BareFile | null;
  readonly sections: readonly ReadSection[];
}

/** Joins sources in order. A file without sections counts as one section. @param parts one or more sources */
export function joinScripts(parts: readonly ScriptSource[]): ScriptSource {
  return withProductionKind({
    detected: parts.some(({ detected }) => detected === 'script') ? 'script' : 'prose',
    sections: parts.reduce((sum, { sections }) => sum + Math.max(1, sections), 0),
    sheets: parts.reduce((sum, { sheets }) => sum + sheets, 0),
    // The joined script is read as a whole, so that its notes are counted together.
    as: (kind, choices) => joinParts(readParts(parts, kind, { ...choices, productionKind: 'other' })),
  });
}

function readParts(parts: readonly ScriptSource[], kind: ScriptKind, choices: DocumentChoices = {}): JoinedPart[] {
  const { sections, sheets, ...places } = choices;
  let [section, sheet] = [0, 0];
  return parts.map((part) => {
    const count = Math.max(1, part.sections);
    const own = sections?.slice(section, section + count);
    const ownSheets = sheets?.slice(sheet, sheet + part.sheets);
    section += count;
    sheet += part.sheets;
    const whole = () => part.as(kind, { emphasis: choices.emphasis, productionKind: choices.productionKind });
    if (part.sections === 0) {
      const text = whole();
      const isRead = own?.[0] ?? true;
      const characters = countCharacters(text.text);
      const title = text.title ?? text.name;
      return { whole: text, read: isRead ? text : null, sections: [{ title, kind: 'chapter', characters, isRead }] };
    }
    const isRead = own?.includes(true) ?? true;
    const read = isRead ? tryRead(() => part.as(kind, { ...places, sections: own, sheets: ownSheets })) : null;
    const found = read ?? whole();
    return {
      whole: found,
      read,
      sections: found.sections.map((one, at) => ({ ...one, isRead: own?.[at] ?? one.isRead })),
    };
  });
}

function tryRead(read: () => BareFile): BareFile | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof ImportError && error.kind === 'empty') return null;
    throw error;
  }
}

function joinParts(parts: readonly JoinedPart[]): BareFile {
  const files = parts.map(({ whole }) => whole);
  const path = files.map(({ name }) => name).join(', ');
  const read = parts.flatMap((part) => part.read ?? []);
  const [first] = read;
  if (!first) throw documentError('empty', path);
  const asides = { notes: 0, captions: 0, tables: 0 };
  for (const file of read) {
    asides.notes += file.asides.notes;
    asides.captions += file.asides.captions;
    asides.tables += file.asides.tables;
  }
  const document = joinPieces(read.flatMap(withHeading));
  return {
    text: scriptText(document, IN_CAPITALS),
    document,
    kind: first.kind,
    title: null,
    evidence: combineEvidence(read),
    notices: [...new Set(read.flatMap(({ notices }) => notices))],
    sections: parts.flatMap(({ sections }) => sections),
    sheets: parts.flatMap((part) => (part.read ?? part.whole).sheets),
    leftOut: sumNotices(read.flatMap(({ leftOut }) => leftOut)),
    asides,
    asideWords: Object.fromEntries(ASIDES.flatMap((aside) => combineAsideWords(read, aside))),
    path,
    name: commonTitle(files.map(({ name }) => name)) ?? first.title ?? first.name,
    sizeBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  };
}

function combineEvidence(files: readonly BareFile[]): ReadonlyMap<string, BlockEvidence> {
  const joinParts = new Map<string, BlockEvidence>();
  for (const file of files) {
    for (const [name, evidence] of roleEvidence(file)) {
      const known = joinParts.get(name);
      joinParts.set(name, known ? mergeEvidence(known, evidence) : evidence);
    }
  }
  return joinParts;
}

function combineAsideWords(files: readonly BareFile[], aside: Aside): [Aside, CountedWords][] {
  const found = files.flatMap(({ asideWords }) => asideWords[aside] ?? []);
  const words = found.reduce((sum, one) => sum + (one.words ?? 0), 0);
  return words > 0 ? [[aside, { words, sample: found.find(({ sample }) => sample !== undefined)?.sample }]] : [];
}

/** Adds the part's title as a heading, unless the part already starts with that title. */
function withHeading({ document, text, title, name }: BareFile): ScriptDocument {
  return /^#{1,2}[ \t]/.test(text.trim()) ? document : [`## ${title ?? name}`, ...document];
}

function sumNotices(notices: BareFile['leftOut']): BareFile['leftOut'] {
  const leftOut = new Omissions();
  leftOut.addAll(notices);
  return leftOut.notices();
}
