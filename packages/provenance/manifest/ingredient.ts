// Ingredients: manifests of the audio that a file was made from (c2pa.ingredient.v3).

export interface StatusCode {
  readonly code: string;
  /** JUMBF URI of the box that the code applies to. */
  readonly url?: string;
}

export interface Ingredient {
  /** Label of the active manifest. */
  readonly label: string;
  readonly title: string | null;
  readonly mediaType: string;
  /** All manifests of the ingredient's store, as JUMBF boxes. */
  readonly manifests: readonly { readonly label: string; readonly bytes: Uint8Array }[];
  /** SHA-256 of the active manifest's content. */
  readonly activeHash: Uint8Array;
  /** SHA-256 of the content of its signature box. */
  readonly signatureHash: Uint8Array;
  readonly results: {
    readonly success: readonly StatusCode[];
    readonly informational: readonly StatusCode[];
    readonly failure: readonly StatusCode[];
  };
}

export const INGREDIENT_LABEL = 'c2pa.ingredient.v3';

/** Returns the content of the assertion. */
export const ingredientData = ({
  label,
  title,
  mediaType,
  activeHash,
  signatureHash,
  results,
}: Ingredient): object => ({
  ...(title === null ? {} : { 'dc:title': title }),
  'dc:format': mediaType,
  relationship: 'componentOf',
  validationResults: { activeManifest: results },
  activeManifest: { url: `self#jumbf=/c2pa/${label}`, hash: activeHash },
  claimSignature: { url: `self#jumbf=/c2pa/${label}/c2pa.signature`, hash: signatureHash },
});
