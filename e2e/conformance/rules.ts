// All rules in output order. Rules that count requests come first, and the others are in the specification's order.
import type { Rule } from './rule.ts';
import { ACCESS_RULES } from './rules/access.ts';
import { AUDIO_RULES } from './rules/audio.ts';
import { BATCH_RULES } from './rules/batches.ts';
import { DIALOG_RULES } from './rules/dialog.ts';
import { ERROR_RULES } from './rules/errors.ts';
import { EVENT_RULES } from './rules/events.ts';
import { LIMIT_RULES } from './rules/limits.ts';
import { LINK_RULES } from './rules/links.ts';
import { OTHER_RULES } from './rules/others.ts';
import { PARAMETER_RULES } from './rules/parameters.ts';
import { RESOURCE_RULES } from './rules/resources.ts';
import { SINGLE_RULES } from './rules/single.ts';
import { STREAM_RULES } from './rules/streams.ts';
import { VOICE_RULES } from './rules/voices.ts';
import { WEBHOOK_RULES } from './rules/webhooks.ts';

export const RULES: readonly Rule[] = [
  ...LIMIT_RULES,
  ...BATCH_RULES,
  ...PARAMETER_RULES,
  ...RESOURCE_RULES,
  ...LINK_RULES,
  ...AUDIO_RULES,
  ...DIALOG_RULES,
  ...SINGLE_RULES,
  ...EVENT_RULES,
  ...STREAM_RULES,
  ...VOICE_RULES,
  ...OTHER_RULES,
  ...ACCESS_RULES,
  ...WEBHOOK_RULES,
  ...ERROR_RULES,
];
