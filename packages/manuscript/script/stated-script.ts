import type { ScriptDocument } from '../../../shared/model/script.ts';
import { withoutInvisible } from '../../../shared/rules/characters.ts';
import { joinPieces } from '../../../shared/rules/script-text.ts';
import { withScenePauses } from '../sections/scene-breaks.ts';
import { withEmphasis, withoutEmphasis } from './document-emphasis.ts';
import { withoutInlineMarkup, withPauseMarks } from './inline-markup.ts';

/** A separator that no manuscript contains. */
const BETWEEN = '\n\n\u0002\n\n';

/** Applies markup, scene-break pauses and, unless null, the emphasis of `signed` (see `document-emphasis.ts`). */
export function statedScript(plain: ScriptDocument, signed: ScriptDocument | null): ScriptDocument {
  const script = withMarkup(withWords(plain, plain.map(wordsOf).map(withoutEmphasis)));
  const emphasised = signed === null ? script : withEmphasisOf(script, withMarkup(signed));
  return joinPieces(
    emphasised.map((piece) =>
      typeof piece === 'string' ? withScenePauses(piece) : { ...piece, words: piece.words.replace(/\s+/g, ' ').trim() },
    ),
  );
}

const wordsOf = (piece: ScriptDocument[number]): string => (typeof piece === 'string' ? piece : piece.words);

const withWords = (script: ScriptDocument, words: readonly string[]): ScriptDocument =>
  script.map((piece, at) => (typeof piece === 'string' ? (words[at] ?? piece) : { ...piece, words: words[at] ?? '' }));

/** Joins all pieces first, because a link's address may be in another paragraph. */
function withMarkup(script: ScriptDocument): ScriptDocument {
  const pieces = script.map(wordsOf);
  const unmarked = (text: string) => withPauseMarks(withoutInlineMarkup(text).text);
  const together = unmarked(pieces.join(BETWEEN)).split(BETWEEN);
  const words = together.length === pieces.length ? together : pieces.map(unmarked);
  return withWords(script, words.map(withoutInvisible));
}

function withEmphasisOf(plain: ScriptDocument, signed: ScriptDocument): ScriptDocument {
  const pieces = plain.map(wordsOf);
  const rows = withEmphasis(pieces.join('\n'), signed.map(wordsOf).join('\n')).split('\n');
  let row = 0;
  const words = pieces.map((piece) => {
    const first = row;
    row += piece.split('\n').length;
    return rows.slice(first, row).join('\n');
  });
  return withWords(plain, words);
}
