// Run as a program of its own by encode.test.ts: the fingerprints of one sound in every format, as JSON.
import { encodingFingerprints } from './fingerprints.ts';

process.stdout.write(JSON.stringify(await encodingFingerprints()));
