// Kills a run at random moments, resumes it, and counts the jobs that were submitted to the service.
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { decode } from '@lectern/audio';
import { seededRandom } from '../hostile-service/seeded-random.ts';
import type { CommandResult } from './hosted-command.ts';
import { type MoveCounts, MovingProject } from './moving-project.ts';
import { PaidLines, picksWithAudio } from './paid-lines.ts';
import { lectern, startLectern, startService, temporaryFolder } from './processes.ts';

export interface KillOptions {
  readonly seed: number;
  readonly kills: number;
  readonly lines: number;
  readonly killsPerRound: number;
  /** Whether the service renders speech or silence. */
  readonly speech: 'espeak' | 'silent';
  /** Whether to move and copy the project's folder between kills and during runs. */
  readonly moves?: boolean;
  readonly say: (text: string) => void;
}

export interface KillReport {
  readonly kills: number;
  readonly rounds: number;
  /** Number of lines that were in doubt after a kill, summed over all rounds. */
  readonly inDoubt: number;
  readonly wanderings: MoveCounts;
  /** How often a command asked for each option and then got it. */
  readonly answers: Readonly<Record<string, number>>;
  /** Number of jobs beyond one per line. Each of these was either allowed or is a violation. */
  readonly paidAgain: number;
  readonly violations: readonly string[];
}

/**
 * Earliest kill after a command starts, and the length of the period in which kills happen, in milliseconds. A command
 * starts working after 0.2 s, and then takes about `KILL_WITHIN_MS` for 200 lines.
 */
const EARLIEST_KILL_MS = 200;
const KILL_WITHIN_MS = { espeak: 4_000, silent: 900 } as const;
/** How long a run takes to start working on a busy machine, relative to the duration of a read-only command. */
const START_IN_READS = 0.7;
/** Minimum duration of a job if the folder is moved, relative to the duration of its audio (0.1 s for silence). */
const SLOWDOWN = 8;
/** Options that commands ask for before they send anything. */
const ANSWERS = ['--accept-missing-log', '--accept-copy'] as const;

interface Report {
  readonly failed: readonly unknown[];
  readonly in_doubt: number;
  readonly files: readonly string[];
}

/**
 * Renders a script repeatedly, killing the command (`kill -9`) at random moments and resuming it. After each round,
 * checks that every line has one good take, and that the service got one job per line, plus the resubmissions that were
 * allowed.
 */
export async function runKillRounds(options: KillOptions): Promise<KillReport> {
  const random = seededRandom(options.seed);
  const sum = { kills: 0, rounds: 0, inDoubt: 0, paidAgain: 0 };
  const wanderings = { moved: 0, copied: 0, withoutLog: 0, whileOpen: 0, olderCopyUsed: 0 };
  const answers = Object.fromEntries(ANSWERS.map((option) => [option, 0]));
  const violations: string[] = [];
  while (sum.kills < options.kills) {
    const wanted = Math.min(options.killsPerRound, options.kills - sum.kills);
    const round = await Round.begin(options, random);
    try {
      await round.disturb(wanted);
      await round.finish();
    } finally {
      await round.end();
    }
    sum.rounds += 1;
    for (const name of ['kills', 'inDoubt', 'paidAgain'] as const) sum[name] += round[name];
    addCounts(wanderings, round.wanderings);
    addCounts(answers, round.answers);
    violations.push(...round.violations.map((text) => `round ${sum.rounds}: ${text}`));
    options.say(
      `round ${sum.rounds}: ${sum.kills} kills, ${round.inDoubt} in doubt, ${round.violations.length} violations`,
    );
  }
  return { ...sum, wanderings, answers, violations };
}

function addCounts(sums: Record<string, number>, more: object): void {
  for (const [name, number] of Object.entries(more)) sums[name] = (sums[name] ?? 0) + Number(number);
}

type Service = Awaited<ReturnType<typeof startService>>;

/** A round with one script, one project and one service. */
class Round {
  kills = 0;
  inDoubt = 0;
  paidAgain = 0;
  readonly violations: string[] = [];
  readonly answers: Record<string, number> = {};
  readonly #options: KillOptions;
  readonly #random: () => number;
  readonly #folder: ReturnType<typeof temporaryFolder>;
  readonly #service: Service;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #paid: PaidLines;
  readonly #project: MovingProject;
  /** Options that have been used since the folder last changed. */
  readonly #given = new Set<string>();
  #killFromMs = EARLIEST_KILL_MS;
  #killWithinMs: number;

  private constructor(
    options: KillOptions,
    random: () => number,
    folder: ReturnType<typeof temporaryFolder>,
    service: Service,
  ) {
    this.#options = options;
    this.#random = random;
    this.#folder = folder;
    this.#service = service;
    this.#environment = { ...service.environment, LECTERN_HOME: join(folder.path, 'home') };
    this.#paid = new PaidLines(join(folder.path, 'service'));
    this.#project = new MovingProject(folder.path, random);
    this.#killWithinMs = KILL_WITHIN_MS[options.speech];
    writeFileSync(join(folder.path, 'script.txt'), makeScript(options.lines));
  }

  static async begin(options: KillOptions, random: () => number): Promise<Round> {
    const folder = temporaryFolder();
    // Slow the jobs down, so that a run lasts long enough to be killed even on a busy machine.
    const pace = options.moves ? ['--speed-factor', String(SLOWDOWN)] : [];
    const service = await startService(join(folder.path, 'service'), '--speech', options.speech, ...pace);
    return new Round(options, random, folder, service);
  }

  get wanderings(): MoveCounts {
    return this.#project.counts;
  }

  async end(): Promise<void> {
    await this.#service.stop();
    this.#folder.remove();
  }

  /** Starts and kills the run several times. Moves and copies its folder if requested. */
  async disturb(times: number): Promise<void> {
    if (this.#options.moves) await this.#findPace();
    for (let tried = 0; tried < times; tried += 1) {
      const running = startLectern(this.#nextCommand(), this.#environment);
      const first = this.#random();
      await sleep(this.#killFromMs + first * this.#killWithinMs);
      if (this.#options.moves) {
        await this.#waitUntilCreated(running.process);
        this.#project.disturbRunning(running.process);
        await sleep(this.#random() * (1 - first) * this.#killWithinMs);
      }
      running.process.kill('SIGKILL');
      const result = await running.result;
      // Don't count runs that finished before the kill.
      if (result.signal === 'SIGKILL') this.kills += 1;
      else this.#answer(result);
      if (!this.#options.moves) continue;
      if (this.#project.disturb()) this.#given.clear();
      await this.#checkFresh();
    }
  }

  /** Waits until the project's folder exists, so that it can be moved. */
  async #waitUntilCreated(run: ChildProcess): Promise<void> {
    while (!existsSync(this.#project.path) && run.exitCode === null && run.signalCode === null) await sleep(5);
  }

  async finish(): Promise<void> {
    const { lines } = this.#options;
    const first = await this.#runUntilSent();
    let report = this.#parse(first);
    if (!report) return;
    this.inDoubt = report.in_doubt;
    if (report.failed.length > 0) this.violations.push(`failed: ${JSON.stringify(report.failed[0])}`);
    const before = this.#jobs();
    // A command that is killed after creating lines but before creating the run leaves lines without a run. Rendering
    // again includes them.
    if (this.inDoubt > 0) {
      this.#paid.acceptDoubts(this.#project.path);
      const again = await this.#runUntilSent('--resubmit-in-doubt');
      report = this.#parse(again);
      this.#expectDone('the last resume', again);
    } else this.#expectDone('the resume', first);
    const jobs = this.#jobs();
    this.paidAgain = this.#paid.paidAgain();
    this.violations.push(...this.#paid.violations());
    if (this.#paid.jobs().size !== lines) this.violations.push(`${this.#paid.jobs().size} of ${lines} lines were sent`);
    if (!this.#options.moves) this.violations.push(...jobViolations({ lines, before, jobs, inDoubt: this.inDoubt }));
    this.violations.push(...(await checkTakes(this.#project.path, lines, report?.files ?? [])));
    await this.#checkFresh(lines);
  }

  #nextCommand(): string[] {
    const { path } = this.#project;
    const out = join(this.#folder.path, 'out');
    // Accept any number of suspicious takes, because the service might render silence, which counts as suspicious.
    const options = ['--out', out, '--fail-on', 'never', '--json', ...this.#given];
    // If the command was killed before it created the run, repeat the command.
    if (hasRun(path)) return ['resume', path, ...options];
    return ['render', join(this.#folder.path, 'script.txt'), '--project', path, ...options];
  }

  /** Adds the option that a command asked for. Returns whether it asked for one. */
  #answer({ status, stderr }: CommandResult): boolean {
    const asked =
      status === 2 ? ANSWERS.find((option) => stderr.includes(option) && !this.#given.has(option)) : undefined;
    if (asked === undefined) return false;
    this.#given.add(asked);
    this.answers[asked] = (this.answers[asked] ?? 0) + 1;
    this.#paid.acceptUnknown(this.#project.path);
    return true;
  }

  /** Repeats a command, adding the options that it asks for, until it asks for nothing. */
  async #runUntilSent(...options: string[]): Promise<CommandResult> {
    for (;;) {
      const result = await lectern([...this.#nextCommand(), ...options], this.#environment);
      if (!this.#answer(result)) return result;
    }
  }

  /**
   * @param expected the expected number of fresh lines; by default, any number that doesn't exceed the lines with audio
   */
  async #checkFresh(expected?: number): Promise<void> {
    if (!hasRun(this.#project.path)) return;
    const { status, stdout, stderr } = await lectern(['status', this.#project.path, '--json'], this.#environment);
    if (status !== 0) {
      this.violations.push(`status ended with ${status}: ${stderr.slice(-300)}`);
      return;
    }
    const { fresh } = JSON.parse(stdout) as { readonly fresh: number };
    const audio = picksWithAudio(this.#project.path);
    if (fresh > audio) this.violations.push(`${fresh} lines are called fresh, ${audio} have audio`);
    if (expected !== undefined && fresh !== expected) this.violations.push(`${fresh} of ${expected} lines are fresh`);
  }

  #jobs(): number {
    return [...this.#paid.jobs().values()].reduce((sum, count) => sum + count, 0);
  }

  async #findPace(): Promise<void> {
    const begun = performance.now();
    await lectern(['voices', '--json'], this.#environment);
    const readingMs = performance.now() - begun;
    this.#killFromMs = Math.max(EARLIEST_KILL_MS, START_IN_READS * readingMs);
    this.#killWithinMs = Math.max(KILL_WITHIN_MS.espeak, readingMs);
  }

  #expectDone(what: string, { status, stderr }: CommandResult): void {
    if (status !== 0) this.violations.push(`${what} ended with ${status}: ${stderr.slice(-300)}`);
  }

  #parse({ stdout, stderr }: CommandResult): Report | null {
    try {
      return JSON.parse(stdout) as Report;
    } catch {
      this.violations.push(`no report: ${stderr.slice(-500)}`);
      return null;
    }
  }
}

interface JobCounts {
  readonly lines: number;
  /** The number of jobs before the lines in doubt were sent again. */
  readonly before: number;
  readonly jobs: number;
  readonly inDoubt: number;
}

/** For folders that are never moved, checks that there is one job per line, and another for each line in doubt. */
function jobViolations({ lines, before, jobs, inDoubt }: JobCounts): string[] {
  const violations: string[] = [];
  if (before > lines) violations.push(`${before} jobs for ${lines} lines before anything was sent again`);
  if (before < lines - inDoubt) violations.push(`${before} jobs, ${inDoubt} in doubt, for ${lines} lines`);
  if (jobs - before !== inDoubt) violations.push(`${jobs - before} jobs sent again for ${inDoubt} in doubt`);
  return violations;
}

/** Checks that every line has one good take and a playable file. */
async function checkTakes(project: string, lines: number, files: readonly string[]): Promise<string[]> {
  const violations: string[] = [];
  const database = new DatabaseSync(join(project, 'project.db'), { readOnly: true });
  try {
    const count = (sql: string) => Number(database.prepare(sql).get()?.['n']);
    const picked = count(
      'SELECT count(*) AS n FROM lines JOIN picks ON line_id = lines.id AND picks.render_key = lines.render_key WHERE deleted_at IS NULL',
    );
    if (picked !== lines) violations.push(`${picked} of ${lines} lines have a pick`);
    const twice = count(
      'SELECT count(*) AS n FROM (SELECT line_id FROM takes GROUP BY line_id, render_key HAVING count(*) > 1)',
    );
    if (twice > 0) violations.push(`${twice} lines have more than one take`);
  } finally {
    database.close();
  }
  if (new Set(files).size !== lines) violations.push(`${files.length} files for ${lines} lines`);
  for (const file of files) await decode(readFileSync(file)).catch((error) => violations.push(`${file}: ${error}`));
  return violations;
}

/** Whether a run has begun in a project, so that `resume` continues it. */
export function hasRun(project: string): boolean {
  try {
    const database = new DatabaseSync(join(project, 'project.db'), { readOnly: true });
    try {
      return database.prepare('SELECT id FROM runs LIMIT 1').get() !== undefined;
    } finally {
      database.close();
    }
  } catch {
    return false;
  }
}

function makeScript(lines: number): string {
  const words = ['tea', 'muffins', 'cake', 'bread', 'butter', 'sandwiches', 'sugar', 'champagne'];
  const rows = Array.from({ length: lines }, (_, i) => {
    const role = i % 3 === 0 ? 'ALGERNON' : 'LANE';
    return `${role}: Line ${i + 1}, with ${words[i % words.length]} and ${words[(i * 5 + 3) % words.length]}.`;
  });
  return `${rows.join('\n\n')}\n`;
}
