// The public API for a script that comes in a new version: what is the same, what moved, what changed. Runs in a browser.
export { alignLines, type KnownText, type NewText } from './script/align-lines.ts';
export {
  acceptChapters,
  type ComparedChapter,
  compareScripts,
  type ParagraphChange,
  type RenamedRole,
  renamedRoles,
  type ScriptVersions,
  withFormerNames,
} from './script/script-revision.ts';
