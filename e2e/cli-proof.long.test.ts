// `lectern proof` compares takes with their text. The service speaks with eSpeak NG.
import { copyFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openProject } from '../electron/core/project/project-folder.ts';
import { systemClock, systemRandom } from '../electron/core/system.ts';
import { writePack } from '../node/testing/toy-models/toy-pack.ts';
import { toyCtcPack } from '../node/testing/toy-models/toy-recognisers.ts';
import { lectern, type ServiceProcess, startService, temporaryFolder } from './support/processes.ts';

const SUBJECTS = ['The old captain', 'My sister', 'The doctor', 'His brother', 'A grey horse', 'The long road'];
const VERBS = ['walked slowly towards', 'could not see', 'remembered', 'waited for', 'never mentioned', 'followed'];
const PLACES = ['the harbour in the evening', 'a basket of apples', 'the people at the station'];
/** More lines than it takes to learn a voice. */
const LINES = SUBJECTS.flatMap((subject, at) =>
  VERBS.map((verb, place) => `${subject} ${verb} ${PLACES[(at + place) % PLACES.length]}.`),
);

const folder = temporaryFolder();
const at = (...names: string[]): string => join(folder.path, ...names);
const project = at('book.lectern');
let service: ServiceProcess;
let account: Readonly<Record<string, string>>;

beforeAll(async () => {
  service = await startService(at('service'), '--speech', 'espeak');
  account = { ...service.environment, LECTERN_HOME: at('home') };
  writeFileSync(
    at('book.txt'),
    `# One\n\n${LINES.slice(0, 18).join('\n\n')}\n\n# Two\n\n${LINES.slice(18).join('\n\n')}\n`,
  );
  const rendered = await lectern(['render', at('book.txt'), '--project', project, '--out', at('out')], account);
  expect(rendered.status, rendered.stderr).toBe(0);
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

interface Printed {
  readonly compared: number;
  readonly suspicious: number;
  readonly not_heard: number;
  readonly learning: number;
  readonly voices: readonly { readonly lines_learnt: number; readonly learning: boolean }[];
  readonly retried: { readonly rendered: number; readonly better: number } | null;
  readonly lines: readonly {
    readonly number: string;
    readonly chapter: string;
    readonly take: number;
    readonly state: string;
    readonly score: number | null;
    readonly suspicious: boolean;
    readonly exchanged: boolean;
    readonly not_compared: { readonly kind: string } | null;
    readonly recogniser: { readonly id: string; readonly name: string } | null;
    readonly not_heard: { readonly kind: string } | null;
    readonly findings: readonly { readonly kind: string; readonly words: string; readonly source: string }[];
    readonly words?: readonly { readonly text: string; readonly start_seconds: number }[];
  }[];
}

async function proof(...options: string[]): Promise<{ readonly status: number; readonly printed: Printed }> {
  const { status, stdout, stderr } = await lectern(['proof', project, '--json', ...options], account);
  expect(stdout, stderr).not.toBe('');
  return { status: status ?? -1, printed: JSON.parse(stdout) as Printed };
}

/** The file of a line's take, and its id. */
function audioOf(label: string): { readonly path: string; readonly lineId: number } {
  const opened = openProject(project, { mode: 'read', clock: systemClock, random: systemRandom });
  try {
    const [chapter = 0, number = 0] = label.split('.').map(Number);
    const line = opened.lines
      .states()
      .find(({ chapterNumber, numberInChapter }) => chapterNumber === chapter && numberInChapter === number);
    const path = line?.pick && opened.takes.audioPath(line.pick.audioHash, line.pick.format);
    return { path: path ?? '', lineId: line?.id ?? 0 };
  } finally {
    opened.close();
  }
}

describe('takes of a service', () => {
  it('are only compared in chapter two at first, with a voice learnt from the whole book', async () => {
    const { printed } = await proof('--chapter', '2', '--words');
    expect(printed.lines.every(({ chapter }) => chapter === 'Two')).toBe(true);
    expect(printed).toMatchObject({ compared: 19, learning: 0, voices: [{ learning: false }] });
    const line = printed.lines.find(({ number }) => number === '2.3');
    expect(line?.words?.map(({ text }) => text).join(' ')).toBe(LINES[19]);
  });

  it('are compared in the other chapters, and none again', async () => {
    const first = await proof('--fail-on', 'never');
    expect(first).toMatchObject({ status: 0, printed: { compared: 38, retried: null } });
    expect(await proof('--fail-on', 'never')).toEqual(first);
    const scores = first.printed.lines.map(({ score }) => score ?? 0);
    expect(Math.max(...scores.slice(20))).toBeLessThanOrEqual(Math.max(...scores));
  });

  it('are found if their file was replaced with another line’s', async () => {
    copyFileSync(audioOf('1.9').path, audioOf('2.5').path);
    const { status, printed } = await proof();
    expect(status).toBe(1);
    expect(printed.lines[0]).toMatchObject({ number: '2.5', exchanged: true, suspicious: true });
    expect(printed.lines[0]?.findings.length).toBeGreaterThan(0);
    const { stdout } = await lectern(['proof', project], account);
    expect(stdout).toContain('Line 2.5');
  });

  it('are reported if their file is missing or isn’t audio', async () => {
    writeFileSync(audioOf('2.6').path, 'no audio');
    const { printed } = await proof('--fail-on', 'never');
    expect(printed.lines.find(({ number }) => number === '2.6')).toMatchObject({
      state: 'not-compared',
      score: null,
      not_compared: { kind: 'audio', problem: 'damaged' },
    });
  });
});

describe('an installed recogniser', () => {
  const installed = () => join(account['LECTERN_HOME'] ?? '', 'service', 'packs', 'toy-ctc');
  const heard = ({ printed }: { readonly printed: Printed }) =>
    printed.lines.filter(({ state, recogniser }) => state !== 'not-compared' && recogniser?.id === 'toy-ctc');

  it('listens to every take, and its findings are listed', async () => {
    const { pack, files } = toyCtcPack();
    writePack(at('listener'), pack, files);
    const added = await lectern(['voices', 'add', at('listener')], account);
    expect(added.status, added.stderr).toBe(0);
    // It only knows three tones, so it hears no words.
    const proofed = await proof('--chapter', '2');
    expect(heard(proofed)).toHaveLength(18);
    expect(proofed.printed.not_heard).toBe(0);
    const sources = proofed.printed.lines.flatMap(({ findings }) => findings.map(({ source }) => source));
    expect(sources).toContain('recogniser');
    expect(heard(proofed).every(({ recogniser }) => recogniser?.name === 'Toy recogniser')).toBe(true);
  });

  it('that is damaged is reported once, and takes are compared without it', async () => {
    const tokens = join(installed(), 'tokens.txt');
    writeFileSync(tokens, 'x'.repeat(statSync(tokens).size));
    const { stdout, stderr } = await lectern(['proof', project, '--chapter', '1', '--json'], account);
    const printed = JSON.parse(stdout) as Printed;
    expect(stderr.match(/A file of the speech recogniser Toy recogniser is missing or damaged/g)).toHaveLength(1);
    const damaged = { kind: 'damaged', pack: 'Toy recogniser', file: 'tokens.txt' };
    expect(printed).toMatchObject({ compared: 19, not_heard: 19, waiting: 0 });
    expect(printed.lines.map(({ not_heard }) => not_heard)).toEqual(printed.lines.map(() => damaged));
    const sources = printed.lines.flatMap(({ findings }) => findings.map(({ source }) => source));
    expect(sources.every((source) => source === 'alignment')).toBe(true);
    const text = await lectern(['proof', project, '--chapter', '1'], account);
    expect(text.stdout).toContain('19 lines were checked without the speech recogniser.');
  });

  it('that is removed makes its takes compared again, by alignment only', async () => {
    await lectern(['voices', 'remove', 'toy-ctc'], account);
    const { printed } = await proof('--fail-on', 'never');
    expect(printed).toMatchObject({ not_heard: 0, waiting: 0 });
    expect(printed.lines.every(({ recogniser }) => recogniser === null)).toBe(true);
  });
});

it('are retried within the required limit', async () => {
  const unlimited = await lectern(['proof', project, '--retry', '1'], account);
  expect(unlimited).toMatchObject({ status: 2, stderr: expect.stringContaining('--max-characters') });
  const { printed } = await proof('--retry', '1', '--min-score', '-1000', '--max-characters', '60');
  expect(printed.retried?.rendered).toBeGreaterThan(0);
  expect(printed.retried).toMatchObject({ failed: 0, complete: true });
});

it('can’t be compared with an invalid project, chapter or level', async () => {
  for (const [args, sentence] of [
    [['proof', at('nothing')], 'nothing'],
    [['proof', project, '--chapter', '7'], 'There is no chapter 7.'],
    [['proof', project, '--fail-on', 'always'], 'suspicious'],
    [['proof', project, '--max-characters', '5'], '--retry'],
  ] as const) {
    const { status, stderr } = await lectern([...args], account);
    expect(status, stderr).toBe(2);
    expect(stderr).toContain(sentence);
  }
});
