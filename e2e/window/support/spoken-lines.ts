// Speech that the local service renders for texts, to build projects and recordings with real speech.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode, type Pcm } from '@lectern/audio';
import { lectern } from '../../support/processes.ts';
import { queryProject } from './books.ts';
import type { TestFolders } from './folders.ts';

export interface SpokenLines {
  /** The id of the voice that speaks. */
  readonly voice: string;
  /** In the order of the texts. */
  readonly sounds: readonly Pcm[];
}

/** Renders each text as a line. The local service must be running and use `espeak`. */
export async function speakLines(folders: TestFolders, texts: readonly string[]): Promise<SpokenLines> {
  const folder = join(folders.scratch, 'spoken');
  mkdirSync(folder);
  const script = join(folder, 'script.txt');
  const project = join(folder, 'Spoken');
  const out = join(folder, 'out');
  writeFileSync(script, `${texts.join('\n\n')}\n`);
  const { status, stderr } = await lectern(['render', script, '--project', project, '--out', out], {
    LECTERN_HOME: folders.home,
  });
  if (status !== 0) throw new Error(`the texts weren't rendered: ${stderr}`);
  const files = readdirSync(out).filter((name) => name.endsWith('.wav'));
  if (files.length !== texts.length) throw new Error(`${files.length} files for ${texts.length} texts`);
  const sounds = await Promise.all(files.sort().map((name) => decode(readFileSync(join(out, name)))));
  const [role] = queryProject(project, 'SELECT voice FROM roles');
  return { voice: String(role?.['voice']), sounds };
}
