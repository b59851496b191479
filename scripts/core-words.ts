// Finds sentences in code that has no message catalogue: the core, the studio and the code they share. Anything that
// users see must be returned as a kind with data (docs/adr/012-words.md).
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { append } from '../shared/rules/lists.ts';
import { readSource, sentencesIn } from './messages.ts';
import { root } from './steps.ts';

const CODE = '{electron/{core,studio,ipc},node,packages,shared/{rules,model,ipc}}/**/*.ts';

/** Files and folders whose sentences aren't shown to users, with the reason. */
const NOT_FOR_USERS: Readonly<Record<string, string>> = {
  'packages/manuscript/speakers': 'words of the languages that scripts are written in',
  'shared/rules/detect-language.ts': 'words of the languages that scripts are written in',
  'shared/rules/cast/given-names.ts': 'names',
  'electron/core/rules/language-codes.ts': 'codes of languages',
  'shared/rules/cast/role-traits.ts': 'words of the languages that scripts are written in',
  'electron/core/rules/spoken-length.ts': 'figures as they are spoken in English',
  'shared/rules/text-boundaries.ts': 'abbreviations of the languages that scripts are written in',
  'electron/core/export/formats': 'formats of other programs',
  'shared/rules/export/export-targets.ts': 'what a store wants said in its own words',
  'electron/core/export/targets/session-content.ts': 'names of files',
  'electron/core/export/files/line-audio.ts': 'what a manifest says of a take’s trim and gain, which is compared',
  'electron/core/app/report': 'a report to those who mend Lectern, in English as the log is',
  'electron/core/session/projects.ts': 'the title of the sample play',
  'packages/chromium-host': 'told to developers',
  'packages/speech-service': 'told to programs and to the log',
  'packages/tts-protocol': 'what a body of the interface has to be, told to programs',
  'electron/core/project/script/find-in-script.ts': 'code',
  'electron/core/project/script/document-identities.ts': 'identities of paragraphs',
  'electron/core/project/script/script-document.ts': 'told to the log',
  'electron/core/project/script/script-layout.ts': 'told to the log',
  'electron/core/project/cast/cast-store.ts': 'told to the log',
  'electron/core/project/cast/role-changes.ts': 'told to the log',
  'electron/core/scheduler/limits-store.ts': 'told to the log',
  'electron/core/session/reader-worker.ts': 'told to the log',
  'electron/core/session/run-controller.ts': 'reasons of aborts, which are not shown',
  'electron/studio': 'told to the log',
  node: 'told to the log',
};

/** Files and folders that still create sentences for users and should return kinds with data instead. Don't add any. */
const UNCONVERTED: readonly string[] = [
  'electron/core/api',
  'electron/core/app/connections',
  'electron/core/audio',
  'electron/core/folder-problem.ts',
  'electron/core/local-service',
  'electron/core/production/reopen-project.ts',
  'electron/core/production/requests.ts',
  'electron/core/project/journal',
  'electron/core/project/lines',
  'electron/core/project/project-copy.ts',
  'electron/core/project/spending',
  'electron/core/project/takes',
  'packages/audio',
];

const contains = (path: string, file: string): boolean => file === path || file.startsWith(`${path}/`);

/** Returns violations in the core and outdated entries in this file's lists. */
export function coreWordFaults(): string[] {
  const places = [...Object.keys(NOT_FOR_USERS), ...UNCONVERTED];
  const used = new Set<string>();
  const faults: string[] = [];
  for (const file of globSync(CODE, { cwd: root, exclude: ['**/*.test.ts', '**/testing/**', '**/*.d.ts'] })) {
    const sentences = sentencesIn(readSource(file, readFileSync(join(root, file), 'utf8')));
    if (sentences.length === 0) continue;
    const path = places.find((one) => contains(one, file));
    if (path !== undefined) used.add(path);
    else
      append(
        faults,
        sentences.map(({ row, text }) => `${file}:${row}: “${text}” has to be a kind with data`),
      );
  }
  append(
    faults,
    places.filter((path) => !used.has(path)).map((path) => `scripts/core-words.ts: ${path} says nothing`),
  );
  return faults;
}
