import { createHash } from 'node:crypto';
import { z } from 'zod';
import { openRegularFile } from '../../../node/files/regular-file.ts';
import type { ManifestPlace } from '../containers/container.ts';
import { CONTAINERS, detectFormat } from '../containers/detect-container.ts';
import { SourceFile } from '../containers/source-file.ts';
import type { Ingredient, StatusCode } from '../manifest/ingredient.ts';
import { BOX_HEADER_BYTES } from '../manifest/jumbf.ts';
import { activeLabel, findBinding, manifestBoxes } from './manifest-store.ts';
import { BINDING_CODES } from './summarise.ts';
import { validateStore } from './validate-store.ts';
import { verifyBinding } from './verify-binding.ts';

const codesSchema = z.array(z.object({ code: z.string(), url: z.string().optional() }));
const reportSchema = z.object({
  active_manifest: z.string(),
  manifests: z.record(z.string(), z.object({ title: z.string().optional() })),
  validation_results: z.object({
    activeManifest: z.object({ success: codesSchema, informational: codesSchema, failure: codesSchema }),
  }),
});

const MEDIA_TYPES = { mp3: 'audio/mpeg', flac: 'audio/flac', wav: 'audio/wav', mp4: 'audio/mp4' } as const;

export type ReadIngredient = Ingredient | 'too-large' | 'unusable' | null;

/**
 * Reads the manifest that an audio file contains, with the result of validating it, so that the manifest of another file
 * can refer to it.
 * @returns null if the file contains no manifest or can't be read; `too-large` if the manifest exceeds `maxBytes`;
 *   `unusable` if it can't be parsed, or takes too long to check
 */
export async function readIngredient(path: string, maxBytes: number): Promise<ReadIngredient> {
  const file = await openRegularFile(path, 'follow').catch(() => null);
  if (file === null) return null;
  try {
    const source = await SourceFile.of(file);
    const found = await findManifest(source);
    if (found === null || typeof found === 'string') return found;
    if (found.size > maxBytes) return 'too-large';
    return await ingredientOf(source, found).catch(() => 'unusable' as const);
  } catch {
    // Damaged audio is reported by the encoder.
    return null;
  } finally {
    await file.close();
  }
}

interface FoundManifest {
  readonly format: keyof typeof MEDIA_TYPES;
  readonly place: ManifestPlace;
  readonly size: number;
}

async function findManifest(source: SourceFile): Promise<FoundManifest | 'unusable' | null> {
  const format = await detectFormat(source);
  if (format === null || format === 'ogg') return null;
  const [place, ...others] = await CONTAINERS[format].findManifests(source);
  if (place === undefined) return null;
  return others.length > 0 ? 'unusable' : { format, place, size: place.store.end - place.store.start };
}

async function ingredientOf(
  source: SourceFile,
  { format, place, size }: FoundManifest,
): Promise<Ingredient | 'unusable'> {
  const store = await source.readExactly(place.store.start, size);
  const label = activeLabel(store);
  const boxes = manifestBoxes(store);
  const active = boxes.find((box) => box.label === label);
  const report = await validateStore(store, []);
  const parsed = report === null || report === 'too-slow' ? null : reportSchema.safeParse(JSON.parse(report)).data;
  if (!active?.signature || !parsed || parsed.active_manifest !== label) return 'unusable';
  const isBound = (await verifyBinding(source, place, findBinding(store))).length === 0;
  return {
    label,
    title: parsed.manifests[label]?.title ?? null,
    mediaType: MEDIA_TYPES[format],
    manifests: boxes.map(({ label: each, bytes }) => ({ label: each, bytes })),
    activeHash: sha256(active.bytes),
    signatureHash: sha256(active.signature),
    results: withBinding(parsed.validation_results.activeManifest, isBound),
  };
}

const sha256 = (box: Uint8Array): Uint8Array =>
  new Uint8Array(createHash('sha256').update(box.subarray(BOX_HEADER_BYTES)).digest());

/** Replaces the library's result for the hash of the file, because the library receives only the manifest. */
function withBinding(
  { success, informational, failure }: z.infer<typeof reportSchema>['validation_results']['activeManifest'],
  isBound: boolean,
): Ingredient['results'] {
  const isAboutBinding = ({ code }: { readonly code: string }): boolean => BINDING_CODES.includes(code);
  const bindings = failure.filter(isAboutBinding).map(toStatus);
  const matches = bindings.map(({ code, ...rest }) => ({ ...rest, code: code.replace('.mismatch', '.match') }));
  return {
    success: [...success.map(toStatus), ...(isBound ? matches : [])],
    informational: informational.map(toStatus),
    failure: [...failure.filter((each) => !isAboutBinding(each)).map(toStatus), ...(isBound ? [] : bindings)],
  };
}

const toStatus = ({ code, url }: { readonly code: string; readonly url?: string | undefined }): StatusCode => ({
  code,
  ...(url === undefined ? {} : { url }),
});
