// `npm run shots`: takes screenshots of every screen and state, in both themes and several sizes, and saves them in
// shots/. Arguments select which sets of screenshots to take. `--for-docs` takes the pictures for the README and the
// manual, and saves them in docs/images. `--animation` creates the animation for the README, which requires ffmpeg.
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
