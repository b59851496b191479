// Speech with known word times, by synthesizers that are independent of the built-in ones: Festival (Debian packages:
// festival and festvox-…) and, as the only other one that speaks German, variants of Debian's eSpeak NG.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeWav, mixToMono } from '@lectern/audio';

export interface Interval {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

export interface SpokenReference {
  readonly text: string;
  readonly samples: Float32Array;
  readonly sampleRate: number;
  /** For each word separated by white space; null if the synthesizer doesn't report it. */
  readonly words: readonly (Interval | null)[];
}

export interface ReferenceVoice {
  /** For example `festival:kal_diphone` or `espeak:de+klatt2`. */
  readonly name: string;
  readonly language: string;
  readonly sex: 'female' | 'male';
  /** Encoding of the text that Festival's voice expects, as Python names it. */
  readonly encoding?: 'latin1' | 'iso8859_2';
  /** Duration factor of Festival, or words per minute of eSpeak NG. */
  readonly pace: number;
  /** eSpeak NG's pitch, 0 to 99. */
  readonly pitch?: number;
}

const FESTIVAL_WORD_TIMES = `
(define (save_words utterance path)
  (let ((file (fopen path "w")) (token (utt.relation.first utterance 'Token)))
    (while token
      (let ((first (item.daughter1 token)) (last (item.daughtern token)))
        (while (and last (not (string-equal (item.name last) (item.name first))) (string-equal (item.feat last 'word_end) "0"))
          (set! last (item.prev last)))
        (format file "%s\\t%s\\t%s\\n" (item.name token)
          (if first (item.feat first 'word_start) "-") (if first (item.feat last 'word_end) "-")))
      (set! token (item.next token)))
    (fclose file)))
`;

/** Prints the word events of a text by Debian's libespeak-ng: a JSON row of positions and milliseconds for each text. */
const ESPEAK_WORD_TIMES = `
import ctypes, json, sys, wave
job = json.load(open(sys.argv[1], encoding='utf-8'))
lib = ctypes.CDLL('libespeak-ng.so.1')
class Id(ctypes.Union):
    _fields_ = [('number', ctypes.c_int), ('name', ctypes.c_char_p), ('string', ctypes.c_char * 8)]
class Event(ctypes.Structure):
    _fields_ = [('type', ctypes.c_int), ('unique_identifier', ctypes.c_uint), ('text_position', ctypes.c_int),
                ('length', ctypes.c_int), ('audio_position', ctypes.c_int), ('sample', ctypes.c_int),
                ('user_data', ctypes.c_void_p), ('id', Id)]
rate = lib.espeak_Initialize(2, 0, None, 1)
sound, events = bytearray(), []
@ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.POINTER(Event))
def hear(samples, count, list):
    if samples and count > 0: sound.extend(ctypes.string_at(samples, count * 2))
    at = 0
    while list[at].type != 0:
        kind = list[at].type
        if kind == 1: events.append(['word', list[at].text_position - 1, list[at].sample / rate])
        if kind == 7: events.append(['phoneme' if list[at].id.string else 'pause', 0, list[at].sample / rate])
        at += 1
    return 0
lib.espeak_SetSynthCallback(hear)
assert lib.espeak_SetVoiceByName(job['voice'].encode()) == 0, job['voice']
lib.espeak_SetParameter(1, job['pace'], 0)
lib.espeak_SetParameter(3, job['pitch'], 0)
for index, text in enumerate(job['texts']):
    sound.clear(); events.clear()
    data = text.encode('utf-8')
    lib.espeak_Synth(data, len(data) + 1, 0, 1, 0, 1, None, None)
    lib.espeak_Synchronize()
    with wave.open(f"{job['folder']}/{index}.wav", 'wb') as file:
        file.setnchannels(1); file.setsampwidth(2); file.setframerate(rate); file.writeframes(bytes(sound))
    print(json.dumps(list(events)))
`;

/** Speaks texts with a voice of Festival or Debian's eSpeak NG. @param folder receives temporary files */
export function speakReferences(voice: ReferenceVoice, texts: readonly string[], folder: string): SpokenReference[] {
  const words = voice.name.startsWith('festival:')
    ? speakWithFestival(voice, texts, folder)
    : speakWithEspeak(voice, texts, folder);
  return texts.map((text, index) => {
    const pcm = decodeWav(readFileSync(join(folder, `${index}.wav`)));
    return {
      text,
      samples: mixToMono(pcm).channels[0] ?? new Float32Array(0),
      sampleRate: pcm.sampleRate,
      words: words[index] ?? [],
    };
  });
}

function speakWithFestival(voice: ReferenceVoice, texts: readonly string[], folder: string): (Interval | null)[][] {
  const script = [FESTIVAL_WORD_TIMES, `(voice_${voice.name.slice('festival:'.length)})`];
  script.push(`(Parameter.set 'Duration_Stretch ${voice.pace})`);
  for (const [index, text] of texts.entries()) {
    script.push(`(set! spoken (Utterance Text "${text.replace(/["\\]/g, '')}"))(utt.synth spoken)`);
    script.push(`(utt.save.wave spoken "${join(folder, `${index}.wav`)}" 'riff)`);
    script.push(`(save_words spoken "${join(folder, `${index}.words`)}")`);
  }
  const file = join(folder, 'script.scm');
  writeFileSync(file, encodeText(`${script.join('\n')}\n`, voice.encoding ?? 'latin1'));
  execFileSync('festival', ['-b', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  return texts.map((text, index) => {
    const rows = readFileSync(join(folder, `${index}.words`), 'latin1')
      .trim()
      .split('\n');
    const times = rows.map((row): Interval | null => {
      const [, start, end] = row.split('\t').map(Number);
      if (start === undefined || end === undefined || !(end > start)) return null;
      return { startSeconds: start, endSeconds: end };
    });
    return times.length === text.split(/\s+/).length ? times : [];
  });
}

const LATIN_2: Readonly<Record<string, number>> = Object.fromEntries(
  [...'áäčďéěëíľňóôöřšťúůüýžÁČĎÉĚÍŇÓŘŠŤÚŮÝŽ'].map((letter) => [letter, latin2Code(letter)]),
);

function latin2Code(letter: string): number {
  const decoder = new TextDecoder('iso-8859-2');
  for (let code = 0xa0; code < 0x100; code += 1) if (decoder.decode(Uint8Array.of(code)) === letter) return code;
  throw new Error(`ISO 8859-2 has no ${letter}`);
}

function encodeText(text: string, encoding: 'latin1' | 'iso8859_2'): Buffer {
  if (encoding === 'latin1') return Buffer.from(text, 'latin1');
  return Buffer.from([...text].map((letter) => LATIN_2[letter] ?? letter.charCodeAt(0)));
}

function speakWithEspeak(voice: ReferenceVoice, texts: readonly string[], folder: string): (Interval | null)[][] {
  const job = join(folder, 'job.json');
  const settings = { voice: voice.name.slice('espeak:'.length), pace: voice.pace, pitch: voice.pitch ?? 50 };
  writeFileSync(job, JSON.stringify({ ...settings, folder, texts }));
  const program = join(folder, 'job.py');
  writeFileSync(program, ESPEAK_WORD_TIMES);
  const printed = execFileSync('python3', [program, job], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  return printed
    .trim()
    .split('\n')
    .map((row, index) => wordsFromEvents(JSON.parse(row), texts[index] ?? ''));
}

type EspeakEvent = readonly ['word' | 'phoneme' | 'pause', number, number];

function wordsFromEvents(events: readonly EspeakEvent[], text: string): (Interval | null)[] {
  return [...text.matchAll(/\S+/gu)].map((word): Interval | null => {
    const from = [...text.slice(0, word.index)].length;
    const to = from + [...word[0]].length;
    const first = events.findIndex(([kind, position]) => kind === 'word' && position >= from && position < to);
    const start = events[first];
    if (!start) return null;
    const sounds = events.findIndex(([kind], index) => index > first && kind === 'phoneme');
    const end = events.findIndex(
      ([kind, position], index) =>
        index > sounds &&
        ((kind === 'word' && (position >= to || position < from)) || (kind === 'pause' && index > sounds)),
    );
    const endSeconds = events[end]?.[2];
    return endSeconds === undefined ? null : { startSeconds: start[2], endSeconds };
  });
}
