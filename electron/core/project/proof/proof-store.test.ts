import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PROOF_VERSION } from '../../../../shared/model/proof.ts';
import { Database } from '../folder/database.ts';
import type { Project } from '../project.ts';
import { ReviewStore } from '../takes/review-store.ts';
import { castAll, giveTakes, save, Workshop } from '../testing/test-project.ts';
import { openFindings } from './accepted-findings.ts';
import { ProofStore } from './proof-store.ts';
import { finding, giveProof, proofResult } from './testing/give-proof.ts';

const SCENE = `ALGERNON: Did you hear what I was playing?
LANE: I didn’t hear it, sir.

LANE: Did you, sir?

ALGERNON: Did you?
`;

let workshop: Workshop;
let project: Project;
beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create('Play.lectern', { language: 'english' });
  save(project, SCENE);
  castAll(project);
  giveTakes(project);
});
afterEach(() => workshop.clear());

const lineOf = (takeId: number): number =>
  project.db.prepare<{ readonly line_id: number }>('SELECT line_id FROM takes WHERE id = ?').get(takeId)?.line_id ?? 0;
const suspicious = (): number[] => [...openFindings(project.db).keys()];

describe('the proof of a take', () => {
  it('has the times of the words as they were sent, without turn prefixes', () => {
    giveProof(project, 1);
    expect(project.proofs.wordTimes(1)?.text).toBe('Did you hear what I was playing?\nI didn’t hear it, sir.');
    expect(project.proofs.wordTimes(1)?.words).toHaveLength(12);
    expect(project.proofs.wordTimes(1)?.words[11]).toEqual({ startSeconds: 2.75, endSeconds: 3, confidence: 0.5 });
    expect(project.proofs.wordTimes(2)).toBeNull();
    expect(project.proofs.wordTimes(99)).toBeNull();
  });

  it('replaces an earlier one', () => {
    giveProof(project, 2, [finding('missing')]);
    giveProof(project, 2);
    expect(project.proofs.proofOf(2)).toMatchObject({ isSuspicious: false, findings: [] });
  });

  it('counts as missing if it is damaged', () => {
    giveProof(project, 2, [finding('missing')]);
    project.db.exec(`UPDATE take_proofs SET findings = '{', word_times = x'00'`);
    expect(project.proofs.takes([2])).toMatchObject([{ words: [], proof: { findings: [] }, accepted: [] }]);
    expect(suspicious()).toEqual([]);
  });

  it('says why a take wasn’t compared', () => {
    const take = project.proofs.takeToProof(2);
    const notCompared = { kind: 'too-long', seconds: 900 } as const;
    if (take) project.proofs.put(take, { audioHash: '', words: [], proof: null, notCompared, modelLines: 0 });
    expect(project.proofs.takes([2])).toMatchObject([{ words: [], proof: null, notCompared }]);
    expect(project.proofs.status()).toMatchObject({ proofed: 0, notCompared: 1, waiting: 2 });
    expect(project.proofs.waiting()).not.toContain(2);
  });
});

describe('takes wait to be compared', () => {
  it('while they have no proof, the exported ones first', () => {
    expect(project.proofs.waiting()).toEqual([3, 2, 1]);
    giveProof(project, 2);
    expect(project.proofs.waiting()).toEqual([3, 1]);
    project.db.exec('DELETE FROM picks WHERE take_id = 3');
    expect(project.proofs.waiting()).toEqual([1, 3]);
  });

  it('again if the method or the language has changed', () => {
    giveProof(project, 2);
    expect(project.proofs.isCurrent(2)).toBe(true);
    project.db.exec(`UPDATE take_proofs SET version = ${PROOF_VERSION - 1}`);
    expect(project.proofs.isCurrent(2)).toBe(false);
    giveProof(project, 2);
    project.db.exec(`UPDATE take_proofs SET language = 'german'`);
    expect(project.proofs.isCurrent(2)).toBe(false);
  });

  it('again if the voice’s model has been learnt from more lines', () => {
    giveProof(project, 2);
    const voice = project.proofs.takeToProof(2)?.voice ?? null;
    if (voice) project.proofs.putModel(project.proofs.voice(voice).rowId, 30, Uint8Array.of(1, 2));
    expect(project.proofs.isCurrent(2)).toBe(false);
    expect(project.proofs.status().voices).toEqual([{ ...voice, linesLearnt: 30, isLearning: false }]);
  });

  it('again if another recogniser is installed for their language', () => {
    const recogniser = { id: 'small', name: 'Small', hash: 'abc' };
    const take = project.proofs.takeToProof(2);
    if (take) project.proofs.put(take, { ...proofResult(take.text, take.audioHash), recogniser });
    const installed = (hash: string | null) => (language: string) => (language === 'english' ? hash : 'other');
    expect(project.proofs.takes([2])).toMatchObject([{ recogniser, notHeard: null }]);
    expect(project.proofs.isCurrent(2, installed('abc'))).toBe(true);
    expect(project.proofs.isCurrent(2, installed('def'))).toBe(false);
    expect(project.proofs.isCurrent(2, installed(null))).toBe(false);
    expect(project.proofs.isCurrent(2)).toBe(true);
    expect(project.proofs.status(installed('def'))).toMatchObject({ proofed: 0, waiting: 3 });
  });

  it('again if their recogniser failed, but not if it couldn’t judge some words', () => {
    const recogniser = { id: 'small', name: 'Small', hash: 'abc' };
    for (const [takeId, notHeard] of [
      [2, { kind: 'stuck', pack: 'Small' }],
      [3, { kind: 'words', pack: 'Small', words: 2 }],
    ] as const) {
      const take = project.proofs.takeToProof(takeId);
      if (take) project.proofs.put(take, { ...proofResult(take.text, take.audioHash), recogniser, notHeard });
    }
    expect(project.proofs.waiting(() => 'abc')).toEqual([2, 1]);
    expect(project.proofs.status().notHeard).toEqual([{ reason: { kind: 'stuck', pack: 'Small' }, takes: 1 }]);
  });

  it('and are counted without parsing the findings of each take', () => {
    const recogniser = { id: 'small', name: 'Small', hash: 'abc' };
    for (const takeId of [1, 2, 3]) {
      const take = project.proofs.takeToProof(takeId);
      if (take) project.proofs.put(take, { ...proofResult(take.text, take.audioHash), recogniser });
    }
    const documents: string[] = [];
    const sqlite = new DatabaseSync(join(project.dir, 'project.db'), { readOnly: true });
    sqlite.function('json_extract', { varargs: true }, (document, ...paths) => {
      const text = String(document);
      documents.push(text);
      const fields: unknown = document === null ? {} : JSON.parse(text);
      const field = String(paths[0]).replaceAll(/[$."]/g, '');
      return fields instanceof Object ? (Object.entries(fields).find(([name]) => name === field)?.[1] ?? null) : null;
    });
    const proofs = new ProofStore(new Database(sqlite, project.dir, true), { now: () => 0 }, () => 'english');
    expect(proofs.status(() => 'abc')).toMatchObject({ proofed: 3, waiting: 0 });
    expect(proofs.status(() => 'def')).toMatchObject({ proofed: 0, waiting: 3 });
    expect(documents.length).toBeGreaterThan(0);
    expect(documents.filter((text) => text.includes('findings'))).toEqual([]);
    sqlite.close();
  });

  it('again if their row is damaged', () => {
    giveProof(project, 2);
    project.db.exec(`UPDATE take_proofs SET findings = '{"notHeard":{', language = 'a".b'`);
    expect(project.proofs.waiting(() => 'abc')).toContain(2);
    expect(project.proofs.status(() => 'abc')).toMatchObject({ waiting: 3, notHeard: [] });
    expect(project.proofs.takes([2])).toMatchObject([{ recogniser: null, proof: { findings: [] } }]);
  });

  it('unless their line is deleted', () => {
    save(project, SCENE.replace('LANE: Did you, sir?\n\n', ''));
    expect(project.proofs.waiting()).toEqual([3, 1]);
  });
});

describe('a voice', () => {
  it('is known by its language and style, and takes with two voices have none', () => {
    expect(project.proofs.takeToProof(1)?.voice).toBeNull();
    const voice = project.proofs.takeToProof(2)?.voice ?? null;
    expect(voice).toMatchObject({ language: 'english', style: null });
    if (!voice) return;
    expect(project.proofs.voice(voice).rowId).toBe(project.proofs.voice({ ...voice }).rowId);
    expect(project.proofs.voice({ ...voice, style: 'whisper' }).rowId).not.toBe(project.proofs.voice(voice).rowId);
  });

  it('is learnt again after the method has changed', () => {
    const voice = { id: 'v', language: null, style: null };
    const { rowId } = project.proofs.voice(voice);
    project.proofs.putModel(rowId, 60, Uint8Array.of(1));
    expect(project.proofs.voice(voice)).toMatchObject({ linesLearnt: 60, model: Uint8Array.of(1) });
    project.db.exec(`UPDATE voice_models SET version = ${PROOF_VERSION - 1}`);
    expect(project.proofs.voice(voice)).toMatchObject({ rowId, linesLearnt: 0, model: null });
  });
});

describe('an accepted finding', () => {
  beforeEach(() => {
    // “Did” in three lines; LANE speaks it in take 2, ALGERNON in the others.
    for (const takeId of [1, 2, 3]) giveProof(project, takeId, [finding('garbled')]);
    expect(suspicious()).toEqual([1, 2, 3]);
  });

  it('is accepted at these words of the line only', () => {
    expect(project.proofs.accept(2, 0, 'line')).toBe(true);
    expect(suspicious()).toEqual([1, 3]);
    expect(project.proofs.takes([2])[0]?.accepted).toEqual([{ finding: 0, scope: 'line' }]);
    giveProof(project, 2, [finding('garbled', 1)]);
    expect(suspicious()).toEqual([1, 2, 3]);
  });

  it('is accepted wherever the words occur, or only where this voice speaks them', () => {
    project.proofs.accept(1, 0, 'voice');
    expect(suspicious()).toEqual([2]);
    project.proofs.accept(1, 0, 'word');
    expect(suspicious()).toEqual([]);
    expect(project.proofs.takes([3])[0]?.accepted).toEqual([
      { finding: 0, scope: 'voice' },
      { finding: 0, scope: 'word' },
    ]);
  });

  it('doesn’t accept findings of another kind', () => {
    project.proofs.accept(1, 0, 'word');
    giveProof(project, 3, [finding('missing')]);
    expect(suspicious()).toEqual([3]);
  });

  it('can be withdrawn', () => {
    project.proofs.accept(1, 0, 'word');
    expect(project.proofs.withdraw(2, 0, 'word')).toBe(true);
    expect(suspicious()).toEqual([1, 2, 3]);
    expect(project.proofs.withdraw(2, 0, 'word')).toBe(false);
    expect(project.proofs.withdraw(2, 7, 'word')).toBeNull();
    expect(project.proofs.accept(99, 0, 'word')).toBeNull();
  });

  it('is no reason to suspect a take', () => {
    const flags = (lineId: number) => new ReviewStore(project.db).takesOf(lineId)[0]?.flags;
    expect(flags(lineOf(2))).toMatchObject([{ kind: 'words', findings: [{ kind: 'garbled' }] }]);
    project.proofs.accept(2, 0, 'word');
    expect(flags(lineOf(2))).toEqual([]);
  });
});

it('the second voice of a dialog speaks the words of its turn', () => {
  giveProof(project, 1, [finding('garbled', 8)]);
  const stored = project.db.prepare('SELECT finding_words FROM take_proofs').get();
  const voice = project.proofs.takeToProof(2)?.voice?.id;
  expect(stored).toEqual({ finding_words: JSON.stringify([{ words: 'didn’t', voice }]) });
});
