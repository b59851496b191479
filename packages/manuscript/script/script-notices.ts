import type { ImportNotice } from '../../../shared/model/import-notes.ts';
import { isBracketed, spokenSquareBrackets } from '../../../shared/rules/brackets.ts';
import type { CueKind } from '../../../shared/rules/cue-labels.ts';
import { SCENE_MARK } from '../../../shared/rules/pauses.ts';
import { readCapitals } from '../../../shared/rules/role-marks.ts';
import { cuesIn } from '../../../shared/rules/sound-cues.ts';
import { isSpeakable } from '../../../shared/rules/spoken-text.ts';
import { isSymbolsOnly } from '../sections/scene-breaks.ts';

export function scriptNotices(script: string): ImportNotice[] {
  const rows = script.split('\n');
  return [...bracketNotices(rows), ...silentSpeechNotices(rows)];
}

/** Counts the cues for music and effects, which are kept as markers and not spoken. */
export function cueNotices(script: string): ImportNotice[] {
  const cues = script.split(/\n{2,}/).flatMap((paragraph) => cuesIn(paragraph, readCapitals));
  const [first] = cues;
  if (first === undefined) return [];
  const count = (kind: CueKind): number => cues.filter((cue) => cue.kind === kind).length;
  return [
    { kind: 'cues', first: first.text, music: count('music'), effects: count('effect'), ambience: count('ambience') },
  ];
}

/** Reports square brackets that are read aloud because they are neither sound cues nor pauses. */
function bracketNotices(rows: readonly string[]): ImportNotice[] {
  const found = rows.flatMap((row) => {
    return isBracketed(row.trim()) ? [] : spokenSquareBrackets(row).map(({ start, end }) => row.slice(start, end));
  });
  const [first, ...others] = found;
  return first === undefined ? [] : [{ kind: 'spoken-brackets', words: first, others: others.length }];
}

function silentSpeechNotices(rows: readonly string[]): ImportNotice[] {
  const found = rows.filter((row, at) => isSilentSpeech(row) && isSpeechEnd(rows[at + 1]));
  const [first, ...others] = found;
  return first === undefined ? [] : [{ kind: 'silent-speeches', words: first.trim(), others: others.length }];
}

/** `ANN: …?!` */
function isSilentSpeech(row: string): boolean {
  const colon = row.search(/[:：]/);
  const mark = colon > 0 && isSymbolsOnly(row.slice(colon)) ? readCapitals(row.trim()) : null;
  const words = mark ? row.trim().slice(mark.end).trim() : '';
  return words !== '' && !isSpeakable(words) && !isBracketed(words);
}

const isSpeechEnd = (next: string | undefined): boolean =>
  next === undefined || next.trim() === '' || readCapitals(next.trim()) !== null;

export const headNotices = (rows: number): ImportNotice[] => (rows > 0 ? [{ kind: 'script-head', rows }] : []);

export const emphasisNotices = (passages: number): ImportNotice[] =>
  passages > 0 ? [{ kind: 'emphases', passages }] : [];

export function sceneBreakNotices(script: string, original: string): ImportNotice[] {
  const breaks = countSceneMarks(script) - countSceneMarks(original);
  return breaks > 0 ? [{ kind: 'scene-breaks', breaks }] : [];
}

const countSceneMarks = (text: string): number => text.split('\n').filter((row) => row.trim() === SCENE_MARK).length;
