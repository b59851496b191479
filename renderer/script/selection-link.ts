import { EditorSelection, type EditorState, type Transaction } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { LineBrief } from '../../shared/ipc/script-requests.ts';
import { usePlayer } from '../ui/sound/player-store.ts';
import { useView } from '../ui/view-store.ts';
import { inPlace } from './document/document-bounds.ts';
import {
  chapterAt,
  chapterStart,
  documentReloaded,
  editSaved,
  findParagraph,
  paragraphAt,
  type ShownParagraph,
} from './document/document-state.ts';
import type { ScriptSession } from './document/script-session.ts';
import { isBlankRow } from './rows/scan-rows.ts';

/** Returns the approximate line at the cursor: undefined in a blank row, null in a paragraph without lines. */
export function lineAtCursor(
  state: EditorState,
  briefOf: (lineId: number) => LineBrief | undefined,
): number | null | undefined {
  const { head } = state.selection.main;
  if (isBlankRow(state.doc.lineAt(head).text)) return undefined;
  const paragraph = paragraphAt(state, head);
  return paragraph === null ? null : lineOf(paragraph, head, briefOf);
}

function lineOf(
  { info, shownFrom, shownTo }: ShownParagraph,
  head: number,
  briefOf: (lineId: number) => LineBrief | undefined,
): number | null {
  const [first] = info.lineIds;
  if (first === undefined || info.lineIds.length === 1) return first ?? null;
  const sizes = info.lineIds.map((id) => briefOf(id)?.characters ?? 1);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  let left = ((head - shownFrom) / Math.max(1, shownTo - shownFrom)) * all;
  const at = sizes.findIndex((size) => {
    left -= size;
    return left < 0;
  });
  return info.lineIds.at(at) ?? first;
}

/** A document has several chapters once the producer has typed a heading in it. */
export const chapterAtCursor = (
  state: EditorState,
  chapterIds: readonly (number | null)[],
): number | null | undefined => chapterAt(state, chapterIds, state.selection.main.head);

let metReveals = 0;

const USER_EVENTS = ['select', 'input', 'delete', 'move', 'undo', 'redo'] as const;
const isUserEvent = (transaction: Transaction): boolean => USER_EVENTS.some((event) => transaction.isUserEvent(event));

export interface SelectionPorts {
  readonly chapterOfLine: (lineId: number) => Promise<number | null>;
  /** A chapter that has just been typed appears in the list after a delay. */
  readonly isListed: (chapterId: number | null) => boolean;
}

export class SelectionLink {
  readonly #session: ScriptSession;
  readonly #view: EditorView;
  readonly #ports: SelectionPorts;
  /** The last values that were written or read, so that saving edits doesn't overwrite a newer selection. */
  #line: number | null;
  #chapter: number | null;
  /** Whether the chapter follows the scroll position instead of the cursor. */
  #isSeen = false;
  readonly #unsubscribe: () => void;

  constructor(session: ScriptSession, view: EditorView, ports: SelectionPorts) {
    this.#session = session;
    this.#view = view;
    this.#ports = ports;
    const { selectedLineId, chapterId, revealCount } = useView.getState();
    this.#line = selectedLineId;
    this.#chapter = chapterId;
    if (selectedLineId !== null && session.hasLine(selectedLineId)) this.#goToLine(selectedLineId);
    else if (selectedLineId !== null && revealCount > metReveals) this.#openLine(selectedLineId);
    else {
      this.#followChapter(chapterId);
      this.#selectLineAtCursor();
    }
    this.#unsubscribe = useView.subscribe((state, before) => {
      if (state.revealCount !== before.revealCount || state.selectedLineId !== before.selectedLineId) this.#follow();
      if (state.chapterId !== before.chapterId && state.chapterId !== this.#chapter)
        this.#followChapter(state.chapterId);
      else if (state.chapterChoices !== before.chapterChoices) this.#showStart(state.chapterId);
    });
  }

  afterUpdate(transactions: readonly Transaction[]): void {
    const isMoved = transactions.some((one) => one.selection !== undefined && !one.annotation(inPlace));
    if (isMoved) this.#isSeen = false;
    const isNews = transactions.some(
      ({ docChanged, effects }) =>
        docChanged || effects.some((effect) => effect.is(editSaved) || effect.is(documentReloaded)),
    );
    if (!isMoved && !isNews) return;
    // Once the producer edits the text, the selection no longer follows playback.
    if (transactions.some(isUserEvent)) usePlayer.getState().follow(false);
    const { selectedLineId, chapterId } = useView.getState();
    if (isMoved || selectedLineId === this.#line) this.#selectLineAtCursor();
    if (chapterId === this.#chapter) this.#chooseChapterAtCursor();
  }

  onChaptersChanged(): void {
    if (useView.getState().chapterId === this.#chapter) this.#chooseChapterAtCursor();
  }

  /** Selects the visible chapter. Must be called after manual scrolling. */
  onScrolled(): void {
    const { chapterIds } = this.#session;
    if (chapterIds.length < 2) return;
    const { scrollTop, clientHeight } = this.#view.scrollDOM;
    const { from } = this.#view.lineBlockAtHeight(scrollTop + clientHeight / 3);
    const chapter = chapterAt(this.#view.state, chapterIds, from);
    if (chapter === undefined || chapter === useView.getState().chapterId || !this.#ports.isListed(chapter)) return;
    this.#isSeen = true;
    this.#chapter = chapter;
    useView.getState().followChapter(chapter);
  }

  stop(): void {
    this.#unsubscribe();
  }

  #selectLineAtCursor(): void {
    const lineId = lineAtCursor(this.#view.state, this.#briefOf);
    if (lineId === undefined) return;
    this.#line = lineId;
    const { selectedLineId, selectedParagraphId, selectLine, selectParagraph } = useView.getState();
    if (lineId !== selectedLineId) selectLine(lineId);
    const { state } = this.#view;
    const paragraphId = lineId === null ? (paragraphAt(state, state.selection.main.head)?.info.id ?? null) : null;
    if (paragraphId !== selectedParagraphId) selectParagraph(paragraphId);
  }

  #chooseChapterAtCursor(): void {
    if (this.#isSeen) return;
    const chapter = chapterAtCursor(this.#view.state, this.#session.chapterIds);
    if (chapter === undefined || chapter === this.#chapter || !this.#ports.isListed(chapter)) return;
    this.#chapter = chapter;
    useView.getState().followChapter(chapter);
  }

  #follow(): void {
    const { selectedLineId, revealCount } = useView.getState();
    if (selectedLineId === null || (selectedLineId === this.#line && revealCount <= metReveals)) return;
    this.#line = selectedLineId;
    if (this.#session.hasLine(selectedLineId)) this.#goToLine(selectedLineId);
    else if (revealCount > metReveals) this.#openLine(selectedLineId);
  }

  #followChapter(chapterId: number | null): void {
    if (!this.#session.chapterIds.includes(chapterId)) return;
    this.#chapter = chapterId;
    this.#isSeen = false;
    if (chapterAtCursor(this.#view.state, this.#session.chapterIds) === chapterId) return;
    this.#goTo(chapterStart(this.#view.state, chapterId), 'start');
  }

  #showStart(chapterId: number | null): void {
    if (this.#session.chapterIds.length < 2 || !this.#session.chapterIds.includes(chapterId)) return;
    this.#isSeen = false;
    this.#goTo(chapterStart(this.#view.state, chapterId), 'start');
  }

  #openLine(lineId: number): void {
    const wish = useView.getState().revealCount;
    this.#ports.chapterOfLine(lineId).then(
      (chapterId) => {
        const { selectedLineId, chooseChapter } = useView.getState();
        if (selectedLineId === lineId && wish > metReveals) chooseChapter(chapterId);
      },
      () => {
        metReveals = wish;
      },
    );
  }

  #goToLine(lineId: number): void {
    metReveals = useView.getState().revealCount;
    const { state } = this.#view;
    if (lineAtCursor(state, this.#briefOf) === lineId) {
      const effects = EditorView.scrollIntoView(state.selection.main.head, { y: 'nearest', yMargin: 60 });
      this.#view.dispatch({ effects });
      return;
    }
    const paragraph = findParagraph(state, { lineId });
    if (paragraph === null) return;
    // During playback, scrolls only if necessary, so that the text stays still while the producer reads along.
    const isReadAlong = usePlayer.getState().through?.isFollowed === true;
    this.#goTo(this.#offsetOfLine(paragraph, lineId), isReadAlong ? 'nearest' : 'center');
  }

  #offsetOfLine({ info, shownFrom, shownTo }: ShownParagraph, lineId: number): number {
    const before = info.lineIds.indexOf(lineId);
    if (before <= 0) return shownFrom;
    const sizes = info.lineIds.map((id) => this.#briefOf(id)?.characters ?? 1);
    const all = sizes.reduce((sum, size) => sum + size, 0);
    const start = sizes.slice(0, before).reduce((sum, size) => sum + size, 0);
    return shownFrom + Math.ceil(((start + 1) / all) * (shownTo - shownFrom));
  }

  #goTo(offset: number, y: 'center' | 'nearest' | 'start'): void {
    const place = Math.min(offset, this.#view.state.doc.length);
    const yMargin = y === 'nearest' ? this.#view.scrollDOM.clientHeight / 4 : 40;
    this.#view.dispatch({
      selection: EditorSelection.cursor(place),
      effects: EditorView.scrollIntoView(place, { y, yMargin }),
    });
  }

  readonly #briefOf = (lineId: number) => this.#session.briefs.get(lineId);
}
