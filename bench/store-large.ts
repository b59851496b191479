// A separate process that creates the large project without affecting the measuring process.
import { makeLargeProject } from './store-project.ts';

makeLargeProject(process.argv[2] ?? '').close();
