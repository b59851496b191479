// Creates the large project in a separate process, so that the measuring process isn't affected.
import { makeLargeProject } from './store-project.ts';

makeLargeProject(process.argv[2] ?? '').close();
