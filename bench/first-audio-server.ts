// A process that runs eSpeak NG behind a minimal Node HTTP server. It reports its port in a message, and responds with
// audio as soon as the engine outputs it.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { wavFileHeader } from '@lectern/audio';
import type { StreamCreation } from '@lectern/tts-protocol';
import { bareEspeak } from './first-audio-engines.ts';

const SOUND = { sampleRate: 22_050, channels: 1 };

let engine: ReturnType<typeof bareEspeak> | undefined;

const server = createServer(async (request, response) => {
  const asked: StreamCreation = JSON.parse((await buffer(request)).toString());
  engine ??= bareEspeak(asked);
  const sound = (await engine).first();
  response.writeHead(200, { 'content-type': 'audio/wav' });
  response.write(Buffer.concat([wavFileHeader('wav', SOUND, sound.length / 2), sound]));
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
