// Lines without a take, spoken while a script is listened through. What is asserted is what services were asked for, and the
// sound that came.

import { analyseAudio } from '@lectern/audio/meters';
import type { StreamCreation } from '@lectern/tts-protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LocalServiceError } from '../core/local-service/running-service.ts';
import type { OpenLink } from '../core/production/service-link.ts';
import { EXCERPT, StudioWorkshop, type TestStudio } from './testing/test-studio.ts';

let workshop: StudioWorkshop;
/** What was asked to be spoken at once, and of whom. */
let asked: { readonly of: 'local' | 'account'; readonly parameters: StreamCreation }[];
let isThere: boolean;

beforeEach(() => {
  workshop = new StudioWorkshop('espeak', 'own');
  asked = [];
  isThere = true;
});
afterEach(() => workshop.clear());

const watched =
  (open: OpenLink): OpenLink =>
  async (choice, onLimits) => {
    const of = choice.baseUrl === null ? 'local' : 'account';
    if (of === 'local' && !isThere) throw new LocalServiceError('The local service could not be started: no room.');
    const link = await open(choice, onLimits);
    const { client } = link;
    const stream: typeof client.stream = (parameters, options) => {
      asked.push({ of, parameters });
      return client.stream(parameters, options);
    };
    return {
      ...link,
      client: new Proxy(client, { get: (on, name) => (name === 'stream' ? stream : memberOf(on, name)) }),
    };
  };

function memberOf(of: object, name: string | symbol): unknown {
  const member: unknown = Reflect.get(of, name);
  return typeof member === 'function' ? member.bind(of) : member;
}

/** A project that belongs to an account. */
async function openOfAccount(): Promise<TestStudio> {
  const account = await workshop.remoteAccount();
  const studio = await workshop.open(watched);
  await studio.ask('connection.add', account);
  await makeProject(studio);
  return studio;
}

async function makeProject(studio: TestStudio): Promise<void> {
  const bytes = new TextEncoder().encode(EXCERPT);
  const { importId } = await studio.ask('project.previewImport', { name: 'play.txt', bytes });
  await studio.ask('project.createFromImport', { importId, name: 'Play' });
}

const lineOf = async (studio: TestStudio, role: string, at = 0): Promise<number> =>
  (await studio.ask('cast.lineAt', { role, at }))?.lineId ?? 0;

/** What a line's stand-in sounds like, decoded. */
async function heard(studio: TestStudio, lineId: number) {
  const { auditionId } = await studio.ask('playback.speak', { lineId });
  const parts: Uint8Array[] = [];
  for (let offset = 0; auditionId !== null; ) {
    const read = await studio.internal('readAudition', { auditionId, offset });
    if (!read) throw new Error('it is not there any more');
    parts.push(read.bytes);
    offset += read.bytes.byteLength;
    if (read.done) break;
  }
  const { analysis, frames, sampleRate } = await analyseAudio(new Uint8Array(Buffer.concat(parts)));
  return { auditionId, seconds: frames / sampleRate, level: analysis.speechLevelDb ?? Number.NEGATIVE_INFINITY };
}

describe('a line without a take that is listened to', () => {
  it('of a project with an account is spoken by the local service alone: nothing is charged, no take is made', async () => {
    const studio = await openOfAccount();
    const lineId = await lineOf(studio, 'LANE');
    isThere = false;
    expect(await studio.refusal('playback.speak', { lineId })).toMatchObject({ kind: 'local-service' });
    isThere = true;
    const { auditionId, seconds, level } = await heard(studio, lineId);
    expect(seconds).toBeGreaterThan(1);
    expect(level).toBeGreaterThan(-40);
    const { of, parameters } = asked[0] ?? {};
    expect([of, parameters?.text]).toEqual(['local', "I didn't think it polite to listen, sir."]);
    await studio.ask('cast.change', { role: 'ALGERNON', change: { parameters: { language: 'german' } } });
    await heard(studio, await lineOf(studio, 'ALGERNON'));
    const voices = await studio.ask('cast.voices', {});
    const languages = asked.map((one) => voices.find(({ id }) => id === one.parameters.voice)?.language);
    expect(languages).toEqual([expect.stringContaining('English'), expect.stringContaining('German')]);
    expect(asked.map((one) => one.of)).toEqual(['local', 'local']);
    expect(await studio.ask('review.list', { sort: 'script' })).toMatchObject({ takes: 0 });
    expect(await studio.ask('production.ledger', {})).toMatchObject({ total: 0, auditions: 0 });
    expect(await studio.refusal('playback.speak', { lineId: 4_711 })).toEqual({ kind: 'not-found', what: 'line' });
    await studio.ask('project.close', {});
    expect(await studio.internal('auditionType', { auditionId: auditionId ?? '' })).toBeNull();
  });

  it('has the voice of its role where that is the local service’s, is asked for once, and again when it changes', async () => {
    const studio = await workshop.open(watched);
    await studio.ask('connection.useLocal', { plan: null });
    await makeProject(studio);
    const lineId = await lineOf(studio, 'ALGERNON');
    const voice = (await studio.ask('cast.roles', {})).find(({ name }) => name === 'ALGERNON')?.voice;
    const first = await heard(studio, lineId);
    expect((await heard(studio, lineId)).auditionId).toBe(first.auditionId);
    expect(asked.map(({ parameters }) => parameters.voice)).toEqual([voice]);
    await studio.ask('cast.change', { role: 'ALGERNON', change: { parameters: { speed: 2 } } });
    expect((await heard(studio, lineId)).seconds).toBeLessThan(first.seconds * 0.8);
    expect(asked).toHaveLength(2);
  });
});
