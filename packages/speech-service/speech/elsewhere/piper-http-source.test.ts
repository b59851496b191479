import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { engineOf, requestOf, SleepClock, spoken } from '../../testing/spoken.ts';
import { answering, type Behaviour, HUM_SECONDS, hummed, VoiceServer } from '../../testing/voice-server.ts';
import type { SpeechRequest } from '../speech-engine.ts';
import type { RemoteEngine } from './remote-engine.ts';

let server: VoiceServer;
beforeEach(async () => {
  server = await new VoiceServer().start();
});
afterEach(() => server.stop());

const VOICES = [
  { name: 'Lessac', voice: 'en_US-lessac-medium', language: 'english' },
  { name: 'Libri', voice: 'en_US-libritts-high', language: 'english', speaker: 7 },
  { name: 'Its own', id: 'own', language: 'english' },
];
const LESSAC = 'lectern://voices/piper-web/en-us-lessac-medium/manifest.json';
const LIBRI = 'lectern://voices/piper-web/en-us-libritts-high-7/manifest.json';
const OWN = 'lectern://voices/piper-web/own/manifest.json';

const piper = (different: Readonly<Record<string, unknown>> = {}): RemoteEngine =>
  engineOf({ name: 'piper-web', kind: 'piper-http', url: server.url, voices: VOICES, ...different }, new SleepClock());

const TEXT = 'The rain in Spain stays mainly in the plain.';
const asking = (voice: string, different: Partial<SpeechRequest> = {}): SpeechRequest =>
  requestOf(TEXT, { turns: [{ voice, text: TEXT }], ...different });

describe("Piper's web server", () => {
  test('is asked as it wants to be, and its file is taken, although it calls it a web page', async () => {
    server.usual = (request, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(hummed(request, 22_050));
    };
    for (const voice of [LESSAC, LIBRI, OWN]) {
      const whole = await spoken(piper(), asking(voice));
      expect(whole.sampleRate).toBe(22_050);
      expect(whole.seconds).toBeCloseTo(TEXT.length * HUM_SECONDS + 0.1, 2);
    }
    await spoken(piper(), asking(LESSAC, { speed: 2, temperature: 0.5 }));
    expect(server.requests.map(({ path }) => path)).toEqual(['/', '/', '/', '/']);
    expect(server.requests.map(({ body }) => body)).toEqual([
      { text: TEXT, voice: 'en_US-lessac-medium' },
      { text: TEXT, voice: 'en_US-libritts-high', speaker_id: 7 },
      { text: TEXT },
      { text: TEXT, voice: 'en_US-lessac-medium', length_scale: 0.5, noise_scale: 0.3335, noise_w_scale: 0.4 },
    ]);
  });

  test('gets numbers and abbreviations written out, because Piper misreads them', async () => {
    await spoken(piper(), requestOf('', { turns: [{ voice: LESSAC, text: 'No. 5 weighs 12 kg.' }] }));
    expect(server.requests.map(({ body }) => body)).toMatchObject([{ text: 'Number 5 weighs 12 kilograms.' }]);
  });

  test('of a newer version speaks at another path, which is kept to', async () => {
    const newer: Behaviour = (request, response) => {
      if (request.path === '/synthesize') response.writeHead(200).end(hummed(request));
      else response.writeHead(405, { allow: 'GET' }).end('<h1>Method Not Allowed</h1>');
    };
    server.usual = newer;
    const engine = piper();
    await spoken(engine, asking(LESSAC));
    await spoken(engine, asking(LESSAC));
    expect(server.requests.map(({ path }) => path)).toEqual(['/', '/synthesize', '/synthesize']);
  });

  test('that fails is told without its web page', async () => {
    server.usual = answering(500, '<h1>Internal Server Error</h1>', { 'content-type': 'text/html' });
    await expect(spoken(piper(), asking(LESSAC))).rejects.toThrow('The voice server "piper-web" failed (500).');
    server.usual = answering(404, 'nothing');
    await expect(spoken(piper(), asking(LESSAC))).rejects.toThrow('has no such path, model or voice (404).');
  });
});
