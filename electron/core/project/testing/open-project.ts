// Run as a process of its own: opens a project in the mode given and prints its name, or the kind of what is wrong.
import { FakeClock } from '../../testing/fake-clock.ts';
import { ProjectError } from '../folder/project-error.ts';
import { createProject, openProject } from '../project-folder.ts';
import { CONNECTION, countingRandom } from './test-project.ts';

const [, , mode, folder = ''] = process.argv;
const ports = { clock: new FakeClock(), random: countingRandom() };
try {
  const project =
    mode === 'create'
      ? createProject(folder, { name: 'Play', connection: CONNECTION, ...ports })
      : openProject(folder, { mode: mode === 'write' ? 'write' : 'read', ...ports });
  process.stdout.write(project.info().name);
  project.close();
} catch (error) {
  process.stdout.write(error instanceof ProjectError ? error.problem.kind : String(error));
}
