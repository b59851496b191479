// Which code may read and write files without `UntrustedFolder`. What works on projects and exports goes through it: those
// may come from anyone. A new entry here needs a reason.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ELECTRON = fileURLToPath(new URL('..', import.meta.url));

const ROOMS = ['app', 'audition', 'bridge', 'export', 'import', 'production', 'project', 'session'].map(
  (name) => `core/${name}`,
);
const OTHER_ROOMS = ['studio', 'cli', '../packages/audio', '../packages/manuscript', '../packages/provenance'];

/** What reads, makes, changes, moves or removes a file by its path. Looking at one is no harm. */
const RAW =
  /^(readFile|writeFile|appendFile|createReadStream|createWriteStream|open|openAsBlob|copyFile|cp|truncate|mkdir|rename|rm|rmdir|unlink|link|symlink|chmod|utimes)(Sync)?$/;

/** What writes whole files by their paths (`node/files/durable-write.ts`). */
const RAW_WRITERS = /^(replaceFile|replaceFileSync|writeNewFile|writeNewFileSync|writeNamedFile)$/;

const ALLOWED: Readonly<Record<string, readonly [reason: string, ...names: string[]]>> = {
  'core/project/folder/folder-identity.ts': ['the machine’s own id', 'readFileSync'],
  'core/project/folder/log-record.ts': ['beside the database, following no link', 'openSync'],
  'core/project/project-folder.ts': [
    'a new project, in a folder of its own making',
    'renameSync',
    'rmSync',
    'rmdirSync',
  ],
  'core/project/project-copy.ts': ['a folder of its own making', 'rename', 'rm'],
  'core/project/folder/restore-backup.ts': ['after files were looked at, to names that were freed', 'linkSync'],
  'core/export/chosen-folders.ts': ['Lectern’s own folder', 'writeFileSync'],
  'core/app/secret-store.ts': ['Lectern’s own folder', 'readFile', 'rm'],
  'core/app/private-file.ts': ['Lectern’s own folder', 'chmod', 'replaceFile'],
  'core/app/library/library-bin.ts': ['after the bin was looked at', 'rename', 'rm', 'rmdir'],
  'core/app/versioned-document.ts': ['Lectern’s own folder', 'readFile', 'rename'],
  'core/app/report/data-folder.ts': ['Lectern’s own folder', 'rm'],
  'core/app/voice-packs/installed-packs.ts': ['into Lectern’s own folder', 'rename', 'rm', 'writeNewFile'],
  'core/app/voice-packs/kept-archive.ts': ['Lectern’s own folder', 'open', 'replaceFileSync', 'rmSync'],
  'core/app/voice-packs/tar-files.ts': ['into a folder of its own making', 'openSync', 'writeNewFileSync'],
  'core/app/voice-packs/received-pack.ts': ['into a folder of its own making', 'open'],
  'core/app/verification/files-to-verify.ts': ['into a folder of its own making', 'open', 'rm'],
  'core/app/voice-packs/unpack-archive.ts': ['into a folder of its own making', 'mkdirSync', 'openSync'],
  '../packages/audio/aac/aac-encoder.ts': ['part of a library that Lectern includes', 'readFileSync'],
  '../packages/audio/alignment/reference-reading.ts': ['part of a library that Lectern includes', 'readFileSync'],
  '../packages/audio/alignment/training/flite-reading.ts': [
    'a folder of its own making, and a part of a library',
    'openSync',
    'readFile',
    'readFileSync',
    'rmSync',
  ],
  '../packages/audio/alignment/training/main.ts': [
    'the sentences and the weights of the repository',
    'readFileSync',
    'writeFileSync',
  ],
  '../packages/manuscript/formats/pdf/pdfium.ts': ['part of a library that Lectern includes', 'readFileSync'],
  '../packages/manuscript/speakers/training/corpus.ts': ['a folder that a developer names', 'readFileSync'],
  '../packages/manuscript/speakers/training/main.ts': ['a file that a developer names', 'writeFileSync'],
  '../packages/provenance/reading/validate-worker.ts': ['part of a library that Lectern includes', 'readFileSync'],
  '../packages/provenance/signing/sign-file.ts': ['a file that the caller named', 'replaceFile'],
  'core/import/new-project.ts': ['a project that was made a moment ago', 'rmSync', 'rmdirSync'],
  'cli/check-display.ts': ['a file that a person named', 'writeNamedFile'],
  'cli/write-result-file.ts': ['a file that a person named', 'writeNamedFile'],
  'core/session/projects.ts': ['the sample that Lectern brings', 'readFile'],
  'core/app/report/make-report.ts': ['Lectern’s own folder', 'readFile'],
};

/** Who opens databases. Types may be imported by anyone. */
const OPENERS = ['connection.ts', 'log-record.ts']
  .map((name) => `core/project/folder/${name}`)
  .concat('core/project/project-copy.ts');

interface Source {
  readonly name: string;
  readonly text: string;
}

function sourcesIn(...rooms: string[]): Source[] {
  return rooms.flatMap((room) =>
    readdirSync(join(ELECTRON, room), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing\//.test(name.replaceAll('\\', '/')))
      .map((name) => join(ELECTRON, room, name))
      .map((path) => ({
        name: relative(ELECTRON, path).replaceAll('\\', '/'),
        text: readFileSync(path, 'utf8'),
      })),
  );
}

/** Names that a file imports from a module, types left out. */
function importsFrom(text: string, module: RegExp): string[] {
  return [...text.matchAll(/^import (type )?(?:\{([^}]*)\}|\* as (\w+)|(\w+)) from '([^']*)';/gm)]
    .filter(([, isType, , , , from = '']) => !isType && module.test(from))
    .flatMap(([, , names, star, whole]) => names?.split(',') ?? [star ?? whole ?? ''])
    .map((name) => name.trim().replace(/ as .*/, ''))
    .filter((name) => name !== '' && !name.startsWith('type '));
}

describe('code that works on projects and exports', () => {
  it.each(sourcesIn(...ROOMS, ...OTHER_ROOMS).map((source) => [source.name, source]))('%s', (name, { text }) => {
    const [, ...allowed] = ALLOWED[name] ?? [''];
    const used = importsFrom(text, /^(node:)?fs(\/promises)?$/).filter((each) => RAW.test(each) || !/^\w+$/.test(each));
    const writers = importsFrom(text, /\/node\/files\/durable-write\.ts$/).filter((each) => RAW_WRITERS.test(each));
    expect([...used, ...writers].sort()).toEqual(allowed.toSorted());
    expect(text, 'all of the module at once').not.toMatch(/import (\* as )?\w+ from '(node:)?fs/);
    const openers = [
      ...importsFrom(text, /^node:sqlite$/).filter((each) => each === 'DatabaseSync'),
      ...importsFrom(text, /\/node\/sqlite\/open-database\.ts$/).filter((each) => each.startsWith('open')),
    ];
    if (openers.length > 0) expect(OPENERS).toContain(name);
  });
});

it('no code makes folders recursively: Node never returns from it in /proc', () => {
  const makers = sourcesIn('core', 'studio', 'cli', 'platform', 'ipc').filter(({ text }) =>
    /mkdir(Sync)?\([^)]*recursive/.test(text),
  );
  expect(makers.map(({ name }) => name)).toEqual([]);
});
