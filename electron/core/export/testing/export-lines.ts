// Lines to export without a project, and what an export made of them.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { LOCK_FILE } from '../files/exported-names.ts';
import type { ExportLine } from '../plan/export-line.ts';

/** What a line has in place of the usual; `audio`: what its take's file holds. */
export type LineChange = Partial<ExportLine> & { audio?: string };

/** A line whose take's audio is a few bytes, in `takes` below a folder. */
export function lineWithAudio(home: string, id: number, change: LineChange = {}): ExportLine {
  const { audio = `audio of line ${id}`, ...rest } = change;
  const audioHash = createHash('sha256').update(audio).digest('hex');
  const audioPath = join(home, 'takes', audioHash);
  mkdirSync(dirname(audioPath), { recursive: true });
  writeFileSync(audioPath, audio);
  return {
    id,
    number: id,
    numberInChapter: id,
    chapterNumber: 1,
    chapterTitle: 'Act I',
    roles: ['ALGERNON'],
    text: `Words of line ${id}, Lane?`,
    takeId: 100 + id,
    audioPath,
    audioHash,
    format: 'wav',
    durationSeconds: 1.5,
    renderKey: `key ${id}`,
    ...rest,
  };
}

/** All files in a folder with what they hold, the manifest, its table and the lock aside. */
export function filesIn(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path).replaceAll('\\', '/');
    if (entry.isFile() && !['manifest.json', 'manifest.csv', LOCK_FILE].includes(name))
      found[name] = readFileSync(path, 'utf8');
  }
  return found;
}
