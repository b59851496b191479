// A fake `piper` program that accepts the same options and outputs raw humming. The text can tell it to misbehave.
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

const args = process.argv.slice(2);
const optionOf = (name: string): string | undefined => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
const model = optionOf('--model');

if (model === undefined || !existsSync(model)) {
  process.stderr.write(
    "terminate called after throwing an instance of 'std::runtime_error'\nModel file doesn't exist\n",
  );
  process.exit(1);
}
if (!args.includes('--output_raw')) process.exit(2);
appendFileSync(`${model}.log`, `${JSON.stringify({ args, pid: process.pid, variables: Object.keys(process.env) })}\n`);

const text = readFileSync(0, 'utf8');
appendFileSync(`${model}.log`, `${JSON.stringify({ text })}\n`);

if (text.includes('crash')) {
  process.stderr.write(`[error] could not say: ${text}`);
  process.exit(3);
}
if (text.includes('hang')) {
  // A child process that keeps the output open.
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
  appendFileSync(`${model}.log`, `${JSON.stringify({ child: child.pid })}\n`);
  setInterval(() => {}, 1000);
} else {
  const { audio } = JSON.parse(readFileSync(`${model}.json`, 'utf8'));
  const rows = text.split('\n').filter((row) => row.trim() !== '');
  const scale = Number(optionOf('--length_scale') ?? 1);
  const frequency = 300 + 200 * Number(optionOf('--speaker') ?? 0);
  for (const row of rows) {
    const samples = new Int16Array(Math.round(row.length * 0.02 * scale * audio.sample_rate));
    for (let index = 0; index < samples.length; index += 1) {
      samples[index] = 20_000 * Math.sin((2 * Math.PI * frequency * index) / audio.sample_rate);
    }
    process.stdout.write(Buffer.from(samples.buffer));
  }
}
