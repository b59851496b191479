// Run as a program of its own by audio-workers.test.ts: it prints what a check says of a damaged file, as JSON.
import { encode } from '@lectern/audio';
import { murmur } from '../../../../packages/audio/testing/tones.ts';
import { createAudioWorkers } from '../audio-workers.ts';

const workers = createAudioWorkers({ size: 1 });
const flac = await encode(murmur(8000, 1), 'flac');
flac.fill(0x55, 3000, 5000);
process.stdout.write(JSON.stringify(await workers.checkAudio(flac, { format: 'flac' })));
