// Raw TCP requests that no HTTP client would send.
import { once } from 'node:events';
import { connect } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

function answersIn(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = text;
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n');
    const [first = '', ...rows] = rest.slice(0, end).split('\r\n');
    const headers = Object.fromEntries(
      rows.map((row) => [row.slice(0, row.indexOf(':')).toLowerCase(), row.slice(row.indexOf(':') + 1).trim()]),
    );
    const status = Number(first.split(' ')[1]);
    const length = status < 200 ? 0 : Number(headers['content-length'] ?? 0);
    answers.push({ status, headers, body: rest.slice(end + 4, end + 4 + length) });
    rest = rest.slice(end + 4 + length);
  }
  return answers;
}

/** Sends each piece separately and returns all responses once the server closes the connection. */
export async function exchange(address: string, ...pieces: readonly (string | Uint8Array)[]): Promise<RawAnswer[]> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('latin1').on('data', (data) => (text += data));
  for (const piece of pieces) socket.write(piece);
  await once(socket, 'close');
  return answersIn(text);
}
