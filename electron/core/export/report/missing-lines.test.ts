import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FailedExport } from '../../../../shared/model/export/export.ts';
import type { Project } from '../../project/project.ts';
import { castAll, giveTake, save, Workshop } from '../../project/testing/test-project.ts';
import { paragraph } from '../../project/testing/test-script.ts';
import { FakeClock } from '../../testing/fake-clock.ts';
import type { AudioTargetId } from '../targets/target-settings.ts';
import { Scribe } from '../testing/scribe.ts';
import { AS_LINES, exportUnmeasured } from '../testing/write-plans.ts';

let workshop: Workshop;
beforeEach(() => {
  workshop = new Workshop();
});
afterEach(() => workshop.clear());

/** What is chosen of a project. */
interface Chosen {
  readonly allowStale: boolean;
  readonly approvedOnly: boolean;
}

interface Exported {
  readonly missing: readonly FailedExport[];
  readonly outdated: readonly FailedExport[];
  /** The audio in its files, read from their bytes. */
  readonly audio: string;
}

/** The files of a folder as one text; neither lists nor what went to the bin. */
const textOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:mp3|wav)$/.test(entry.name) && !entry.parentPath.includes('/bin'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');

/** @param damaged hashes of audio that can't be decoded */
async function finished(
  project: Project,
  target: AudioTargetId,
  chosen: Chosen,
  damaged: ReadonlySet<string>,
): Promise<Exported> {
  const outDir = workshop.path(`out-${target}`);
  const mastering = new Scribe();
  for (const hash of damaged) mastering.damaged.add(hash);
  const order = { target, untitled: 'Opening', chapterIds: null, ...chosen };
  const made = await exportUnmeasured(project, order, outDir, { mastering, clock: new FakeClock() });
  return { ...made, audio: textOf(outDir) };
}

async function single(project: Project, chosen: Chosen): Promise<Exported> {
  const outDir = workshop.path('out-lines');
  const made = await exportUnmeasured(project, { ...AS_LINES, ...chosen }, outDir);
  return { ...made, audio: textOf(outDir) };
}

async function handed(project: Project, { allowStale }: Chosen): Promise<Exported> {
  const outDir = workshop.path('out-rpp');
  const { verdict } = await exportUnmeasured(project, { target: 'rpp', allowStale }, outDir);
  return { ...verdict, audio: textOf(outDir) };
}

/** How a line is brought about: its take before its role was recast, its take afterwards, and what befell the audio. */
const fate = fc.record({
  before: fc.constantFrom('none', 'take', 'approved', 'rejected'),
  after: fc.constantFrom('none', 'none', 'take', 'approved', 'rejected', 'kept'),
  harm: fc.constantFrom('none', 'none', 'none', 'gone', 'undecodable'),
});
const world = fc.record({
  script: fc.array(paragraph, { minLength: 1, maxLength: 9 }).map((all) => all.join('\n\n')),
  recast: fc.boolean(),
  fates: fc.array(fate, { minLength: 12, maxLength: 12 }),
  chosen: fc.record({ allowStale: fc.boolean(), approvedOnly: fc.boolean() }),
});
type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

async function takesOf(project: Project, { fates }: World, when: 'before' | 'after'): Promise<void> {
  for (const [at, line] of project.lines.states().entries()) {
    const what = fates[at % fates.length]?.[when] ?? 'none';
    if (line.renderKey === null || what === 'none') continue;
    if (what === 'kept') {
      const earlier = project.takes.takesOf(line.id).find(({ verdict }) => verdict !== 'rejected');
      if (earlier) project.decisions.pick(earlier.id, { keep: true });
      continue;
    }
    const takeId = line.pick?.takeId ?? (await giveTake(project, line));
    if (what !== 'take') project.decisions.setVerdict(takeId, what);
  }
}

/** @returns hashes of audio that can't be used, for mastering, which does not read files here */
function harm(project: Project, { fates }: World): ReadonlySet<string> {
  const harmed = new Set<string>();
  for (const [at, line] of project.lines.states().entries()) {
    const what = fates[at % fates.length]?.harm ?? 'none';
    const { pick } = line;
    if (what === 'none' || !pick) continue;
    harmed.add(pick.audioHash);
    const path = project.takes.audioPath(pick.audioHash, pick.format);
    if (what === 'gone' && path !== null) rmSync(path);
  }
  return harmed;
}

describe('the lines of an export', () => {
  it('are all either in its files or named as missing, whatever became of them', async () => {
    await fc.assert(
      fc.asyncProperty(world, async (given) => {
        workshop.clear();
        workshop = new Workshop();
        const project = workshop.create();
        save(project, `${given.script}\n`);
        castAll(project);
        await takesOf(project, given, 'before');
        if (given.recast) {
          project.cast.saveRoles(project.cast.roles().map((role) => ({ ...role, voice: `other:${role.name}` })));
        }
        await takesOf(project, given, 'after');
        const damaged = harm(project, given);
        const lines = project.lines.states();
        const takes = new Map(lines.flatMap(({ id }) => project.takes.takesOf(id).map((take) => [take.audioHash, id])));
        const { chosen } = given;
        const exports = {
          chapters: await finished(project, 'chapters', chosen, damaged),
          podcast: await finished(project, 'podcast', chosen, damaged),
          lines: await single(project, chosen),
          rpp: await handed(project, chosen),
        };
        for (const [name, { missing, outdated, audio }] of Object.entries(exports)) {
          const hashes = Array.from(
            audio.matchAll(/(?<=[: ])[0-9a-f]{64}(?=[ \n]|$)/g),
            ([hash]) => takes.get(hash) ?? 0,
          ).filter((id) => id > 0);
          const own = Array.from(audio.matchAll(/audio of (\d+):/g), ([, id]) => Number(id));
          const heard = [...hashes, ...own];
          const named = missing.map(({ lineId }) => lineId);
          expect([name, [...heard, ...named].sort((a, b) => a - b)]).toEqual([
            name,
            lines.map(({ id }) => id).sort((a, b) => a - b),
          ]);
          for (const { roles, words, label } of missing) expect([roles?.length, words, label]).not.toContain(undefined);
          const old = lines.filter((line) => line.pick === null && heard.includes(line.id)).map(({ id }) => id);
          expect([name, outdated.map(({ lineId }) => lineId)]).toEqual([name, old]);
        }
      }),
      { numRuns: 15 },
    );
  });
});
