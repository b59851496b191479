import { AudioFormatError } from '@lectern/audio';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NamedSounds, SoundWorkers } from '../audio/proof-workers.ts';
import type { Project } from '../project/project.ts';
import { countOddNames, oddNames } from '../project/proof/odd-names.ts';
import { giveProof } from '../project/proof/testing/give-proof.ts';
import { castAll, giveTake, save, Workshop } from '../project/testing/test-project.ts';
import { compareNames } from './compare-names.ts';

const SCRIPT = `# Act I

LANE: I saw Cecily in the garden again.

LANE: They say that Cecily left the garden.

LANE: Nobody told Cecily about the garden.

LANE: Nobody found Cecily’s letter.

ALGERNON: I have never seen Cecily.
`;

/** Hears a word as its length in a single byte, and finds what it is told to. */
class FakeWorkers implements SoundWorkers {
  readonly heard: string[] = [];
  compared: readonly NamedSounds[] = [];
  odd: (words: readonly NamedSounds[]) => Awaited<ReturnType<SoundWorkers['findOddSounds']>> = () => [];

  async wordSounds(...[, { text, spans }]: Parameters<SoundWorkers['wordSounds']>) {
    this.heard.push(text);
    if (text.includes('Nobody told')) throw new AudioFormatError('damaged', 'cut off');
    return spans.map(({ startSeconds }) => Uint8Array.of(startSeconds * 4));
  }

  async findOddSounds(words: readonly NamedSounds[]) {
    this.compared = words;
    return this.odd(words);
  }
}

let workshop: Workshop;
let project: Project;
let workers: FakeWorkers;
beforeEach(async () => {
  workshop = new Workshop();
  project = workshop.create('Play.lectern', { language: 'english' });
  save(project, SCRIPT);
  castAll(project);
  await giveTakes();
  workers = new FakeWorkers();
});
afterEach(() => workshop.clear());

async function giveTakes(): Promise<void> {
  for (const line of project.lines.states()) if (!line.pick) await giveTake(project, line);
}
const proofAll = () => {
  for (const line of project.lines.states()) if (line.pick) giveProof(project, line.pick.takeId);
};
const compare = (signal = new AbortController().signal) => compareNames({ project, workers, signal });

describe('comparing names', () => {
  it('takes each name that a voice speaks three times, and the words around it', async () => {
    save(project, SCRIPT.replace('Nobody told', 'Somebody told'));
    await giveTakes();
    proofAll();
    expect(await compare()).toMatchObject({ names: 1, occurrences: 3, linesWithoutTimes: 0, odd: [] });
    expect(workers.compared.map(({ isName, sounds }) => [isName, sounds.length])).toEqual([
      [true, 3],
      [false, 3],
    ]);
    expect(workers.heard.some((text) => text.includes('never seen'))).toBe(false);
  });

  it('stores what it finds, with the line and the time in the take', async () => {
    save(project, SCRIPT.replace('Nobody told', 'Somebody told'));
    await giveTakes();
    proofAll();
    workers.odd = () => [{ word: 0, sound: 1, confidence: 0.7 }];
    const { odd } = await compare();
    expect(odd).toMatchObject([
      { name: 'Cecily', line: '1.3', chapterTitle: 'Act I', roles: ['LANE'], startSeconds: 0.75, confidence: 0.7 },
    ]);
    expect(odd[0]?.occurrences).toBe(3);
    expect(oddNames(project)).toEqual(odd);
    expect(countOddNames(project.db)).toBe(1);
    project.decisions.setVerdict(odd[0]?.takeId ?? 0, 'approved');
    expect([oddNames(project), countOddNames(project.db)]).toEqual([[], 0]);
    workers.odd = () => [];
    await compare();
    project.decisions.setVerdict(odd[0]?.takeId ?? 0, null);
    expect(oddNames(project)).toEqual([]);
  });

  it('counts lines whose word times aren’t known, takes that can’t be read, and voices that vary in an unknown way', async () => {
    expect(await compare()).toMatchObject({ names: 0, linesWithoutTimes: 5 });
    proofAll();
    workers.odd = () => null;
    expect(await compare()).toMatchObject({ names: 0, unreadable: 1, voicesNotCompared: [expect.any(String)] });
  });

  it('compares lines from before and after a pronunciation rule', async () => {
    proofAll();
    const rule = { from: 'Cecily', to: 'Sessily', wholeWord: true, matchCase: true, role: null, language: null };
    project.cast.saveRules([rule]);
    const [, changed] = project.lines.states();
    if (changed) await giveTake(project, changed);
    proofAll();
    expect(await compare()).toMatchObject({ names: 1, occurrences: 3 });
    expect(workers.heard).toContain('I saw Sessily in the garden again.');
    expect(workers.heard).toContain('They say that Cecily left the garden.');
  });

  it('stores nothing when it is aborted', async () => {
    proofAll();
    workers.odd = () => [{ word: 0, sound: 0, confidence: 0.7 }];
    await expect(compare(AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');
    expect(oddNames(project)).toEqual([]);
  });
});
