// A book's script text with lines for those who speak in it: only marks are added, no word changes.
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
import { namesAfter, placesOf, quotationId, roleNameOf } from './speaker-choices.ts';
import { isSpeakerLanguage } from './speech-words.ts';
import { type WeighedAttribution, withAnswers } from './weighed-answers.ts';

/** As the text of a book is read before anybody speaks in it. */
const PLAIN: ScriptOptions = { ...DEFAULT_PROJECT_SETTINGS, roleMarks: 'confirmed', confirmedRoles: [] };
const READ_PLAIN = roleMarkReader(PLAIN);
const SOUNDS = /[\p{L}\p{N}\p{S}]/u;

export interface AttributedScript {
  /** Script text whose marks are read where `roles` are confirmed. */
  readonly text: string;
  /** Who speaks, the most frequent first. */
  readonly roles: readonly string[];
  /** Quotations in the text, and those of them that became a role's lines. */
  readonly quotations: number;
  readonly claimed: number;
  /** Those that may be said by somebody, and are undecided. */
  readonly doubtful: number;
  /** Numbers of quotations that were decided about, and that the text does not have. */
  readonly lost: readonly number[];
  /** Whether the text is in a language in which speakers are found. In others the rules give nothing to anybody. */
  readonly isSupported: boolean;
}

/** The quotations of a book, and what is found about them. */
export interface BookQuotations {
  /** The paragraphs; what parts scenes is empty. */
  readonly passages: readonly string[];
  /** Headings of chapters, by the first paragraph behind them. */
  readonly chapters: readonly { readonly passage: number; readonly title: string }[];
  /** In order. Those in paragraphs that can't be divided are left out. */
  readonly quotations: readonly FoundQuotation[];
  readonly aliases: readonly AliasOffer[];
}

/** The same, with those who speak by the rules and what else the text calls them. */
export interface QuotationsWithSpeakers extends BookQuotations {
  readonly speakers: readonly BookSpeaker[];
}

/**
 * The paragraphs of a script text as quotations are looked for in them: null for headings, directions and pauses of
 * their own.
 */
export const scriptPassages = (text: string): (string | null)[] => parseScript(text, PLAIN).map(passageOf);

function passageOf({ kind, source }: Paragraph): string | null {
  if (kind !== 'speech') return null;
  const content = readParagraph(source, READ_PLAIN);
  if (content.kind !== 'speech') return null;
  return content.parts.map((part) => ('text' in part ? part.text : '')).join(' ');
}

/** What the rules find in a book, whatever is decided about it. */
interface ReadBook {
  readonly paragraphs: readonly Paragraph[];
  readonly passages: readonly (string | null)[];
  readonly attributions: readonly (readonly Attribution[])[];
  readonly aliases: readonly AliasOffer[];
  readonly speakers: readonly BookSpeaker[];
  /** Of all quotations, in order. */
  readonly ids: readonly string[];
  readonly isSupported: boolean;
}

/** The rules take a second for a long novel, and the same one is read for each choice about it. */
let lastRead: { readonly text: string; readonly book: ReadBook } | null = null;

function readBook(text: string): ReadBook {
  if (lastRead?.text === text) return lastRead.book;
  const paragraphs = parseScript(text, PLAIN);
  const passages = paragraphs.map(passageOf);
  const language = detectLanguage(passages.join('\n'));
  const isSupported = language === null || isSpeakerLanguage(language);
  const { attributions: found, speakers } = attributeBook(passages);
  const attributions = isSupported ? found : found.map((all) => all.map(withoutSpeaker));
  const ids: string[] = [];
  for (const [at, all] of attributions.entries()) {
    for (const { start, end } of all) ids.push(quotationId(ids.length + 1, (passages[at] ?? '').slice(start, end)));
  }
  const aliases = aliasOffers(speakers).flatMap((offer) => {
    const [name, like] = [roleNameOf(offer.name), roleNameOf(offer.like)];
    return name === null || like === null || name === like ? [] : [{ name, like }];
  });
  lastRead = { text, book: { paragraphs, passages, attributions, aliases, speakers, ids, isSupported } };
  return lastRead.book;
}

const withoutSpeaker = (attribution: Attribution): Attribution =>
  attribution.evidence === 'mention'
    ? attribution
    : { ...attribution, speaker: null, confidence: 0, evidence: 'none', called: null };

/** A book with what is decided about its quotations. */
class AttributedBook {
  readonly paragraphs: readonly Paragraph[];
  readonly passages: readonly (string | null)[];
  readonly attributions: readonly (readonly WeighedAttribution[])[];
  readonly aliases: readonly AliasOffer[];
  readonly speakers: readonly BookSpeaker[];
  readonly ids: readonly string[];
  readonly lost: readonly number[];
  readonly isSupported: boolean;
  /** By the index of a quotation. */
  readonly #said: ReadonlyMap<number, string | null>;
  readonly #nameOf: (name: string) => string;

  constructor(text: string, choices: SpeakerChoices) {
    const { paragraphs, passages, attributions, aliases, speakers, ids, isSupported } = readBook(text);
    [this.paragraphs, this.passages, this.aliases, this.speakers] = [paragraphs, passages, aliases, speakers];
    this.ids = ids;
    this.isSupported = isSupported;
    this.attributions = withAnswers(attributions, ids, choices.told);
    const { places, lost } = placesOf(ids, Object.keys(choices.said));
    this.lost = lost;
    this.#said = new Map(Array.from(places, ([id, at]) => [at, choices.said[id] ?? null]));
    this.#nameOf = namesAfter(choices);
  }

  /** Whether a quotation that may be said by somebody stays with the narrator until somebody decides. */
  isOpen(index: number, attribution: Attribution): boolean {
    return isDoubtful(attribution) && !this.#said.has(index);
  }

  /** The role that a quotation goes to, by its index; null where it stays with the narrator. */
  roleOf(index: number, attribution: Attribution): string | null {
    const said = this.#said.get(index);
    if (said !== undefined) return said === null ? null : roleNameOf(said);
    if (attribution.speaker === null || attribution.confidence < CLAIMED_FROM) return null;
    const name = roleNameOf(attribution.speaker);
    return name && roleNameOf(this.#nameOf(name));
  }
}

/** What is not claimed, and what is claimed for somebody whose name can be no role's. */
const isDoubtful = ({ evidence, confidence, speaker }: Attribution): boolean =>
  evidence !== 'mention' && (confidence < CLAIMED_FROM || (speaker !== null && roleNameOf(speaker) === null));

/** Who says the quotations of a book, as far as is known: to be confirmed. @param text as `attributeScript` has it */
export function quotationsOf(text: string, choices: SpeakerChoices = NO_CHOICES): QuotationsWithSpeakers {
  const book = new AttributedBook(text, choices);
  const quotations: FoundQuotation[] = [];
  let index = 0;
  for (const [passage, all] of book.attributions.entries()) {
    const isDivisible = canBeDivided(book.paragraphs[passage]?.source ?? '');
    for (const attribution of all) {
      const id = book.ids[index] ?? '';
      index += 1;
      if (!isDivisible) continue;
      const { start, end, confidence, evidence, called, talk, turn, otherwise = null } = attribution;
      const speaker = attribution.speaker === null ? null : roleNameOf(attribution.speaker);
      const found = { id, passage, start, end, speaker, confidence, evidence, called, talk, turn, otherwise };
      quotations.push({ ...found, isDoubtful: isDoubtful(attribution) });
    }
  }
  return {
    passages: book.passages.map((passage) => passage ?? ''),
    chapters: book.paragraphs.flatMap(({ kind, source }, passage) =>
      kind === 'heading' ? [{ passage, title: source.replace(/^#+\s*/, '') }] : [],
    ),
    quotations,
    aliases: book.aliases,
    speakers: book.speakers,
  };
}

/**
 * Gives those quotations of a book to roles whose speakers are known with confidence, or were decided: a paragraph that
 * mixes narration and speech becomes paragraphs of the narrator and of roles. All else stays with the narrator.
 *
 * @param text script text in which no roles are confirmed
 */
export function attributeScript(text: string, choices: SpeakerChoices = NO_CHOICES): AttributedScript {
  const book = new AttributedBook(text, choices);
  const { paragraphs, passages, attributions, lost, isSupported } = book;
  const uses = new Map<string, number>();
  let [index, doubtful] = [-1, 0];
  const rolesOf = attributions.map((all) =>
    all.map((attribution) => {
      index += 1;
      if (book.isOpen(index, attribution)) doubtful += 1;
      const role = book.roleOf(index, attribution);
      if (role !== null) uses.set(role, (uses.get(role) ?? 0) + 1);
      return role;
    }),
  );
  const roles = [...uses].sort((a, b) => b[1] - a[1]).map(([role]) => role);
  const readMark = roleMarkReader({ roleMarks: 'confirmed', confirmedRoles: roles });
  const written = paragraphs.map((paragraph, at) => {
    const passage = passages[at] ?? null;
    if (passage === null) return paragraph.source + paragraph.gap;
    const spoken = (attributions[at] ?? []).map(({ start, end }, place) => {
      return { start, end, role: rolesOf[at]?.[place] ?? null };
    });
    return writeParagraph(paragraph.source, passage, spoken, readMark) + paragraph.gap;
  });
  const quotations = attributions.flat().filter(({ evidence }) => evidence !== 'mention').length;
  const claimed = [...uses.values()].reduce((sum, count) => sum + count, 0);
  return { text: written.join(''), roles, quotations, claimed, doubtful, lost, isSupported };
}

interface SpokenRange {
  readonly start: number;
  readonly end: number;
  readonly role: string | null;
}

interface RolePiece {
  readonly role: string | null;
  text: string;
}

/** Whether a paragraph is words alone: beside pauses it stays whole. */
function canBeDivided(source: string): boolean {
  const plain = readParagraph(source, READ_PLAIN);
  return plain.kind === 'speech' && plain.parts.length === 1;
}

function writeParagraph(
  source: string,
  passage: string,
  spoken: readonly SpokenRange[],
  readMark: RoleMarkReader,
): string {
  const pieces = spoken.some(({ role }) => role !== null) && canBeDivided(source) ? piecesOf(passage, spoken) : [];
  if (!pieces.some(({ role }) => role !== null)) return withoutMarks(source, readMark);
  return pieces
    .map(({ role, text }) => {
      // In a role's turn brackets would be directions.
      const words = role === null ? text : text.replaceAll('(', '\\(');
      const options = { roleMarks: 'confirmed', confirmedRoles: role === null ? [] : [role] } as const;
      const row = formatParagraph({ kind: 'speech', parts: [{ role, text: words }] }, options);
      return role === null ? withoutMarks(row, readMark) : row;
    })
    .join('\n\n');
}

/** The narrator's rows, escaped where they would be read as a role's from now on. */
const withoutMarks = (source: string, after: RoleMarkReader): string =>
  rewriteMarks(source, { from: '', into: '', before: READ_PLAIN, after, only: new Map() }).source;

function piecesOf(passage: string, spoken: readonly SpokenRange[]): RolePiece[] {
  const pieces: RolePiece[] = [];
  const add = (role: string | null, text: string): void => {
    const last = pieces.at(-1);
    // Signs between two quotations are no line of their own.
    if (last && (last.role === role || !SOUNDS.test(text))) last.text += text;
    else if (text.trim() !== '') pieces.push({ role, text });
  };
  let position = 0;
  for (const { start, end, role } of spoken) {
    add(null, passage.slice(position, start));
    add(role, passage.slice(start, end));
    position = end;
  }
  add(null, passage.slice(position));
  return joinSilent(pieces).map(({ role, text }) => ({ role, text: text.trim() }));
}

/** A first piece without words goes with the one behind it. */
function joinSilent([first, second, ...others]: RolePiece[]): RolePiece[] {
  if (first === undefined || second === undefined || SOUNDS.test(first.text)) {
    return [first, second, ...others].filter((piece) => piece !== undefined);
  }
  return [{ ...second, text: first.text + second.text }, ...others];
}
