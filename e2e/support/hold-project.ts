// A process that opens a project for writing, as another Lectern would, and keeps it open until it is terminated.
import { openProject } from '../../electron/core/project/project-folder.ts';
import { systemClock, systemRandom } from '../../electron/core/system.ts';

const project = openProject(process.argv[2] ?? '', { mode: 'write', clock: systemClock, random: systemRandom });
process.once('SIGTERM', () => {
  project.close();
  process.exit(0);
});
process.stdout.write('open\n');
setInterval(() => project.info(), 60_000);
