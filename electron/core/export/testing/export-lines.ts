import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { LOCK_FILE } from '../files/exported-names.ts';
import type { ExportLine } from '../plan/export-line.ts';

/** `audio` is the content of the take's file. */
export type LineChange = Partial<ExportLine> & { audio?: string };

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

/** Excludes the manifest, its table and the lock. */
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
