export { ImportError } from './formats/importable-file.ts';
export {
  type ImportedFile,
  importScript,
  openScriptFile,
  openTextFile,
  readScriptFile,
  type ScriptSource,
  type SpokenBook,
  withSpeakers,
} from './import-script.ts';
export { joinScripts } from './joined-script.ts';
export { applyChoices, findSimilarNames, roleCandidates, suggestedRoles } from './script/import-choices.ts';
export { roleEvidence } from './script/role-evidence.ts';
export { type ImportedScript, importTextFile } from './text/text-file.ts';
