// Interprets the report of the C2PA library.
import { z } from 'zod';
import type { ManifestSummary, ReadingProblem } from '../../../shared/model/verification.ts';
import { SPEECH_SOURCE_KINDS } from '../../../shared/rules/digital-source-type.ts';
import type { VoiceStatement } from '../claim.ts';
import { VOICES_LABEL } from '../manifest/write-manifest.ts';

const statusSchema = z.object({ code: z.string() });
const actionsSchema = z.object({
  actions: z.array(
    z.object({ action: z.string(), when: z.string().optional(), digitalSourceType: z.string().optional() }),
  ),
});
const voicesSchema = z.object({
  voices: z.array(
    z.object({
      name: z.string(),
      source: z.enum(SPEECH_SOURCE_KINDS),
      licence: z.string().exactOptional(),
      consentId: z.string().exactOptional(),
    }),
  ),
});
const manifestSchema = z.object({
  claim_generator_info: z.array(z.object({ name: z.string(), version: z.string().optional() })).optional(),
  title: z.string().optional(),
  ingredients: z.array(z.object({ title: z.string().nullish() })).default([]),
  assertions: z.array(z.object({ label: z.string(), data: z.unknown() })).default([]),
  signature_info: z
    .object({ issuer: z.string().nullish(), common_name: z.string().nullish(), time: z.string().nullish() })
    .optional(),
});
const reportSchema = z.object({
  active_manifest: z.string(),
  manifests: z.record(z.string(), manifestSchema),
  validation_results: z.object({
    activeManifest: z.object({
      success: z.array(statusSchema),
      informational: z.array(statusSchema),
      failure: z.array(statusSchema),
    }),
    ingredientDeltas: z.array(z.object({ validationDeltas: z.object({ failure: z.array(statusSchema) }) })).optional(),
  }),
});

export interface StoreSummary {
  /** Of the active manifest. */
  readonly label: string;
  readonly manifest: ManifestSummary;
  readonly problems: readonly ReadingProblem[];
}

/** Ignored, because the library receives only the manifest; `verifyBinding` compares the hashes with the file. */
export const BINDING_CODES = [
  'assertion.dataHash.mismatch',
  'assertion.bmffHash.mismatch',
  'assertion.boxesHash.mismatch',
  'assertion.collectionHash.mismatch',
];

/** Returns null if the report can't be understood. */
export function summarise(json: string): StoreSummary | null {
  const { data: report } = reportSchema.safeParse(JSON.parse(json));
  const manifest = report?.manifests[report.active_manifest];
  if (report === undefined || manifest === undefined) return null;
  const { success, informational, failure } = report.validation_results.activeManifest;
  const ingredients = (report.validation_results.ingredientDeltas ?? []).flatMap(
    ({ validationDeltas }) => validationDeltas.failure,
  );
  const voices = voicesOf(manifest.assertions);
  const hasSuccess = (wanted: string): boolean => success.some(({ code }) => code === wanted);
  const timeStamps = informational.filter(({ code }) => code.startsWith('timeStamp.'));
  const problems: ReadingProblem[] = [
    ...(hasSuccess('claimSignature.validated') ? [] : [{ kind: 'manifest-changed', code: 'claimSignature' } as const]),
    ...failure.filter(({ code }) => !BINDING_CODES.includes(code)).map(({ code }) => problemOf(code)),
    ...timeStamps.map(({ code }) => problemOf(code)),
    ...ingredients.map(({ code }): ReadingProblem => ({ kind: 'ingredient', code })),
    ...(voices === null ? [{ kind: 'unreadable-voices' } as const] : []),
  ];
  const [software] = manifest.claim_generator_info ?? [];
  const actions = manifest.assertions
    .filter(({ label }) => label.startsWith('c2pa.actions'))
    .flatMap(({ data }) => actionsSchema.safeParse(data).data?.actions ?? []);
  const isTrusted = hasSuccess('signingCredential.trusted');
  const { issuer, common_name: commonName, time } = manifest.signature_info ?? {};
  const signedAt = problems.some(({ kind }) => kind === 'time-stamp') ? null : (time ?? null);
  return {
    label: report.active_manifest,
    manifest: {
      software: software ? { name: software.name, version: software.version ?? null } : null,
      title: manifest.title ?? null,
      created: actions.find(({ action }) => action === 'c2pa.created')?.when ?? null,
      sourceTypes: [...new Set(actions.flatMap(({ digitalSourceType }) => digitalSourceType ?? []))],
      voices: voices ?? [],
      ingredients: manifest.ingredients.map(({ title }) => ({ title: title ?? null })),
      signer: {
        organization: issuer ?? null,
        commonName: commonName ?? null,
        isTrusted,
        isThisComputer: false,
        signedAt,
      },
    },
    problems,
  };
}

/** Returns null if the voices can't be read. */
function voicesOf(assertions: readonly { readonly label: string; readonly data?: unknown }[]): VoiceStatement[] | null {
  const found = assertions.find(({ label }) => label === VOICES_LABEL);
  if (found === undefined) return [];
  return voicesSchema.safeParse(found.data).data?.voices ?? null;
}

/** Groups the status codes of chapter 15 of the specification. */
function problemOf(code: string): ReadingProblem {
  if (code === 'signingCredential.untrusted') return { kind: 'certificate-untrusted' };
  if (code === 'signingCredential.expired' || code === 'claimSignature.outsideValidity') {
    return { kind: 'certificate-expired' };
  }
  if (code === 'signingCredential.ocsp.revoked' || code === 'signingCredential.revoked') {
    return { kind: 'certificate-revoked' };
  }
  if (code.startsWith('signingCredential.')) return { kind: 'certificate-invalid' };
  if (code.startsWith('timeStamp.')) return { kind: 'time-stamp', code };
  if (code.startsWith('ingredient.')) return { kind: 'ingredient', code };
  return { kind: 'manifest-changed', code };
}
