// Keeps a secret out of what people and logs get to see, should a server echo it.

/** Below this length a secret may occur in an address by chance. */
const TELLING_CHARACTERS = 16;

export interface SecretScrubber {
  /** The text with each occurrence of the secret, plain or percent-encoded, replaced. */
  text(from: string): string;
  /** Whether an address holds the secret, so that it must not be kept. Secrets of under 16 characters are not looked for. */
  taints(address: string): boolean;
}

export function createSecretScrubber(secret: string): SecretScrubber {
  const forms = [...new Set([secret, encodeURIComponent(secret)])].filter((form) => form !== '');
  return {
    text: (from) => forms.reduce((text, form) => text.replaceAll(form, '[key]'), from),
    taints: (address) => secret.length >= TELLING_CHARACTERS && forms.some((form) => address.includes(form)),
  };
}
