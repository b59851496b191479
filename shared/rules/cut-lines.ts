// From the turns of a paragraph to lines that a job can take.
import type { LineContent, Turn } from '../model/script.ts';
import { countCharacters } from './characters.ts';
import { packBalanced } from './pack-balanced.ts';
import type { ScriptOptions } from './script-options.ts';
import { splitText } from './split-text.ts';
import { isSpeakable, silentRanges, spokenText } from './spoken-text.ts';
import { fitsJob, speakerOf, turnOverhead } from './turn-prefix.ts';

/** The least that a turn is cut to, in characters, however long its prefix is. */
const SMALLEST_PIECE = 10;

/** A turn, or a piece of one that was too long. */
interface Piece {
  readonly turn: number;
  readonly role: string | null;
  readonly text: string;
  /** Characters that it adds to a line as sent. */
  readonly cost: number;
}

/**
 * Makes lines of the turns of one or two roles. Turns that together fit into a job stay one line; else they are cut
 * between turns, and a turn that is too long by itself at its sentence ends, into lines of like length. Text counts as
 * it is sent: directions left out, prefixes included where two roles speak.
 *
 * @param options `lineCharacters`: the longest text of a line as sent, in characters
 * @returns lines in order; none where there is nothing to speak
 */
export function cutParagraph(
  turns: readonly Turn[],
  options: Pick<ScriptOptions, 'speakBrackets' | 'lineCharacters'>,
): LineContent[] {
  if (!turns.some((turn) => isSpeakable(spokenText(turn, options)))) return [];
  if (fitsJob(turns, options)) return [{ turns }];
  const isDialog = new Set(turns.map(speakerOf)).size > 1;
  const pieces = turns.flatMap((turn, index) => piecesOf(turn, index, isDialog, options));
  const costs = pieces.map((piece) => piece.cost);
  let start = 0;
  return packBalanced(costs, options.lineCharacters + 1).flatMap((end) => {
    const line = { turns: joinPieces(pieces.slice(start, end)) };
    start = end;
    return line.turns.some((turn) => isSpeakable(spokenText(turn, options))) ? [line] : [];
  });
}

function piecesOf(
  turn: Turn,
  index: number,
  isDialog: boolean,
  options: Pick<ScriptOptions, 'speakBrackets' | 'lineCharacters'>,
): Piece[] {
  // A row break stands behind every turn but the last; to count one for each is on the safe side.
  const overhead = isDialog ? turnOverhead(turn) : 1;
  const costOf = (text: string): number => {
    const spoken = spokenText({ role: turn.role, text }, options);
    return isSpeakable(spoken) ? countCharacters(spoken) + overhead : 0;
  };
  const cost = costOf(turn.text);
  if (cost <= options.lineCharacters + 1) return [{ turn: index, role: turn.role, text: turn.text, cost }];
  const room = Math.max(SMALLEST_PIECE, options.lineCharacters + 1 - overhead);
  const texts = splitText(turn.text, room, silentRanges(turn, options));
  return texts.map((text) => ({ turn: index, role: turn.role, text, cost: costOf(text) }));
}

/** Turns again, where neighbouring pieces of one turn become one. */
function joinPieces(pieces: readonly Piece[]): Turn[] {
  const turns: { turn: number; role: string | null; text: string }[] = [];
  for (const piece of pieces) {
    const last = turns.at(-1);
    if (last?.turn === piece.turn) last.text += piece.text;
    else turns.push({ turn: piece.turn, role: piece.role, text: piece.text });
  }
  return turns.map(({ role, text }) => ({ role, text: text.trim() }));
}
