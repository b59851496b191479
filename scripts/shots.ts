// `npm run shots`: pictures of every screen and state in both themes and in several sizes, in shots/, for people to look
// at. Arguments name sets of them; `--for-docs` makes those of the README in docs/images instead, `--animation` its animation,
// for which ffmpeg has to be installed.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildAll } from './build/build-all.ts';
import { ensureChromium } from './ensure-chromium.ts';
import { root, toolEnvironment } from './steps.ts';

await ensureChromium();
await buildAll(root);
const { status } = spawnSync(
  process.execPath,
  [join(root, 'e2e', 'window', 'pictures', 'main.ts'), ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', env: toolEnvironment() },
);
process.exitCode = status ?? 1;
