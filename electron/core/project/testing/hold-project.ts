// Run as a process of its own: opens a project to write, says so, changes its name, and waits to be killed.
import { FakeClock } from '../../testing/fake-clock.ts';
import { openProject } from '../project-folder.ts';
import { countingRandom } from './test-project.ts';

const project = openProject(process.argv[2] ?? '', { mode: 'write', clock: new FakeClock(), random: countingRandom() });
project.db.transaction(() => project.db.exec(`UPDATE project SET name = 'committed'`));
project.db.exec('BEGIN');
project.db.exec(`UPDATE project SET name = 'not committed'`);
process.stdout.write('open\n');
setInterval(() => project.info(), 60_000);
