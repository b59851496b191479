// Every kind of error and notice, from the lists of the types, in every language of the command line.
import { ImportError } from '@lectern/manuscript';
import { packProblemSchema } from '@lectern/tts-protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { languages } from '../../node/locales.ts';
import { checkRowSchema } from '../../shared/model/export/check-report.ts';
import { exportNoticeSchema, failedExportSchema } from '../../shared/model/export/export.ts';
import { exportProblemSchema } from '../../shared/model/export/export-problem.ts';
import { FILE_TYPES } from '../../shared/model/file-types.ts';
import { type ImportErrorData, importNoticeSchema, importWarningSchema } from '../../shared/model/import-notes.ts';
import { manuscriptNoticeSchema } from '../../shared/model/manuscript.ts';
import { audioDefectSchema } from '../../shared/model/problems/audio-defect.ts';
import { doubtReasonSchema, failureSchema } from '../../shared/model/problems/line-failure.ts';
import { lossCauseSchema } from '../../shared/model/problems/loss.ts';
import { dataProblemSchema, localServiceProblemSchema } from '../../shared/model/problems/machine-problem.ts';
import { modelFailureSchema } from '../../shared/model/problems/model-failure.ts';
import { projectProblemSchema } from '../../shared/model/problems/project-problem.ts';
import { runStopSchema } from '../../shared/model/problems/run-stop.ts';
import { serviceProblemSchema } from '../../shared/model/problems/service-problem.ts';
import { suspicionSchema } from '../../shared/model/take.ts';
import { checkCells } from '../../shared/words/check-words.ts';
import { englishIn } from '../../shared/words/testing/english-in.ts';
import { samplesOf } from '../../shared/words/testing/samples-of.ts';
import { ServiceError } from '../core/api/service-error.ts';
import { DataFolderError } from '../core/local-service/data-folder.ts';
import { LocalServiceError } from '../core/local-service/running-service.ts';
import { ProjectError } from '../core/project/folder/project-error.ts';
import { problemText } from './commands/voice-packs.ts';
import { sentenceFor } from './exit.ts';
import { leftOutText } from './import-plan.ts';
import { importFaultText } from './script-project.ts';
import { speakLanguage, suspicionText, tDelivery, tExport, tImport, tModel, tProblem, tRun } from './words.ts';

/** A fault of each kind. */
const FAULTS: Readonly<Record<ImportErrorData['kind'], ImportErrorData>> = {
  'wrong-file': { kind: 'wrong-file', type: 'word-97' },
  'unread-extension': { kind: 'unread-extension', extension: '.xyz' },
  'not-text': { kind: 'not-text' },
  'unclear-encoding': { kind: 'unclear-encoding' },
  'no-words': { kind: 'no-words' },
  'matter-only': { kind: 'matter-only' },
  'document-damaged': { kind: 'document-damaged' },
  'document-protected': { kind: 'document-protected' },
  'document-drm': { kind: 'document-drm' },
  'document-no-text': { kind: 'document-no-text' },
  'document-too-complex': { kind: 'document-too-complex' },
  'document-too-large': { kind: 'document-too-large' },
  'document-empty': { kind: 'document-empty' },
  'file-not-found': { kind: 'file-not-found' },
  'file-is-folder': { kind: 'file-is-folder' },
  'file-not-regular': { kind: 'file-not-regular' },
  'file-forbidden': { kind: 'file-forbidden' },
  'file-unreadable': { kind: 'file-unreadable', code: 'EIO' },
  'file-too-large': { kind: 'file-too-large', mebibytes: 64 },
  'file-too-many-rows': { kind: 'file-too-many-rows', rows: 1_000_000 },
};

/** Errors of the system, and the path they are about. */
const SYSTEM_CODES = ['ENOSPC', 'EROFS', 'ENOTDIR', 'ENAMETOOLONG', 'EMFILE', 'EIO', 'ENOENT', 'EISDIR', 'ELOOP'];

const systemError = (code: string): Error =>
  Object.assign(new Error(code), { code, syscall: 'open', path: '/録音/坊っちゃん.wav' });

function everyText(): string[] {
  const errors = [
    ...samplesOf(serviceProblemSchema).map((problem) => new ServiceError(problem)),
    ...samplesOf(projectProblemSchema).map((problem) => new ProjectError(problem)),
    ...samplesOf(localServiceProblemSchema).map((problem) => new LocalServiceError(problem)),
    ...samplesOf(dataProblemSchema).flatMap((problem) =>
      problem.kind === 'folder' ? [new DataFolderError(problem)] : [],
    ),
    ...SYSTEM_CODES.map(systemError),
  ];
  const faults: readonly ImportErrorData[] = [
    ...Object.values(FAULTS),
    ...FILE_TYPES.map((type) => ({ kind: 'wrong-file', type }) as const),
  ];
  return [
    ...errors.map(sentenceFor),
    ...faults.map((fault) => importFaultText(new ImportError(fault, '/台本/坊っちゃん.txt'))),
    ...samplesOf(manuscriptNoticeSchema).map(leftOutText),
    ...samplesOf(importNoticeSchema).map(tImport.notice),
    ...samplesOf(importWarningSchema).map(tImport.warning),
    ...samplesOf(failedExportSchema.shape.reason).map(tExport.reason),
    ...samplesOf(exportNoticeSchema).map(tExport.notice),
    // Templates name their fields in English.
    ...samplesOf(exportProblemSchema)
      .filter(({ kind }) => kind !== 'template')
      .map(tExport.problem),
    ...samplesOf(runStopSchema).map(tRun.stop),
    ...samplesOf(failureSchema).map(tRun.failure),
    ...samplesOf(doubtReasonSchema).map(tRun.doubt),
    ...samplesOf(audioDefectSchema).map(tProblem.audio),
    ...samplesOf(checkRowSchema).flatMap((row) => Object.values(checkCells(tDelivery, row))),
    ...samplesOf(suspicionSchema).flatMap((flag) => Object.values(suspicionText(flag))),
    ...samplesOf(modelFailureSchema).map(tModel.failure),
    ...samplesOf(lossCauseSchema).map(tProblem.loss),
    ...samplesOf(packProblemSchema).map((problem) => problemText(problem, '/ボイス/花', '')),
  ].filter((text) => text !== '');
}

const textIn = async (language: string): Promise<readonly string[]> => {
  await speakLanguage(language);
  return everyText();
};

describe('every kind of error and notice', () => {
  // Other tests of this process look for English.
  afterEach(() => speakLanguage('en'));

  it.each(languages())('has words in %s', async (language) => {
    const texts = await textIn(language);
    expect(texts.length).toBeGreaterThan(400);
    expect(texts.filter((text) => NO_WORDS.test(text))).toEqual([]);
  });

  it('has no English in Japanese', async () => {
    const texts = await textIn('ja');
    expect([...new Set(texts)].filter((text) => englishIn(text).length > 0)).toEqual([]);
  });

  it('has German words of its own', async () => {
    const english = await textIn('en');
    const german = new Set(await textIn('de'));
    const sentences = english.filter((text) => /\p{L}+ \p{L}+ \p{L}+/u.test(text));
    expect([...new Set(sentences)].filter((text) => german.has(text))).toEqual([]);
  });
});

/** A missing value, a placeholder that wasn't filled in, or the key of a missing message. */
const NO_WORDS = /undefined|null|NaN|\[object|[{}]|^\w[\w-]*(?:\.[\w-]+)+$/;
