// Rows at the head of a script that say what is made, by whom and when: `SHOW: Night Lines`, `HOSTS: Kim & Lou`.
import { isNameList } from './layout-names.ts';

/** What stands before the colon of such a row, and never before what a role says. */
const OF_A_PRODUCTION = [
  'RADIO PLAY|RADIO DRAMA|AUDIO DRAMA|SHOW|SHOW TITLE|SHOW NAME|PODCAST|SERIES|PROGRAMME|PROGRAM|EPISODE|EPISODE (?:TITLE|NAME|NUMBER|NO\\.?|#)|EP\\.?|TITLE|WORKING TITLE|SUBTITLE|SEASON',
  'DATE|(?:RECORDING|RECORD|AIR|BROADCAST|PUBLISH|PUBLICATION|RELEASE|DRAFT) DATE|RECORDED(?: ON| AT)?|AIRED|PUBLISHED|LENGTH|DURATION|RUNTIME|RUN TIME|RUNNING TIME|TRT|EST\\.? (?:TIME|LENGTH)|SPONSORS?|SPONSORED BY',
  '(?:PRODUCED|WRITTEN|DIRECTED|EDITED|HOSTED|MUSIC|SCRIPT|SOUND|STORY) BY|PRODUCTION|SOUND DESIGN|VERSION|DRAFT|STATUS|FORMAT|GENRE|LANGUAGE|TOPICS?|THEME|SUMMARY|SYNOPSIS|LOGLINE|DESCRIPTION|KEYWORDS|TAGS',
  'LEGEND|LEGENDE|LÉGENDE|LEYENDA|凡例|(?:CO-?)?HOSTS|GUESTS|PRESENTERS|SPEAKERS|PRODUCERS|WRITERS|EDITORS|CAST|LOCATION|PROJECT|COPYRIGHT|CONTACT|E-?MAIL|WEBSITE|URL|FILE|NETWORK',
  'HÖRSPIEL|SENDUNG|SENDEREIHE|REIHE|SERIE|FOLGE|FOLGENTITEL|TITEL|UNTERTITEL|STAFFEL|DATUM|(?:AUFNAHME|SENDE)DATUM|SENDETERMIN|LÄNGE|DAUER|PRODUKTION|REDAKTION|SCHNITT|THEMA|GÄSTE|SPRECHER:INNEN|MITWIRKENDE|FASSUNG|SPRACHE|SPONSOREN|MODERATOREN|GASTGEBER:INNEN',
  'ÉMISSION|SÉRIE|ÉPISODE|TITRE|SAISON|DURÉE|RÉALISATION|MONTAGE|SUJET|THÈME|INVITÉS|INVITÉES|ANIMATEURS|PRÉSENTATEURS|LANGUE|DATE DE (?:DIFFUSION|TOURNAGE)',
  'PROGRAMA|EPISODIO|CAPÍTULO|TÍTULO|TEMPORADA|FECHA|DURACIÓN|PRODUCCIÓN|GUION|GUIÓN|DIRECCIÓN|TEMA|INVITADOS|INVITADAS|CONDUCTORES|PRESENTADORES|LOCUTORES|PATROCINA(?:DOR(?:ES)?)?|IDIOMA',
  'TITOLO|PUNTATA|STAGIONE|DURATA|OSPITI|CONDUTTORI|TEMPORADA|EPISÓDIO|DURAÇÃO|CONVIDADOS|AFLEVERING|AVSNITT|GÄSTER|ODCINEK|TYTUŁ|ВЫПУСК|ПОДКАСТ|НАЗВАНИЕ|ДАТА|ВЕДУЩИЕ|ГОСТИ|ДЛИТЕЛЬНОСТЬ',
  'CHARACTERS|DRAMATIS PERSON(?:AE|Æ)|PERSONNAGES|DISTRIBUTION|PERSONAJES|REPARTO|PERSONAGGI|ELENCO|INTERPRETI|PERSONAGENS|PERSONAGES|PERSONEN|FIGUREN|BESETZUNG|ROLLER|OSOBY|ДЕЙСТВУЮЩИЕ ЛИЦА|登場人物|人物|キャスト|出演',
  '节目|節目|标题|標題|题目|日期|时长|主题|期数|番組|番組名|タイトル|日付|放送日|話数|テーマ',
].join('|');
/** Who may speak as well. */
const OF_A_PERSON = [
  'VOICES|ROLES|STIMMEN|ROLLEN|VOIX|RÔLES|VOCES|VOCI|(?:CO-?)?HOST|GUEST|PRESENTER|NARRATOR|SPEAKER|MODERATOR|INTERVIEWER|INTERVIEWEE|ANCHOR|REPORTER|ANNOUNCER|(?:EXECUTIVE |SENIOR |ASSOCIATE )?PRODUCER|WRITER|AUTHOR|DIRECTOR|EDITOR|ENGINEER|STATION|STUDIO|CLIENT|SUBJECT',
  'KUNDE|MODERATION|MODERATORIN|GAST|GASTGEBER|GASTGEBERIN|SPRECHER|SPRECHERIN|ERZÄHLER|ERZÄHLERIN|PRODUZENT|PRODUZENTIN|AUTOR|AUTORIN|REDAKTEUR|REDAKTEURIN|REGISSEUR|REGISSEURIN',
  'ANIMATEUR|ANIMATRICE|PRÉSENTATEUR|PRÉSENTATRICE|PRÉSENTATION|ANIMATION|INVITÉ|INVITÉE|PRODUCTEUR|PRODUCTRICE|AUTEUR|AUTRICE|RÉALISATEUR|RÉALISATRICE',
  'PRESENTADORA?|CONDUCTORA?|LOCUTORA?|INVITAD[OA]|ENTREVISTADORA?|PRODUCTORA?|AUTORA|GUIONISTA|DIRECTORA?|CONDUTTORE|CONDUTTRICE|OSPITE|APRESENTADORA?|CONVIDAD[OA]|ВЕДУЩИЙ|ВЕДУЩАЯ|ГОСТЬ|主持人?|嘉宾|嘉賓|司会|ゲスト',
].join('|');

const HEAD =
  /^[*_]{0,3}([\p{L}#][\p{L}\p{M}\p{Nd} .#/:'’-]{0,30}?)[*_]{0,3} ?[:：][*_]{0,3}(?=\s|$|[\p{Lo}\p{Lu}\p{Nd}])\s*(.*)$/u;
const PRODUCTION = new RegExp(`^(?:${OF_A_PRODUCTION})$`, 'u');
const PERSON = new RegExp(`^(?:${OF_A_PERSON})$`, 'u');
const INITIALS = /^\p{Lu}{1,3}$/u;

interface HeadRow {
  readonly text: string;
  readonly isBlank: boolean;
}

interface ProductionHead {
  readonly at: number;
  readonly key: string;
  readonly value: string;
  readonly isSure: boolean;
}

/** Rows that part a head from the rest. */
const RULE = /^[-=_*~–—]{3,80}$/;
/** Rows that may stand above a head: a title, and who wrote it. */
const MOST_ROWS_ABOVE = 4;

/**
 * The places of rows at the head of a script that say what is made and by whom. What a host or a guest says has the same
 * form: of them only those are meant that hold nothing but names, beside other data or once in the script.
 */
export function productionHeads(rows: readonly HeadRow[]): ReadonlySet<number> {
  const heads: ProductionHead[] = [];
  const others: number[] = [];
  let at = firstHead(rows);
  for (; at >= 0 && at < rows.length; at += 1) {
    const row = rows[at];
    if (!row || row.isBlank || RULE.test(row.text)) continue;
    const head = headOf(row.text, at);
    if (head !== null) heads.push(head);
    // A long value goes on in the next row.
    else if (heads.at(-1)?.at === at - 1 && heads.at(-1)?.isSure && !HEAD.test(row.text) && !/^\p{P}/u.test(row.text))
      others.push(at);
    else break;
  }
  const later = rows.slice(Math.max(at, 0));
  const again = new Map<string, number>();
  for (const { text } of later) {
    const key = HEAD.exec(text)?.[1]?.trim().toUpperCase() ?? '';
    again.set(key, (again.get(key) ?? 0) + 1);
  }
  const meant = heads.filter((head) => isMeant(head, heads, again));
  const places = new Set(meant.map((head) => head.at));
  const found = new Set([...places, ...others.filter((other) => places.has(other - 1))]);
  for (const place of headParagraph(rows, meant)) found.add(place);
  return found;
}

/** Rows of details beside a known one: `Audio engineer: Sam Poe`, `Season 2`. Longer ones are words, in UTF-16 code units. */
const LONGEST_DETAIL = 80;
/** What speech ends with. */
const SENTENCE_END = /[.!?…。！？]["”’»)]?$/;

/**
 * The places of all rows of the paragraph at the head of a script that has several known details, whatever the others are
 * called. None where one of them may be a speech: its key comes again below, or is the name of somebody.
 */
function headParagraph(rows: readonly HeadRow[], meant: readonly ProductionHead[]): readonly number[] {
  const sure = meant.filter(({ isSure }) => isSure);
  const [first] = sure;
  if (!first) return [];
  let [start, end] = [first.at, first.at];
  while (rows[start - 1]?.isBlank === false) start -= 1;
  while (rows[end]?.isBlank === false) end += 1;
  const places = Array.from({ length: end - start }, (_, index) => start + index);
  const details = places.filter((at) => headOf(rows[at]?.text ?? '', at) !== null).length;
  // Where nothing is set apart from it, its rows may be those of speeches.
  const below = rows.slice(end).filter(({ isBlank }) => !isBlank);
  if (below.length === 0 || details < 2 || places.length > 2 * details + 2) return [];
  const known = new Set(sure.map(({ at }) => at));
  const names = new Set(
    meant.flatMap(({ value }) => value.split(NAMES_APART).map((name) => name.trim().toUpperCase())),
  );
  const keys = new Set(below.map(({ text }) => keyOf(text)));
  const inCapitals = sure.every(({ at }) => isCapital(HEAD.exec(rows[at]?.text ?? '')?.[1] ?? ''));
  const isDetail = (text: string): boolean => {
    const typed = HEAD.exec(text)?.[1] ?? '';
    const key = keyOf(text);
    const isName = key !== '' && (keys.has(key) || names.has(key) || (isCapital(typed) && !inCapitals));
    return !isName && !SENTENCE_END.test(text) && text.length <= LONGEST_DETAIL;
  };
  return places.every((at) => known.has(at) || isDetail(rows[at]?.text ?? '')) ? places : [];
}

const NAMES_APART = /[,;&]| (?:and|und|et|y|e) /;
const keyOf = (text: string): string => (HEAD.exec(text)?.[1] ?? '').trim().toUpperCase();
const isCapital = (key: string): boolean => !/\p{Ll}/u.test(key);

const TITLES = /^(?:(?:EPISODE )?TITLE|SHOW TITLE|TITEL|TITRE|TÍTULO|TITOLO|TYTUŁ|НАЗВАНИЕ|标题|標題|タイトル)$/u;
const AUTHORS = /^(?:AUTHORS?|WRITERS?|WRITTEN BY|AUTOR|AUTORIN|AUTORA|AUTEUR|AUTRICE|AUTORE|АВТОР|作者)$/u;

/** What a script says of itself at its head. */
export interface ScriptHead {
  /** How many rows say it. */
  readonly rows: number;
  readonly title: string | null;
  readonly author: string | null;
}

/** @param text rows end at `\n` */
export function scriptHead(text: string): ScriptHead {
  const rows = text.split('\n').map((row) => ({ text: row.trim(), isBlank: row.trim() === '' }));
  const places = productionHeads(rows);
  const detail = (keys: RegExp): string | null => {
    const found = [...places]
      .map((at) => HEAD.exec(rows[at]?.text ?? ''))
      .find((match) => keys.test(keyOf(match?.[0] ?? '')));
    return found?.[2]?.trim() || null;
  };
  return { rows: places.size, title: detail(TITLES), author: detail(AUTHORS) };
}

/** The first row with a colon, near the start; -1 where none is. */
function firstHead(rows: readonly HeadRow[]): number {
  let above = 0;
  for (const [at, { text, isBlank }] of rows.entries()) {
    if (isBlank || RULE.test(text)) continue;
    if (headOf(text, at) !== null) return at;
    above += 1;
    // `# Episode 12: The Well` may be the title.
    if (above > MOST_ROWS_ABOVE || (HEAD.test(text) && !text.startsWith('#'))) return -1;
  }
  return -1;
}

function headOf(text: string, at: number): ProductionHead | null {
  const parts = text.split(/ [|•·] /);
  // `Host: Sam | Guest: Dr. Lee`
  if (parts.length > 1) {
    const [first, ...others] = parts.map((part) => headOf(part.trim(), at));
    return first && others.every((other) => other !== null) ? { ...first, isSure: true } : null;
  }
  const match = HEAD.exec(text);
  if (match === null) return null;
  const key = (match[1] ?? '').trim().toUpperCase();
  const value = (match[2] ?? '').trim();
  if (PRODUCTION.test(key) && value !== '') return { at, key, value, isSure: true };
  return (PERSON.test(key) || INITIALS.test(key)) && isNameList(value) ? { at, key, value, isSure: false } : null;
}

/** @param again how many rows behind the head begin with each */
function isMeant(head: ProductionHead, heads: readonly ProductionHead[], again: ReadonlyMap<string, number>): boolean {
  if (head.isSure) return (again.get(head.key) ?? 0) < 2;
  if (INITIALS.test(head.key)) return heads.some(isInitials);
  return heads.some((one) => one.isSure) || !heads.some(({ key }) => again.has(key));
}

/** `JS: Jane Smith` */
const isInitials = ({ key, value }: ProductionHead): boolean =>
  key.length > 1 &&
  value
    .split(/\s+/)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
    .startsWith(key);
