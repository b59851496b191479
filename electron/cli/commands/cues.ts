import { resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import {
  type CueEntry,
  type CueSound,
  SOUND_LIMITS,
  type SoundEnd,
  type SoundSettings,
} from '../../../shared/model/cue-sounds.ts';
import { createAudioWorkers } from '../../core/audio/audio-workers.ts';
import { importSound } from '../../core/project/cues/attach-sound.ts';
import { listCues, setCueSound } from '../../core/project/cues/cue-list.ts';
import type { Project } from '../../core/project/project.ts';
import { openProject } from '../../core/project/project-folder.ts';
import { systemClock, systemRandom } from '../../core/system.ts';
import { CliError, EXIT, type ExitStatus } from '../exit.ts';
import { wholeNumber } from '../options.ts';
import { standardOutput as output, plainText } from '../output.ts';
import { resolveProjectFolder } from '../project-access.ts';
import { t } from '../words.ts';

interface Attachment {
  readonly number: number;
  readonly path: string;
}

interface CuesOptions {
  readonly attach?: readonly Attachment[];
  readonly detach?: readonly number[];
  readonly cue?: readonly number[];
  readonly gain?: number;
  readonly fadeIn?: number;
  readonly fadeOut?: number;
  readonly duck?: number;
  readonly attack?: number;
  readonly release?: number;
  readonly from?: number;
  readonly delay?: number;
  readonly until?: SoundEnd;
  readonly loop?: boolean;
  readonly licence?: string;
  readonly credit?: string;
  readonly json: boolean;
}

function attachment(text: string, others: readonly Attachment[] = []): readonly Attachment[] {
  const [, number, path] = /^(\d{1,6})=(.+)$/s.exec(text) ?? [];
  if (number === undefined || path === undefined) throw new InvalidArgumentError(t('value.attach'));
  return [...others, { number: Number(number), path }];
}

const numbers = (text: string, others: readonly number[] = []): readonly number[] => [...others, wholeNumber(text)];

const within =
  ({ min, max }: { readonly min: number; readonly max: number }) =>
  (text: string): number => {
    const value = /^-?\d{1,5}(?:\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max)) throw new InvalidArgumentError(t('value.amount', { least: min, most: max }));
    return value;
  };

function soundEnd(text: string): SoundEnd {
  if (text === 'next' || text === 'end') return { kind: text };
  const { min, max } = SOUND_LIMITS.forSeconds;
  const seconds = /^\d{1,5}(?:\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(seconds >= min && seconds <= max)) throw new InvalidArgumentError(t('value.soundEnd', { most: max }));
  return { kind: 'seconds', seconds };
}

function words(text: string): string {
  if (text.length > 500) throw new InvalidArgumentError(t('value.tooLong', { most: 500 }));
  return text;
}

export function cuesCommand(finish: (status: ExitStatus) => void): Command {
  return new Command('cues')
    .description(t('command.cues'))
    .argument('<project>', t('argument.project'))
    .option('--attach <cue=file>', t('option.attach'), attachment)
    .option('--detach <cue>', t('option.detach'), numbers)
    .option('--cue <cue>', t('option.cue'), numbers)
    .option('--gain <db>', t('option.cueGain'), within(SOUND_LIMITS.gainDb))
    .option('--fade-in <seconds>', t('option.fadeIn'), within(SOUND_LIMITS.fadeSeconds))
    .option('--fade-out <seconds>', t('option.fadeOut'), within(SOUND_LIMITS.fadeSeconds))
    .option('--duck <db>', t('option.duck'), within(SOUND_LIMITS.duckDb))
    .option('--attack <seconds>', t('option.attack'), within(SOUND_LIMITS.rampSeconds))
    .option('--release <seconds>', t('option.release'), within(SOUND_LIMITS.rampSeconds))
    .option('--from <seconds>', t('option.soundFrom'), within(SOUND_LIMITS.fromSeconds))
    .option('--delay <seconds>', t('option.delay'), within(SOUND_LIMITS.delaySeconds))
    .option('--until <end>', t('option.until'), soundEnd)
    .option('--loop', t('option.loop'))
    .option('--no-loop', t('option.noLoop'))
    .option('--licence <text>', t('option.licence'), words)
    .option('--credit <text>', t('option.credit'), words)
    .option('--json', t('option.json'), false)
    .action(async (path: string, options: CuesOptions) => {
      await changeAndList(path, options);
      finish(EXIT.done);
    });
}

async function changeAndList(path: string, options: CuesOptions): Promise<void> {
  const { attach = [], detach = [], cue: chosen = [] } = options;
  const changes = settingsIn(options);
  const hasChanges = Object.keys(changes).length > 0;
  if (hasChanges && attach.length + chosen.length === 0) throw new CliError(t('cues.which'));
  if (!hasChanges && chosen.length > 0) throw new CliError(t('cues.what'));
  const writes = attach.length + detach.length + chosen.length > 0;
  const ports = { clock: systemClock, random: systemRandom };
  const project = openProject(resolveProjectFolder(path), { mode: writes ? 'write' : 'read', ...ports });
  try {
    const cues = listCues(project);
    const find = (number: number): CueEntry => {
      const cue = cues[number - 1];
      if (!cue) throw new CliError(t('cues.noCue', { number, cues: cues.length }));
      return cue;
    };
    const attached = attach.map(({ number, path: file }) => ({ cue: find(number), file: resolve(file) }));
    const edited = chosen.map(find);
    for (const { number, sound } of edited) {
      if (!sound && !attach.some((one) => one.number === number)) throw new CliError(t('cues.noSound', { number }));
    }
    const detached = detach.map(find);
    // If a file can't be attached, no cue changes.
    const imported = await importSounds(project, attached);
    project.db.durably(() => {
      for (const cue of detached) setCueSound(project, cue, null);
      for (const { cue, sound } of imported) setCueSound(project, cue, { ...sound, ...changes });
      for (const { sound, ...cue } of edited) if (sound) setCueSound(project, cue, { ...sound, ...changes });
    });
    printCues(project, options.json);
  } finally {
    project.close();
  }
}

async function importSounds(
  project: Project,
  attached: readonly { readonly cue: CueEntry; readonly file: string }[],
): Promise<{ readonly cue: CueEntry; readonly sound: CueSound }[]> {
  if (attached.length === 0) return [];
  const workers = createAudioWorkers({ size: 1 });
  try {
    const imported: { readonly cue: CueEntry; readonly sound: CueSound }[] = [];
    for (const { cue, file } of attached) {
      imported.push({ cue, sound: await importSound(project, cue, file, workers) });
    }
    return imported;
  } finally {
    await workers.close();
  }
}

function settingsIn(options: CuesOptions): Partial<SoundSettings> {
  const { gain, fadeIn, fadeOut, duck, attack, release, from, delay, until, loop, licence, credit } = options;
  return {
    ...(gain !== undefined && { gainDb: gain }),
    ...(fadeIn !== undefined && { fadeInSeconds: fadeIn }),
    ...(fadeOut !== undefined && { fadeOutSeconds: fadeOut }),
    ...(duck !== undefined && { duckDb: duck }),
    ...(attack !== undefined && { attackSeconds: attack }),
    ...(release !== undefined && { releaseSeconds: release }),
    ...(from !== undefined && { fromSeconds: from }),
    ...(delay !== undefined && { delaySeconds: delay }),
    ...(until !== undefined && { until }),
    ...(loop !== undefined && { loop }),
    ...(licence !== undefined && { licence }),
    ...(credit !== undefined && { credit }),
  };
}

function printCues(project: Project, json: boolean): void {
  const cues = listCues(project);
  if (json) {
    output.json({
      project: project.dir,
      cues: cues.map(({ number, kind, text, description, isStop, nextLine, sound }) => ({
        number,
        kind,
        text,
        description,
        isStop,
        beforeLine: nextLine?.number ?? null,
        sound,
        isMissing: sound !== null && !project.takes.hasAudio({ hash: sound.audioHash, ...sound }),
      })),
    });
    return;
  }
  if (cues.length === 0) output.result(t('cues.none'));
  for (const { number, kind, text, nextLine, sound, isStop } of cues) {
    const place = nextLine ? t('cues.before', { line: nextLine.number }) : t('cues.last');
    output.result(plainText(t('cues.row', { number, kind: t(`cues.kind.${kind}`), place, text })));
    if (sound) output.result(`   ${plainText(soundText(sound))}`);
    else if (!isStop) output.result(`   ${t('cues.without')}`);
  }
}

function soundText({ name, gainDb, duckDb, licence }: { readonly name: string } & SoundSettings): string {
  const stated = licence.trim() === '' ? t('cues.noLicence') : licence;
  return t('cues.sound', { name, gain: gainDb, duck: duckDb, licence: stated });
}
