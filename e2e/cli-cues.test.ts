// `lectern cues`: sound files are attached to cues.
import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Project } from '../electron/core/project/project.ts';
import { save, Workshop } from '../electron/core/project/testing/test-project.ts';
import { formatChunk, wavFile } from '../packages/audio/testing/wav-bytes.ts';
import { lectern } from './support/processes.ts';

let workshop: Workshop;
let project: Project;

beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create();
  save(project, '[music: Overture]\n\nLANE: Muffins, sir.\n\n[sfx: Door]\n\nLANE: Nothing, sir.\n');
  project.close();
  const samples = { id: 'data', body: new Uint8Array(2 * 800) };
  writeFileSync(workshop.path('door.wav'), wavFile([formatChunk(1, { bits: 16, sampleRate: 8_000 }), samples]));
});
afterEach(() => workshop.clear());

const cues = (...args: string[]) => lectern(['cues', project.dir, ...args], { LECTERN_HOME: workshop.path('home') });
const soundsOf = (stdout: string): (string | null)[] =>
  JSON.parse(stdout).cues.map(({ sound }: { readonly sound: { readonly name: string } | null }) => sound?.name ?? null);

it('attaches several files, or none if one of them is missing', async () => {
  const [door, missing] = [workshop.path('door.wav'), workshop.path('missing.wav')];
  const refused = await cues('--attach', `1=${door}`, '--attach', `2=${missing}`);
  expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('missing.wav')]);
  expect(soundsOf((await cues('--json')).stdout)).toEqual([null, null]);
  const attached = await cues('--attach', `1=${door}`, '--attach', `2=${door}`, '--json');
  expect(soundsOf(attached.stdout)).toEqual(['door.wav', 'door.wav']);
  const alsoRefused = await cues('--detach', '1', '--attach', `2=${missing}`);
  expect(alsoRefused.status).toBe(2);
  expect(soundsOf((await cues('--json')).stdout)).toEqual(['door.wav', 'door.wav']);
});
