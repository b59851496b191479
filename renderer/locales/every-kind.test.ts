// Every kind of error and notice, from the lists of the types, in every language of the window.
import { afterEach, describe, expect, it } from 'vitest';
import { type BridgeError, bridgeErrorSchema } from '../../shared/ipc/envelope.ts';
import { checkRowSchema } from '../../shared/model/export/check-report.ts';
import { exportNoticeSchema, exportVerdictSchema, failedExportSchema } from '../../shared/model/export/export.ts';
import { exportProblemSchema } from '../../shared/model/export/export-problem.ts';
import { importNoticeSchema, importWarningSchema } from '../../shared/model/import-notes.ts';
import { lineStatusSchema } from '../../shared/model/line-status.ts';
import { audioDefectSchema } from '../../shared/model/problems/audio-defect.ts';
import { doubtReasonSchema, failureSchema } from '../../shared/model/problems/line-failure.ts';
import { lossCauseSchema } from '../../shared/model/problems/loss.ts';
import { modelFailureSchema } from '../../shared/model/problems/model-failure.ts';
import { projectNoticeSchema } from '../../shared/model/problems/project-problem.ts';
import { runStopSchema } from '../../shared/model/problems/run-stop.ts';
import { notComparedSchema, notHeardSchema } from '../../shared/model/proofed-take.ts';
import { suspicionSchema } from '../../shared/model/take.ts';
import { webhookSchema } from '../../shared/model/webhook.ts';
import { checkCells } from '../../shared/words/check-words.ts';
import { englishIn } from '../../shared/words/testing/english-in.ts';
import { samplesOf } from '../../shared/words/testing/samples-of.ts';
import { verdictRowText } from '../../shared/words/verdict-words.ts';
import { noticeMessage } from '../frame/project-notices.tsx';
import { describeError, tRun } from '../ui/wording/errors.ts';
import { flagText } from '../ui/wording/flags.ts';
import { notComparedText, notHeardText } from '../ui/wording/not-compared.ts';
import { statusHint } from '../ui/wording/status.ts';
import { webhookText } from '../ui/wording/webhooks.ts';
import { listed, speakLanguage, tDelivery, tExport, tImport, tModel, tProblem } from './words.ts';

const LANGUAGES = [
  'en',
  ...Object.keys(import.meta.glob('../../locales/*.json')).map((path) => path.replace(/^.*\/|\.json$/g, '')),
];

/** Messages about templates for file names contain the English names of fields. */
const isNotOfTemplate = (error: BridgeError): boolean =>
  !(error.kind === 'export' && error.problem.kind === 'template') &&
  !(error.kind === 'invalid' && error.field === 'template');

/** What the window says of each kind, by the kind's place in the list of its type. */
function everyText(): string[] {
  return [
    ...samplesOf(bridgeErrorSchema)
      .filter(isNotOfTemplate)
      .flatMap((error) => {
        const { title, detail, actionLabel = '' } = describeError(error);
        return [title, detail, actionLabel];
      }),
    ...samplesOf(projectNoticeSchema).map(noticeMessage),
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
    ...samplesOf(exportVerdictSchema.shape.rows)
      .flat()
      .map((row) => verdictRowText(tDelivery, { cover: null }, row, listed)),
    ...samplesOf(checkRowSchema).flatMap((row) => Object.values(checkCells(tDelivery, row))),
    ...samplesOf(suspicionSchema).flatMap((flag) => [flagText(flag).label, flagText(flag).meaning]),
    ...samplesOf(notComparedSchema).map(notComparedText),
    ...samplesOf(notHeardSchema).map(notHeardText),
    ...samplesOf(modelFailureSchema).map(tModel.failure),
    ...samplesOf(lossCauseSchema).map(tProblem.loss),
    ...samplesOf(lineStatusSchema).map(statusHint),
    ...samplesOf(webhookSchema).map(webhookText),
  ].filter((text) => text !== '');
}

const textIn = async (language: string): Promise<readonly string[]> => {
  await speakLanguage(language);
  return everyText();
};

describe('every kind of error and notice', () => {
  // Other tests of this process look for English.
  afterEach(() => speakLanguage('en'));

  it.each(LANGUAGES)('has words in %s', async (language) => {
    const texts = await textIn(language);
    expect(texts.length).toBeGreaterThan(500);
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
