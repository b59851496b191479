// What blocks the line, what may be read aloud differently than expected, and why it is stale.
import type { LineDetail } from '../../shared/ipc/script-requests.ts';
import { formatCount } from '../ui/format.ts';
import styles from './inspector.module.css';

type RenderProblem = NonNullable<LineDetail['problem']>;
type Warning = LineDetail['warnings'][number];

export function LineNotices({ detail }: { readonly detail: LineDetail }) {
  const { problem, failure, warnings } = detail;
  if (problem === null && failure === null && warnings.length === 0) return null;
  return (
    <div className={styles.notices}>
      {problem && <p className={styles.bad}>{problemWords(problem)}</p>}
      {failure && <p className={styles.bad}>It failed: {failure}</p>}
      {warnings.map((warning) => (
        <p key={JSON.stringify(warning)} className={styles.odd}>
          {warningWords(warning)}
        </p>
      ))}
    </div>
  );
}

const and = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

function problemWords(problem: RenderProblem): string {
  switch (problem.kind) {
    case 'three-roles':
      return `${and(problem.roles)} speak in one paragraph, and a line has two roles at most. Put a blank row between them.`;
    case 'too-long':
      return `It has ${formatCount(problem.characters)} characters, and a job takes ${formatCount(problem.limit)}. Shorten it, or put a blank row into it.`;
    case 'no-voice':
      return `${and(problem.roles)} ${problem.roles.length > 1 ? 'have' : 'has'} no voice yet. Choose one above.`;
    case 'nothing-to-speak':
      return 'There is nothing in it to speak.';
    case 'pronunciation-too-long':
      return `Pronunciation rule ${problem.rule + 1} (“${problem.from}”) makes it longer than ${formatCount(problem.limit)} characters. Change that rule, or the ones before it that it repeats.`;
  }
}

function warningWords(warning: Warning): string {
  switch (warning.kind) {
    case 'roles-differ':
      return `${and(warning.roles)} differ in ${and(warning.parameters.map(parameterWord))}: a dialog has each only once, and the first role’s counts.`;
    case 'prefix-in-text':
      return `What ${warning.role} says holds “${warning.prefix}”: the service may take it for the start of a turn. Change the words or the turn prefix.`;
    case 'prefixes-overlap':
      return `The turn prefixes ${and(warning.prefixes.map((prefix) => `“${prefix}”`))} can’t be told apart. Change one.`;
  }
}

const parameterWord = (name: string): string => name.replaceAll('_', ' ');

/** Why the line is stale, and what has its take back. */
export function WhyStale({ why }: { readonly why: NonNullable<LineDetail['whyStale']> }) {
  const { take, textBefore, textAfter, voice, parameters } = why;
  const change = textBefore === null ? null : wordChange(textBefore, textAfter ?? '');
  const others = [...(voice ? ['the voice'] : []), ...parameters.map(parameterWord)];
  return (
    <div className={styles.why}>
      {change && (
        <>
          <p>Since take {take}, the text changed:</p>
          <p className={styles.change}>
            {change.before}
            {change.removed && <del>{change.removed}</del>}
            {change.added && <ins>{change.added}</ins>}
            {change.after}
          </p>
        </>
      )}
      {others.length > 0 && (
        <p>
          {change ? 'So did ' : `Since take ${take}, `}
          {and(others)}
          {change ? '.' : ' changed.'}
        </p>
      )}
      <p>
        {change ? 'Undo the edit' : 'Set it back'} to have take {take} back at no cost.
      </p>
    </div>
  );
}

/** What changed between two texts, in as few words as say it. */
interface WordChange {
  /** The words around it that stayed. */
  readonly before: string;
  readonly removed: string;
  readonly added: string;
  readonly after: string;
}

/** Up to this many unchanged words are shown on each side. */
const AROUND = 3;
const WORDS = /\s+|\S+/gu;

/** The stretch of words in which two texts differ, with a few that stayed on each side; null where they are the same. */
export function wordChange(was: string, is: string): WordChange | null {
  if (was === is) return null;
  const [old, now] = [was.match(WORDS) ?? [], is.match(WORDS) ?? []];
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start++;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  return {
    before: shortened(old.slice(0, start), 'start'),
    removed: old.slice(start, old.length - end).join(''),
    added: now.slice(start, now.length - end).join(''),
    after: shortened(old.slice(old.length - end), 'end'),
  };
}

/** A word and the space beside it are two pieces. */
function shortened(pieces: readonly string[], cut: 'start' | 'end'): string {
  const kept = cut === 'start' ? pieces.slice(-2 * AROUND) : pieces.slice(0, 2 * AROUND);
  const words = kept.join('');
  if (kept.length === pieces.length) return words;
  return cut === 'start' ? `…${words}` : `${words}…`;
}
