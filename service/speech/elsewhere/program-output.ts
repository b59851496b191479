// A program that takes text and gives bytes.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { childEnvironment } from '../../../shared/rules/child-environment.ts';
import { Patience } from './patience.ts';
import { type Secrets, told } from './server-refusal.ts';
import { SourceError, type Timeouts } from './speech-source.ts';

/** Bytes of what a program complains about that are kept: its last ones. */
const COMPLAINT_BYTES = 2048;

export interface ProgramRun {
  /** `The voice program "piper"`. */
  readonly title: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly input: string;
  readonly secrets: Secrets;
  readonly timeouts: Timeouts;
  /** Variables of the environment that the program is not given: the keys of other engines. */
  readonly withheld: readonly string[];
}

/** On these systems a program leads a group of processes: those that it starts end with it. */
const HAS_GROUPS = process.platform !== 'win32';

function kill(child: ChildProcessWithoutNullStreams): void {
  try {
    if (HAS_GROUPS && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

function notStarted({ title, program }: ProgramRun, error: Error): SourceError {
  const code = 'code' in error ? String(error.code) : error.name;
  const what = code === 'ENOENT' ? `there is no program "${program}"` : `"${program}" can't be started (${code})`;
  return new SourceError('down', `${title} can't speak: ${what}. Install it, or put its command right.`);
}

interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Resolves when the program has ended and all that it wrote was read. */
function endingOf(child: ChildProcessWithoutNullStreams, run: ProgramRun): Promise<Ending> {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(notStarted(run, error)));
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
}

/** The last row of what the program complained about. */
function lastComplaint(child: ChildProcessWithoutNullStreams): () => string {
  let kept = Buffer.alloc(0);
  child.stderr.on('data', (part: Buffer) => {
    kept = Buffer.concat([kept, part]).subarray(-COMPLAINT_BYTES);
  });
  return () => kept.toString('utf8').trim().split('\n').at(-1) ?? '';
}

/**
 * Runs a program without a shell and yields what it writes. The program and everything it started are killed when it
 * takes too long or its output is no longer wanted.
 *
 * @throws SourceError; the signal's reason
 */
export async function* programOutput(run: ProgramRun, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  signal.throwIfAborted();
  const { title, timeouts, secrets } = run;
  const child = spawn(run.program, run.args, {
    detached: HAS_GROUPS,
    windowsHide: true,
    env: childEnvironment(process.env, run.withheld),
  });
  let isOver = false;
  // One that has ended is left alone: its number may be another's by now.
  const giveUp = (): void => {
    if (!isOver) kill(child);
  };
  child.once('close', () => (isOver = true));
  signal.addEventListener('abort', giveUp, { once: true });
  const complaint = lastComplaint(child);
  const ended = endingOf(child, run);
  // It is awaited below; until then, a failure must not count as unhandled.
  ended.catch(() => {});
  // One that ends early closes its input: how it ended says more.
  child.stdin.on('error', () => {});
  child.stdin.end(run.input);
  const patience = new Patience(title, timeouts);
  try {
    yield* patience.each(child.stdout, signal, giveUp);
    const { code, signal: by } = await patience.wait(ended, signal, giveUp);
    if (code === 0) return;
    const words = told(complaint(), secrets);
    const how = code === null ? `was ended by ${by}` : `ended with status ${code}`;
    throw new SourceError('final', `${title} ${how}${words === undefined ? '' : `: ${words.replace(/\.$/, '')}`}.`);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', giveUp);
    giveUp();
  }
}
