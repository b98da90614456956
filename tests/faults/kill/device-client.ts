import { randomUUID } from 'node:crypto';
import type { RowAnswer } from '../../../server/domain/events/event-input.contract';
import { ask } from '../../support/counterparts/visitor';
import type { SceneDevice } from './scene';

const mostRows = 200;
const daysBack = 60;
const busyMs = 100;

interface SentBatch {
  name: string;
  body: string;
  /** Rows that fit; the others are refused whatever happens. */
  good: number;
  acknowledged: boolean;
}

/** A scale with its own memory: it sends the same batch, with the same UUIDs, until that is answered. */
export class DeviceClient {
  readonly batches: SentBatch[] = [];
  /** Answers in which a batch was neither new as a whole nor known as a whole. */
  half = 0;
  /** Batches that were stored although their answer was lost. */
  foundStored = 0;
  /** Of the newest answer. */
  answerMs = 50;
  /** Answers other than 200, and than the 503 that asks to try again. */
  readonly oddAnswers: string[] = [];

  constructor(private readonly device: SceneDevice) {}

  /** Sends batch after batch until the server is gone or `signal` says enough. */
  async work(url: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const waiting = this.batches.find((batch) => !batch.acknowledged);
      const batch = waiting ?? this.write();
      try {
        await this.send(url, batch, waiting !== undefined);
      } catch {
        return;
      }
    }
  }

  get acknowledged(): number {
    return this.batches.filter((batch) => batch.acknowledged).length;
  }

  /** Sends what is not acknowledged yet. */
  async sendRest(url: string): Promise<void> {
    for (const batch of this.batches) while (!batch.acknowledged) await this.send(url, batch, true);
  }

  private async send(url: string, batch: SentBatch, again: boolean): Promise<void> {
    const answer = await ask({
      url: `${url}/rest/v1/waste-events`,
      method: 'POST',
      body: batch.body,
      timeoutMs: 60_000,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.device.key}` },
    });
    if (answer.status === 503) return void (await new Promise((later) => setTimeout(later, busyMs)));
    if (answer.status !== 200) {
      this.oddAnswers.push(`${answer.status} ${answer.text.slice(0, 200)}`);
      throw new Error(`answered ${answer.status}`);
    }
    this.answerMs = answer.ms;
    const rows = (JSON.parse(answer.text) as { events: RowAnswer[] }).events;
    const [taken, known] = (['taken', 'known'] as const).map(
      (status) => rows.filter((row) => row.status === status).length,
    );
    if (taken !== batch.good && known !== batch.good) this.half += 1;
    if (again && known === batch.good) this.foundStored += 1;
    batch.acknowledged = true;
  }

  private write(): SentBatch {
    const name = `${this.device.id}/${this.batches.length}`;
    const good = 1 + Math.floor(Math.random() * mostRows);
    const rows = Array.from({ length: good }, () => this.row(name));
    // Every third batch brings a row that does not fit.
    if (this.batches.length % 3 === 0) rows.splice(Math.floor(good / 2), 0, { ...this.row(name), grossWeight: -1 });
    const batch = { name, body: JSON.stringify({ events: rows }), good, acknowledged: false };
    this.batches.push(batch);
    return batch;
  }

  private row(note: string) {
    const occurredAt = new Date(Date.now() - Math.random() * daysBack * 86_400_000).toISOString();
    return {
      clientEventUuid: randomUUID(),
      occurredAt,
      wasteStageId: 8,
      grossWeight: Math.round(Math.random() * 5_000) / 1_000,
      unit: 'kg',
      note,
    };
  }
}
