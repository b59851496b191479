// Finds sentences in code that has no message catalogue: the core, the studio and the code that they share. This code
// must return messages for users as a kind with data (docs/adr/012-words.md).
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { append } from '../shared/rules/lists.ts';
import { readSource, sentencesIn } from './messages.ts';
import { root } from './steps.ts';

const CODE = '{electron/{core,studio,ipc},node,packages,shared/{rules,model,ipc}}/**/*.ts';

/** Files and folders whose sentences aren't shown to users, with the reason. */
const NOT_FOR_USERS: Readonly<Record<string, string>> = {
  'packages/manuscript/speakers': 'words in the languages of scripts',
  'shared/rules/detect-language.ts': 'words in the languages of scripts',
  'shared/rules/cast/given-names.ts': 'names',
  'electron/core/rules/language-codes.ts': 'language codes',
  'shared/rules/cast/language-variant.ts': 'words in the languages of scripts',
  'shared/rules/cast/person-words.ts': 'words in the languages of scripts',
  'shared/rules/cast/trait-evidence.ts': 'words in the languages of scripts',
  'shared/rules/cast/voice-accents.ts': 'words in the languages of scripts',
  'electron/core/recognition': 'only in the log',
  'electron/core/rules/proof': 'words that are compared',
  'electron/core/rules/spoken-length.ts': 'numbers spoken in English',
  'shared/rules/text-boundaries.ts': 'abbreviations in the languages of scripts',
  'electron/core/export/formats': 'file formats of other programs',
  'shared/rules/export/disclosure.ts': 'sentences for books, in their languages',
  'shared/rules/export/export-targets.ts': 'text required by a store',
  'electron/core/export/targets/session-content.ts': 'file names',
  'electron/core/export/files/line-audio.ts': 'trim and gain in a manifest, which are compared',
  'electron/core/api/connecting-agent.ts': 'only in the log',
  'electron/core/api/node-transport.ts': 'only in the log',
  'electron/core/app/secret-store.ts': 'only in the log',
  'electron/core/app/report': 'a report for developers, in English like the log',
  'electron/core/audio/mastering-worker.ts': 'only in the log',
  'electron/core/audio/mastering-workers.ts': 'only in the log',
  'electron/core/local-service/running-service.ts': 'only in the log',
  'electron/core/project/lines/direction-statuses.ts': 'keys of a map',
  'electron/core/project/spending/spending-pages.ts': 'labels in CSV and JSON, in English like the column names',
  'electron/core/project/takes/review-store.ts': 'SQL',
  'electron/core/session/projects.ts': 'the title of the sample play',
  'packages/audio': 'for programs and the log; users see the kind of the error',
  'packages/chromium-host': 'shown to developers',
  'packages/provenance': 'names in certificates; errors only appear in the log',
  'packages/speech-service': 'for programs and the log',
  'packages/tts-protocol': 'validation messages for programs',
  'electron/core/project/script/find-in-script.ts': 'code',
  'electron/core/project/script/document-identities.ts': 'paragraph identities',
  'electron/core/project/script/script-document.ts': 'only in the log',
  'electron/core/project/script/script-layout.ts': 'only in the log',
  'electron/core/project/cast/cast-store.ts': 'only in the log',
  'electron/core/project/cast/role-changes.ts': 'only in the log',
  'electron/core/scheduler/limits-store.ts': 'only in the log',
  'electron/core/session/reader-worker.ts': 'only in the log',
  'electron/core/session/run-controller.ts': 'reasons of aborts, which are not displayed',
  'electron/studio': 'only in the log',
  node: 'only in the log',
};

const contains = (path: string, file: string): boolean => file === path || file.startsWith(`${path}/`);

/** Returns the violations in the core, and outdated entries in the list above. */
export function findCoreSentences(): string[] {
  const places = Object.keys(NOT_FOR_USERS);
  const used = new Set<string>();
  const problems: string[] = [];
  for (const file of globSync(CODE, { cwd: root, exclude: ['**/*.test.ts', '**/testing/**', '**/*.d.ts'] })) {
    const sentences = sentencesIn(readSource(file, readFileSync(join(root, file), 'utf8')));
    if (sentences.length === 0) continue;
    const path = places.find((one) => contains(one, file));
    if (path !== undefined) used.add(path);
    else
      append(
        problems,
        sentences.map(({ row, text }) => `${file}:${row}: “${text}” must be a kind with data`),
      );
  }
  append(
    problems,
    places.filter((path) => !used.has(path)).map((path) => `scripts/core-words.ts: ${path} contains no sentences`),
  );
  return problems;
}
