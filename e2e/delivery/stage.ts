// A small production for testing exports: a play spoken by the local voices, with book details. The play is exported
// with the command line.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AUDIO_LIST_FILE, type AudioRow } from '../../electron/core/export/files/audio-list.ts';
import { root } from '../../scripts/steps.ts';

export const PLAY = `# The Importance of Being Earnest

A trivial comedy for serious people.

## Chapter One: Morning

ALGERNON: Did you hear what I was playing, Lane?

LANE: I didn't think it polite to listen, sir.

ALGERNON: I'm sorry for that, for your sake. I don't play accurately, any one can play accurately, but I play with wonderful expression.

[pause 1.5s]

LANE: Yes, sir.

## Chapter Two: Noon

ALGERNON: And, speaking of the science of Life, have you got the cucumber sandwiches cut for Lady Bracknell?

LANE: Yes, sir. Here they are, on a plate.

## Chapter Three: Évening / Night

ALGERNON: Oh! By the way, Lane, I see from your book that on Thursday night eight bottles of champagne are entered as having been consumed.

LANE: Yes, sir; eight bottles and a pint.
`;

export const BOOK = {
  title: 'The Importance of Being Earnest',
  author: 'Oscar Wilde',
  narrator: 'Ada Lane',
  publisher: 'Leonard Smithers',
  year: '1899',
  isbn: '9780141439600',
  language: 'en',
  description: 'A trivial comedy for serious people.',
} as const;

export interface ExportedFiles {
  readonly folder: string;
  readonly rows: readonly AudioRow[];
  /** Names of the exported files that aren't audio. */
  readonly extras: readonly string[];
}

export class Stage {
  /** A picture of 2,400 by 2,400 pixels, for the cover. */
  readonly cover: string;
  readonly #home: string;

  /** @param home an empty folder */
  constructor(home: string) {
    this.#home = home;
    this.cover = join(home, 'cover.png');
  }

  lectern(...args: readonly string[]): string {
    return execFileSync(process.execPath, [join(root, 'bin/lectern.mjs'), ...args], {
      env: { ...process.env, LECTERN_HOME: join(this.#home, 'lectern') },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  }

  /** Creates a project from a script, with book details and a cover, and renders it. Returns the project's folder. */
  makeProject(text: string): string {
    const script = join(this.#home, 'play.txt');
    writeFileSync(script, text);
    const project = join(this.#home, 'play.lectern');
    this.lectern('import', script, '--project', project);
    const picture = ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc=size=2400x2400', '-frames:v', '1', this.cover];
    execFileSync('ffmpeg', picture);
    // Set the book details before rendering, because the credits include them.
    const details = Object.entries(BOOK).flatMap(([name, value]) => [`--${name}`, value]);
    this.lectern('book', project, ...details, '--cover', this.cover);
    const out = join(this.#home, 'first');
    this.lectern('render', script, '--out', out, '--project', project, '--format', 'wav', '--credits');
    return project;
  }

  runExport(project: string, name: string, ...args: readonly string[]): ExportedFiles {
    const folder = join(this.#home, name);
    this.lectern('export', project, '--out', folder, ...args);
    const { files } = JSON.parse(readFileSync(join(folder, AUDIO_LIST_FILE), 'utf8')) as { files: AudioRow[] };
    return {
      folder,
      rows: files.filter(({ isSound }) => isSound),
      extras: files.filter(({ isSound }) => !isSound).map(({ file }) => file),
    };
  }

  /** Exports each line as a WAV file. */
  lineFiles(project: string): { readonly path: string; readonly line: number }[] {
    const folder = join(this.#home, 'lines');
    this.lectern('export', project, '--out', folder, '--as', 'lines', '--format', 'wav');
    const { files } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
      files: { file: string; line: number }[];
    };
    return files.map(({ file, line }) => ({ path: join(folder, file), line }));
  }
}
