/** Valid voices, including one with only an ID, and invalid entries. */
export const VOICES: readonly unknown[] = [
  ...['anna', 'ben', 'cora', 'dan'].map((name, index) => ({
    id: `s3://voices/${name}/manifest.json`,
    name,
    sample: `/samples/${name}.wav`,
    accent: 'british',
    age: 'adult',
    gender: index % 2 === 0 ? 'female' : 'male',
    language: 'English',
    language_code: 'en-GB',
    loudness: null,
    style: null,
    tempo: null,
    texture: null,
    is_cloned: false,
    voice_engine: 'SvcDialog',
    x_unknown: true,
  })),
  { id: 's3://voices/eve/manifest.json', loudness: 3, style: 'narrative', accent: null },
  null,
  'no voice',
  { name: 'has no id' },
];
