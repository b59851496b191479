// `lectern proof` compares takes with their text. The service speaks with eSpeak NG.
import { copyFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { writePack } from '../node/testing/toy-models/toy-pack.ts';
import { toyCtcPack } from '../node/testing/toy-models/toy-recognisers.ts';
import { lineNumber } from '../shared/rules/line-number.ts';
import { renderedBook } from './support/rendered-book.ts';

const SUBJECTS = ['The old captain', 'My sister', 'The doctor', 'His brother', 'A grey horse', 'The long road'];
const VERBS = ['walked slowly towards', 'could not see', 'remembered', 'waited for', 'never mentioned', 'followed'];
const PLACES = ['the harbour in the evening', 'a basket of apples', 'the people at the station'];
/** More lines than it takes to learn a voice. */
const LINES = SUBJECTS.flatMap((subject, at) =>
  VERBS.map((verb, place) => `${subject} ${verb} ${PLACES[(at + place) % PLACES.length]}.`),
);

const { at, project, ...book } = renderedBook(
  `# One\n\n${LINES.slice(0, 18).join('\n\n')}\n\n# Two\n\n${LINES.slice(18).join('\n\n')}\n`,
  ...['--speech', 'espeak'],
);

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

async function proof(...options: string[]): Promise<{ readonly status: number | null; readonly printed: Printed }> {
  const { status, printed } = await book.json('proof', project, ...options);
  // `lectern proof --json` prints this type.
  return { status, printed: printed as Printed };
}

/** Returns the path of the audio file of a line's take. */
const audioOf = (label: string): string =>
  book.read(({ lines, takes }) => {
    const line = lines.states().find((state) => lineNumber(state) === label);
    return (line?.pick && takes.audioPath(line.pick.audioHash, line.pick.format)) ?? '';
  });

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
    copyFileSync(audioOf('1.9'), audioOf('2.5'));
    const { status, printed } = await proof();
    expect(status).toBe(1);
    expect(printed.lines[0]).toMatchObject({ number: '2.5', exchanged: true, suspicious: true });
    expect(printed.lines[0]?.findings.length).toBeGreaterThan(0);
    const { stdout } = await book.run('proof', project);
    expect(stdout).toContain('Line 2.5');
  });

  it('are reported if their file is missing or isn’t audio', async () => {
    writeFileSync(audioOf('2.6'), 'no audio');
    const { printed } = await proof('--fail-on', 'never');
    expect(printed.lines.find(({ number }) => number === '2.6')).toMatchObject({
      state: 'not-compared',
      score: null,
      not_compared: { kind: 'audio', problem: 'damaged' },
    });
  });
});

describe('an installed recogniser', () => {
  const tokens = at('home', 'service', 'packs', 'toy-ctc', 'tokens.txt');
  const heard = ({ printed }: { readonly printed: Printed }) =>
    printed.lines.filter(({ state, recogniser }) => state !== 'not-compared' && recogniser?.id === 'toy-ctc');

  it('listens to every take, and its findings are listed', async () => {
    const { pack, files } = toyCtcPack();
    writePack(at('listener'), pack, files);
    const added = await book.run('voices', 'add', at('listener'));
    expect(added.status, added.stderr).toBe(0);
    // It only knows three tones, so it hears no words.
    const proofed = await proof('--chapter', '2');
    expect(heard(proofed)).toHaveLength(18);
    expect(proofed.printed.not_heard).toBe(0);
    const sources = proofed.printed.lines.flatMap(({ findings }) => findings.map(({ source }) => source));
    expect(sources).toContain('recogniser');
    expect(heard(proofed).every(({ recogniser }) => recogniser?.name === 'Toy recogniser')).toBe(true);
  });

  it('that is damaged is reported once, and takes and their retries are compared without it', async () => {
    writeFileSync(tokens, 'x'.repeat(statSync(tokens).size));
    const retry = ['--retry', '1', '--min-score', '-1000', '--max-characters', '60'];
    const { stdout, stderr } = await book.run('proof', project, '--chapter', '1', '--json', ...retry);
    const printed = JSON.parse(stdout) as Printed;
    expect(printed.retried?.rendered).toBeGreaterThan(0);
    expect(stderr.match(/A file of the speech recogniser Toy recogniser is missing or damaged/g)).toHaveLength(1);
    const damaged = { kind: 'damaged', pack: 'Toy recogniser', file: 'tokens.txt' };
    expect(printed).toMatchObject({ compared: 19, not_heard: 19, waiting: 0 });
    expect(printed.lines.map(({ not_heard }) => not_heard)).toEqual(printed.lines.map(() => damaged));
    const sources = printed.lines.flatMap(({ findings }) => findings.map(({ source }) => source));
    expect(sources.every((source) => source === 'alignment')).toBe(true);
    const text = await book.run('proof', project, '--chapter', '1');
    expect(text.stdout).toContain('19 lines were checked without the speech recogniser.');
  });

  it('that is removed makes its takes compared again, by alignment only', async () => {
    await book.run('voices', 'remove', 'toy-ctc');
    const { printed } = await proof('--fail-on', 'never');
    expect(printed).toMatchObject({ not_heard: 0, waiting: 0 });
    expect(printed.lines.every(({ recogniser }) => recogniser === null)).toBe(true);
  });
});

it('are retried within the required limit', async () => {
  const unlimited = await book.run('proof', project, '--retry', '1');
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
    const { status, stderr } = await book.run(...args);
    expect(status, stderr).toBe(2);
    expect(stderr).toContain(sentence);
  }
});
