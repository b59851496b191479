// A process of its own that writes down batches of a project, for tests with several processes.
// `node spending-process.ts FOLDER CHARACTERS PRICE`: on the word `spend` it begins batches of jobs with CHARACTERS
// characters each until the caps let nothing more through, and reports how many jobs it got.
import { parseArgs } from 'node:util';
import { connectToWrite } from '../folder/connection.ts';
import { Database } from '../folder/database.ts';
import { projectPaths } from '../folder/project-paths.ts';
import { Journal } from '../journal/journal.ts';
import { beginWithinCaps } from '../spending/remaining-budget.ts';

const [folder = '', characters, perThousand] = parseArgs({ allowPositionals: true }).positionals;
// The project's lock is left alone: what is tried is that the journal holds even where it did not.
const { sqlite, log } = connectToWrite(projectPaths(folder));
const db = new Database(sqlite, folder, log);
db.setPragmas();
const journal = new Journal(db);
const terms = { price: { perThousand: Number(perThousand), currency: 'EUR' }, webhookUrl: null };

function begin(): number {
  const jobs = Array.from({ length: 3 }, () => ({
    lineId: 1,
    customId: crypto.randomUUID().slice(0, 30),
    renderKey: 'key',
    request: { voice_engine: 'SvcDialog' as const, text: 'x', voice: 'v' },
    characters: Number(characters),
    attempts: 0,
  }));
  const connection = { origin: 'https://speech.example', userId: 'user-1' };
  return beginWithinCaps(db, journal, { runId: 1, connection, jobs, terms, now: 0 }).jobs.length;
}

process.on('message', () => {
  let sent = 0;
  for (let jobs = begin(); jobs > 0; jobs = begin()) sent += jobs;
  process.send?.(sent);
  process.disconnect();
});
process.send?.('ready');
