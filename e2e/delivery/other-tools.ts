// Checks finished files with mp3val, flac, opusinfo, AtomicParsley and mkvtoolnix.
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Returns mp3val's problems and statistics for an MP3, without the file name. */
export function checkWithMp3val(path: string): { readonly problems: readonly string[]; readonly count: string } {
  const text = execFileSync('mp3val', [path], { encoding: 'utf8' });
  const rows = text.split('\n').filter((row) => /^(?:INFO|WARNING|ERROR): /.test(row));
  const rowOf = (row: string): string => row.replace(`"${path}"`, '').replace(/ +/g, ' ');
  return {
    problems: rows.filter((row) => !row.startsWith('INFO')).map(rowOf),
    count: rows
      .filter((row) => row.startsWith('INFO'))
      .map(rowOf)
      .join('; '),
  };
}

/** Returns null if `flac -t` verifies a file, otherwise its message. */
export function checkWithFlac(path: string): string | null {
  const { status, stderr } = spawnSync('flac', ['--test', '--silent', '--warnings-as-errors', path], {
    encoding: 'utf8',
  });
  return status === 0 ? null : stderr;
}

/** Returns opusinfo's warnings about an Ogg Opus file. */
export function checkWithOpusinfo(path: string): readonly string[] {
  const { status, stdout, stderr } = spawnSync('opusinfo', [path], { encoding: 'utf8' });
  const warned = `${stdout}\n${stderr}`.split('\n').filter((row) => /warning|error/i.test(row));
  return status === 0 || warned.length > 0 ? warned : [`it ends with ${status}`];
}

/** Returns an MPEG-4 file's tags by atom name, and the names of all atoms. */
export function readTagsWithAtomicParsley(path: string): {
  readonly tags: Readonly<Record<string, string>>;
  readonly atoms: ReadonlySet<string>;
} {
  const tags = execFileSync('AtomicParsley', [path, '--textdata'], { encoding: 'utf8' });
  const tree = execFileSync('AtomicParsley', [path, '--test'], { encoding: 'utf8' });
  return {
    tags: Object.fromEntries(
      [...tags.replace(/^\uFEFF/, '').matchAll(/^Atom "(\S+?)"(?: \[[^\]]*\])? contains: (.*)$/gm)].map(
        ([, name = '', value = '']) => [name, value],
      ),
    ),
    atoms: new Set([...tree.matchAll(/^\s*Atom (\S+) @/gm)].map(([, name = '']) => name)),
  };
}

/**
 * Extracts an MPEG-4 file's first picture with AtomicParsley into an empty folder. Returns null if there is no picture.
 */
export function extractPictureWithAtomicParsley(path: string, folder: string): Uint8Array | null {
  execFileSync('AtomicParsley', [path, '--extractPixToPath', join(folder, 'cover')], { stdio: 'ignore' });
  const [found] = readdirSync(folder).filter((name) => name.startsWith('cover'));
  return found === undefined ? null : readFileSync(join(folder, found));
}

/** Returns the chapters that mkvtoolnix finds when it converts the file to Matroska. */
export function readChaptersWithMkvtoolnix(path: string): { readonly title: string; readonly startSeconds: number }[] {
  const matroska = join(dirname(path), `${basename(path)}.mka`);
  execFileSync('mkvmerge', ['--quiet', '--output', matroska, path]);
  const text = execFileSync('mkvextract', [matroska, 'chapters', '--simple'], { encoding: 'utf8' });
  const times = [...text.matchAll(/^CHAPTER\d+=(\d+):(\d+):([\d.]+)$/gm)];
  const titles = [...text.matchAll(/^CHAPTER\d+NAME=(.*)$/gm)];
  return times.map(([, hours, minutes, seconds], index) => ({
    title: titles[index]?.[1] ?? '',
    startSeconds: Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds),
  }));
}
