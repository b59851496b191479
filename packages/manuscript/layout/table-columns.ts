// Which column of a table says who speaks, which what is said: by their titles in many languages, and by what is in them.

import { largest } from '../../../shared/rules/lists.ts';
import { wordPattern } from '../../../shared/rules/words/word-lists.ts';

/** Rows of cells, without blanks around their words. */
export type Rows = readonly (readonly string[])[];

/** The columns that are read, by their places; null where there is none. */
export interface Columns {
  readonly role: number | null;
  readonly text: number;
  readonly chapter: number | null;
  readonly scene: number | null;
  readonly directions: readonly number[];
}

type ColumnKind = 'role' | 'text' | 'chapter' | 'scene' | 'direction' | 'picture';

/** Names with commas between them. */
const listed = (words: string): readonly string[] => words.split(',').map((word) => word.trim().replace(/\s+/g, ' '));

/** Titles of the column of sound in a film's script, which has a column of pictures beside it. */
const AUDIO = listed('audio, narration, commentary, sprechertext, off text, sonido, 音声, ナレーション');

/** What columns are called, those first that say it best. */
const NAMES: Readonly<Record<ColumnKind, readonly string[]>> = {
  role: listed(`
    role, character, characters, char, speaker, character name, speaker name, role name, part, rolle, sprecher,
    sprecherin, figur, charakter, personnage, rôle, locuteur, intervenant, personaje, papel, rol, hablante, locutor,
    personaggio, ruolo, parlante, personagem, falante, spreker, personage, roll, karaktär, rollefigur, postać, rola, роль,
    персонаж, 役, 話者, キャラクター, キャラ, 角色, 人物, 说话人, 역할, 등장인물, name, who, cast, nom, nombre, nome, voice, stimme, voix, voz,
    voce, stem, голос, 名前, actor, talent, person, character id, speaker id, char id, npc, vo actor, voice actor, speaking
    character
  `),
  text: [
    ...listed(`
    text, dialogue, dialog, dialogues, dialogs, spoken text, line text, script text, words, speech, script, transcript,
    copy, utterance, line, lines, sentence, content, spoken, subtitle, phrase, texte, réplique, répliques, paroles,
    dialoge, replik, zeile, satz, texto, diálogo, diálogos, línea, frase, testo, battuta, battute, dialogo, fala, tekst,
    dialoog, repliek, kwestia, текст, реплика, реплики, диалог, セリフ, 台詞, テキスト, 台词, 文本, 对白, 대사, 텍스트, vo text, vo line, vo,
    voice over, voiceover, audio text, message, string, source text, source, english, english us, english uk, en, en us,
    en gb, deutsch, german, français, french, español, spanish, italiano, italian, português, portuguese, nederlands,
    polski, русский, 日本語, 中文
  `),
    ...AUDIO,
  ],
  chapter: listed(`
    chapter, chapter title, episode, act, part title, section, kapitel, folge, akt, chapitre, épisode, acte, capítulo,
    episodio, acto, capitolo, atto, ato, hoofdstuk, rozdział, глава, 章, 第, 회
  `),
  scene: listed('scene, szene, scène, escena, scena, cena, scen, сцена, シーン, 场景, 장면'),
  direction: listed(`
    direction, directions, stage direction, stage directions, parenthetical, delivery, emotion, tone, performance, acting,
    acting notes, action, sfx, sound, sounds, sound effects, effects, note, notes, comment, comments, remark, remarks,
    instruction, instructions, context, mood, regie, regieanweisung, anweisung, anmerkung, anmerkungen, bemerkung,
    hinweis, notiz, didascalie, didascalies, indication, indications, remarque, remarques, ton, acotación, acotaciones,
    nota, notas, indicación, indicaciones, didascalia, indicazioni, note di regia, regieaanwijzing, ремарка, ト書き, 备注, 说明,
    지문, 메모
  `),
  picture: listed('video, visual, visuals, picture, pictures, image, bild, vidéo, imagen, 映像'),
};
const KINDS = Object.keys(NAMES) as ColumnKind[];
/** What makes of a title that of a number or of a file. */
const NUMBER_COLUMN = wordPattern(String.raw`\b`, 'number-columns', String.raw`\b`, '');
const NUMBER_SIGN = /[#№]/;
/** A row of titles comes within the first rows of a sheet, behind its name or some notes. */
const MOST_ROWS_ABOVE = 12;
const LONGEST_TITLE = 40;
const LONGEST_ROLE = 40;
const MOST_COLUMNS = 100;
/** Rows that are looked at to tell what a column holds. */
const LOOK = 500;
/** With fewer rows, it says nothing that a name does not come again. */
const FEW_ROWS = 6;

/** How a table is understood. */
export interface Layout {
  readonly columns: Columns;
  /** The row that it is read from on. */
  readonly first: number;
  /** What its columns are called; empty where that does not stand in it. */
  readonly titles: readonly string[];
  /** Its titles name both who speaks and what is said. */
  readonly isNamed: boolean;
  /** Its titles name what is heard, and what is seen beside it. */
  readonly isFilm: boolean;
}

/** How a table is to be read; null where there are no words in it. */
export function layoutOf(rows: Rows): Layout | null {
  const title = titleRow(rows);
  const first = title === null ? 0 : title.at + 1;
  const figures = columnFigures(rows.slice(first, first + LOOK));
  const named = (kind: ColumnKind): number[] => (title?.columns.get(kind) ?? []).filter((at) => figures[at]);
  const hasLetters = (at: number): boolean => (figures[at]?.lettered ?? 0) >= 0.5;
  const [role = null] = named('role').filter(hasLetters);
  const [namedText = null] = named('text').filter((at) => at !== role && hasLetters(at));
  const known = new Set([...(title?.columns.values() ?? [])].flat());
  const text =
    namedText ??
    wordsColumn(figures, title !== null, (at) => at !== role && !known.has(at)) ??
    wordsColumn(figures, false, (at) => at !== role);
  if (text === null)
    return role === null ? null : { columns: only(role), first, titles: [], isNamed: false, isFilm: false };
  const [chapter = null] = named('chapter');
  const [scene = null] = named('scene');
  const isFilm = named('picture').length > 0 && AUDIO.includes(wordsOf(rows[first - 1]?.[text] ?? ''));
  return {
    columns: {
      role: role ?? (title?.columns.has('role') ? null : roleColumn(figures, text)),
      text,
      chapter,
      scene,
      directions: [...named('direction'), ...(isFilm ? named('picture') : [])].filter(
        (at) => at !== text && at !== role,
      ),
    },
    first,
    titles: title === null ? [] : (rows[title.at] ?? []),
    isNamed: role !== null && namedText !== null,
    isFilm,
  };
}

const only = (text: number): Columns => ({ role: null, text, chapter: null, scene: null, directions: [] });

interface TitleRow {
  readonly at: number;
  /** By what they say, those first whose titles say it best. */
  readonly columns: ReadonlyMap<ColumnKind, readonly number[]>;
}

/** The row that says what the columns are: of words and who speaks or what else belongs to them; or of words alone. */
function titleRow(rows: Rows): TitleRow | null {
  let best: TitleRow | null = null;
  for (const [at, row] of rows.slice(0, MOST_ROWS_ABOVE).entries()) {
    if (row.some((cell) => cell.length > LONGEST_TITLE)) continue;
    const columns = kindsOf(row.slice(0, MOST_COLUMNS));
    const isTitles = columns.size >= 2 && row.some((cell) => isClearTitle(kindOfColumn(cell)));
    const isOnlyTitle = columns.has('text') && row.filter((cell) => cell !== '').length === 1;
    if ((isTitles || isOnlyTitle) && columns.size > (best?.columns.size ?? 0)) best = { at, columns };
  }
  return best ?? titleRowByShape(rows);
}

/** Words of a title at most, and what ends a sentence. */
const TITLE_WORDS = 3;
const ENDS_SENTENCE = /[.!?…。！？।؟][)\]»”’"'」』]*$/u;
/** A cell in which someone may say something: a sentence, or several words. */
const isSentence = (cell: string): boolean => ENDS_SENTENCE.test(cell) || cell.split(' ').length > TITLE_WORDS;
/** What part of a column's cells are sentences, or numbers, where it holds such. */
const MOSTLY = 0.6;
const NUMBER = /^[\d\p{P}\p{S}\s]+$/u;

/**
 * The first row where its cells are labels in any language, unlike what stands below them: sentences in one column, and numbers in
 * another, or a clear title.
 */
function titleRowByShape(rows: Rows): TitleRow | null {
  const [labels = [], ...below] = rows.slice(0, LOOK);
  const isLabel = (cell: string): boolean =>
    cell === '' || (/\p{L}/u.test(cell) && cell.length <= LONGEST_TITLE && !isSentence(cell));
  const filled = labels.filter((cell) => cell !== '');
  if (filled.length < 2 || new Set(filled).size < filled.length || !labels.every(isLabel)) return null;
  const cellsBelow = labels.map((_, at) => below.map((row) => row[at] ?? '').filter((cell) => cell !== ''));
  if (labels.some((label, at) => label !== '' && cellsBelow[at]?.includes(label))) return null;
  const hasMostly = (test: (cell: string) => boolean) =>
    cellsBelow.some((cells, at) => labels[at] !== '' && cells.filter(test).length > MOSTLY * cells.length);
  const isClear = labels.some((cell) => isClearTitle(kindOfColumn(cell)));
  const isTitles = hasMostly(isSentence) && (isClear || hasMostly((cell) => NUMBER.test(cell)));
  return isTitles ? { at: 0, columns: kindsOf(labels.slice(0, MOST_COLUMNS)) } : null;
}

/**
 * Whether a table without titles is a script by what is in it: names of which some come again beside cells that are sentences. Terms
 * with their meanings are none.
 */
export function isSpoken(rows: Rows, { columns: { role, text }, first }: Layout): boolean {
  if (role === null) return false;
  const spoken = rows.slice(first, first + LOOK).filter((row) => row[role] && row[text]);
  const names = new Set(spoken.map((row) => row[role]));
  const sentences = spoken.filter((row) => isSentence(row[text] ?? '')).length;
  return spoken.length > names.size && names.size > 1 && sentences > MOSTLY * spoken.length;
}

function kindsOf(titles: readonly string[]): Map<ColumnKind, number[]> {
  const found = new Map<ColumnKind, { at: number; rank: number }[]>();
  for (const [at, title] of titles.entries()) {
    const kind = kindOfColumn(title);
    if (kind !== null) found.set(kind.kind, [...(found.get(kind.kind) ?? []), { at, rank: kind.rank }]);
  }
  return new Map(
    Array.from(found, ([kind, places]) => [kind, places.toSorted((a, b) => a.rank - b.rank).map(({ at }) => at)]),
  );
}

interface Meaning {
  readonly kind: ColumnKind;
  /** How clearly a title says so: the lower, the better. */
  readonly rank: number;
}

/** Titles of more words than a name of ours are less clear than any of them. */
const UNCLEAR = 1_000;

const isClearTitle = (meaning: Meaning | null): boolean =>
  meaning !== null && meaning.rank < UNCLEAR && (meaning.kind === 'text' || meaning.kind === 'role');

/** A title in small letters; `CharacterID` is `character id`. */
const wordsOf = (title: string): string =>
  title
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .replace(/\([^()]*\)/g, ' ')
    .replace(/[\s_:*./-]+/g, ' ')
    .trim();

/** What a column is by its title. */
function kindOfColumn(title: string): Meaning | null {
  const words = wordsOf(title);
  for (const kind of KINDS) {
    const rank = NAMES[kind].indexOf(words);
    if (rank >= 0) return { kind, rank };
  }
  if (NUMBER_COLUMN.test(words) || NUMBER_SIGN.test(words)) return null;
  // "English dialogue": its last word, then its others.
  for (const word of words.split(' ').toReversed()) {
    const kind = KINDS.find((one) => NAMES[one].includes(word));
    if (kind !== undefined) return { kind, rank: UNCLEAR + NAMES[kind].indexOf(word) };
  }
  return null;
}

/** What the cells of a column are like. */
interface ColumnFigures {
  readonly filled: number;
  readonly characters: number;
  /** The part of them that holds letters; and of these, that is no number or name of a file. */
  readonly lettered: number;
  readonly wordy: number;
  readonly distinct: number;
  readonly longest: number;
  /** All begin with a capital, or a letter that has none, and no sentence ends in them. */
  readonly isNames: boolean;
}

/** By the column's place; none of columns without any cell that is filled. */
function columnFigures(rows: Rows): readonly (ColumnFigures | undefined)[] {
  const width = Math.min(
    MOST_COLUMNS,
    rows.reduce((most, row) => Math.max(most, row.length), 0),
  );
  return Array.from({ length: width }, (_, at) => {
    const cells = rows.map((row) => row[at] ?? '').filter((cell) => cell !== '');
    if (cells.length === 0) return undefined;
    return {
      filled: cells.length,
      characters: cells.reduce((sum, cell) => sum + cell.length, 0),
      lettered: cells.filter((cell) => /\p{L}/u.test(cell)).length / cells.length,
      wordy: cells.filter((cell) => /\p{L}/u.test(cell) && !/^\S*\d\S*$/.test(cell)).length / cells.length,
      distinct: new Set(cells).size,
      longest: cells.reduce((most, cell) => Math.max(most, cell.length), 0),
      isNames: cells.every((cell) => /^[\p{Lu}\p{Lo}]/u.test(cell) && !/[!?…,;]|[^.]\.$/.test(cell)),
    };
  });
}

/** Of a column of words and its translation, each may be somewhat longer. */
const ABOUT_AS_LONG = 0.7;

/** The longest column of words, or the first of several that are about as long, such as its translations. */
function wordsColumn(
  figures: readonly (ColumnFigures | undefined)[],
  isFirstMeant: boolean,
  isMeant: (at: number) => boolean,
): number | null {
  const lengths = figures.map((figure, at) => (figure && figure.wordy >= 0.5 && isMeant(at) ? figure.characters : 0));
  const longest = largest(lengths);
  if (longest <= 0) return null;
  return lengths.findIndex((length) => length >= (isFirstMeant ? ABOUT_AS_LONG : 1) * longest);
}

/** Short names of which most come again, left of the words if there are several such columns. */
function roleColumn(figures: readonly (ColumnFigures | undefined)[], text: number): number | null {
  const words = figures[text]?.filled ?? 0;
  const places = figures.flatMap((figure, at) => {
    if (!figure || at === text || figure.longest > LONGEST_ROLE || figure.wordy < 0.9) return [];
    if (figure.filled < words / 2) return [];
    const recurs = figure.distinct <= figure.filled / 2;
    const areFew = figure.filled < FEW_ROWS && figure.isNames && (at === text - 1 || figure.distinct < figure.filled);
    return recurs || areFew ? [at] : [];
  });
  return places.findLast((at) => at < text) ?? places[0] ?? null;
}

/** "3" in a column of scenes is scene 3. */
export const headingOf = (value: string, title: string): string =>
  /^[\d.]+$/.test(value) && title !== '' ? `${title} ${value}` : value;
