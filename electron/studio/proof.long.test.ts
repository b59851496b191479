// Takes are compared with their text when they arrive. The local service speaks with eSpeak NG here.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ToyFiles } from '../../node/testing/toy-models/toy-pack.ts';
import { toyCtcPack } from '../../node/testing/toy-models/toy-recognisers.ts';
import type { ProofedTake } from '../../shared/model/proofed-take.ts';
import { StudioWorkshop, type TestStudio } from './testing/test-studio.ts';

const TEXT = `# One

The old captain walked slowly towards the harbour in the evening.

My sister could not see the river below the mill.
`;

let workshop: StudioWorkshop;
let studio: TestStudio;
beforeEach(async () => {
  workshop = new StudioWorkshop('espeak');
  studio = await workshop.openWith(TEXT);
  await studio.ask('production.start', {});
  await studio.until('run-changed', ({ run }) => run.state === 'finished' && run.rendered === 3);
});
afterEach(() => workshop.clear());

const waiting = async () => (await studio.ask('proof.status', {})).waiting;

/** Resolves when no take waits to be compared. */
async function compared(): Promise<void> {
  while ((await waiting()) > 0) {
    studio.forget();
    if ((await waiting()) > 0) await studio.until('takes-changed');
  }
}

async function takes(): Promise<ProofedTake[]> {
  const { lineIds } = await studio.ask('review.list', { sort: 'script' });
  const rows = await studio.ask('review.rows', { lineIds });
  return studio.ask('proof.takes', { takeIds: rows.flatMap(({ take }) => take?.id ?? []) });
}

it('has the times of all words, in order', async () => {
  await compared();
  const [, second] = await takes();
  expect(second).toMatchObject({ text: 'The old captain walked slowly towards the harbour in the evening.' });
  expect(second?.words).toHaveLength(11);
  const starts = second?.words.map(({ startSeconds }) => startSeconds) ?? [];
  expect(starts.toSorted((a, b) => a - b)).toEqual(starts);
  expect(second?.proof).toMatchObject({ linesLearnt: 0, isSuspicious: false });
  const status = await studio.ask('proof.status', {});
  expect(status).toMatchObject({ isOn: true, proofed: 3, notCompared: 0, voices: [{ isLearning: true }] });
});

it('renders lines again within the limits, and compares the new takes', async () => {
  await compared();
  const limits = { minScore: -1_000, maxRetries: 1, maxCharacters: 70 };
  const plan = await studio.ask('proof.retryPlan', limits);
  expect(plan.characters).toBeLessThanOrEqual(70);
  expect(plan.excluded.map(({ reason }) => reason)).toContain('over-limit');
  const { lineIds } = await studio.ask('proof.retry', limits);
  expect(lineIds).toEqual(plan.lineIds);
  studio.forget();
  await studio.until('run-changed', ({ run }) => run.state === 'finished');
  await compared();
  const retaken = await studio.ask('review.takes', { lineId: lineIds[0] ?? 0 });
  expect(retaken).toHaveLength(2);
  const again = await studio.ask('proof.retryPlan', { ...limits, maxCharacters: 1_000 });
  expect(again.excluded).toContainEqual({
    lineId: lineIds[0],
    takeId: retaken.find(({ isPick }) => isPick)?.id,
    reason: 'retried',
  });
});

it('compares nothing while the setting is off', async () => {
  await studio.ask('project.updateSettings', { proofTakes: false });
  expect((await studio.ask('proof.status', {})).isOn).toBe(false);
  await studio.ask('project.updateSettings', { proofTakes: true });
  await compared();
  expect(await waiting()).toBe(0);
});

/** Drops a pack's folder into the window, and installs it. */
async function install({ pack, files }: { readonly pack: object; readonly files: ToyFiles }): Promise<void> {
  const contents = Object.entries({ ...files, 'pack.json': JSON.stringify(pack) }).map(
    ([path, content]) => [path, Buffer.from(content)] as const,
  );
  const sizes = contents.map(([path, { byteLength }]) => ({ path, size: byteLength }));
  const { wanted } = await studio.ask('packs.receive', { name: 'listener', files: sizes, isFolder: true });
  for (const file of wanted) {
    await studio.ask('packs.receivePart', { file, bytes: new Uint8Array(contents[file]?.[1] ?? []) });
  }
  await studio.ask('packs.receiveEnd', {});
  await studio.ask('packs.install', {});
}

it('compares takes again when a recogniser is installed or removed', async () => {
  await compared();
  await install(toyCtcPack());
  expect(await waiting()).toBe(3);
  await compared();
  // It only knows three tones, so it hears no words.
  for (const take of await takes()) {
    expect(take).toMatchObject({ recogniser: { id: 'toy-ctc', name: 'Toy recogniser' }, notHeard: null });
    expect(take.proof?.findings.map(({ source }) => source)).not.toEqual([]);
    expect(take.words).not.toEqual([]);
  }
  await studio.ask('packs.remove', { id: 'toy-ctc' });
  await compared();
  for (const take of await takes()) expect(take).toMatchObject({ recogniser: null, notHeard: null });
});

it('compares takes by alignment if the recogniser can’t be used, and reports it', async () => {
  await compared();
  const before = await takes();
  const { pack, files } = toyCtcPack();
  await install({ pack: { ...pack, engine: { ...pack.engine, kind: 'sense-voice' } }, files });
  await compared();
  const reason = { kind: 'unloadable', pack: 'Toy recogniser' };
  const after = await takes();
  expect(after.map(({ proof, words }) => ({ proof, words }))).toEqual(
    before.map(({ proof, words }) => ({ proof, words })),
  );
  expect(after).toMatchObject(before.map(() => ({ notHeard: reason, recogniser: { id: 'toy-ctc' } })));
  expect(await studio.ask('proof.status', {})).toMatchObject({ proofed: 3, notHeard: [{ reason, takes: 3 }] });
});
