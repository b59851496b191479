// Fake voice servers of other programs, implementing the voice lists and speech endpoints quoted below.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encodeWav } from '@lectern/audio';
import { hum } from './voice-server.ts';

export interface ListedRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

type Route = (request: ListedRequest, response: ServerResponse) => void;

export type Program = Readonly<Record<string, Route>>;

export const json =
  (value: unknown, status = 200): Route =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };

/** Responds with half a second of humming. */
export const speech: Route = (_request, response) => {
  const sound = encodeWav({ sampleRate: 24_000, channels: [hum(300, 0.5)] });
  response.writeHead(200, { 'content-type': 'audio/wav' }).end(sound);
};

/**
 * Kokoro-FastAPI, api/src/routers/openai_compatible.py: `GET /models` answers `{"object": "list", "data": [{"id": "tts-1",
 * "object": "model", "created": 1686935002, "owned_by": "kokoro"}, …]}`, `GET /audio/voices` `{"voices": [{"id": v, "name":
 * v} for v in voices]}`, both under `/v1`; `POST /audio/speech` refuses another model with 400 and `{"detail": {"error":
 * "invalid_model", "message": "Unsupported model: …"}}`.
 */
export const KOKORO: Program = {
  'GET /v1/models': json({
    object: 'list',
    data: ['tts-1', 'tts-1-hd', 'kokoro'].map((id) => ({
      id,
      object: 'model',
      created: 1_686_935_002,
      owned_by: 'kokoro',
    })),
  }),
  'GET /v1/audio/voices': json({ voices: ['af_heart', 'bm_george', 'jf_alpha'].map((id) => ({ id, name: id })) }),
  'POST /v1/audio/speech': (request, response) => {
    if (['tts-1', 'tts-1-hd', 'kokoro'].includes(String(request.body['model']))) return speech(request, response);
    const message = `Unsupported model: ${String(request.body['model'])}`;
    return json({ detail: { error: 'invalid_model', message, type: 'invalid_request_error' } }, 400)(request, response);
  },
};

/**
 * LocalAI, localai.io/docs/features/text-to-audio: "Use GET /v1/audio/voices to list named voices for installed TTS models",
 * "Each voice can include language and gender metadata" (`name: narrator`, `language: en_GB`, `gender: female`), "Models
 * without voice metadata do not appear in the unfiltered response"; core/http/endpoints/openai/list.go: `{"object": "list",
 * "data": [{"id": …, "object": "model"}]}`.
 */
export const LOCALAI: Program = {
  'GET /v1/models': json({ object: 'list', data: [{ id: 'pocket-tts', object: 'model' }] }),
  'GET /v1/audio/voices': json({
    data: [{ model: 'pocket-tts', voices: [{ name: 'narrator', language: 'en_GB', gender: 'female' }] }],
  }),
  'POST /v1/audio/speech': speech,
};

/**
 * openedai-speech, openedai.py: `GET /v1/models` answers `{"object": "list", "data": [{"id": model, "object": "model",
 * "created": 0, "owned_by": "user"}]}`; speech.py: `voice: str = "alloy"  # alloy, echo, fable, onyx, nova, and
 * shimmer`. It doesn't list voices.
 */
export const OPENEDAI: Program = {
  'GET /v1/models': json({
    object: 'list',
    data: ['tts-1', 'tts-1-hd'].map((id) => ({ id, object: 'model', created: 0, owned_by: 'user' })),
  }),
  'POST /v1/audio/speech': speech,
};

/**
 * piper1-gpl, src/piper/http_server.py: `GET /voices` "Outputs a JSON object with the format: {"<voice name>": { <voice
 * config> }, …} for each voice in your data directories", `POST /synthesize` "Expects a JSON object" with `text`, `voice` and
 * `speaker_id`; `GET /` is a "Web page for testing a voice in the browser".
 */
export const PIPER: Program = {
  'GET /': (_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>'),
  'GET /voices': json({
    'en_US-lessac-medium': {
      audio: { sample_rate: 22_050, quality: 'medium' },
      espeak: { voice: 'en-us' },
      num_speakers: 1,
      speaker_id_map: {},
      language: { code: 'en_US', family: 'en', region: 'US' },
    },
    'de_DE-mls-medium': {
      audio: { sample_rate: 22_050 },
      espeak: { voice: 'de' },
      num_speakers: 2,
      speaker_id_map: { '2422': 0, '4536': 1 },
    },
  }),
  'POST /synthesize': speech,
};

export class ListingServer {
  readonly requests: ListedRequest[] = [];
  program: Program;
  /** The response for unknown paths. */
  otherwise: Route = json({ detail: 'Not Found' }, 404);
  url = '';
  port = 0;
  readonly #server: Server;

  constructor(program: Program) {
    this.program = program;
    this.#server = createServer((message, response) => void this.#answer(message, response));
  }

  async #answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of message) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString('utf8');
    const { method = '', url: path = '', headers } = message;
    const body: Record<string, unknown> = text === '' ? {} : JSON.parse(text);
    const request = { method, path, authorization: headers.authorization, body };
    this.requests.push(request);
    (this.program[`${method} ${path}`] ?? this.otherwise)(request, response);
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.port = (this.#server.address() as AddressInfo).port;
    this.url = `http://127.0.0.1:${this.port}`;
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
