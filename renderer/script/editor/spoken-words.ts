// Highlights the spoken word while a line's take plays, and finds when a word is spoken in the take. A paragraph that is
// too long for one take has several lines.
import type { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { QueryClient } from '@tanstack/react-query';
import type { ReviewRow } from '../../../shared/ipc/review-requests.ts';
import type { ProofedTake } from '../../../shared/model/proofed-take.ts';
import {
  matchWords,
  type ShownWord,
  shownRange,
  shownWords,
  type WordIndexes,
} from '../../../shared/rules/match-words.ts';
import { spokenWords } from '../../../shared/rules/spoken-words.ts';
import { askQuery } from '../../bridge/use-ask.ts';
import { notifyFailure } from '../../ui/overlays/toast.tsx';
import { playTakeFrom } from '../../ui/sound/play-line.ts';
import { usePlayer } from '../../ui/sound/player-store.ts';
import { createSpokenMark, followSpokenWord } from '../../ui/sound/spoken-word.ts';
import { findParagraph, paragraphAt } from '../document/document-state.ts';
import type { ParagraphBlock } from '../rows/read-block.ts';
import { IS_SILENT, rowsOfBlock } from '../rows/scan-rows.ts';
import { environmentOf } from './editor-environment.ts';

/** A word of the paragraph, and the sent words that correspond to it. */
export interface MatchedWord extends ShownWord {
  readonly sent: WordIndexes | null;
}

/**
 * Returns the words in a paragraph that belong to one of its lines.
 * @param lines the texts of all lines of the paragraph
 * @param at the index of the line
 * @param sent the line's words as sent
 */
export function wordsOfLine(
  text: string,
  block: ParagraphBlock,
  { lines, at, sent }: { readonly lines: readonly string[]; readonly at: number; readonly sent: string },
): MatchedWord[] {
  const shown = shownWords(
    text,
    block.marks.filter(({ kind }) => IS_SILENT[kind] && kind !== 'escape'),
  );
  const own = lines.length > 1 ? rangeOfLine(shown, lines, at) : { from: 0, to: shown.length };
  const words = shown.slice(own.from, own.to);
  const matches = matchWords(spokenWords(sent), words);
  return words.map((word, index) => ({ ...word, sent: matches[index] ?? null }));
}

function rangeOfLine(shown: readonly ShownWord[], lines: readonly string[], at: number): WordIndexes {
  const counts = lines.map((line) => spokenWords(line).length);
  const from = counts.slice(0, at).reduce((sum, count) => sum + count, 0);
  const range = { from, to: from + (counts[at] ?? 0) };
  return shownRange(matchWords(lines.flatMap(spokenWords), shown), range) ?? { from: 0, to: 0 };
}

interface TakeOfLine {
  readonly row: ReviewRow;
  readonly lines: readonly string[];
  readonly proofed: ProofedTake;
}

async function takeOfLine(client: QueryClient, state: EditorState, lineId: number, takeId?: number) {
  const lineIds = findParagraph(state, { lineId })?.info.lineIds ?? [lineId];
  const rows = await client.fetchQuery(askQuery('review.rows', { lineIds: [...lineIds] }));
  const row = rows.find((one) => one.lineId === lineId);
  const id = takeId ?? row?.take?.id;
  if (!row || id === undefined) return null;
  const [proofed] = await client.fetchQuery(askQuery('proof.takes', { takeIds: [id] }));
  const lines = rows.map(({ turns }) => turns.map(({ text }) => text).join('\n'));
  return proofed && proofed.words.length > 0 ? { row, lines, proofed, at: rows.indexOf(row) } : null;
}

/** Returns the line's words as matched, with the document's offset of the text. Null if the text isn't shown. */
function matchedWords(state: EditorState, { row, lines, proofed }: TakeOfLine & { readonly at: number }, at: number) {
  const paragraph = findParagraph(state, { lineId: row.lineId });
  if (paragraph === null || paragraph.shownFrom > state.doc.length) return null;
  const rows = rowsOfBlock(state.doc, state.doc.lineAt(paragraph.shownFrom).number);
  if (rows === null) return null;
  const from = state.doc.line(rows.first).from;
  const text = state.sliceDoc(from, state.doc.line(rows.last).to);
  const block = environmentOf(state).environment.readBlock(text);
  return { from, text, words: wordsOfLine(text, block, { lines, at, sent: proofed.text }) };
}

/** Marks the spoken word until the returned function is called. */
export function markSpokenWords(view: EditorView, client: QueryClient): () => void {
  const mark = createSpokenMark();
  let shown: number | null = null;
  let unfollow = () => {};
  const follow = async (takeId: number, lineId: number) => {
    const take = await takeOfLine(client, view.state, lineId, takeId);
    if (!take || shown !== takeId) return;
    let known: ReturnType<typeof matchedWords> = null;
    let knownDoc = view.state.doc;
    unfollow = followSpokenWord(takeId, take.proofed.words, (sent) => {
      if (known === null || knownDoc !== view.state.doc) {
        known = matchedWords(view.state, take, take.at);
        knownDoc = view.state.doc;
      }
      mark(sent === null || known === null ? null : rangeOf(view, known.from, known.words, sent));
    });
  };
  const update = ({ track }: ReturnType<typeof usePlayer.getState>) => {
    const takeId = track?.source.kind === 'take' ? track.source.takeId : null;
    if (takeId === shown) return;
    unfollow();
    unfollow = () => {};
    shown = takeId;
    if (track?.source.kind === 'take') follow(track.source.takeId, track.source.lineId).catch(notifyFailure);
  };
  update(usePlayer.getState());
  const stop = usePlayer.subscribe(update);
  return () => {
    stop();
    shown = null;
    unfollow();
  };
}

function rangeOf(view: EditorView, offset: number, words: readonly MatchedWord[], sent: number): Range | null {
  const spoken = words.filter((word) => word.sent !== null && word.sent.from <= sent && sent < word.sent.to);
  const [first, last] = [spoken[0], spoken.at(-1)];
  if (!first || !last) return null;
  const { from, to } = view.viewport;
  const [start, end] = [offset + first.from, offset + last.to];
  if (start < from || end > to) return null;
  const [a, b] = [view.domAtPos(start), view.domAtPos(end)];
  const range = new Range();
  range.setStart(a.node, a.offset);
  range.setEnd(b.node, b.offset);
  return range;
}

/** Plays the take of the line at a position, from the word there. @returns false if there is no such take or word */
export async function playFromWord(view: EditorView, client: QueryClient, position: number): Promise<boolean> {
  const { state } = view;
  for (const lineId of paragraphAt(state, position)?.info.lineIds ?? []) {
    const take = await takeOfLine(client, state, lineId);
    const matched = take && matchedWords(state, take, take.at);
    const word = matched?.words.find(({ to, sent }) => sent !== null && matched.from + to > position);
    const time = word?.sent && take?.proofed.words[word.sent.from];
    if (!take?.row.take || !time || !matched || position < matched.from) continue;
    playTakeFrom(take.row.take, take.row, time.startSeconds);
    return true;
  }
  return false;
}
