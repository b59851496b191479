// Run as a program of its own by audio-workers.test.ts: it converts once and closes nothing.
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encode } from '@lectern/audio';
import { murmur } from '../../../../packages/audio/testing/tones.ts';
import { createAudioWorkers } from '../audio-workers.ts';

const workers = createAudioWorkers({ size: 2 });
const path = join(tmpdir(), `lectern-convert-${process.pid}.flac`);
const file = await open(path, 'wx+');
await workers.convertAudio(await encode(murmur(8000, 0.2), 'wav'), { fd: file.fd }, { to: 'flac' });
process.stdout.write(String((await file.stat()).size));
await file.close();
await rm(path);
