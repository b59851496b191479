// Run as a process of its own, so that making the large project leaves nothing behind in the process that measures.
import { makeLargeProject } from './store-project.ts';

makeLargeProject(process.argv[2] ?? '').close();
