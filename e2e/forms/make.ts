// Makes documents from an act with other programs, if those are installed.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Act, boldNames, finalDraft, fountain, namesAbove, printedNames, roleTable, subtitles } from './act.ts';

/** Debian packages: `apt install pandoc libreoffice-writer libreoffice-calc chromium ffmpeg`. */
type Program = 'pandoc' | 'soffice' | 'chromium' | 'ffmpeg';

export interface MadeForm {
  /** File name in the output folder. */
  readonly file: string;
  /**
   * The programs in order of use, for the table. Empty if our own code writes the file from the format's specification.
   */
  readonly by: readonly string[];
}

interface Recipe extends MadeForm {
  readonly make: (folder: FormsFolder) => void;
}

const BY: readonly Recipe[] = [
  ...['docx', 'odt', 'rtf', 'html', 'epub'].map((form) => byPandoc('bold', boldNames, form)),
  byPandoc('bold', boldNames, 'epub2'),
  ...['odt', 'rtf', 'html', 'pdf', 'epub'].map((form) => byOffice('bold.docx', form)),
  byOffice('bold.odt', 'docx'),
  byChromium('bold.html'),
  ...['docx', 'epub'].map((form) => byPandoc('printed', printedNames, form)),
  byOffice('printed.docx', 'pdf'),
  byPandoc('above', namesAbove, 'docx'),
  byOffice('above.docx', 'pdf'),
  ...['csv', 'xlsx'].map(byCalc),
  writtenForm('act.fountain', fountain),
  writtenForm('act.fdx', finalDraft),
  writtenForm('act.srt', subtitles),
  {
    file: 'act.vtt',
    by: ['ffmpeg'],
    make: (folder) =>
      folder.run('ffmpeg', ['-loglevel', 'error', '-y', '-i', folder.path('act.srt'), folder.path('act.vtt')]),
  },
];

export const missingPrograms = (): Program[] =>
  (['pandoc', 'soffice', 'chromium', 'ffmpeg'] as const).filter((program) => !isInstalled(program));

function isInstalled(program: Program): boolean {
  return (process.env['PATH'] ?? '').split(':').some((folder) => existsSync(join(folder, program)));
}

/** Makes all documents for an act. @param only a part of file names, to make only the matching files */
export function makeForms(path: string, act: Act, only = ''): MadeForm[] {
  const folder = new FormsFolder(path, act);
  return BY.filter(({ file }) => file.includes(only)).map(({ file, by }) => {
    folder.ensure(file);
    return { file, by };
  });
}

function writtenForm(file: string, write: (act: Act) => string): Recipe {
  return { file, by: [], make: (folder) => writeFileSync(folder.path(file), write(folder.act)) };
}

function byPandoc(name: string, write: (act: Act) => string, form: string): Recipe {
  const file = form === 'epub2' ? `${name}-2.epub` : `${name}.${form}`;
  return {
    file,
    by: [form === 'epub2' ? 'pandoc (EPUB 2)' : 'pandoc'],
    make: (folder) => {
      const source = folder.path(`${name}.md`);
      writeFileSync(source, write(folder.act));
      folder.run('pandoc', ['-f', 'markdown-smart', '-t', form, '-s', '-o', folder.path(file), source]);
    },
  };
}

function byOffice(from: string, form: string): Recipe {
  const file = `${basename(from, extname(from))}-office.${form}`;
  return {
    file,
    by: ['pandoc', 'LibreOffice'],
    make: (folder) => {
      folder.ensure(from);
      folder.convert(from, form, file);
    },
  };
}

function byCalc(form: string): Recipe {
  const file = `table.${form}`;
  return {
    file,
    by: ['LibreOffice Calc'],
    make: (folder) => {
      writeFileSync(folder.path('table-source.html'), roleTable(folder.act));
      const filter = form === 'csv' ? 'csv:Text - txt - csv (StarCalc):44,34,76,1' : 'xlsx:Calc MS Excel 2007 XML';
      folder.convert('table-source.html', filter, file, ['--infilter=HTML (StarCalc)']);
    },
  };
}

function byChromium(from: string): Recipe {
  const file = `${basename(from, extname(from))}-chromium.pdf`;
  return {
    file,
    by: ['pandoc', 'Chromium'],
    make: (folder) => {
      folder.ensure(from);
      const flags = ['--headless', '--no-sandbox', '--disable-gpu', `--user-data-dir=${folder.path('chromium')}`];
      const page = pathToFileURL(folder.path(from)).href;
      folder.run('chromium', [...flags, `--print-to-pdf=${folder.path(file)}`, page]);
    },
  };
}

class FormsFolder {
  readonly act: Act;
  readonly #path: string;
  readonly #made = new Set<string>();

  constructor(path: string, act: Act) {
    this.#path = path;
    this.act = act;
    mkdirSync(path, { recursive: true });
  }

  path(file: string): string {
    return join(this.#path, file);
  }

  ensure(file: string): void {
    if (this.#made.has(file)) return;
    this.#made.add(file);
    const recipe = BY.find((each) => each.file === file);
    if (!recipe) throw new Error(`Nothing makes ${file}.`);
    for (const needed of file === 'act.vtt' ? ['act.srt'] : []) this.ensure(needed);
    recipe.make(this);
    if (!existsSync(this.path(file))) throw new Error(`${file} was not made.`);
  }

  run(program: Program, args: readonly string[]): void {
    execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'], timeout: 120_000 });
  }

  /** Converts a file with LibreOffice, which names the output after the input. */
  convert(from: string, filter: string, file: string, flags: readonly string[] = []): void {
    const out = this.path('office');
    const profile = `-env:UserInstallation=${pathToFileURL(this.path('office-profile')).href}`;
    this.run('soffice', [profile, '--headless', ...flags, '--convert-to', filter, '--outdir', out, this.path(from)]);
    const [form = ''] = filter.split(':');
    copyFileSync(join(out, `${basename(from, extname(from))}.${form}`), this.path(file));
  }
}
