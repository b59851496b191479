// Words by which a script's layout is told: what stands where names stand and is none, and what is no speech.
import { isSoundName } from './layout-directions.ts';
import type { LayoutMark } from './layout-marks.ts';

/** What stands before a colon, or alone on a row, and is no name. */
export const NO_ROLE =
  /^(?:ACT|AKT|AUTHOR|BY|CAST|CHAPTER|CHARACTERS|COPYRIGHT|CUT|DATE|DISSOLVE|DRAFT|DURATION|END|EPILOGUE|EPISODE|EXT|FADE|FIN|HINT|INT|KAPITEL|LENGTH|LOCATION|NOTE|NOTES|PART|PERSONEN|PLACE|PROLOGUE|REMEMBER|RUNTIME|SCENE|SCÈNE|SEASON|SETTING|SMASH CUT|SYNOPSIS|SZENE|THE END|TIME|TITLE|VERSION|WARNING|WRITTEN)\b/;
/** What is for those who make the script, wherever it stands. */
export const PRODUCTION_NOTE =
  /^(?:(?:DIRECTOR|EDIT(?:OR|ING)?|PRODUC(?:ER|TION)|RECORDING|WRITER)(?:['’]?S)? )?NOTES?(?: TO (?:EDITOR|PRODUCER|SELF))?$|^(?:TODO|TO DO|FIXME|TK)$/;
/** Rows below a script's title that say who made it, and when. */
export const CREDIT =
  /^(?:(?:(?:written|created|adapted|directed|produced|edited|hosted|script|story|screenplay|teleplay) (?:and \w+ )?by|by|author|von|geschrieben von|écrit par)\b.{1,80}|(?:(?:first|second|third|final|working|shooting) )?(?:draft|revision|version|rev\.|entwurf)\b.{0,60}|(?:copyright|©|\(c\)).{1,80})$/i;
/** What a script tells between brackets, under names and alone, and is no name. */
const NOISE =
  /^(?:APPLAUSE|BEAT|BREAK|COUGHS?|CROSSTALK|INAUDIBLE|LAUGHS?|LAUGHTER|LONG PAUSE|NOISE|PAUSE|SIGHS?|SILENCE|UNINTELLIGIBLE)$/;
/** A title and a name. */
export const TITLED =
  /^(?:DR|MRS?|MS|MISS|PROF|PROFESSOR|SIR|LADY|LORD|CAPTAIN|CAPT|INSPECTOR|SGT|SERGEANT|FRAU|HERR|MME|M)\.? \p{Lu}/u;
export const TABLE_HEAD = /^(?:SPEAKER|CHARACTER|ROLE|NAME|WHO|SPRECHER|ROLLE|PERSON|TIME|NO)$/;
export const TABLE_RULE = /^\|[-: \t|]{3,400}$/;
export const SCENE_BREAK = /^(?:[-*_=~·•] ?){3,80}$/;
export const CHAPTER =
  /^(?:(?:ACT|AKT|PART|TEIL|EPISODE|CHAPTER|KAPITEL|SCENE|SZENE)\s+[\p{L}\d]{1,12}\b[^.!?]{0,60}|PROLOGUE|EPILOGUE)\.?$/iu;
export const PLACE = /^(?:INT|EXT|INT\.?\/EXT|I\/E)[. ].{0,120}$/;
export const TRANSITION = /^(?:FADE (?:IN|OUT|TO BLACK)|(?:[A-Z]{3,9} )?CUT TO|DISSOLVE TO)\b.{0,30}[:.]?$/;
export const CAST_LIST =
  /^(?:\**|#{1,6} )(?:CAST|CHARACTERS|PERSONEN|DRAMATIS PERSONAE|PERSONNAGES)\b[^:]{0,20}:?\**$/i;

/** Whether a mark can be that of a role: nothing else is known to be called so. */
export const isRole = ({ role, form }: LayoutMark): boolean =>
  !NO_ROLE.test(role) && !isSoundName(role) && (form === 'colon' || !NOISE.test(role)) && !TABLE_HEAD.test(role);
