import { join } from 'node:path';
import { z } from 'zod';
import { type ModelSettingsEntry, modelChoiceSchema } from '../../../shared/ipc/model-requests.ts';
import type { ConnectionKeys, KeyLocation } from '../app/connections/connection-keys.ts';
import { VersionedDocument } from '../app/versioned-document.ts';
import type { Clock } from '../ports.ts';
import { SerialQueue } from '../timing.ts';
import type { ModelTarget } from './book-attribution.ts';
import { checkModelKey } from './chat-client.ts';
import { isLocalAddress, modelAddress } from './model-address.ts';
import { ModelError } from './model-error.ts';

const savedModelSchema = modelChoiceSchema.extend({
  hasKey: z.boolean(),
  consentOrigin: z.string().nullable(),
});
type SavedModel = z.infer<typeof savedModelSchema>;

const documentSchema = z.object({ version: z.literal(1), model: savedModelSchema.nullable() });
type ModelDocument = z.infer<typeof documentSchema>;

const KEY_ID = 'language-model';

type NewModel = z.infer<typeof modelChoiceSchema> & {
  /** Null keeps the current key; an empty string removes it. */
  readonly key: string | null;
};

interface ModelInUse {
  readonly model: ModelTarget;
  readonly hasConsent: boolean;
}

export class ModelSettings {
  readonly #document: VersionedDocument<ModelDocument>;
  readonly #keys: ConnectionKeys;
  readonly #queue = new SerialQueue();

  private constructor(document: VersionedDocument<ModelDocument>, keys: ConnectionKeys) {
    [this.#document, this.#keys] = [document, keys];
  }

  static async open(dataFolder: string, keys: ConnectionKeys, clock: Clock): Promise<ModelSettings> {
    const path = join(dataFolder, 'language-model.json');
    const initial: ModelDocument = { version: 1, model: null };
    return new ModelSettings(await VersionedDocument.open({ path, schema: documentSchema, initial, clock }), keys);
  }

  async entry(): Promise<ModelSettingsEntry | null> {
    const { model } = this.#document.value;
    if (model === null) return null;
    const { hasKey, consentOrigin, ...choice } = model;
    const url = new URL(model.baseUrl);
    const key = !hasKey ? 'none' : (await this.#keys.get(keyPlace(model))) === null ? 'missing' : 'usable';
    const { origin } = url;
    return { ...choice, origin, isLocal: isLocalAddress(url), key, hasConsent: consentOrigin === origin };
  }

  /** Drops the key and the consent if the server changes. */
  save({ key, ...choice }: NewModel): Promise<ModelSettingsEntry> {
    const { href, origin } = modelAddress(choice.baseUrl);
    if (key !== null) checkModelKey(key, origin);
    return this.#queue.run(async () => {
      const before = this.#document.value.model;
      const place = keyPlace({ ...choice, baseUrl: href });
      const hasKey = await this.#keepKey(before, place, key);
      const consentOrigin = before?.consentOrigin === origin ? origin : null;
      await this.#document.change((value) => ({
        ...value,
        model: { ...choice, baseUrl: href, hasKey, consentOrigin },
      }));
      return this.#needEntry();
    });
  }

  async #keepKey(before: SavedModel | null, place: KeyLocation, key: string | null): Promise<boolean> {
    if (key) {
      await this.#keys.set(place, key);
      return true;
    }
    const pointsToOtherServer = before !== null && new URL(before.baseUrl).origin !== new URL(place.baseUrl).origin;
    if (key === '' || pointsToOtherServer) {
      await this.#keys.forget(KEY_ID);
      return false;
    }
    if (before && before.keyStorage !== place.keyStorage) await this.#keys.move(keyPlace(before), place.keyStorage);
    return before?.hasKey ?? false;
  }

  /** @throws ModelError `no-consent` if another server has been set up in the meantime; DocumentError */
  setConsent(origin: string, hasConsent: boolean): Promise<ModelSettingsEntry> {
    return this.#queue.run(async () => {
      const { model } = this.#document.value;
      if (model === null || new URL(model.baseUrl).origin !== origin) throw settingsError('no-consent', origin);
      const consentOrigin = hasConsent ? origin : null;
      await this.#document.change((value) => ({ ...value, model: { ...model, consentOrigin } }));
      return this.#needEntry();
    });
  }

  forget(): Promise<void> {
    return this.#queue.run(async () => {
      await this.#keys.forget(KEY_ID);
      await this.#document.change((value) => ({ ...value, model: null }));
    });
  }

  /** @throws ModelError `not-set-up`; `no-key` if the key is unavailable */
  async inUse(): Promise<ModelInUse> {
    const { model } = this.#document.value;
    if (model === null) throw settingsError('not-set-up', '');
    const baseUrl = modelAddress(model.baseUrl);
    const key = model.hasKey ? await this.#keys.get(keyPlace(model)) : '';
    if (key === null) throw settingsError('no-key', baseUrl.origin);
    const { inputPrice, outputPrice, currency, mostCost, requestsAtOnce, tokensPerRequest } = model;
    const hasPrice = inputPrice !== null || outputPrice !== null;
    const terms = {
      inputPrice,
      outputPrice,
      currency,
      requestsAtOnce,
      tokensPerRequest,
      // A budget can't be enforced without prices.
      mostCost: hasPrice ? mostCost : null,
    };
    return {
      model: { baseUrl, model: model.model, key, terms },
      hasConsent: model.consentOrigin === baseUrl.origin,
    };
  }

  /** Returns the stored key, even if it is unusable, so that it can be redacted from text. */
  async secrets(): Promise<string[]> {
    const { model } = this.#document.value;
    const stored = model && (await this.#keys.stored(keyPlace(model)));
    return stored ? [stored.key] : [];
  }

  async #needEntry(): Promise<ModelSettingsEntry> {
    const entry = await this.entry();
    if (entry === null) throw settingsError('not-set-up', '');
    return entry;
  }
}

const keyPlace = ({ keyStorage, baseUrl }: Pick<SavedModel, 'keyStorage' | 'baseUrl'>): KeyLocation => ({
  id: KEY_ID,
  keyStorage,
  baseUrl,
});

const settingsError = (kind: 'not-set-up' | 'no-key' | 'no-consent', origin: string): ModelError =>
  new ModelError({ kind, status: null, message: null, origin });
