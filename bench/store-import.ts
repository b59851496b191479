// Saves a file as a project and prints a JSON object. Runs in a separate process, to measure only the memory that the
// import uses.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importTextFile } from '@lectern/manuscript';
import { createProject } from '../electron/core/project/project-folder.ts';
import { parseScript } from '../shared/rules/script-text.ts';
import { PORTS } from './store-project.ts';

const [, , file = '', folder = ''] = process.argv;
const project = createProject(join(folder, 'Import.lectern'), {
  name: 'Import',
  connection: { origin: 'https://speech.example', userId: 'bench' },
  settings: { roleMarks: 'confirmed' },
  ...PORTS,
});
const startedAt = performance.now();
const imported = importTextFile(readFileSync(file), file);
const readAt = performance.now();
const paragraphs = parseScript(imported.text, project.settings());
const parsedAt = performance.now();
const { added } = project.script.saveScript(paragraphs);
const savedAt = performance.now();
project.close();
process.stdout.write(
  JSON.stringify({
    lines: added,
    characters: imported.text.length,
    importMs: readAt - startedAt,
    parseMs: parsedAt - readAt,
    saveMs: savedAt - parsedAt,
    wholeMs: savedAt - startedAt,
    memoryBytes: process.resourceUsage().maxRSS * 1024,
  }),
);
