import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EXCERPT, StudioWorkshop, type TestStudio } from './testing/test-studio.ts';

let workshop: StudioWorkshop;

beforeEach(() => {
  workshop = new StudioWorkshop();
});
afterEach(() => workshop.clear());

const scriptOf = async (studio: TestStudio, at = 0) => {
  const chapters = await studio.ask('project.chapters', {});
  return (await studio.ask('script.open', { chapterId: chapters[at]?.id ?? null })).text;
};
const rolesOf = async (studio: TestStudio) => (await studio.ask('cast.roles', {})).map(({ name }) => name);

/** The audio of an audition, when all of it has come. */
async function audioOf(studio: TestStudio, auditionId: string): Promise<number> {
  let offset = 0;
  for (;;) {
    const read = await studio.internal('readAudition', { auditionId, offset });
    if (!read) throw new Error('the audition broke off');
    offset += read.bytes.byteLength;
    if (read.done) return offset;
  }
}

describe('the cast over the bridge', () => {
  it('tells of each role how much it has to say, and that nothing of it was heard yet', async () => {
    const studio = await workshop.openWith(EXCERPT);
    const roles = await studio.ask('cast.roles', {});
    const algernon = roles.find(({ name }) => name === 'ALGERNON');
    const said = 'Did you hear what I was playing, Lane?'.length + "I'm sorry for that, for your sake.".length;
    expect(algernon).toMatchObject({ lines: 2, characters: said, basis: 'usual-speed', overrides: 0 });
    expect(algernon?.seconds).toBeCloseTo(said / 15);
    expect(algernon?.voiceName).not.toBeNull();
  });

  it('counts a dialog line for both roles, each with its own characters', async () => {
    const studio = await workshop.openWith('ALGERNON: And, speaking of the science of Life.\nLANE: Yes, sir.\n');
    const roles = await studio.ask('cast.roles', {});
    expect(roles.map(({ name, lines, characters }) => ({ name, lines, characters }))).toEqual([
      { name: 'ALGERNON', lines: 1, characters: 'And, speaking of the science of Life.'.length },
      { name: 'LANE', lines: 1, characters: 'Yes, sir.'.length },
    ]);
  });

  it('bases a role’s duration on its takes once it has any', async () => {
    const studio = await workshop.openWith('LANE: Yes, sir.\n');
    await studio.ask('production.start', {});
    await studio.until('run-changed', ({ run }) => run.state === 'finished');
    const [lane] = await studio.ask('cast.roles', {});
    const { takes } = await studio.ask('review.list', { sort: 'script' });
    expect(takes).toBe(1);
    expect(lane?.basis).toBe('takes');
    expect(lane?.seconds).toBeGreaterThan(0);
  });

  it('renames a role in the script, tells documents to follow, and takes it back once', async () => {
    const studio = await workshop.openWith(EXCERPT);
    const before = await scriptOf(studio);
    studio.forget();
    const renamed = await studio.ask('cast.rename', { role: 'LANE', name: ' MERRIMAN ' });
    await studio.until('documents-changed');
    expect(await scriptOf(studio)).toBe(before.replaceAll('LANE:', 'MERRIMAN:'));
    expect(await rolesOf(studio)).toContain('MERRIMAN');
    expect(await studio.ask('cast.rename', { role: 'MERRIMAN', name: 'MERRIMAN' })).toEqual({ step: null });
    expect(await studio.undo(renamed)).toEqual({ redo: true });
    expect(await scriptOf(studio)).toBe(before);
    const step = renamed.step ?? '';
    expect(await studio.refusal('undo.undo', { step })).toEqual({ kind: 'not-found', what: 'step' });
    await studio.ask('undo.redo', { step });
    expect(await rolesOf(studio)).toContain('MERRIMAN');
    await studio.undo(renamed);
    expect(await scriptOf(studio)).toBe(before);
    expect(await studio.refusal('cast.rename', { role: 'LANE', name: 'ALGERNON' })).toEqual({
      kind: 'invalid',
      field: 'roleName',
      reason: 'exists',
    });
  });

  it('adds a role that can be cast before it speaks, refuses its name twice, and takes it back while nothing came of it', async () => {
    const studio = await workshop.openWith(EXCERPT);
    const before = await rolesOf(studio);
    const added = await studio.ask('cast.add', { name: ' MERRIMAN ' });
    expect(added.lines).toBe(0);
    expect(await rolesOf(studio)).toEqual([...before, 'MERRIMAN']);
    expect((await studio.ask('project.roles', {})).at(-1)).toMatchObject({ name: 'MERRIMAN', voice: null, lines: 0 });
    const exists = { kind: 'invalid', field: 'roleName', reason: 'exists' };
    expect(await studio.refusal('cast.add', { name: 'MERRIMAN' })).toEqual(exists);
    expect(await studio.undo(added)).toEqual({ redo: true });
    expect(await rolesOf(studio)).toEqual(before);
    await studio.ask('undo.redo', { step: added.step ?? '' });
    const voice = (await studio.ask('cast.voices', {})).find(({ isCastable }) => isCastable)?.id ?? '';
    const cast = await studio.ask('cast.change', { role: 'MERRIMAN', change: { voice } });
    const removed = await studio.ask('cast.remove', { role: 'MERRIMAN' });
    expect(await rolesOf(studio)).toEqual(before);
    await studio.undo(removed);
    expect((await studio.ask('cast.roles', {})).at(-1)).toMatchObject({ name: 'MERRIMAN', voice });
    const step = added.step ?? '';
    expect(await studio.refusal('undo.undo', { step })).toEqual({ kind: 'outdated', reason: 'role', role: 'MERRIMAN' });
    await studio.undo(cast);
    const speaks = { kind: 'invalid', field: 'roleName', reason: 'speaks' };
    expect(await studio.refusal('cast.remove', { role: 'LANE' })).toEqual(speaks);
  });

  it('tells what a merge would do, merges, and takes it back', async () => {
    const studio = await workshop.openWith(EXCERPT);
    const before = await rolesOf(studio);
    const ahead = await studio.ask('cast.mergeOutlook', { role: 'LANE', into: 'ALGERNON' });
    expect(ahead).toMatchObject({ lines: 2, rules: 0, stale: 0, price: null });
    const merged = await studio.ask('cast.merge', { role: 'LANE', into: 'ALGERNON' });
    expect(await rolesOf(studio)).toEqual(before.filter((name) => name !== 'LANE'));
    await studio.undo(merged);
    expect(await rolesOf(studio)).toEqual(before);
  });

  it('changes a role and takes that back, and no more; a voice that batches do not take is refused', async () => {
    const studio = await workshop.openWith(EXCERPT);
    const voices = await studio.ask('cast.voices', {});
    const unfit = voices.find(({ isCastable }) => !isCastable);
    const fit = voices.findLast(({ isCastable }) => isCastable);
    expect(unfit?.engine).toBe('Svc2.0');
    const refusal = await studio.refusal('cast.change', { role: 'LANE', change: { voice: unfit?.id ?? '' } });
    expect(refusal).toEqual({ kind: 'invalid', field: 'voice', reason: 'engine' });
    const was = (await studio.ask('cast.roles', {})).find(({ name }) => name === 'LANE')?.voice;
    const change = { voice: fit?.id ?? '', parameters: { speed: 1.2 } };
    const changed = await studio.ask('cast.change', { role: 'LANE', change });
    const now = (await studio.ask('cast.roles', {})).find(({ name }) => name === 'LANE');
    expect(now).toMatchObject({ voice: fit?.id, voiceName: fit?.name, parameters: { speed: 1.2 } });
    await Promise.all([
      studio.ask('cast.change', { role: 'LANE', change: { parameters: { seed: 7 } } }),
      studio.ask('cast.change', { role: 'LANE', change: { parameters: { temperature: 0.5 } } }),
    ]);
    await studio.undo(changed);
    const back = (await studio.ask('cast.roles', {})).find(({ name }) => name === 'LANE');
    expect(back).toMatchObject({ voice: was, parameters: { seed: 7, temperature: 0.5 } });
    expect(back?.parameters.speed).toBeUndefined();
    await studio.ask('undo.redo', { step: changed.step ?? '' });
    await studio.ask('cast.change', { role: 'LANE', change: { voice: was ?? null } });
    expect(await studio.refusal('undo.undo', { step: changed.step ?? '' })).toEqual({
      kind: 'outdated',
      reason: 'role',
      role: 'LANE',
    });
  });

  it('keeps favourites on this machine, for the connection', async () => {
    const studio = await workshop.openWith(EXCERPT);
    const [voice] = await studio.ask('cast.voices', {});
    await studio.ask('cast.setFavourite', { voice: voice?.id ?? '', isFavourite: true });
    const again = await workshop.open();
    await again.ask('connection.useLocal', { plan: null });
    const liked = (await again.ask('cast.voices', {})).filter(({ isFavourite }) => isFavourite);
    expect(liked.map(({ id }) => id)).toEqual([voice?.id]);
  });

  it('lists what lines set for themselves, clears it, and puts it back', async () => {
    const studio = await workshop.openWith(EXCERPT);
    const line = await studio.ask('cast.lineAt', { role: 'ALGERNON', at: 1 });
    expect(line?.text).toBe("I'm sorry for that, for your sake.");
    expect(await studio.ask('cast.lineAt', { role: 'ALGERNON', at: 2 })).toBeNull();
    const lineId = line?.lineId ?? 0;
    await studio.ask('line.setOverride', { lineId, change: { speed: 1.4 } });
    expect(await studio.ask('cast.overrides', { role: 'ALGERNON' })).toEqual([
      { lineId, label: line?.label, excerpt: line?.text, override: { speed: 1.4 } },
    ]);
    expect(await studio.ask('cast.overrides', { role: 'LANE' })).toEqual([]);
    const cleared = await studio.ask('cast.putOverrides', { lines: [{ lineId, override: null }] });
    expect(await studio.ask('cast.overrides', { role: 'ALGERNON' })).toEqual([]);
    await studio.undo(cleared);
    expect(await studio.ask('cast.overrides', { role: 'ALGERNON' })).toMatchObject([
      { lineId, override: { speed: 1.4 } },
    ]);
  });
});

describe('hearing voices', () => {
  it('plays a sample of the service', async () => {
    const studio = await workshop.openWith(EXCERPT);
    const voice = (await studio.ask('cast.voices', {})).find(({ hasSample }) => hasSample);
    const { auditionId } = await studio.ask('cast.sample', { voice: voice?.id ?? '' });
    expect((await studio.internal('auditionType', { auditionId }))?.contentType).toMatch(/^audio\//);
    expect(await audioOf(studio, auditionId)).toBeGreaterThan(1_000);
    expect(await studio.refusal('cast.sample', { voice: 'nobody' })).toEqual({ kind: 'not-found', what: 'voice' });
  });

  it('has a line spoken by any voice, by the endpoint that its engine needs, and says what that sends', async () => {
    const studio = await workshop.openWith(EXCERPT);
    const voices = await studio.ask('cast.voices', {});
    const line = await studio.ask('cast.lineAt', { role: 'LANE', at: 0 });
    const { lineId = 0, text = '' } = line ?? {};
    for (const [engine, endpoint] of [
      ['SvcDialog', 'stream'],
      ['Svc2.0', 'single'],
    ] as const) {
      const voice = voices.find((known) => known.engine === engine)?.id ?? '';
      const heard = await studio.ask('cast.audition', { role: 'LANE', lineId, voice });
      expect(heard).toMatchObject({ endpoint, characters: text.length });
      expect(await audioOf(studio, heard.auditionId)).toBeGreaterThan(100);
    }
    expect(await studio.ask('project.current', {})).toMatchObject({ figures: { counts: { unrendered: 6 } } });
  });
});

describe('comparing voices', () => {
  const spent = async (studio: TestStudio) => (await studio.ask('production.ledger', {})).auditions;

  it('says what they would send before it is sent, sends each once, and keeps what they said', async () => {
    const studio = await workshop.openWith(EXCERPT);
    const voices = await studio.ask('cast.voices', {});
    const ids = ['SvcDialog', 'Svc2.0'].map((engine) => voices.find((known) => known.engine === engine)?.id ?? '');
    const { lineId = 0, text: line = '' } = (await studio.ask('cast.lineAt', { role: 'LANE', at: 0 })) ?? {};
    const words = { role: 'LANE', lineId, text: null };
    const outlook = await studio.ask('cast.compareOutlook', { ...words, voices: ids });
    expect(outlook.voices.map(({ isKept, characters }) => [isKept, characters])).toEqual(
      ids.map(() => [false, line.length]),
    );
    expect(outlook).toMatchObject({ characters: 2 * line.length, price: null });
    const [first = '', second = ''] = ids;
    const heard = await studio.ask('cast.compareVoice', { ...words, voice: first });
    await studio.ask('cast.compareVoice', { ...words, voice: second });
    expect(await studio.ask('cast.compareVoice', { ...words, voice: first })).toEqual(heard);
    expect(await audioOf(studio, heard.auditionId)).toBeGreaterThan(100);
    expect(await spent(studio)).toBe(2 * line.length);
    const after = await studio.ask('cast.compareOutlook', { ...words, voices: ids });
    expect([after.characters, after.voices.every(({ isKept }) => isKept)]).toEqual([0, true]);
    await studio.ask('project.close', {});
    expect(await studio.internal('auditionType', { auditionId: heard.auditionId })).toBeNull();
  });

  it('takes words that were typed, and refuses those in which nothing is spoken', async () => {
    const studio = await workshop.openWith(EXCERPT);
    const [voice] = await studio.ask('cast.voices', {});
    const { lineId = 0 } = (await studio.ask('cast.lineAt', { role: 'LANE', at: 0 })) ?? {};
    const typed = { role: 'LANE', lineId, text: 'Good night. (Goes.)' };
    const heard = await studio.ask('cast.compareVoice', { ...typed, voice: voice?.id ?? '' });
    expect(heard.characters).toBe('Good night.'.length);
    const silent = { ...typed, text: '(Goes.)' };
    const { voices } = await studio.ask('cast.compareOutlook', {
      ...silent,
      voices: [voice?.id ?? '', 'no-such-voice'],
    });
    expect(voices).toEqual([{ voice: voice?.id, characters: 0, isKept: false, problem: 'nothing-to-speak' }]);
    expect(await studio.refusal('cast.compareVoice', { ...silent, voice: voice?.id ?? '' })).toEqual({
      kind: 'invalid',
      field: 'audition',
      reason: 'nothing-to-speak',
    });
  });
});

describe('taking over the cast of another project', () => {
  it('tells what it would do, does it, and takes it back', async () => {
    const studio = await workshop.openWith(EXCERPT, 'First');
    const voices = (await studio.ask('cast.voices', {})).filter(({ isCastable }) => isCastable);
    const voice = voices.at(-1)?.id ?? '';
    await studio.ask('cast.change', { role: 'LANE', change: { voice, parameters: { speed: 1.3 } } });
    const rule = { from: 'sir', to: 'suh', wholeWord: true, matchCase: false, role: 'LANE', language: null };
    await studio.ask('project.close', {});
    const { importId } = await studio.ask('project.previewImport', {
      name: 'second.txt',
      bytes: new TextEncoder().encode('LANE: Yes, sir.\n\nMERRIMAN: Yes, miss.\n'),
    });
    await studio.ask('project.createFromImport', { importId, name: 'Second' });
    const before = await studio.ask('cast.roles', {});
    const recentId = (await studio.ask('library.recent', {})).find(({ name }) => name === 'First')?.id ?? '';
    const copy = { source: { recentId }, matches: { MERRIMAN: 'LANE' }, rules: true };
    const ahead = await studio.ask('cast.copyOutlook', copy);
    expect(ahead.project).toBe('First');
    expect(ahead.matches).toEqual([
      { role: 'LANE', from: 'LANE', changes: true },
      { role: 'MERRIMAN', from: 'LANE', changes: true },
    ]);
    await studio.ask('pronunciation.change', { change: { kind: 'add', rule, at: 0 } });
    const copied = await studio.ask('cast.copy', copy);
    expect(copied.roles).toBe(2);
    for (const role of await studio.ask('cast.roles', {})) {
      expect(role).toMatchObject({ voice, parameters: { speed: 1.3 } });
    }
    await studio.undo(copied);
    expect(await studio.ask('cast.roles', {})).toEqual(before);
    expect(await studio.ask('pronunciation.rules', {})).toEqual([rule]);
    const unknown = { source: { recentId: 'nowhere' }, matches: {}, rules: false };
    expect(await studio.refusal('cast.copyOutlook', unknown)).toEqual({ kind: 'not-found', what: 'project' });
    const { folderId } = await studio.internal('registerCastFolder', { path: `${workshop.projects}/First.lectern` });
    const byFolder = await studio.ask('cast.copyOutlook', { ...copy, source: { folderId } });
    expect(byFolder.project).toBe('First');
  });
});
