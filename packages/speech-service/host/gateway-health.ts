// Health checks and metrics of a gateway. They outlive its connections, so that an orchestrator doesn't restart a gateway that is
// waiting for the database.
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { type HealthServer, startHealthServer } from './health-server.ts';

const NOT_CONNECTED = 'the gateway is not connected to the database and the storage';

/** Totals of a gateway since its process started. */
export interface GatewayFigures {
  /** Batches, lines and characters that the other service has accepted. */
  batches: number;
  lines: number;
  characters: number;
  /** Lines whose outcome is unknown. */
  inDoubt: number;
  /** Lines without audio although the other service accepted them. */
  lost: number;
  /** Batches rejected because of the limits per minute. */
  refusedForLimits: number;
  /** Lines answered with stored audio. */
  reused: number;
}

interface Metric {
  readonly name: string;
  readonly help: string;
}

const METRICS: Readonly<Record<keyof GatewayFigures, Metric>> = {
  batches: { name: 'batches_accepted', help: 'Batches that the upstream service has accepted.' },
  lines: { name: 'lines_accepted', help: 'Lines in batches that the upstream service has accepted.' },
  characters: { name: 'characters_accepted', help: 'Characters in batches that the upstream service has accepted.' },
  inDoubt: { name: 'lines_in_doubt', help: 'Lines that may have been charged, because no response was received.' },
  lost: { name: 'lines_lost', help: 'Lines that the upstream service has accepted, but without usable audio.' },
  refusedForLimits: { name: 'batches_refused_for_limits', help: 'Batches rejected because of the limits per minute.' },
  reused: { name: 'lines_reused', help: 'Lines answered with stored audio.' },
};

export const NO_FIGURES: Readonly<GatewayFigures> = {
  batches: 0,
  lines: 0,
  characters: 0,
  inDoubt: 0,
  lost: 0,
  refusedForLimits: 0,
  reused: 0,
};

/** The state of a gateway's process, which outlives its connections. */
export class GatewayHealth {
  readonly figures: GatewayFigures = { ...NO_FIGURES };
  /** Whether this process holds the account's lease and forwards lines. */
  isActive = false;
  readonly #registry = new Registry();
  #problem = async (): Promise<string | undefined> => NOT_CONNECTED;

  constructor() {
    const { figures } = this;
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    const isActive = (): boolean => this.isActive;
    new Gauge({
      name: 'lectern_gateway_active',
      help: 'Whether this gateway forwards lines. A gateway that waits for another one to end is not active.',
      registers,
      collect() {
        this.set(isActive() ? 1 : 0);
      },
    });
    // `Object.entries` doesn't keep the type of the keys.
    for (const [figure, { name, help }] of Object.entries(METRICS) as [keyof GatewayFigures, Metric][]) {
      new Counter({
        name: `lectern_gateway_${name}_total`,
        help,
        registers,
        collect() {
          this.reset();
          this.inc(figures[figure]);
        },
      });
    }
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** Returns all metrics in Prometheus's text format. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }

  /** @param problem returns why the database or the storage can't be used, or undefined if both can */
  connected(problem: () => Promise<string | undefined>): void {
    this.#problem = problem;
  }

  disconnected(): void {
    this.isActive = false;
    this.#problem = async () => NOT_CONNECTED;
  }

  /** Starts the health server. A gateway that waits for another one to end is ready to take over. */
  listen(host: string, port: number): Promise<HealthServer> {
    return startHealthServer({ host, port, metrics: this, problem: () => this.#problem() });
  }
}
