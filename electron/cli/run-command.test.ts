import { afterEach, expect, it, vi } from 'vitest';
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
  expect(await saidBy('--help')).toMatch(/render \[オプション\] <script> {3}/);
});
