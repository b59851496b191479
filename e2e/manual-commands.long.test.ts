// Each command that the manual gives, run as it stands there, in one folder, in the order of its pages.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { encode } from '@lectern/audio';
import { expect, it } from 'vitest';
import { tone } from '../packages/audio/testing/tones.ts';
import { temporaryFolder } from './support/processes.ts';

const PAGES = fileURLToPath(new URL('../docs/manual/', import.meta.url));
const LECTERN = fileURLToPath(new URL('../bin/lectern.mjs', import.meta.url));
const READ_IN_ORDER = ['scripts', 'casting', 'production', 'music', 'export'];
/** Projects that commands refer to without creating them. */
const OTHER_PROJECTS = ['Emma.lectern', 'one.lectern', 'two.lectern'];
const SCENE = '# A Scene\n\n[MUSIC: theme]\n\nA door opens.\n\nMARA: Come in.\n\nTOM: Thank you.\n';

const commandsOf = (page: string): string =>
  [...readFileSync(join(PAGES, `${page}.md`), 'utf8').matchAll(/```sh\n([\s\S]*?)```/g)]
    .map(([, block]) => block)
    .join('');

it('works as the manual says', async () => {
  const withCommands = readdirSync(PAGES)
    .map((file) => file.replace(/\.md$/, ''))
    .filter((page) => commandsOf(page) !== '');
  expect(withCommands.toSorted()).toEqual(READ_IN_ORDER.toSorted());
  const folder = temporaryFolder();
  try {
    writeFileSync(join(folder.path, 'scene.txt'), SCENE);
    writeFileSync(join(folder.path, 'theme.flac'), await encode(tone({ sampleRate: 22_050, seconds: 2 }), 'flac'));
    // `npx lectern` stands for the command line of this folder.
    const npx = `npx() { shift; '${process.execPath}' '${LECTERN}' "$@"; }`;
    const others = OTHER_PROJECTS.map((name) => `npx lectern render scene.txt --project ${name} --out ${name}-takes`);
    const script = `set -eu\n${npx}\n${others.join('\n')}\n${READ_IN_ORDER.map(commandsOf).join('\n')}`;
    await promisify(execFile)('bash', ['-xc', script], {
      cwd: folder.path,
      env: { ...process.env, LECTERN_HOME: join(folder.path, 'home') },
    });
    const made = (name: string) => readdirSync(join(folder.path, name)).map((file) => file.replace(/^.*(?=\.)/, ''));
    expect(made('scene')).toContain('.lectern');
    expect(made('book')).toContain('.m4b');
    expect(made('chapters')).toContain('.mp3');
  } finally {
    folder.remove();
  }
});
