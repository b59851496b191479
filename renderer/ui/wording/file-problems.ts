// What is wrong with files that come in and folders that files go to, in words.
import type { BridgeError } from '../../../shared/ipc/envelope.ts';
import type { ErrorWords } from './error-words.ts';

type ImportProblem = Extract<BridgeError, { kind: 'import' }>['problem'];
type ExportError = Extract<BridgeError, { kind: 'export' }>;

/** The words for a file that can't be imported. */
export function wordImportProblem(file: string, problem: ImportProblem): ErrorWords {
  const title = `“${file}” can’t be imported`;
  switch (problem) {
    case 'binary':
      return { title, detail: 'It is not text. Save the script as plain text (.txt or .md), and import that.' };
    case 'empty':
      return { title, detail: 'There is nothing in it to speak.' };
    case 'encoding':
      return { title, detail: 'Its characters can’t be read. Save it as UTF-8, and import it again.' };
    case 'unknown-format':
      return {
        title,
        detail:
          'EPUB, Word and PDF files are not read yet. Save the script as plain text (.txt or .md), and import that.',
      };
    case 'not-found':
      return { title, detail: 'It is not there any more.' };
    case 'folder':
      return {
        title,
        detail: 'It is a folder. Choose the file of the script; a project is opened with “Open project”.',
      };
    case 'unreadable':
      return { title, detail: 'The system refuses to read it. Check its permissions.' };
    case 'too-large':
      return {
        title,
        detail: 'It is larger than any script. Split it, and import the parts as projects of their own.',
      };
  }
}

/** The words for an export that could not be made. */
export function wordExportProblem({ problem, path, detail }: ExportError): ErrorWords {
  switch (problem) {
    case 'template':
      return { title: 'The name template can’t be used', detail };
    case 'not-a-folder':
      return { title: 'The export needs a folder', detail: `${path} is not one. Choose another place.` };
    case 'read-only':
      return { title: 'The folder can’t be written', detail: `${path} is read-only. Choose another place.` };
    case 'disk-full':
      return {
        title: 'The disk is full',
        detail: `What was finished is in ${path}. Make room, then export again: only what is missing is written.`,
        action: 'retry',
      };
    case 'busy':
      return { title: 'The folder is in use', detail: `Another export is writing to ${path}. Wait until it is done.` };
    case 'other-project':
      return {
        title: 'The folder belongs to another project',
        detail: `${path} holds an export of another project. Choose another folder; nothing was changed.`,
      };
    case 'foreign-manifest':
    case 'damaged-manifest':
      return {
        title: 'The folder’s manifest can’t be used',
        detail: `${detail} (${path}). Choose an empty folder; nothing was changed.`,
      };
    case 'newer-manifest':
      return {
        title: 'A newer Lectern exported to this folder',
        detail: `${path}: update Lectern, or choose another folder. Nothing was changed.`,
      };
    case 'inside-project':
      return { title: 'The folder lies in a project', detail };
    case 'folder-gone':
      return { title: 'The folder is not there', detail };
    case 'file-in-use':
      return { title: 'Another program holds a file', detail, action: 'retry' };
    case 'unwritable':
      return { title: 'A file could not be written', detail: `${path}: ${detail}`, action: 'retry' };
  }
}
