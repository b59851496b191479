// Public API for comparing script versions. Also runs in a browser.
export { alignLines, type KnownText, type NewText } from './script/align-lines.ts';
export {
  acceptChapters,
  type ComparedChapter,
  compareScripts,
  type ParagraphChange,
  type RenamedRole,
  renamedRoles,
  restoreRoleNames,
  type ScriptVersions,
} from './script/script-revision.ts';
