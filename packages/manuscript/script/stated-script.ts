import type { ScriptDocument } from '../../../shared/model/script.ts';
import { withoutInvisible } from '../../../shared/rules/characters.ts';
import { joinPieces } from '../../../shared/rules/script-text.ts';
import { withScenePauses } from '../sections/scene-breaks.ts';
import { withEmphasis, withoutEmphasis } from './document-emphasis.ts';
import { restorePauseMarks, withoutInlineMarkup } from './inline-markup.ts';

/** A separator that no manuscript contains. */
const SEPARATOR = '\n\n\u0002\n\n';

/**
 * Applies markup and scene-break pauses. If `styled` isn't null, also applies its emphasis (see
 * `document-emphasis.ts`).
 */
export function statedScript(plain: ScriptDocument, styled: ScriptDocument | null): ScriptDocument {
  const script = withMarkup(replaceWords(plain, plain.map(pieceWords).map(withoutEmphasis)));
  const emphasised = styled === null ? script : withEmphasisOf(script, withMarkup(styled));
  return joinPieces(
    emphasised.map((piece) =>
      typeof piece === 'string' ? withScenePauses(piece) : { ...piece, words: piece.words.replace(/\s+/g, ' ').trim() },
    ),
  );
}

const pieceWords = (piece: ScriptDocument[number]): string => (typeof piece === 'string' ? piece : piece.words);

const replaceWords = (script: ScriptDocument, words: readonly string[]): ScriptDocument =>
  script.map((piece, at) => (typeof piece === 'string' ? (words[at] ?? piece) : { ...piece, words: words[at] ?? '' }));

/** Joins all pieces first, because a link's URL may be in another paragraph. */
function withMarkup(script: ScriptDocument): ScriptDocument {
  const pieces = script.map(pieceWords);
  const unmarked = (text: string) => restorePauseMarks(withoutInlineMarkup(text).text);
  const together = unmarked(pieces.join(SEPARATOR)).split(SEPARATOR);
  const words = together.length === pieces.length ? together : pieces.map(unmarked);
  return replaceWords(script, words.map(withoutInvisible));
}

function withEmphasisOf(plain: ScriptDocument, styled: ScriptDocument): ScriptDocument {
  const pieces = plain.map(pieceWords);
  const rows = withEmphasis(pieces.join('\n'), styled.map(pieceWords).join('\n')).split('\n');
  let row = 0;
  const words = pieces.map((piece) => {
    const first = row;
    row += piece.split('\n').length;
    return rows.slice(first, row).join('\n');
  });
  return replaceWords(plain, words);
}
