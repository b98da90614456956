import type { Calls, BeatAnswer } from './calls';
import { correctedTime } from './drift.rules';
import { outcomeOf } from './outbox.rules';
import { pausing } from './pausing';
import { oneMore, scaledDown } from './photo.rules';
import type { KeptThings, Store } from './store';

export interface SenderNeeds {
  store: Store;
  calls: Calls;
  things(): KeptThings;
  /** Keeps it and tells the screens, here and in other tabs. */
  keep(things: Partial<KeptThings>): Promise<void>;
  /** What else a heartbeat says. */
  state(): Promise<object>;
  onBeat(answer: BeatAnswer): Promise<void>;
  onOnline(online: boolean): void;
  /** Whether another tab sends, and this one would only once that closes. */
  onStandby(standsBy: boolean): void;
  /** Weighings or photos have changed their state. @param totals whether the day adds up to something else by it */
  onMoved(totals: boolean): void;
  log(line: string): void;
}

const lookEveryMs = 5_000;

/** Sends photos one by one, each after its weighing, in a round of its own: a slow upload holds no weighing back. */
export class PhotoSender {
  private failures = 0;
  private readonly pause = pausing();

  constructor(private readonly needs: SenderNeeds) {}

  wake(): void {
    this.pause.end();
  }

  hurry(): void {
    this.failures = 0;
    this.pause.end();
  }

  async run(): Promise<never> {
    for (;;) {
      let pauseMs = lookEveryMs;
      try {
        pauseMs = await this.turn();
      } catch (error) {
        this.needs.log(`photos: ${String(error)}`);
      }
      await this.pause.begin(pauseMs);
    }
  }

  /** @returns for how long to rest */
  private async turn(): Promise<number> {
    const { store, calls, things, keep, log, onMoved } = this.needs;
    const { enrolled, revoked, measured } = things();
    if (!enrolled || revoked) return lookEveryMs;
    const photo = await store.duePhoto(enrolled.organisationId);
    if (!photo) return lookEveryMs;
    const { eventId, bytes, takenAt, driftMs } = photo;
    const taken = new Date(correctedTime({ savedAt: takenAt, driftMs }, measured));
    const { status, message, retryAfterSeconds } = await calls.sendPhoto({
      eventId,
      bytes,
      takenAt: taken.toISOString(),
    });
    const outcome = outcomeOf({ status, retryAfterSeconds, failures: this.failures, chance: Math.random() }, 1);
    switch (outcome.kind) {
      case 'answered':
        this.failures = 0;
        await store.deletePhoto(photo);
        onMoved(false);
        return 0;
      case 'unfit':
      case 'smaller':
        log(`photo refused: ${status} ${message ?? ''}`.trim());
        await store.deletePhoto(photo);
        await keep({ droppedPhotos: oneMore(things().droppedPhotos, message ?? String(status)) });
        onMoved(false);
        return 0;
      case 'later':
        log(`photo failed: ${status}`);
        this.failures += 1;
        return outcome.pauseMs;
      case 'revoked':
        // The next heartbeat says so to everybody.
        return lookEveryMs;
    }
  }
}

const quality = 0.8;

/** The picture as it is kept and sent: small, upright, and without what a camera writes into it, such as the place. @throws where the browser cannot read it */
export async function smallPicture(file: Blob): Promise<{ bytes: ArrayBuffer; canvas: HTMLCanvasElement }> {
  const picture = await createImageBitmap(file);
  try {
    const canvas = Object.assign(document.createElement('canvas'), scaledDown(picture));
    const area = canvas.getContext('2d');
    if (!area) throw new Error('no canvas');
    area.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const small = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    if (!small) throw new Error('no picture');
    return { bytes: await small.arrayBuffer(), canvas };
  } finally {
    picture.close();
  }
}
