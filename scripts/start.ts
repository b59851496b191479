// `npm start`: builds the bundles whose sources have changed, and opens the application. Arguments are passed to the
// application.
import { spawn } from 'node:child_process';
import { buildAll } from './build/build-all.ts';
import { root } from './steps.ts';
import { chooseWindowHost, describeHost, NoWindowError, type WindowHost } from './window-host.ts';

const EXIT_NO_DISPLAY = 2;
const hasDisplay = (): boolean =>
  process.platform !== 'linux' || Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);

function chooseHost(): WindowHost {
  try {
    return chooseWindowHost();
  } catch (error) {
    if (!(error instanceof NoWindowError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(EXIT_NO_DISPLAY);
  }
}

/** Returns the settings for a visible window, or for a headless window with a DevTools port. */
function hostSettings(): { readonly environment: NodeJS.ProcessEnv; readonly switches: readonly string[] } {
  if (hasDisplay()) return { environment: { LECTERN_HOST_HEADED: '1' }, switches: [] };
  process.stderr.write(
    'There is no display: the window is shown to no one; a browser can reach it through DevTools.\n',
  );
  return { environment: {}, switches: ['--remote-debugging-port=0'] };
}

const host = chooseHost();
process.stderr.write(`${describeHost(host)}\n`);
await buildAll(root);
const { environment, switches } = host.kind === 'electron' ? { environment: {}, switches: [] } : hostSettings();
const child = spawn(host.executablePath, [...switches, root, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, ...environment },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
