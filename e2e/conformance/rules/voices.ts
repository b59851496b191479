import { httpUrlSchema, voiceSchema } from '@lectern/tts-protocol';
import { z } from 'zod';
import { decodeSound, rmsLevel } from '../audio/sound.ts';
import type { Context } from '../context.ts';
import { at } from '../json.ts';
import { voiceObjects } from '../requests/cast.ts';
import { type Rule, section } from '../rule.ts';
import { formatValue, must, NotTested } from '../verdict.ts';

const rule = section('Resources and their fields, Voice object');

async function listVoices(context: Context): Promise<readonly unknown[]> {
  const reply = await context.listing();
  must(reply.status === 200, `${reply.status}: ${formatValue(reply.text)}`);
  const found = voiceObjects(reply.json());
  must(found !== undefined && found.length > 0, `no list of voices: ${formatValue(reply.text)}`);
  return found;
}

// The specification requires these fields. It says that they can be null, but not which types other values have.
const TRAIT = z.unknown().refine((value) => value !== undefined, 'is missing');
const SHAPE = { ...voiceSchema.shape, loudness: TRAIT, style: TRAIT, tempo: TRAIT, texture: TRAIT };

const EXPECTED: Readonly<Record<keyof typeof SHAPE, string>> = {
  id: 'a string, not empty',
  name: 'a string',
  sample: 'a URL',
  accent: 'a string',
  age: 'a string',
  gender: 'a string',
  language: 'a string',
  language_code: 'a string',
  loudness: 'there, null or not',
  style: 'there, null or not',
  tempo: 'there, null or not',
  texture: 'there, null or not',
  is_cloned: 'a boolean',
  voice_engine: 'a string',
};

const fieldRule = ([name, expected]: [string, string]): Rule =>
  rule(`voice.${name}`, `${name} of every voice: ${expected}`, async (context) => {
    for (const voice of await listVoices(context)) {
      const value = at(voice, name);
      const right = SHAPE[name as keyof typeof SHAPE].safeParse(value).success;
      must(right, `${formatValue(value)} of the voice ${formatValue(at(voice, 'id'))}`);
    }
  });

const SAMPLES = 2;

export const VOICE_RULES: readonly Rule[] = [
  rule(
    'voices.listed',
    'GET /api/v2/voices answers 200 with voices',
    async (context) => void (await listVoices(context)),
  ),
  ...Object.entries(EXPECTED).map(fieldRule),
  rule('voice.id.unique', 'voice ids are unique', async (context) => {
    const ids = (await listVoices(context)).map((voice) => at(voice, 'id'));
    const twice = ids.find((id, index) => ids.indexOf(id) !== index);
    must(twice === undefined, `${formatValue(twice)} twice`);
  }),
  rule('voice.id.uri', 'the id of an SvcDialog voice is a URI that batches accept', async (context) => {
    const ids = (await listVoices(context)).filter((voice) => at(voice, 'voice_engine') === 'SvcDialog');
    if (ids.length === 0) throw new NotTested('no voice is for SvcDialog');
    const other = ids.map((voice) => String(at(voice, 'id'))).find((id) => !URL.canParse(id));
    must(other === undefined, formatValue(other));
  }),
  rule('voice.prebuilt', 'the list contains prebuilt voices: is_cloned is false', async (context) => {
    const clone = (await listVoices(context)).find((voice) => at(voice, 'is_cloned') === true);
    must(clone === undefined, `a cloned voice, ${formatValue(at(clone, 'id'))}`);
  }),
  rule('voice.sample.plays', 'sample is the URL of a sample audio', async (context) => {
    const samples = (await listVoices(context)).map((voice) => at(voice, 'sample'));
    const urls = samples.filter((url): url is string => httpUrlSchema.safeParse(url).success);
    if (urls.length === 0) throw new NotTested('no voice has a sample');
    for (const url of urls.slice(0, SAMPLES)) {
      const sound = await decodeSound(await context.client.download(url));
      must(rmsLevel(sound) > 0.001, 'silence');
    }
  }),
];
