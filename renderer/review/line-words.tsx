import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { ReviewRow } from '../../shared/ipc/review-requests.ts';
import type { ProofedTake } from '../../shared/model/proofed-take.ts';
import type { TakeSummary } from '../../shared/model/take.ts';
import { matchWords, shownPlace, shownRange, type WordIndexes } from '../../shared/rules/match-words.ts';
import { spokenWords } from '../../shared/rules/spoken-words.ts';
import { type WordSegment, wordChanges } from '../../shared/rules/word-changes.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { RoleName, useRoleColours } from '../ui/role-name.tsx';
import { playTakeFrom } from '../ui/sound/play-line.ts';
import { createSpokenMark, followSpokenWord } from '../ui/sound/spoken-word.ts';
import { findingHint, type ShownFinding } from './shown-findings.ts';
import styles from './take-panel.module.css';
import { type LinePiece, type MarkedTurn, type TurnInPieces, wordPieces } from './word-pieces.ts';

const t = words('review');
const tProof = words('proof');

interface LineWordsProps {
  readonly row: ReviewRow;
  readonly take: TakeSummary | null;
  readonly proofed?: ProofedTake | null;
  readonly findings?: readonly ShownFinding[];
  /** Index in the proof of the finding that was played last. */
  readonly current?: number | null;
}

const NO_FINDINGS: readonly ShownFinding[] = [];

/** The text of a line. If the take's words have times, clicking a word plays from it, and the spoken word is marked. */
export function LineWords({ row, take, proofed = null, findings = NO_FINDINGS, current = null }: LineWordsProps) {
  const { data: change } = useAsk(
    'review.textChange',
    { lineId: row.lineId, takeId: take?.id ?? 0 },
    { enabled: take !== null && !take.keyIsToday },
  );
  const isChanged = change != null && take?.keyIsToday === false;
  const marked = useMemo(
    () => (isChanged ? markedTurns(change.before, change.after) : row.turns.map(unmarked)),
    [isChanged, change, row.turns],
  );
  const { turns, matches } = useMemo(() => {
    const inPieces = wordPieces(marked);
    return { ...inPieces, matches: matchWords(proofed ? spokenWords(proofed.text) : [], inPieces.words) };
  }, [marked, proofed]);
  const marks = useMemo(() => findingMarks(findings, matches), [findings, matches]);
  const box = useRef<HTMLDivElement>(null);
  useSpokenMark(box, take, proofed, matches);
  const isTimed = take !== null && (proofed?.words.length ?? 0) > 0;
  const playFrom = (word: number) => {
    const range = matches[word];
    const time = range && proofed?.words[range.from];
    if (take && time) playTakeFrom(take, row, time.startSeconds);
  };
  const { cursor, onKeyDown, drop } = useWordCursor(box, isTimed ? matches : NO_MATCHES, playFrom);
  const colourOf = useRoleColours();
  const onClick = (event: MouseEvent) => {
    // A drag selects text to copy.
    if (document.getSelection()?.isCollapsed === false) return;
    const word = wordOf(event.target);
    if (word !== null) playFrom(word);
  };
  return (
    <div
      ref={box}
      className={styles.words}
      role="group"
      aria-label={t('panel.words')}
      aria-activedescendant={cursor === null ? undefined : wordElementId(cursor)}
      data-timed={isTimed}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be focusable
      tabIndex={0}
      {...(isTimed ? { 'aria-description': tProof('wordsHint'), onClick, onKeyDown, onBlur: drop } : {})}
    >
      {turns.map(({ role, pieces }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: turns have no ids
        <p key={at} dir="auto">
          <RoleName role={role} colour={colourOf(role)} />{' '}
          {stretchesOf(pieces).map(({ kind, from, to }) => (
            <Stretch key={from} kind={kind}>
              {pieces.slice(from, to).map((piece, index) => (
                <WordPiece
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above
                  key={index}
                  piece={piece}
                  isFirst={isFirstOfWord(turns, at, from + index)}
                  mark={piece.word === null ? undefined : marks.words.get(piece.word)}
                  hasSound={piece.word !== null && matches[piece.word] !== null}
                  hasCursor={piece.word !== null && piece.word === cursor}
                  current={current}
                />
              ))}
            </Stretch>
          ))}
          {at === turns.length - 1 && <Insertion findings={marks.atEnd} current={current} />}
        </p>
      ))}
      {isChanged && <p className={styles.since}>{t('panel.changed', { take: take.number })}</p>}
    </div>
  );
}

const NO_MATCHES: readonly (WordIndexes | null)[] = [];

interface PieceRange extends WordIndexes {
  readonly kind: LinePiece['kind'];
}

/** Joins neighbouring pieces of the same kind. */
function stretchesOf(pieces: readonly LinePiece[]): PieceRange[] {
  const starts = pieces.flatMap(({ kind }, at) => (kind === pieces[at - 1]?.kind ? [] : [{ kind, from: at }]));
  return starts.map((start, at) => ({ ...start, to: starts[at + 1]?.from ?? pieces.length }));
}

function Stretch({ kind, children }: { readonly kind: LinePiece['kind']; readonly children: ReactNode }) {
  if (kind === 'added') return <ins>{children}</ins>;
  return kind === 'removed' ? <del>{children}</del> : children;
}

interface WordMark {
  /** Findings that concern the word. */
  readonly findings: readonly ShownFinding[];
  /** Findings that start at the word. */
  readonly starting: readonly ShownFinding[];
  /** Extra speech before the word. */
  readonly before: readonly ShownFinding[];
}

interface FindingMarks {
  readonly words: ReadonlyMap<number, WordMark>;
  /** Extra speech after the last word. */
  readonly atEnd: readonly ShownFinding[];
}

function findingMarks(findings: readonly ShownFinding[], matches: readonly (WordIndexes | null)[]): FindingMarks {
  const marks = new Map<number, { findings: ShownFinding[]; starting: ShownFinding[]; before: ShownFinding[] }>();
  const atEnd: ShownFinding[] = [];
  const markOf = (word: number) => {
    const mark = marks.get(word) ?? { findings: [], starting: [], before: [] };
    marks.set(word, mark);
    return mark;
  };
  for (const finding of findings) {
    if (finding.accepted.length > 0) continue;
    const { fromWord, toWord } = finding;
    if (toWord > fromWord) {
      const range = shownRange(matches, { from: fromWord, to: toWord });
      for (let word = range?.from ?? 0; word < (range?.to ?? 0); word += 1) markOf(word).findings.push(finding);
      if (range) markOf(range.from).starting.push(finding);
    } else {
      const place = shownPlace(matches, fromWord);
      if (place < matches.length) markOf(place).before.push(finding);
      else atEnd.push(finding);
    }
  }
  return { words: marks, atEnd };
}

const isFirstOfWord = (turns: readonly TurnInPieces[], turn: number, place: number): boolean => {
  const word = turns[turn]?.pieces[place]?.word;
  const before = place > 0 ? turns[turn]?.pieces[place - 1] : turns[turn - 1]?.pieces.at(-1);
  return word != null && before?.word !== word;
};

interface WordPieceProps {
  readonly piece: LinePiece;
  readonly isFirst: boolean;
  readonly mark: WordMark | undefined;
  readonly hasSound: boolean;
  readonly hasCursor: boolean;
  readonly current: number | null;
}

function WordPiece({ piece: { text, word }, isFirst, mark, hasSound, hasCursor, current }: WordPieceProps) {
  const found = mark?.findings[0];
  const content =
    word === null ? (
      text
    ) : (
      <span
        {...(isFirst ? { id: wordElementId(word) } : {})}
        data-word={word}
        data-plays={hasSound}
        data-cursor={hasCursor}
        {...(found && {
          'data-finding': found.kind,
          'data-current': mark.findings.some(({ index }) => index === current),
          title: mark.findings.map(findingHint).join('\n\n'),
          style: { ['--c' as string]: found.look.colour },
        })}
        {...(isFirst && mark && mark.starting.length > 0 && { 'data-number': numbersOf(mark.starting) })}
      >
        {text}
      </span>
    );
  return (
    <>
      {isFirst && mark && <Insertion findings={mark.before} current={current} />}
      {content}
    </>
  );
}

const numbersOf = (findings: readonly ShownFinding[]): string => findings.map(({ number }) => number).join(' ');

interface InsertionProps {
  readonly findings: readonly ShownFinding[];
  readonly current: number | null;
}

/** Marks the place between two words where there is extra speech. */
function Insertion({ findings, current }: InsertionProps) {
  const [first] = findings;
  if (!first) return null;
  return (
    <span
      className={styles.insertion}
      data-current={findings.some(({ index }) => index === current)}
      data-number={numbersOf(findings)}
      title={findings.map(findingHint).join('\n\n')}
      style={{ ['--c' as string]: first.look.colour }}
    />
  );
}

const wordElementId = (word: number): string => `line-word-${word}`;

function wordOf(element: EventTarget): number | null {
  const found = element instanceof Element ? element.closest<HTMLElement>('[data-word]') : null;
  return found === null ? null : Number(found.dataset['word']);
}

/** Moves between spoken words with the arrow keys, and plays from the chosen one. */
function useWordCursor(
  box: RefObject<HTMLDivElement | null>,
  matches: readonly (WordIndexes | null)[],
  playFrom: (word: number) => void,
) {
  const [cursor, setCursor] = useState<number | null>(null);
  const move = (by: 1 | -1) => {
    let next = cursor === null ? (by > 0 ? 0 : matches.length - 1) : cursor + by;
    while (next in matches && matches[next] === null) next += by;
    if (!(next in matches)) return;
    setCursor(next);
    box.current?.querySelector(`[data-word="${next}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const isForward = event.key === 'ArrowRight';
    if (isForward || event.key === 'ArrowLeft') move(isForward ? 1 : -1);
    else if ((event.key === 'Enter' || event.key === ' ') && cursor !== null) playFrom(cursor);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { cursor: cursor !== null && matches[cursor] ? cursor : null, onKeyDown, drop: () => setCursor(null) };
}

function useSpokenMark(
  box: RefObject<HTMLDivElement | null>,
  take: TakeSummary | null,
  proofed: ProofedTake | null,
  matches: readonly (WordIndexes | null)[],
): void {
  const takeId = take?.id ?? null;
  useEffect(() => {
    if (takeId === null || !proofed || proofed.words.length === 0) return;
    const mark = createSpokenMark();
    return followSpokenWord(takeId, proofed.words, (sent) => {
      const shown = sent === null ? null : shownRange(matches, { from: sent, to: sent + 1 });
      const range = shown && box.current && rangeOfWords(box.current, shown);
      mark(range);
      if (range && box.current) scrollTo(box.current, range);
    });
  }, [box, takeId, proofed, matches]);
}

function rangeOfWords(box: HTMLElement, { from, to }: WordIndexes): Range | null {
  const first = box.querySelector(`[data-word="${from}"]`);
  const last = [...box.querySelectorAll(`[data-word="${to - 1}"]`)].at(-1);
  if (!first || !last) return null;
  const range = new Range();
  range.setStartBefore(first);
  range.setEndAfter(last);
  return range;
}

function scrollTo(box: HTMLElement, range: Range): void {
  const [outer, inner] = [box.getBoundingClientRect(), range.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom) box.scrollTop += inner.top - outer.top;
}

const unmarked = ({ role, text }: ReviewRow['turns'][number]): MarkedTurn => ({
  role,
  stretches: [{ kind: 'same', text }],
});

/** Compares all turns as one text, so that text moved to another turn is recognised as moved. */
export function markedTurns(before: string, after: ReviewRow['turns']): MarkedTurn[] {
  const turns = after.map(({ role, text }) => ({ role, left: text.length, stretches: [] as WordSegment[] }));
  let at = 0;
  for (const { kind, text } of wordChanges(before, after.map((turn) => turn.text).join('\n'))) {
    if (kind === 'removed') turns[at]?.stretches.push({ kind, text: text.replaceAll('\n', ' ') });
    else {
      let rest = text;
      while (rest !== '') {
        const turn = turns[at];
        if (!turn) break;
        const part = rest.slice(0, turn.left);
        if (part !== '') turn.stretches.push({ kind, text: part });
        turn.left -= part.length;
        rest = rest.slice(part.length);
        if (turn.left === 0 && rest !== '') {
          rest = rest.slice(1);
          at += 1;
        }
      }
    }
  }
  return turns.map(({ role, stretches }) => ({ role, stretches }));
}
