// Kills a run at random moments, goes on, and counts what the service was really asked for.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { decode } from '../../codecs/decode.ts';
import { seededChance } from '../hostile-service/chance.ts';
import { lectern, startLectern, startService, temporaryFolder } from './processes.ts';

export interface KillOptions {
  readonly seed: number;
  /** Kills in all. */
  readonly kills: number;
  readonly lines: number;
  readonly killsPerRound: number;
  /** Real speech, or audio that costs nothing. */
  readonly speech: 'espeak' | 'silent';
  readonly say: (text: string) => void;
}

export interface KillReport {
  readonly kills: number;
  readonly rounds: number;
  /** Lines that were in doubt after a kill, over all rounds. */
  readonly inDoubt: number;
  /** What is not as it must be; empty when all is well. */
  readonly violations: readonly string[];
}

/** A command takes a fifth of a second to begin its work; a run of 200 lines lasts about so long. Milliseconds. */
const EARLIEST_KILL_MS = 200;
const KILL_WITHIN_MS = { espeak: 4_000, silent: 900 } as const;

interface Report {
  readonly failed: readonly unknown[];
  readonly in_doubt: number;
  readonly files: readonly string[];
}

/**
 * Renders a script of so many lines, again and again, killing the command (`kill -9`) at random moments and resuming,
 * and checks after each round: every line has one good take, and the service made no more jobs than lines, those in
 * doubt aside.
 */
export async function killRounds(options: KillOptions): Promise<KillReport> {
  const random = seededChance(options.seed);
  const violations: string[] = [];
  let kills = 0;
  let rounds = 0;
  let inDoubt = 0;
  while (kills < options.kills) {
    const wanted = Math.min(options.killsPerRound, options.kills - kills);
    const round = await oneRound(options, random, wanted);
    kills += round.kills;
    rounds += 1;
    inDoubt += round.inDoubt;
    violations.push(...round.violations.map((text) => `round ${rounds}: ${text}`));
    options.say(`round ${rounds}: ${kills} kills, ${round.inDoubt} in doubt, ${round.violations.length} violations`);
  }
  return { kills, rounds, inDoubt, violations };
}

async function oneRound(options: KillOptions, random: () => number, kills: number) {
  const folder = temporaryFolder();
  const service = await startService(join(folder.path, 'service'), '--speech', options.speech);
  const script = join(folder.path, 'script.txt');
  const out = join(folder.path, 'out');
  const project = join(folder.path, 'book.lectern');
  writeFileSync(script, scriptOf(options.lines));
  const environment = { ...service.environment, LECTERN_HOME: join(folder.path, 'home') };
  const render = ['render', script, '--out', out, '--project', project, '--json'];
  const resume = ['resume', project, '--out', out, '--json'];
  try {
    let next = render;
    let killed = 0;
    for (let tried = 0; tried < kills; tried += 1) {
      const running = startLectern(next, environment);
      await sleep(EARLIEST_KILL_MS + random() * KILL_WITHIN_MS[options.speech]);
      running.process.kill('SIGKILL');
      const { signal } = await running.result;
      // One that had ended by itself does not count as killed.
      if (signal === 'SIGKILL') killed += 1;
      // Killed before it had opened the run, it is called again as it was; else resumed, as a person would.
      next = runIsOpen(project) ? resume : render;
    }
    const finished = await finish(options, { next, resume, out, project, environment, folder: folder.path });
    return { ...finished, kills: killed };
  } finally {
    await service.stop();
    folder.remove();
  }
}

interface Round {
  readonly next: readonly string[];
  readonly resume: readonly string[];
  readonly out: string;
  readonly project: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly folder: string;
}

async function finish(options: KillOptions, round: Round) {
  const violations: string[] = [];
  const first = await lectern(round.next, round.environment);
  let report = parse(first.stdout, violations, first.stderr);
  if (!report) return { inDoubt: 0, violations };
  const inDoubt = report.in_doubt;
  if (report.failed.length > 0) violations.push(`failed: ${JSON.stringify(report.failed[0])}`);
  const before = jobsOfService(round.folder);
  // A kill before the run was opened leaves lines that belong to no run: rendering again brings those too.
  if (inDoubt > 0) {
    const again = await lectern([...round.resume, '--resubmit-in-doubt'], round.environment);
    report = parse(again.stdout, violations, again.stderr);
    if (again.status !== 0) violations.push(`the last resume ended with ${again.status}: ${again.stderr.slice(-300)}`);
  } else if (first.status !== 0) violations.push(`the resume ended with ${first.status}: ${first.stderr.slice(-300)}`);

  const jobs = jobsOfService(round.folder);
  if (before > options.lines)
    violations.push(`${before} jobs for ${options.lines} lines before anything was sent again`);
  if (before < options.lines - inDoubt)
    violations.push(`${before} jobs, ${inDoubt} in doubt, for ${options.lines} lines`);
  if (jobs - before !== (inDoubt > 0 ? inDoubt : 0))
    violations.push(`${jobs - before} jobs sent again for ${inDoubt} in doubt`);
  violations.push(...(await checkTakes(round, options.lines, report?.files ?? [])));
  return { inDoubt, violations };
}

/** Every line has one good take, and a file that plays. */
async function checkTakes({ project }: Round, lines: number, files: readonly string[]): Promise<string[]> {
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

function parse(stdout: string, violations: string[], stderr: string): Report | null {
  try {
    return JSON.parse(stdout) as Report;
  } catch {
    violations.push(`no report: ${stderr.slice(-500)}`);
    return null;
  }
}

function jobsOfService(folder: string): number {
  const database = new DatabaseSync(join(folder, 'service', 'service.db'), { readOnly: true });
  try {
    return Number(database.prepare('SELECT count(*) AS n FROM jobs').get()?.['n']);
  } finally {
    database.close();
  }
}

function runIsOpen(project: string): boolean {
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

function scriptOf(lines: number): string {
  const words = ['tea', 'muffins', 'cake', 'bread', 'butter', 'sandwiches', 'sugar', 'champagne'];
  const rows = Array.from({ length: lines }, (_, i) => {
    const role = i % 3 === 0 ? 'ALGERNON' : 'LANE';
    return `${role}: Line ${i + 1}, with ${words[i % words.length]} and ${words[(i * 5 + 3) % words.length]}.`;
  });
  return `${rows.join('\n\n')}\n`;
}
