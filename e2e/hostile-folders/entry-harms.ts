// Replaces files and folders with links, pipes, devices, sockets, huge files and invalid names.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type Harm, type HarmContext, isWithin, type RandomDraw } from './harms.ts';
import type { ReceivedFolder } from './template.ts';

const DATABASES = ['project.db', 'writer.lock', 'backups/2031-01-01T00-00-00Z-format-3.db'];
const PROJECT_FILES = [
  ...DATABASES.flatMap((name) => [name, `${name}-wal`, `${name}-shm`, `${name}-journal`]),
  ...['closed.json', 'log.json', 'journal.reserve', 'cover.png', 'cover.jpg', 'project.db.restoring', 'project.db.own'],
  ...['takes/x.partial', 'backups/x.partial'],
];
const PROJECT_FOLDERS = ['takes', 'backups', 'takes/AUDIO'];
const EXPORT_FILES = [
  ...['manifest.json', 'manifest.csv', '.lectern-export.lock', '.lectern-export.lock-journal'],
  ...['.lectern-export.tmp/journal.jsonl', '.lectern-export.tmp/1.part', '.lectern-export.tmp/parked-0-x.wav'],
  ...['.lectern-bin/cell1/binned.json', '.lectern-bin/cell1/Old.lectern'],
];
const EXPORT_FOLDERS = ['.lectern-export.tmp', 'bin', '01', 'act', '.lectern-bin', '.lectern-bin/cell1'];

/**
 * Returns the audio files of the takes and the export. Doesn't use Node's recursive listing, because it would follow
 * links, for example into `/proc`.
 */
function audioFiles(folder: string): string[] {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return audioFiles(path);
    return entry.isFile() && entry.name.endsWith('.wav') ? [path] : [];
  });
}

function randomFile({ folder, project, draw }: HarmContext): string {
  const audio = audioFiles(folder);
  const kinds = [
    () => join(project, draw.of(PROJECT_FILES)),
    () => join(folder, draw.of(EXPORT_FILES)),
    () => (audio.length > 0 ? draw.of(audio) : join(folder, '01.wav')),
  ];
  return draw.of(kinds)();
}

function randomFolder({ folder, project, draw }: HarmContext): string {
  const [audio = join(project, 'takes', 'ab', 'x.wav')] = audioFiles(join(project, 'takes'));
  return draw.of([
    ...PROJECT_FOLDERS.map((name) => join(project, name.replace('takes/AUDIO', relative(project, dirname(audio))))),
    ...EXPORT_FOLDERS.map((name) => join(folder, name)),
  ]);
}

/** Removes whatever is at a path, and creates the path's parent folders. Returns whether that succeeded. */
function clearPath(folders: ReceivedFolder, path: string): boolean {
  if (!isWithin(folders, path)) return false;
  try {
    mkdirSync(dirname(path), { recursive: true });
    rmSync(path, { recursive: true, force: true });
    return true;
  } catch {
    return false;
  }
}

const linkTo = (target: string, path: string, draw: RandomDraw): void =>
  symlinkSync(draw.below(2) === 0 ? target : relative(dirname(path), target), path);

const relativeName = ({ folder }: HarmContext, path: string): string => relative(folder, path);

const replaceFileWithLink: Harm = (context) => {
  const path = randomFile(context);
  const target = context.draw.of([...context.outside.files, ...context.outside.folders, '/dev/zero', '/nowhere']);
  if (clearPath(context, path)) linkTo(target, path, context.draw);
  return `${relativeName(context, path)} is a link to ${target}`;
};

const replaceFolderWithLink: Harm = (context) => {
  const path = randomFolder(context);
  const target = context.draw.of([...context.outside.folders, context.outside.folder, '/proc', '/']);
  if (clearPath(context, path)) linkTo(target, path, context.draw);
  return `${relativeName(context, path)} is a link to ${target}`;
};

const addHardLink: Harm = (context) => {
  const path = randomFile(context);
  const target = context.draw.of(context.outside.unmarked);
  if (clearPath(context, path)) linkSync(target, path);
  return `${relativeName(context, path)} is a second name of ${target}`;
};

const addSpecialFile: Harm = (context) => {
  const { draw } = context;
  const path = draw.below(3) === 0 ? randomFolder(context) : randomFile(context);
  const [kind, ...makers] = draw.of([
    ['pipe', 'mkfifo', path],
    ['zeros', 'mknod', path, 'c', '1', '5'],
    ['terminal', 'mknod', path, 'c', '5', '0'],
    ['full device', 'mknod', path, 'c', '1', '7'],
  ]);
  if (!clearPath(context, path)) return 'nothing';
  const [program = '', ...args] = makers;
  try {
    execFileSync(program, args, { stdio: 'ignore' });
  } catch {
    // Only root can create devices.
    execFileSync('mkfifo', [path]);
  }
  return `${relativeName(context, path)} is a ${kind}`;
};

const SOCKET = `require('node:net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))`;

const addSocket: Harm = (context) => {
  const path = randomFile(context);
  if (!clearPath(context, path) || path.length > 100) return 'nothing';
  try {
    execFileSync(process.execPath, ['-e', SOCKET, path], { stdio: 'ignore' });
  } catch {
    // The process kills itself, so that the socket file remains.
  }
  return `${relativeName(context, path)} is a socket`;
};

const swapEntries: Harm = (context) => {
  const isFolder = context.draw.below(2) === 0;
  const path = isFolder ? randomFolder(context) : randomFile(context);
  if (!clearPath(context, path)) return 'nothing';
  if (isFolder) writeFileSync(path, 'no folder');
  else {
    mkdirSync(path);
    writeFileSync(join(path, 'x'), 'in a folder');
  }
  return `${relativeName(context, path)} is a ${isFolder ? 'file' : 'folder'}`;
};

/** Makes a large sparse file, which takes up no disk space. */
const addHugeFile: Harm = (context) => {
  const path = randomFile(context);
  const bytes = context.draw.of([2 ** 31, 2 ** 36, 2 ** 40]);
  if (!clearPath(context, path)) return 'nothing';
  writeFileSync(path, 'SQLite format 3\0');
  try {
    truncateSync(path, bytes);
  } catch {
    // The file system doesn't support files of this size.
  }
  return `${relativeName(context, path)} has ${bytes} bytes`;
};

/** Creates links whose names are invalid text, as long as possible, or similar to existing names. */
const addStrangeName: Harm = (context) => {
  const { draw, outside } = context;
  const folder = draw.of([
    context.folder,
    context.project,
    join(context.project, 'takes'),
    join(context.project, 'backups'),
  ]);
  const name = draw.of([
    Buffer.from([0xff, 0xfe, 0x2e, 0x77, 0x61, 0x76]),
    Buffer.from([0xc3, 0x28, 0x2e, 0x70, 0x61, 0x72, 0x74, 0x69, 0x61, 0x6c]),
    Buffer.from(`${'x'.repeat(251)}.wav`),
    Buffer.from('..\u202egnp.db'),
    Buffer.from('-rf .partial'),
    Buffer.from('a\nb.db'),
  ]);
  const path = Buffer.concat([Buffer.from(`${folder}/`), name]);
  if (!existsSync(folder) || !isWithin(context, join(folder, 'x'))) return 'nothing';
  rmSync(path, { force: true });
  if (draw.below(2) === 0) symlinkSync(draw.of(outside.files), path);
  else writeFileSync(path, 'strange');
  return `a file called ${JSON.stringify(name.toString('latin1'))}`;
};

export const ENTRY_HARMS: readonly Harm[] = [
  ...[
    replaceFileWithLink,
    replaceFileWithLink,
    replaceFileWithLink,
    replaceFolderWithLink,
    replaceFolderWithLink,
    addHardLink,
    addHardLink,
  ],
  ...[addSpecialFile, addSpecialFile, addSocket, swapEntries, addHugeFile, addStrangeName],
];
