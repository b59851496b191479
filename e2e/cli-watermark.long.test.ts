// Exports a book with an inaudible watermark, and finds it again.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lectern, temporaryFolder } from './support/processes.ts';
import { sampleText } from './support/texts.ts';

const folder = temporaryFolder();
const at = (...names: string[]): string => join(folder.path, ...names);
const book = at('book.lectern');
const account = { LECTERN_HOME: at('home') };
afterAll(() => folder.remove());

async function call(...args: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await lectern(args, account);
  expect(status, stderr).toBe(0);
  return stdout;
}

const exportBook = async (
  target: string,
): Promise<{ readonly notices: object[]; readonly files: { file: string }[] }> =>
  JSON.parse(await call('export', book, '--out', at(target), '--as', target, '--fail-on', 'never', '--json'));

const listIn = (out: string): { project: { id: string }; files: { isSound: boolean; watermark?: string }[] } =>
  JSON.parse(readFileSync(at(out, 'delivery.json'), 'utf8'));

const hashOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

async function verify(path: string): Promise<{ state: string; id: string | null }> {
  const { stdout } = await lectern(['verify', path, '--json'], account);
  return JSON.parse(stdout).files[0].watermark;
}

beforeAll(async () => {
  const text = sampleText('alice.txt');
  const start = text.indexOf('Alice was beginning');
  writeFileSync(at('book.txt'), `# One\n\n${text.slice(start, start + 900).replace(/\s+/g, ' ')}\n`);
  await call('render', at('book.txt'), '--project', book, '--out', at('lines'), '--fail-on', 'never');
});

it('watermarks exports only on request, keeps unchanged files, and finds the ID in each format', async () => {
  const [plain] = (await exportBook('m4b')).files;
  expect(await verify(plain?.file ?? '')).toMatchObject({ state: 'not-found', id: null });
  expect(await call('book', book, '--watermark')).toContain('inaudible watermark in finished files');
  const { notices, files } = await exportBook('m4b');
  const { project, files: listed } = listIn('m4b');
  const id = createHash('sha256').update(project.id).digest('hex').slice(0, 8);
  expect(notices).toContainEqual({ kind: 'watermarked', id });
  expect(listed.map(({ watermark }) => watermark)).toEqual([id]);
  const [marked] = files;
  expect(await verify(marked?.file ?? '')).toMatchObject({ state: 'found', id });
  const before = hashOf(marked?.file ?? '');
  await exportBook('m4b');
  expect(hashOf(marked?.file ?? '')).toBe(before);
  const [mp3] = (await exportBook('spotify')).files;
  expect(await verify(mp3?.file ?? '')).toMatchObject({ state: 'found', id });
  await call('book', book, '--no-watermark');
  const [off] = (await exportBook('m4b')).files;
  expect(await verify(off?.file ?? '')).toMatchObject({ state: 'not-found' });
});
