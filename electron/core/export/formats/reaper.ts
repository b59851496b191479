import {
  CUE_TRACK,
  clipText,
  type SequenceClip,
  type SequenceCue,
  singleLine,
  type TakeSequence,
  tracksOf,
} from './sequence.ts';

/** Uses a quotation mark that the text doesn't contain; if the text contains all three, its backticks are replaced. */
function quoted(text: string): string {
  const row = singleLine(text);
  const mark = ['"', "'", '`'].find((sign) => !row.includes(sign));
  return mark ? `${mark}${row}${mark}` : `\`${row.replaceAll('`', "'")}\``;
}

const SOURCES: Readonly<Record<string, string>> = { wav: 'WAVE', mp3: 'MP3', ogg: 'VORBIS', flac: 'FLAC' };

const formatNumber = (value: number): string => String(Number(value.toFixed(9)));

function item(clip: SequenceClip): string[] {
  const extension = clip.file.slice(clip.file.lastIndexOf('.') + 1).toLowerCase();
  return [
    '    <ITEM',
    `      POSITION ${formatNumber(clip.startSeconds)}`,
    `      LENGTH ${formatNumber(clip.endSeconds - clip.startSeconds)}`,
    '      LOOP 0',
    `      NAME ${quoted(`${clip.line} ${clipText(clip).slice(0, 60)}`)}`,
    // Item volume, pan, take volume, pan law (-1 is the default).
    `      VOLPAN ${formatNumber(10 ** (clip.gainDb / 20))} 0 1 -1`,
    `      SOFFS ${formatNumber(clip.fromSeconds)}`,
    `      <SOURCE ${SOURCES[extension] ?? 'WAVE'}`,
    `        FILE ${quoted(clip.file)}`,
    '      >',
    '    >',
  ];
}

/** Empty, so that the sound designer sees where sounds belong. */
const emptyItem = ({ text, startSeconds, endSeconds }: SequenceCue): string[] => [
  '    <ITEM',
  `      POSITION ${formatNumber(startSeconds)}`,
  `      LENGTH ${formatNumber(endSeconds - startSeconds)}`,
  '      LOOP 0',
  `      NAME ${quoted(text)}`,
  '    >',
];

const cueTrack = (cues: readonly SequenceCue[]): string[] =>
  cues.length === 0 ? [] : ['  <TRACK', `    NAME ${quoted(CUE_TRACK)}`, ...cues.flatMap(emptyItem), '  >'];

export function reaperProject(sequence: TakeSequence): string {
  const tracks = tracksOf(sequence).flatMap(({ role, colour: [red, green, blue], clips }) => [
    '  <TRACK',
    `    NAME ${quoted(role)}`,
    // Red is the lowest byte; the highest byte marks the colour as custom.
    `    PEAKCOL ${0x1000000 + blue * 0x10000 + green * 0x100 + red}`,
    ...clips.flatMap(item),
    '  >',
  ]);
  const markers = sequence.chapters.map(
    ({ title, startSeconds }, index) => `  MARKER ${index + 1} ${formatNumber(startSeconds)} ${quoted(title)} 0`,
  );
  return [
    '<REAPER_PROJECT 0.1 "7.0"',
    '  TEMPO 120 4 4',
    ...markers,
    ...tracks,
    ...cueTrack(sequence.cues),
    '>',
    '',
  ].join('\n');
}
