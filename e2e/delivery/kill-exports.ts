// Kills exports at random moments and compares the final files with those from an undisturbed export.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { at } from '../../shared/rules/at.ts';
import { seededRandom } from '../hostile-service/seeded-random.ts';
import { lectern, startLectern, temporaryFolder } from '../support/processes.ts';

export interface ExportKillOptions {
  readonly seed: number;
  readonly kills: number;
  /** How often to kill an export before letting it finish. */
  readonly killsPerRound: number;
  readonly say: (text: string) => void;
}

export interface ExportKillReport {
  readonly kills: number;
  readonly rounds: number;
  /** Total number of final files that existed right after each kill. */
  readonly filesAtKills: number;
  readonly violations: readonly string[];
}

/**
 * Exports with all chapters in one file, which is assembled from streams, and with one file per chapter. The loud one
 * needs a second pass because of its peak.
 */
const EXPORT_MODES = {
  m4b: ['m4b'],
  chapters: ['chapters'],
  'loud m4b': ['m4b', '--loudness', '-12LUFS'],
  flac: ['chapters', '--format', 'flac'],
  acx: ['acx'],
  opus: ['chapters', '--format', 'opus'],
} as const;
type ExportMode = keyof typeof EXPORT_MODES;
const MODE_NAMES = Object.keys(EXPORT_MODES) as ExportMode[];

const CHAPTERS = 4;
const SENTENCE = 'He went down to the sea, and looked at it for a long time, and nothing was said of the weather.';
const SCRIPT = Array.from(
  { length: CHAPTERS },
  (_, index) => `# Chapter ${index + 1}\n\n${`${SENTENCE} `.repeat(2)}\n\nMARY: ${SENTENCE}\n`,
).join('\n');

/** Don't kill a command in this initial fraction of its running time, which is spent on startup. */
const FIRST_KILL_SHARE = 0.2;

export async function killExports({ seed, kills, killsPerRound, say }: ExportKillOptions): Promise<ExportKillReport> {
  const random = seededRandom(seed);
  const folder = temporaryFolder();
  const environment = { LECTERN_HOME: join(folder.path, 'home') };
  const violations: string[] = [];
  let [done, rounds, filesAtKills] = [0, 0, 0];
  try {
    const project = await makeProject(folder.path, environment);
    const exported = (way: ExportMode, out: string) => ['export', project, '--out', out, '--as', ...EXPORT_MODES[way]];
    const expected = new Map<ExportMode, { readonly files: ReadonlyMap<string, string>; readonly ms: number }>();
    for (const way of MODE_NAMES) {
      const out = join(folder.path, `undisturbed-${way}`);
      const begun = performance.now();
      const { status, stderr } = await lectern(exported(way, out), environment);
      if (status !== 0) throw new Error(`the undisturbed export ended with ${status}: ${stderr}`);
      expected.set(way, { files: hashFinalFiles(out), ms: performance.now() - begun });
    }
    while (done < kills) {
      const way = at(MODE_NAMES, rounds % MODE_NAMES.length);
      const undisturbed = expected.get(way);
      if (!undisturbed) throw new Error(`${way} was not made`);
      rounds += 1;
      const out = join(folder.path, `killed-${rounds}`);
      for (let kill = 0; kill < killsPerRound && done < kills; kill += 1) {
        const command = startLectern(exported(way, out), environment);
        await sleep(undisturbed.ms * (FIRST_KILL_SHARE + random() * (1 - FIRST_KILL_SHARE)));
        command.process.kill('SIGKILL');
        await command.result;
        done += 1;
        const actual = hashFinalFiles(out);
        filesAtKills += actual.size;
        for (const [name, hash] of actual) {
          if (undisturbed.files.get(name) !== hash) violations.push(`${way}, kill ${done}: ${name} is not whole`);
        }
      }
      const { status, stderr } = await lectern(exported(way, out), environment);
      if (status !== 0) violations.push(`${way}, round ${rounds}: ended with ${status}: ${stderr}`);
      violations.push(...differences(undisturbed.files, hashFinalFiles(out)).map((text) => `${way}: ${text}`));
      const rest = leftoversIn(out);
      if (rest.length > 0) violations.push(`${way}, round ${rounds}: ${rest.join(', ')} is left behind`);
      say(`round ${rounds}: ${way}, ${done} kills`);
    }
    return { kills: done, rounds, filesAtKills, violations };
  } finally {
    folder.remove();
  }
}

async function makeProject(folder: string, environment: Readonly<Record<string, string>>): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const script = join(folder, 'sea.txt');
  writeFileSync(script, SCRIPT);
  const project = join(folder, 'sea.lectern');
  const args = ['render', script, '--out', join(folder, 'lines'), '--project', project];
  const { status, stderr } = await lectern(args, environment);
  if (status !== 0) throw new Error(`the project was not made: ${stderr}`);
  return project;
}

const isFinished = (name: string): boolean => /\.(?:m4b|mp3|flac|opus)$/.test(name);

/** Returns the hash of each final file. */
function hashFinalFiles(folder: string): Map<string, string> {
  const names = existsSync(folder) ? readdirSync(folder).filter(isFinished) : [];
  return new Map(
    names.map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]),
  );
}

/** Returns the temporary files, streams, journals and locks that a finished export has left behind. */
const leftoversIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !isFinished(entry.name) && entry.name !== 'delivery.json')
    .map(({ name }) => name);

const differences = (expected: ReadonlyMap<string, string>, actual: ReadonlyMap<string, string>): string[] =>
  [...new Set([...expected.keys(), ...actual.keys()])].flatMap((name) =>
    expected.get(name) === actual.get(name) ? [] : [`${name} is ${actual.has(name) ? 'another file' : 'missing'}`],
  );
