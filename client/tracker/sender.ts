import type { Calls } from './calls';
import { measure, type Measured } from './drift.rules';
import { beginSending, isUnfit, mostInBatch, outcomeOf, settle, wireOf, type KeptEvent } from './outbox.rules';
import { pausing } from './pausing';
import { PhotoSender, type SenderNeeds } from './photo-sender';
import { isFull } from './store';

const beatEveryMs = 60_000;
/** What waits is looked for this often at the least, as another tab may have kept it. */
const lookEveryMs = 5_000;
/** A key may open again, as after a suspension. */
const askAgainMs = 300_000;
const standbyAfterMs = 1_500;

/** Sends what waits and says each minute how the device is. Of several tabs one does it; the next takes over when that closes. */
export class Sender {
  private failures = 0;
  private lastBeat = 0;
  private size = mostInBatch;
  private readonly pause = pausing();
  private readonly photos: PhotoSender;

  constructor(private readonly needs: SenderNeeds) {
    this.photos = new PhotoSender(needs);
  }

  start(): void {
    window.addEventListener('online', () => this.hurry());
    window.addEventListener('offline', () => this.needs.onOnline(false));
    // Without locks two tabs would both send; the server takes each weighing once all the same.
    if (!('locks' in navigator)) return void this.run();
    // A page that is being left gives the lock away a moment later than the next one asks for it.
    const late = setTimeout(() => this.needs.onStandby(true), standbyAfterMs);
    void navigator.locks.request('tare-tracker-sender', () => {
      clearTimeout(late);
      this.needs.onStandby(false);
      return this.run();
    });
  }

  /** Something new waits. */
  wake(): void {
    this.pause.end();
    this.photos.wake();
  }

  /** There is reason to hope again. */
  hurry(): void {
    this.failures = 0;
    this.lastBeat = 0;
    this.pause.end();
    this.photos.hurry();
  }

  private async run(): Promise<never> {
    void this.photos.run();
    for (;;) {
      let pauseMs = lookEveryMs;
      try {
        pauseMs = await this.turn();
      } catch (error) {
        this.needs.log(`sender: ${String(error)}`);
      }
      await this.pause.begin(pauseMs);
    }
  }

  /** @returns for how long to rest */
  private async turn(): Promise<number> {
    const { enrolled, revoked } = this.needs.things();
    if (!enrolled) return lookEveryMs;
    const now = Date.now();
    // A clock that was set back must not silence the device.
    if (now - this.lastBeat >= (revoked ? askAgainMs : beatEveryMs) || now < this.lastBeat) {
      const pauseMs = await this.beat();
      if (pauseMs !== null) return pauseMs;
    }
    if (this.needs.things().revoked) return lookEveryMs;
    return this.sendBatch(enrolled.organisationId);
  }

  /** @returns for how long to rest, where it did not arrive */
  private async beat(): Promise<number | null> {
    const { calls, keep, state, onBeat } = this.needs;
    const asked = Date.now();
    const answer = await calls.beat({
      ...(await state()),
      clock: new Date(asked).toISOString(),
    } as Parameters<Calls['beat']>[0]);
    // An older server may not know what a newer tablet says of itself; weighings go on.
    if (isUnfit(answer.status)) {
      this.needs.log(`heartbeat refused: ${answer.status} ${answer.message ?? ''}`.trim());
      this.lastBeat = Date.now();
      return null;
    }
    if (!answer.body) return this.failed(answer, 0);
    const measured: Measured = measure(asked, Date.now(), answer.body.serverTime);
    this.lastBeat = Date.now();
    this.failures = 0;
    this.needs.onOnline(true);
    await keep(this.needs.things().revoked ? { measured, revoked: false } : { measured });
    await onBeat(answer.body);
    return null;
  }

  private async sendBatch(organisationId: number): Promise<number> {
    const { store, calls, things, onMoved } = this.needs;
    const begin = { now: Date.now(), most: this.size, measured: things().measured, organisationId };
    const batch = await store.take((waiting) => beginSending(waiting, begin), this.size);
    if (batch.length === 0) return lookEveryMs;
    const answer = await calls.send(batch.map(wireOf));
    if (!answer.body) return this.failed(answer, batch.length);
    const settled = settle(batch, answer.body.events);
    await this.settle(settled);
    const refused = settled.filter(({ state }) => state === 'refused').length;
    this.needs.log(`sent ${batch.length - refused}, refused ${refused}`);
    this.failures = 0;
    this.size = mostInBatch;
    this.needs.onOnline(true);
    onMoved(refused > 0);
    this.photos.wake();
    // The next batch at once, but after what the screen has to do.
    return settled.every(({ state }) => state === 'sending') ? lookEveryMs : 0;
  }

  /** Where there is no room to note what has arrived, it is forgotten, which makes some. */
  private async settle(settled: readonly KeptEvent[]): Promise<void> {
    const { store } = this.needs;
    await store.put(settled).catch(async (error: unknown) => {
      if (!isFull(error)) throw error;
      await store.forget(settled.filter(({ state }) => state === 'sent').map(({ id }) => id));
    });
  }

  /** @param size of the batch; 0 for a heartbeat */
  private async failed(
    {
      status,
      retryAfterSeconds,
      message,
    }: { status: number; retryAfterSeconds: number | null; message: string | null },
    size: number,
  ): Promise<number> {
    const { log, keep, onOnline, store, onMoved } = this.needs;
    const said = { status, retryAfterSeconds, failures: this.failures, chance: Math.random() };
    const outcome = outcomeOf(said, size);
    log(`call failed: ${status} ${message ?? ''}`.trim());
    this.failures += 1;
    switch (outcome.kind) {
      case 'revoked':
        this.lastBeat = Date.now();
        await keep({ revoked: true });
        return lookEveryMs;
      case 'smaller':
        this.size = Math.max(1, Math.floor(size / 2));
        return 0;
      case 'unfit': {
        const [event] = await store.inState('sending', 1);
        if (event) await store.put([{ ...event, state: 'refused', why: message ?? String(status) }]);
        onMoved(true);
        return lookEveryMs;
      }
      case 'later':
        onOnline(status !== 0);
        return outcome.pauseMs;
      case 'answered':
        return lookEveryMs;
    }
  }
}
