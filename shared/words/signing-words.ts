import type { ExportSigning } from '../model/export/signature.ts';
import type { StoredSignerProblem } from '../model/signing.ts';
import type { DeliveryWords } from './delivery-words.ts';

/** Returns how the files of an export are signed, one sentence per row. */
export function signingSentences(tDelivery: DeliveryWords, signing: ExportSigning): readonly string[] {
  const { signer, signed, unsigned, leftOut, unusable, timeStamps, ownCertificate } = signing;
  const { stamped = 0, missing = 0, problem = null } = timeStamps ?? {};
  return [
    ...(ownCertificate
      ? [tDelivery('signing.ownCertificate', { problem: signerProblemText(tDelivery, ownCertificate) })]
      : []),
    ...(signed > 0 ? [tDelivery('signing.signed', { files: signed, ...signer })] : []),
    ...unsigned.map(({ file, reason }) =>
      tDelivery('signing.unsigned', { file, reason: reason === 'too-large' ? 'tooLarge' : reason }),
    ),
    ...(leftOut > 0 ? [tDelivery('signing.leftOut', { takes: leftOut })] : []),
    ...(unusable > 0 ? [tDelivery('signing.unusable', { takes: unusable })] : []),
    ...(stamped > 0 ? [tDelivery('signing.stamped', { files: stamped })] : []),
    ...(missing > 0
      ? [
          tDelivery('signing.unstamped', {
            files: missing,
            problem: problem === 'timed-out' ? 'timedOut' : (problem ?? 'none'),
          }),
        ]
      : []),
  ];
}

export const signerProblemText = (tDelivery: DeliveryWords, { kind, date = 0 }: StoredSignerProblem): string =>
  tDelivery(`signing.problem.${kind}`, { date });
