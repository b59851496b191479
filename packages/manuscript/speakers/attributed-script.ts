import type { BlockEvidence } from '../../../shared/model/block-evidence.ts';
import type { Paragraph } from '../../../shared/model/script.ts';
import { DEFAULT_PROJECT_SETTINGS, type ScriptOptions } from '../../../shared/model/settings.ts';
import { type FoundQuotation, NO_CHOICES, type SpeakerChoices } from '../../../shared/model/speaker-choices.ts';
import { detectLanguage } from '../../../shared/rules/detect-language.ts';
import { formatParagraph } from '../../../shared/rules/format-paragraph.ts';
import { readParagraph } from '../../../shared/rules/parse-paragraph.ts';
import { type RoleMarkReader, rewriteMarks, roleMarkReader } from '../../../shared/rules/role-marks.ts';
import { parseScript } from '../../../shared/rules/script-text.ts';
import { type AliasOffer, aliasOffers } from './alias-offers.ts';
import { type Attribution, attributeBook, type BookSpeaker, CLAIMED_FROM } from './attribute.ts';
import { createRenamer, locateQuotations, quotationId, toRoleName } from './speaker-choices.ts';
import { isSpeakerLanguage } from './speech-words.ts';
import { type IdentifiedQuotation, withAnswers } from './weigh-answers.ts';

/** Options for a book without roles. */
const PLAIN_OPTIONS: ScriptOptions = { ...DEFAULT_PROJECT_SETTINGS, roleMarks: 'confirmed', confirmedRoles: [] };
const readPlainMark = roleMarkReader(PLAIN_OPTIONS);
const SPEAKABLE = /[\p{L}\p{N}\p{S}]/u;

export interface BookQuotations {
  /** Empty for headings and pauses. */
  readonly passages: readonly string[];
  readonly chapters: readonly { readonly passage: number; readonly title: string }[];
  /** In order, excluding quotations in paragraphs with pauses. */
  readonly quotations: readonly FoundQuotation[];
  readonly aliases: readonly AliasOffer[];
}

export interface QuotationsWithSpeakers extends BookQuotations {
  readonly speakers: readonly BookSpeaker[];
}

interface PlainPassage {
  readonly text: string;
  /** False for paragraphs with pauses, which aren't split. */
  readonly isDivisible: boolean;
}

function plainPassage({ kind, source }: Paragraph): PlainPassage | null {
  const content = kind === 'speech' ? readParagraph(source, readPlainMark) : null;
  if (content?.kind !== 'speech') return null;
  const text = content.parts.map((part) => ('text' in part ? part.text : '')).join(' ');
  return { text, isDivisible: content.parts.length === 1 };
}

export const scriptPassages = (text: string): (string | null)[] =>
  parseScript(text, PLAIN_OPTIONS).map((paragraph) => plainPassage(paragraph)?.text ?? null);

function readBook(text: string) {
  const paragraphs = parseScript(text, PLAIN_OPTIONS);
  const passages = paragraphs.map(plainPassage);
  const texts = passages.map((passage) => passage?.text ?? null);
  const language = detectLanguage(texts.join('\n'));
  const isSupported = language === null || isSpeakerLanguage(language);
  const { attributions, speakers } = attributeBook(texts);
  const found = attributions.flatMap((all, passage) => all.map((attribution) => ({ ...attribution, passage })));
  const quotations = found.map((quotation, at): IdentifiedQuotation => {
    const { passage, start, end } = quotation;
    const id = quotationId(at + 1, texts[passage]?.slice(start, end) ?? '');
    return { ...(isSupported ? quotation : withoutSpeaker(quotation)), passage, id };
  });
  const aliases = aliasOffers(speakers).flatMap((offer) => {
    const [name, like] = [toRoleName(offer.name), toRoleName(offer.like)];
    return name === null || like === null || name === like ? [] : [{ ...offer, name, like }];
  });
  return { text, paragraphs, passages, quotations, aliases, speakers, isSupported };
}

type ReadBook = ReturnType<typeof readBook>;

/** Cached, because a long novel takes a second and is read again after each choice. */
let lastRead: ReadBook | null = null;

function readBookOnce(text: string): ReadBook {
  if (lastRead?.text !== text) lastRead = readBook(text);
  return lastRead;
}

const withoutSpeaker = (attribution: Attribution): Attribution =>
  attribution.evidence === 'mention'
    ? attribution
    : { ...attribution, speaker: null, confidence: 0, evidence: 'none', called: null };

function decideSpeakers({ quotations }: ReadBook, choices: SpeakerChoices) {
  const weighed = withAnswers(quotations, choices.told);
  const ids = quotations.map(({ id }) => id);
  const { places, lost } = locateQuotations(ids, Object.keys(choices.said));
  const said = new Map(Array.from(places, ([id, at]) => [at, choices.said[id] ?? null]));
  const nameOf = createRenamer(choices);
  const decided = weighed.map((quotation, at) => {
    const { speaker, confidence, evidence } = quotation;
    const isClaimed = confidence >= CLAIMED_FROM;
    const name = speaker === null ? null : toRoleName(speaker);
    const isDoubtful = evidence !== 'mention' && (!isClaimed || (speaker !== null && name === null));
    const choice = said.get(at);
    const claimed = isClaimed && name !== null ? nameOf(name) : null;
    const chosen = choice === undefined ? claimed : choice;
    const role = chosen === null ? null : toRoleName(chosen);
    // A null role stands for the narrator.
    const certainty = choice === undefined ? confidence : 1;
    return { ...quotation, speaker: name, isDoubtful, isOpen: isDoubtful && choice === undefined, role, certainty };
  });
  return { decided, lost };
}

type DecidedQuotation = ReturnType<typeof decideSpeakers>['decided'][number];

export function quotationsOf(text: string, choices: SpeakerChoices = NO_CHOICES): QuotationsWithSpeakers {
  const book = readBookOnce(text);
  const divisible = decideSpeakers(book, choices).decided.filter(({ passage }) => book.passages[passage]?.isDivisible);
  return {
    passages: book.passages.map((passage) => passage?.text ?? ''),
    chapters: book.paragraphs.flatMap(({ kind, source }, passage) =>
      kind === 'heading' ? [{ passage, title: source.replace(/^#+\s*/, '') }] : [],
    ),
    quotations: divisible.map(({ continues, isWhole, isOpen, role, certainty, otherwise = null, ...found }) => ({
      ...found,
      otherwise,
    })),
    aliases: book.aliases,
    speakers: book.speakers,
  };
}

/** Marks quotations with roles if the speaker is clear or was chosen. Roles in `text` must not be confirmed yet. */
export function attributeScript(text: string, choices: SpeakerChoices = NO_CHOICES) {
  const book = readBookOnce(text);
  const { decided, lost } = decideSpeakers(book, choices);
  const claimed = decided.flatMap(({ role, certainty }) => (role === null ? [] : { role, certainty }));
  const byRole = [...Map.groupBy(claimed, ({ role }) => role)].sort((a, b) => b[1].length - a[1].length);
  const roles = byRole.map(([role]) => role);
  const evidence = new Map(byRole.map(([role, quotations]) => [role, speakerEvidence(quotations)]));
  const readMark = roleMarkReader({ roleMarks: 'confirmed', confirmedRoles: roles });
  const byPassage = Map.groupBy(decided, ({ passage }) => passage);
  const written = book.paragraphs.map(({ source, gap }, at) => {
    const passage = book.passages[at];
    return (passage ? writeParagraph(source, passage, byPassage.get(at) ?? [], readMark) : source) + gap;
  });
  return {
    text: written.join(''),
    roles,
    evidence,
    // Numbers of chosen quotations that are no longer in the text.
    lost,
    // Whether speaker detection supports the book's language.
    isSupported: book.isSupported,
    quotations: decided.filter(({ evidence }) => evidence !== 'mention').length,
    claimed: claimed.length,
    doubtful: decided.filter(({ isOpen }) => isOpen).length,
  };
}

function speakerEvidence(quotations: readonly { readonly certainty: number }[]): BlockEvidence {
  const sum = quotations.reduce((total, { certainty }) => total + certainty, 0);
  return { score: Math.round((sum / quotations.length) * 100) / 100, features: { quotations: quotations.length } };
}

interface RolePiece {
  readonly role: string | null;
  readonly text: string;
}

function writeParagraph(source: string, passage: PlainPassage, spoken: DecidedQuotation[], readMark: RoleMarkReader) {
  const pieces = passage.isDivisible ? splitByRole(passage.text, spoken) : [];
  if (pieces.every(({ role }) => role === null)) return withoutMarks(source, readMark);
  const rows = pieces.map(({ role, text }) => {
    // In a role's paragraph, brackets would be read as directions.
    const words = role === null ? text : text.replaceAll('(', '\\(');
    const options = { roleMarks: 'confirmed', confirmedRoles: role === null ? [] : [role] } as const;
    const row = formatParagraph({ kind: 'speech', parts: [{ role, text: words.trim() }] }, options);
    return role === null ? withoutMarks(row, readMark) : row;
  });
  return rows.join('\n\n');
}

/** Escapes text that would turn into marks once the roles are confirmed. */
const withoutMarks = (source: string, after: RoleMarkReader): string =>
  rewriteMarks(source, { from: '', into: '', before: readPlainMark, after, only: new Map() }).source;

/** Splits a paragraph by role. Punctuation stays with the previous piece; at the start, with the next piece. */
function splitByRole(text: string, quotations: readonly DecidedQuotation[]): RolePiece[] {
  const pieces: RolePiece[] = [];
  const add = (role: string | null, piece: string): void => {
    const last = pieces.at(-1);
    if (last && (last.role === role || !SPEAKABLE.test(piece))) {
      pieces[pieces.length - 1] = { role: last.role, text: last.text + piece };
    } else if (piece.trim() !== '') pieces.push({ role, text: piece });
  };
  let position = 0;
  for (const { start, end, role } of quotations) {
    add(null, text.slice(position, start));
    add(role, text.slice(start, end));
    position = end;
  }
  add(null, text.slice(position));
  const [first, second, ...others] = pieces;
  if (!first || !second || SPEAKABLE.test(first.text)) return pieces;
  return [{ role: second.role, text: first.text + second.text }, ...others];
}
