import { readFileSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { EXIT } from './exit.ts';
import { runCommand } from './run-command.ts';
import { speakLanguage } from './words.ts';

afterEach(async () => {
  vi.restoreAllMocks();
  await speakLanguage('en');
});

/** What a call says on both of its streams. */
async function saidBy(...args: readonly string[]): Promise<string> {
  const said: string[] = [];
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((text) => said.push(String(text)) > 0);
  }
  await runCommand(args);
  return said.join('');
}

/** Words of commander's own. */
const COMMANDERS = /Usage|Options|options|Arguments|Commands|command\]|default|error:|unknown|missing|Did you mean/;

it('says all of its help and its errors in the language that is chosen', async () => {
  await speakLanguage('de');
  const help = await saidBy('render', '--help');
  expect(help).toContain('Aufruf: lectern render [Optionen] <script>');
  const calls = [
    ['--help'],
    ['rendre'],
    ['render'],
    ['render', '--outt', 'x'],
    ['status', 'a', 'b'],
    ['render', 'a', '--limit'],
  ];
  for (const call of calls) {
    expect((await saidBy(...call)).replaceAll(/--?[a-z-]+/g, ''), call.join(' ')).not.toMatch(COMMANDERS);
  }
  await speakLanguage('ja');
  expect(await saidBy('--help')).toMatch(/render \[オプション\] <script> \[projects\.{3}\] {2}/);
});

it.each([
  ['voices add', /^lectern: Missing required argument 'pack'; see "lectern voices add --help"\.\n$/],
  ['voices remove', /^lectern: Missing required argument 'id'; see "lectern voices remove --help"\.\n$/],
  ['voices packs x', /^lectern: Too many arguments for 'packs': .* see "lectern voices packs --help"\.\n$/],
  ['voices packs --foo', /^lectern: Unknown option '--foo'; see "lectern voices packs --help"\.\n$/],
  ['status', /^lectern: Missing required argument 'project'; see "lectern status --help"\.\n$/],
  ['help rendre', /^lectern: Unknown command 'rendre' \(Did you mean render\?\); see "lectern help"\.\n$/],
  ['--foo status', /^lectern: Unknown option '--foo'; see "lectern help"\.\n$/],
  [
    `render s.txt --out o --opening ${'x'.repeat(2_001)}`,
    /^lectern: .* is invalid: it can have up to 2,000 characters; /,
  ],
  [
    `render s.txt --out o --closing ${'x'.repeat(2_001)}`,
    /^lectern: .* is invalid: it can have up to 2,000 characters; /,
  ],
])('says what is wrong with the call in one sentence of its own: %s', async (call, says) => {
  expect(await saidBy(...call.split(' '))).toMatch(says);
});

it.each(['-V', '--version'])('prints only the version for %s, on stdout', async (option) => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  expect(await runCommand([option])).toBe(EXIT.done);
  expect(stdout.mock.calls.map(([text]) => text)).toEqual([`${version}\n`]);
  expect(stderr).not.toHaveBeenCalled();
});

it('explains --version in its help', async () => {
  expect(await saidBy('--help')).toMatch(/^ +-V, --version +print the version and exit$/m);
});
