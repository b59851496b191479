// Checks how files, `delivery.json` and credits disclose synthetic voices for each store and format, and which runs are
// refused.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CLONED_VOICE_PREFIX } from '@lectern/tts-protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECORDING_ORIGIN } from '../shared/model/connection.ts';
import { DELIVERY_FORMATS } from '../shared/model/export/delivery.ts';
import { exportDisclosureSchema } from '../shared/model/export/disclosure.ts';
import { lectern, type ServiceProcess, startService, temporaryFolder } from './support/processes.ts';

const folder = temporaryFolder();
const at = (...names: string[]): string => join(folder.path, ...names);
const book = at('book.lectern');
const script = at('book.txt');
const TRAINED = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';
const SENTENCE = 'Dieses Hörbuch wird von einer digitalen Stimme gelesen.';

let service: ServiceProcess;
let silent: Readonly<Record<string, string>>;

beforeAll(async () => {
  service = await startService(at('service'), '--speech', 'silent');
  silent = { ...service.environment, LECTERN_HOME: at('home') };
  writeFileSync(script, '# Eins\n\nDie Lampe brannte.\n');
  await call('import', script, '--project', book, '--kind', 'audiobook');
  await call('book', book, '--language', 'de', '--author', 'Ann Ward', '--isbn', '9780141439600');
  await call('render', book, '--fail-on', 'never');
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

async function call(...args: readonly string[]) {
  const result = await lectern(args, silent);
  expect(result.status, result.stderr).toBe(0);
  return result;
}

async function exported(target: string, out: string, ...options: readonly string[]) {
  const args = ['export', book, '--out', at(out), '--as', target, '--fail-on', 'never', '--json', ...options];
  const { stdout, stderr } = await call(...args);
  const { files, disclosure, verdict } = JSON.parse(stdout);
  return {
    path: String(files[0].file),
    disclosure: disclosure && exportDisclosureSchema.parse(disclosure),
    verdict,
    stderr,
    list: JSON.parse(readFileSync(at(out, 'delivery.json'), 'utf8')),
  };
}

/** Returns the tags that ffmpeg reads from a file, with names in capitals. */
function tagsOf(path: string): Record<string, string> {
  const args = ['-v', 'error', '-show_entries', 'format_tags:stream_tags', '-of', 'json', path];
  const { format = {}, streams = [] } = JSON.parse(execFileSync('ffprobe', args, { encoding: 'utf8' }));
  const all: Record<string, string>[] = [
    format.tags ?? {},
    ...streams.map(({ tags }: { tags?: object }) => tags ?? {}),
  ];
  return Object.fromEntries(
    all.flatMap((tags) => Object.entries(tags).map(([name, text]) => [name.toUpperCase(), text])),
  );
}

const change = (sql: string, ...values: string[]) => {
  const database = new DatabaseSync(join(book, 'project.db'));
  database.prepare(sql).run(...values);
  database.close();
};

describe('a store that bans synthetic narration', () => {
  it('prevents runs until the producer confirms that it has authorised the book', async () => {
    const args = ['render', script, '--project', at('acx.lectern'), '--out', at('acx'), '--for', 'acx'];
    const refused = await lectern([...args, '--fail-on', 'never'], silent);
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain('ACX accepts only human narration');
    expect(refused.stderr).toContain('--authorised acx');
    expect(refused.stderr).not.toContain('To render');
    expect(existsSync(at('acx.lectern', 'project.db'))).toBe(false);
    await call(...args, '--authorised', 'acx', '--fail-on', 'never');
    // The project remembers the confirmation.
    writeFileSync(script, '# Eins\n\nDie Lampe brannte hell.\n');
    await call(...args, '--fail-on', 'never');
  });

  it('prevents exports of synthetic takes, but not of recordings', async () => {
    const args = ['export', book, '--out', at('banned'), '--as', 'acx', '--fail-on', 'never'];
    expect(await lectern(args, silent)).toMatchObject({ status: 2, stderr: expect.stringContaining('--authorised') });
    expect(existsSync(at('banned'))).toBe(false);
    change(`UPDATE takes SET source = json_set(source, '$.human', json_extract(source, '$.origin'))`);
    change(`UPDATE takes SET source = json_set(source, '$.origin', ?)`, RECORDING_ORIGIN);
    const { disclosure, path, list } = await exported('acx', 'banned');
    expect(disclosure).toBeNull();
    expect(list.disclosure).toBeUndefined();
    expect(tagsOf(path)['DIGITALSOURCETYPE']).toMatch(/digitalCapture$/);
    expect(tagsOf(path)['DISCLOSURE']).toBeUndefined();
    change(`UPDATE takes SET source = json_set(source, '$.origin', json_extract(source, '$.human'))`);
  });
});

describe('a store that bans synthetic narration, for a book with takes', () => {
  const setTargets = (name: string, targets: string) =>
    change(`UPDATE project SET settings = json_set(settings, '$.${name}', json('${targets}'))`);

  it('stops renders of test lines', async () => {
    setTargets('targets', '["acx"]');
    const canaries = ['drift', book, '--choose', '1.1', '--canaries', '--yes'];
    const stopped = { status: 2, stderr: expect.stringContaining('--authorised acx') };
    expect(await lectern(canaries, silent)).toMatchObject(stopped);
    setTargets('targets', '[]');
    await call(...canaries);
  });

  it('stops a resumed export of synthetic takes', async () => {
    await call(
      'render',
      script,
      '--project',
      book,
      '--out',
      at('resumed'),
      '--as',
      'acx',
      '--authorised',
      'acx',
      '--fail-on',
      'never',
    );
    setTargets('authorisedTargets', '[]');
    const resumed = ['resume', book, '--fail-on', 'never'];
    expect(await lectern(resumed, silent)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--authorised acx'),
    });
    await call(...resumed, '--authorised', 'acx');
    setTargets('authorisedTargets', '[]');
  });
});

describe('the disclosure for a store', () => {
  it.each([
    ['google-play', { description: { text: SENTENCE, isPrescribed: false, isInFiles: false }, narrator: null }],
    ['apple-books', { description: { text: SENTENCE, isPrescribed: false, isInFiles: false }, narrator: null }],
    ['kobo', { description: { text: SENTENCE, isPrescribed: false }, narrator: 'synthesized voice' }],
    ['m4b', { description: { text: SENTENCE, isPrescribed: false }, rss: null }],
    ['podcast', { rss: '<podcast:txt purpose="ai-content">true</podcast:txt>' }],
    [
      'spotify',
      {
        description: {
          text: 'This audiobook is narrated by a digital voice.',
          isPrescribed: true,
          isInFiles: true,
        },
      },
    ],
  ])('%s is in the report, the list and the tags', async (target, expected) => {
    const { disclosure, list, path, stderr } = await exported(target, `for-${target}`);
    expect(disclosure).toMatchObject({ language: 'de', cover: 'Digitale Stimme', ...expected });
    expect(list.disclosure).toEqual(disclosure);
    expect(list.files[0].digitalSourceType).toBe(TRAINED);
    expect(stderr).toContain('Label for the cover: “Digitale Stimme”');
    const tags = tagsOf(path);
    expect(tags).toMatchObject({ DIGITALSOURCETYPE: TRAINED, DISCLOSURE: SENTENCE });
    if (target === 'kobo') expect(tags['NARRATOR']).toContain('synthesized voice');
    if (target === 'spotify') expect(JSON.stringify(tags)).toContain('This audiobook is narrated by a digital voice.');
  });
});

it.each(DELIVERY_FORMATS)('the tags of a %s file contain its source type and the disclosure', async (format) => {
  const { path } = await exported('chapters', `as-${format}`, '--format', format);
  // ffmpeg reads the INFO list of WAV files, but not their ID3 tag.
  const isWav = format.startsWith('wav');
  expect(tagsOf(path)).toMatchObject(
    isWav ? { ISRF: TRAINED, COMMENT: SENTENCE } : { DIGITALSOURCETYPE: TRAINED, DISCLOSURE: SENTENCE },
  );
});

describe('the spoken disclosure', () => {
  it('is a line of the credits that is rendered and exported like any other', async () => {
    await call('book', book, '--spoken-disclosure', 'always');
    const before = await exported('m4b', 'spoken', '--allow-missing');
    expect(before.disclosure?.spoken).toEqual({ text: SENTENCE, isExported: false });
    await call('render', book, '--fail-on', 'never');
    const { disclosure, list } = await exported('m4b', 'spoken');
    expect(disclosure?.spoken).toEqual({ text: SENTENCE, isExported: true });
    expect(list.files[0].chapters[0].title).toBe('Opening Credits');
    await call('book', book, '--spoken-disclosure', 'by-rule');
    expect((await exported('m4b', 'spoken')).disclosure?.spoken).toBeNull();
  });

  it('is added by default in the EU if a voice is cloned', async () => {
    change(`UPDATE takes SET request = json_set(request, '$.voice', ?)`, `${CLONED_VOICE_PREFIX}abc/manifest.json`);
    const { stdout } = await call('book', book, '--region', 'eu', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      disclosure: { region: 'eu', spoken: 'by-rule' },
      spokenDisclosure: 'Dieses Hörbuch wird von der digitalen Nachbildung einer menschlichen Stimme gelesen.',
    });
    const voice = `${CLONED_VOICE_PREFIX}abc/manifest.json`;
    await call('consent', 'decide', book, voice, '--reason', 'A test', '--by', 'Bo');
    const { disclosure, stderr } = await exported('m4b', 'eu', '--allow-missing');
    expect(disclosure).toMatchObject({ isSpokenRecommended: true, spoken: { isExported: false } });
    expect(disclosure?.onix).toContain('<UnnamedPersons>08</UnnamedPersons>');
    expect(stderr).toContain('but the files don’t say so at the start');
    await call('book', book, '--spoken-disclosure', 'never');
    expect((await exported('m4b', 'eu')).disclosure?.spoken).toBeNull();
  });
});
