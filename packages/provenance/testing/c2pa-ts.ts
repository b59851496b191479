// Validates signed files with c2pa-ts, which shares no code with the library that Lectern uses.
import { BMFF } from '@trustnxt/c2pa-ts/asset';
import { SuperBox } from '@trustnxt/c2pa-ts/jumbf';
import { ManifestStore } from '@trustnxt/c2pa-ts/manifest';

type Asset = Parameters<ManifestStore['validate']>[0];

const AUDIO_BRANDS = ['M4B ', 'M4A ', 'isom', 'mp42'];

/** Provides the position of the manifest, which c2pa-ts doesn't find in audio files. */
function audioAsset(bytes: Buffer): Asset {
  const start = bytes.indexOf('jumb') - 4;
  const length = bytes.readUInt32BE(start);
  return {
    mimeType: 'audio/mpeg',
    getDataLength: () => bytes.length,
    getDataRange: async (from = 0, count = bytes.length - from) => new Uint8Array(bytes.subarray(from, from + count)),
    getManifestJUMBF: () => new Uint8Array(bytes.subarray(start, start + length)),
    getHashExclusionRange: () => ({ start, length }),
    dumpInfo: () => '',
    ensureManifestSpace: () => Promise.reject(new Error('read-only')),
    writeManifestJUMBF: () => Promise.reject(new Error('read-only')),
  };
}

function mp4Asset(bytes: Buffer): Asset {
  // c2pa-ts only knows the brands of images. The list is private.
  const { canReadBrands } = BMFF as unknown as { readonly canReadBrands: Set<string> };
  for (const brand of AUDIO_BRANDS) canReadBrands.add(brand);
  return new BMFF(new Uint8Array(bytes));
}

/** Returns whether c2pa-ts considers the file valid, and the status codes of failed checks. */
export async function validateWithC2paTs(bytes: Buffer) {
  const asset = bytes.toString('latin1', 4, 8) === 'ftyp' ? mp4Asset(bytes) : audioAsset(bytes);
  const store = asset.getManifestJUMBF();
  if (store === undefined) return { isValid: false, failures: ['no manifest'] };
  const { isValid, statusEntries } = await ManifestStore.read(SuperBox.fromBuffer(new Uint8Array(store))).validate(
    asset,
  );
  return { isValid, failures: statusEntries.filter(({ success }) => !success).map(({ code }) => String(code)) };
}

/** Returns the content of a WAV file's soft binding as c2pa-ts reads it. */
export function softBindingWithC2paTs(bytes: Buffer): unknown {
  const store = audioAsset(bytes).getManifestJUMBF() ?? new Uint8Array(0);
  const manifest = ManifestStore.read(SuperBox.fromBuffer(new Uint8Array(store))).getActiveManifest();
  const [binding] = manifest?.assertions?.getAssertionsByLabel('c2pa.soft-binding') ?? [];
  const [content] = binding?.sourceBox?.contentBoxes ?? [];
  return content && 'content' in content ? content.content : null;
}
