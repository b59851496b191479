// `node scripts/run.mjs e2e/conformance/with-voices.ts`: runs the suite against the local service with every Flite
// voice, with every type of voice pack, and with a dialog between a Flite voice and a pack.
import { join } from 'node:path';
import {
  TOY_VITS_FILES,
  toyKittenPack,
  toyKokoroPack,
  toyMatchaPack,
  toyPack,
  toyPocketPack,
  writePack,
} from '../../node/testing/toy-models/toy-pack.ts';
import { startService, temporaryFolder } from '../support/processes.ts';
import { RULES } from './rules.ts';
import { runSuite } from './suite.ts';

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const PACKS = [
  { pack: toyPack(), files: TOY_VITS_FILES },
  toyKokoroPack(),
  toyKittenPack(),
  toyMatchaPack(),
  toyPocketPack(),
];

const embeddedVoice = (name: string): string => `lectern://voices/${name}/manifest.json`;
const packVoice = (pack: string, name: string): string => embeddedVoice(`packs/${pack}/${name}`);

const CASTS: Readonly<Record<string, readonly [string, string]>> = {
  'Flite, slt and rms': [embeddedVoice('en-us/clara'), embeddedVoice('en-us/robert')],
  'Flite, awb and kal16': [embeddedVoice('en-gb/duncan'), embeddedVoice('en-us/calvin')],
  ...Object.fromEntries(
    PACKS.map(({ pack: { id, name } }) => [name, [packVoice(id, 'low'), packVoice(id, 'high')]] as const),
  ),
  // Use the toy model whose audio depends on the text. One that always sounds the same would match any turn, even the
  // other voice's.
  'Flite and a pack': [embeddedVoice('en-us/clara'), packVoice('toy-matcha', 'low')],
};

const folder = temporaryFolder();
for (const { pack, files } of PACKS) writePack(join(folder.path, 'packs', pack.id), pack, files);
const service = await startService(folder.path, '--plan', 'enterprise');
try {
  const { LECTERN_BASE_URL: address = '', LECTERN_API_KEY: key = '', LECTERN_USER_ID: user = '' } = service.environment;
  for (const [name, [voice, voice2]] of Object.entries(CASTS)) {
    const account = { baseUrl: new URL(address), key, user, fresh: false, only: [], slow: false, timeoutSeconds: 60 };
    const outcomes = await runSuite({ ...account, voice, voice2 }, ({ outcome, rule: { id, expected }, came }) => {
      if (outcome === 'failed') say(`FAILED  ${id}: expected ${expected}; came ${came}`);
    });
    const count = (kind: string): number => outcomes.filter(({ outcome }) => outcome === kind).length;
    say(
      `${name}: ${count('ok')} passed, ${count('failed')} failed, ${count('skipped')} skipped of ${RULES.length} rules`,
    );
    if (count('failed') > 0) process.exitCode = 1;
  }
} finally {
  await service.stop();
  folder.remove();
}
