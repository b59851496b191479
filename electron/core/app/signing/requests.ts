import type { ChannelsOf, HandlersOf } from '../../bridge/handler-types.ts';
import type { SignerFiles } from './signer-files.ts';
import { SignerError, type Signing } from './signing.ts';

interface SigningHandlerParts {
  readonly signing: Signing;
  readonly signerFiles: SignerFiles;
}

export const signingHandlers = ({ signing, signerFiles }: SigningHandlerParts): HandlersOf<ChannelsOf<'signing'>> => ({
  'signing.state': () => signing.overview(),
  'signing.change': (change) => signing.change(change),
  async 'signing.install'({ certificateId, keyId }) {
    try {
      const certificate = await signerFiles.read(certificateId);
      return { ok: true, state: await signing.install(certificate, await signerFiles.read(keyId)) };
    } catch (error) {
      if (error instanceof SignerError) return { ok: false, problems: [...error.problems] };
      throw error;
    }
  },
  'signing.uninstall': () => signing.uninstall(),
  'signing.root': async () => ({ pem: await signing.root() }),
});
