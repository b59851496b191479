// Words by which a script's layout is told: what stands where names stand and is none, and what is no speech.
import { isSoundName } from './layout-directions.ts';
import type { LayoutMark } from './layout-marks.ts';
import { readHeading } from './prose-headings.ts';

/** What stands before a colon, or alone on a row, and is no name. */
export const NO_ROLE =
  /^(?:ABBLENDE|ACT|AKT|AT RISE|AUFBLENDE|AUTHOR|BY|CAST|CHAPTER|CHARACTERS|COPYRIGHT|CORTE A|CUT|DATE|DISSOLVE|DRAFT|DURATION|END|EPILOGUE|EPISODE|EXT|FADE|FIN|FONDU|FUNDIDO|HINT|INT|KAPITEL|LENGTH|LOCATION|NOTE|NOTES|PART|PERSONEN|PLACE|PROLOGUE|REMEMBER|RUNTIME|SCENE|SEGMENT|SCHNITT|SCÈNE|SEASON|SETTING|SMASH CUT|SYNOPSIS|SZENE|THE END|TIME|TITLE|VERSION|WARNING|WRITTEN)\b|^(?:ACHTUNG|ANMERKUNG(?:EN)?|ATTENTION|CAUTION|DISCLAIMER|FYI|HINWEIS|IMPORTANT|NB|NOTA|P\.? ?S|REMARQUE|REMINDER|注意?|备注|備考|メモ|時間|時刻|場所|場面|时间|地点|场景|場景|참고|시간|장소|CUE(?: \d{1,3})?|(?:CHOICE|OPTION|AUSWAHL|CHOIX|OPCIÓN) \d{1,2}|标题|题目|人物|登場人物|الوقت|المكان|ملاحظة|समय|स्थान)\.?$/;
/** What is for those who make the script, wherever it stands. */
export const PRODUCTION_NOTE =
  /^(?:(?:DIRECTOR|EDIT(?:OR|ING)?|PRODUC(?:ER|TION)|RECORDING|WRITER)(?:['’]?S)? )?NOTES?$|^(?:ANMERKUNG(?:EN)?|FIXME|REMARQUE|TK|TODO|TO DO|注|备注|備考|メモ|(?:(?:LIGHT(?:ING)?|SOUND|MUSIC) )?CUE(?: \d{1,3})?|(?:CHOICE|OPTION|AUSWAHL|CHOIX|OPCIÓN)(?: \d{1,2})?)$/;
/** What stands before a note on where and when a scene is, and what it is called, and before no speech. */
const STAGE_NOTE = /^(?:AT RISE|DURATION|LOCATION|PLACE|RUNTIME|SEGMENT|SETTING|SYNOPSIS|TITLE)$/;
/** Time may speak, but not so briefly. */
const SHORT_TIME = /^\S{1,20}(?: \S{1,20}){0,3}$/;

/** Whether a name in capitals and the words behind it are a note rather than a speech: `SETTING: A garden.` */
export const isStageNote = (name: string, words: string): boolean =>
  (PRODUCTION_NOTE.test(name) && name !== 'TK') || STAGE_NOTE.test(name) || (name === 'TIME' && SHORT_TIME.test(words));
/** Such a row whose head is no name: `> **Note to editor:** trim here` */
export const NOTE_TO_SOMEONE =
  /^(?:> ?)?[*_]{0,3}notes? (?:to|for) (?:the )?(?:cast|crew|director|editors?|post|producers?|self|sound|talent)\b[*_ ]{0,4}:/i;
/** Rows below a script's title that say who made it, and when. */
export const CREDIT =
  /^(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,? .{0,60}\d.{0,40}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|transcribed by .{1,80}|(?:(?:written|created|adapted|directed|produced|edited|hosted|script|story|screenplay|teleplay) (?:and \w+ )?by|by|author|von|geschrieben von|écrit par)\b.{1,80}|(?:(?:first|second|third|final|working|shooting) )?(?:draft|revision|version|rev\.|entwurf)\b.{0,60}|(?:last )?(?:revised|updated|recorded)\b.{0,60}|(?:copyright|©|\(c\)).{1,80}|an? (?:[a-z-]{2,12} ){0,3}(?:comedy|drama|farce|play|podcast|tragedy) (?:by|for|in|of) .{1,60})$/i;
/** Such a row without a name, which stands in the next one. */
export const BYLINE =
  /^(?:(?:written|created|adapted|screenplay|teleplay|script|story|play)(?: and \p{L}{1,12})? by|by|von|geschrieben von|(?:écrit )?par|(?:escrito )?por|(?:scritto )?da)$/iu;
/** What a script tells between brackets, under names and alone, and is no name. */
const NOISE =
  /^(?:APPLAUSE|BEAT|BLACKOUT|BREAK|COUGHS?|CROSSTALK|CURTAIN|INAUDIBLE|LAUGHS?|LAUGHTER|LONG PAUSE|NOISE|PAUSE|SIGHS?|SILENCE|UNINTELLIGIBLE)$/;
/** A title and a name. */
export const TITLED =
  /^(?:DR|MRS?|MS|MISS|PROF|PROFESSOR|SIR|LADY|LORD|CAPTAIN|CAPT|INSPECTOR|SGT|SERGEANT|FRAU|HERR|MME|M)\.? \p{Lu}/u;
export const TABLE_HEAD = /^(?:SPEAKER|CHARACTER|ROLE|NAME|WHO|SPRECHER|ROLLE|PERSON|TIME|NO)$/;
/** Of these, what is a role as well. */
const SPEAKS = /^(?:SPEAKER|SPRECHER|PERSON|CHARACTER)$/;
export const TABLE_RULE = /^\|[-: \t|]{3,400}$/;
const CHAPTER =
  /^(?:(?:ACT|AKT|PART|TEIL|EPISODE|CHAPTER|KAPITEL|SCENE|SZENE)\s+[\p{L}\d]{1,12}\b[^.!?]{0,60}|PROLOGUE|EPILOGUE)\.?$/iu;
/** `INT. KITCHEN – DAY`, with the number of its scene or without it; and as Japanese scripts have it. */
export const PLACE =
  /^(?:(?:SCENE|SCÈNE|SÉQUENCE|SEQUENCE|SEQ\.?|SZENE|SEQUENZ|BILD|ESCENA|SECUENCIA|SCENA)\s\d{1,4}[A-Z]?\s?[-–—.:]\s?|\d{1,4}[A-Z]?[. ]\s{0,20})?(?:INT|EXT|EST|INNEN|AU(?:SS|ß)EN|INT\.?\/EXT|I\/E)[. ].{0,160}$|^[#＃]\d{1,3}\u3000\S.{0,60}$|^[○〇◯●□■]\s?[\p{L}\p{N}].{0,60}$|^S#\s?\d{1,4}[A-Z]?[. ].{1,80}$/u;
/** The panels of a comic, which the reader sees. */
export const PANEL =
  /^(?:PAGE|PANEL|SPLASH(?: PAGE)?|PLANCHE|CASE|VIÑETA|TAVOLA|VIGNETTA|SEITE)\s(?:\d{1,3}|[A-Z-]{3,12})\b(?![^(:.–—-]{20}).{0,300}$/iu;
/** What is shown and not heard, in the rows of plays that belong to no role. */
export const ENTRANCE =
  /^(?:Enter|Re-?enter|Exit|Exeunt|Alarums?|Flourish|Sennet|The curtain|Curtain|Blackout|Lights (?:up|down|out|fade)|Vorhang|Rideau|Tel[óo]n|Sipario|Занавес)(?![\p{L}’'])[^:]{0,400}$|^[^.:!?]{2,80} (?:enters?|exits?|tritt auf|treten auf|ab|entre|entrent|sort|sortent|entra|sale|esce)\.$/u;
/** The end of a script, and who or what wrote it down. */
const END =
  /^(?:THE END|END(?: OF (?:EPISODE|SHOW|PLAY|SCRIPT|TRANSCRIPT|PART|ACT|SCENE).{0,40})?|FIN|FINIS|ENDE|KONIEC|КОНЕЦ|FIM|SLUT|EINDE|終|完|幕|剧终|THE CURTAIN FALLS|SCENE|SETTING|SZENE|SCÈNE|ESCENA|SCENA)\.?$|^(?:Transcribed by .{1,80}|Transcript|Transkript|Transcription|Meeting ended after .{1,40}|This editable transcript was computer generated.{0,200}|WEBVTT(?: .{1,80})?)$/u;
/** What a script tells in one or two words alone in a row, in small letters too. */
const STAGE_WORDS =
  /^(?:blackout|curtain|vorhang|rideau|telón|sipario|kurtyna|opona|ridå|doek|függöny|занавес|the end|end of (?:\p{L}{2,12} ){0,2}(?:act|episode|open|part|play|program(?:me)?|scene|segment|show|transcript)(?: \p{L}{1,8}| \d{1,3})?|(?:(?:an?|another|long|short|a long|a short) )?(?:beat|pause))\.?$/iu;

/** The parts of a programme, which have no words of their own. */
const OF_A_PROGRAMME =
  /^(?:cold open|teaser|(?:(?:main|opening|closing|end) )?(?:titles|credits|theme)|intro|outro|(?:intro|outro|opening|closing|main) (?:music|theme|song|jingle)|(?:pre|mid|post)[- ]?roll(?: (?:ad|spot))?|(?:ad|commercial|sponsor|promo|station) (?:break|id|ident|message|read|segment|spot)|(?:segment|block|bloque|bloc) \d{1,3}|jingle|vorspann|abspann|werbung|werbepause|werbeblock|générique(?: de (?:début|fin))?|virgule sonore|cortinilla(?: de \p{L}{3,10})?|careta|créditos|sigla|オープニング|エンディング|ジングル|提供)$/iu;

/** Whether a row says that a scene or the script is over, or that nothing is said for a while. */
export const isEndOrPause = (row: string): boolean => END.test(row) || (/^\p{Lu}/u.test(row) && STAGE_WORDS.test(row));

/** Whether a row names a part of a programme; directly under a name it may be what is said. */
export const isPartOfProgramme = (row: string): boolean => /^[\p{Lu}\p{Lo}]/u.test(row) && OF_A_PROGRAMME.test(row);
/** Speeches that go on, across pages of a screenplay. */
export const GOES_ON_ROW =
  /^(?:\((?:MORE|CONT['’]?D|CONTINUED|FORTS\.|SUITE)\)|CONTINUED:?(?: \(\d{1,3}\))?)(?:\s{1,80}\d{1,4}[A-Z]?\.?)?$/;
export const PAGE_NUMBER =
  /^(?:[-–—] ?)?\d{1,4}\.?(?: ?[-–—])?$|^(?:Page|Seite|Página|Pagina|Strona|Стр\.) \d{1,4}(?: ?(?:of|von|de|sur|di|z|из|\/) ?\d{1,4})?\.?$/iu;
/** What goes on elsewhere, or happens, in the scripts of games and in chats. */
export const GAME_ROW =
  /^(?:->|<-|=>|\/\/) ?\S.{0,200}$|^[*+-] {0,2}.{1,200}->.{0,80}$|^<<.{1,200}>>$|^\[\[.{1,200}\]\]$|^:: ?\S.{0,100}$|^(?:VAR|~) .{1,200}$|^(?:\*{1,3} |-!- |→ )\S{1,40} (?:has )?(?:joined|left|quit|is now known as)\b.{0,80}$/;
/** A name of a sender without one. */
export const NUMBER_OF_A_SENDER = /^\+?\d[\d ().-]{5,20}: /;
/** Sentences of one word, which stand where names stand. */
const SAID =
  /^(?:AGAIN|AH|ALRIGHT|AMEN|AND|ANYWAY|BUT|CERTAINLY|CHAPTER|COME|CORRECT|ENOUGH|EXACTLY|FINE|FIRST|GO|GOOD|GOODBYE|GREAT|HELLO|HERE|HI|HM+|I|INDEED|IT|LISTEN|LOOK|MAYBE|NEVER|NEXT|NICE|NO|NONE|NOTHING|NOW|OH|OK|OKAY|PERHAPS|PLEASE|PRECISELY|QUITE|REALLY|RIGHT|SECOND|SILENCE|SO|SORRY|STOP|SURE|THANKS|THANK YOU|THAT|THEN|THERE|THIS|TRUE|WAIT|WELL|WHAT|WHY|YEAH|YES|YOU|ABER|ACH|DANN|DOCH|GENAU|GUT|HALLO|JA|NEIN|NUN|SO|UND|BIEN|BON|DONC|MAIS|MERCI|NON|OUI|ALORS|CLARO|NADA|PUES|SÍ|VALE|BENE|CERTO|ECCO|SÌ|ДА|НЕТ|НУ|ТАК|ХОРОШО)$/;
export const TRANSITION =
  /^(?:FADE (?:IN|OUT|TO BLACK)|(?:[A-Z]{3,9} )?CUT TO|DISSOLVE TO|SCHNITT(?: AUF| ZU)?|ABBLENDE|AUFBLENDE|ÜBERBLENDUNG|FONDU|COUPE FRANCHE|CORTE A|FUNDIDO|DISSOLVENZA|STACCO)(?![\p{L}’']).{0,30}[:.]?$/u;
export const CAST_LIST =
  /^(?:\**|#{1,6} )(?:ATTENDEES|PARTICIPANTS|CAST|CHARACTERS|SPEAKERS|PERSONS REPRESENTED|PERSONEN|SPRECHER|DRAMATIS PERSON(?:AE|Æ)|SUMMARY KEYWORDS|KEYWORDS|PERSONNAGES|PERSONAJES|PERSONAGGI|PERSONAGENS|PERSONAGES|ROLES|RÔLES|ROLLEN|REPARTO|DISTRIBUTION|ELENCO|INTERPRETI|VOICE CAST|BESETZUNG|FIGUREN|LEGEND|LEGENDE|LÉGENDE|LEYENDA|KEY(?=:)|ROLLER|OSOBY|ДЕЙСТВУЮЩИЕ ЛИЦА|登場人物|人物|キャスト|出演|凡例)(?!\p{L})(?:[^:：]{0,20}[:：]|(?: (?:list|of (?:the )?(?:characters|drama|play|persons)|(?:in )?order of .{1,12})| ?[(（,/&–—-].{0,20})?\.?)\**$/iu;

/** Whether a whole name is none: `Note`, `音楽`, but not `Time Traveller`. */
export function isNoName(name: string): boolean {
  const capitals = name.toUpperCase();
  return isSoundName(capitals) || NO_ROLE.exec(capitals)?.[0] === capitals;
}

/** Whether a mark can be that of a role: nothing else is known to be called so. */
export const isRole = ({ role, form }: LayoutMark): boolean =>
  !NO_ROLE.test(role) &&
  !isSoundName(role) &&
  (form === 'colon' || !(NOISE.test(role) || OF_A_PROGRAMME.test(role))) &&
  (form !== 'sentence' || !SAID.test(role)) &&
  (!TABLE_HEAD.test(role) || (SPEAKS.test(role) && form !== 'gap' && form !== 'dash'));

/** Whether a row is the name of a part: of an act, a scene, a chapter or an episode. */
export const isPart = (row: string): boolean =>
  row.length <= LONGEST_PART && (CHAPTER.test(row) || readHeading({ rows: [row] }) !== null);

const LONGEST_PART = 120;
