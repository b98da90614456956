import type { TrackerSetup } from '../../server/features/tracker/tracker.contract';
import type { Measured } from './drift.rules';
import type { KeptEvent } from './outbox.rules';
import type { Presets, SignedIn } from './profile.rules';

/** Which device this browser is. */
export interface Enrolled {
  key: string;
  deviceId: number;
  deviceName: string;
}

export interface DeviceSettings {
  locale: string;
  asksPin: boolean;
  scale: 'none' | 'continuous' | 'request';
}

/** All that the browser keeps beside the weighings. */
export interface KeptThings {
  enrolled: Enrolled | null;
  /** The server has said that the key opens nothing any more. */
  revoked: boolean;
  setup: TrackerSetup | null;
  settings: DeviceSettings | null;
  settingsVersion: number;
  measured: Measured | null;
  signedIn: SignedIn | null;
  presets: Presets;
  log: string[];
}

const nothingKept: KeptThings = {
  enrolled: null,
  revoked: false,
  setup: null,
  settings: null,
  settingsVersion: 0,
  measured: null,
  signedIn: null,
  presets: {},
  log: [],
};

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(asError(request.error));
  });

const asError = (error: DOMException | null) => error ?? new Error('the browser’s store gave no reason');

/** The browser's own database: weighings by their id, and everything else by its name. */
export class Store {
  private constructor(private readonly db: IDBDatabase) {}

  /** @throws where the browser keeps nothing, as some do in private mode */
  static async open(): Promise<Store> {
    const request = indexedDB.open('tare-tracker', 1);
    request.onupgradeneeded = () => {
      const events = request.result.createObjectStore('events', { keyPath: 'id' });
      events.createIndex('state', 'state');
      events.createIndex('day', 'day');
      request.result.createObjectStore('things');
    };
    const db = await done(request);
    // A newer build in another tab must not wait for this one.
    db.onversionchange = () => db.close();
    return new Store(db);
  }

  async things(): Promise<KeptThings> {
    const store = this.db.transaction('things').objectStore('things');
    const [names, values] = await Promise.all([done(store.getAllKeys()), done<unknown[]>(store.getAll())]);
    return { ...nothingKept, ...Object.fromEntries(names.map((name, at) => [String(name), values[at]])) };
  }

  /** @throws QuotaExceededError */
  async keep(things: Partial<KeptThings>): Promise<void> {
    await this.write('things', (store) => {
      for (const [name, value] of Object.entries(things)) store.put(value, name);
    });
  }

  /** Written to the disk when this is done, whatever is switched off then. @throws QuotaExceededError */
  async put(events: readonly KeptEvent[]): Promise<void> {
    await this.write('events', (store) => events.forEach((event) => store.put(event)));
  }

  async delete(ids: readonly string[]): Promise<void> {
    await this.write('events', (store) => ids.forEach((id) => store.delete(id)));
  }

  find(id: string): Promise<KeptEvent | undefined> {
    return done<KeptEvent | undefined>(this.events().get(id));
  }

  ofDay(day: string): Promise<KeptEvent[]> {
    return done<KeptEvent[]>(this.events().index('day').getAll(day));
  }

  inState(state: KeptEvent['state'], most?: number): Promise<KeptEvent[]> {
    return done<KeptEvent[]>(this.events().index('state').getAll(state, most));
  }

  count(state: KeptEvent['state']): Promise<number> {
    return done(this.events().index('state').count(state));
  }

  /** Takes a weighing back, if nothing of it has left the tablet. */
  async undo(id: string): Promise<KeptEvent | null> {
    let undone: KeptEvent | null = null;
    await this.write('events', (store) => {
      const found = store.get(id) as IDBRequest<KeptEvent | undefined>;
      found.onsuccess = () => {
        if (found.result?.state !== 'waiting') return;
        undone = found.result;
        store.delete(id);
      };
    });
    return undone;
  }

  /** Turns what waits into what is being sent, in one step with the look at it: what was undone meanwhile does not go. */
  async take(begin: (waiting: readonly KeptEvent[]) => KeptEvent[], most: number): Promise<KeptEvent[]> {
    let taken: KeptEvent[] = [];
    await this.write('events', (store) => {
      const states = store.index('state');
      const before = states.getAll('sending', most) as IDBRequest<KeptEvent[]>;
      before.onsuccess = () => {
        // One more screenful of what is held back for undoing may stand before what is due.
        const waiting = states.getAll('waiting', most + 200) as IDBRequest<KeptEvent[]>;
        waiting.onsuccess = () => {
          taken = begin([...before.result, ...waiting.result]);
          for (const event of taken) store.put(event);
        };
      };
    });
    return taken;
  }

  /** Forgets what arrived on days before. */
  async forgetSent(before: string): Promise<void> {
    await this.write('events', (store) => {
      const cursor = store.index('day').openCursor(IDBKeyRange.upperBound(before, true));
      cursor.onsuccess = () => {
        if (!cursor.result) return;
        if ((cursor.result.value as KeptEvent).state === 'sent') cursor.result.delete();
        cursor.result.continue();
      };
    });
  }

  private events(): IDBObjectStore {
    return this.db.transaction('events').objectStore('events');
  }

  private write(name: 'events' | 'things', work: (store: IDBObjectStore) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const transaction = this.db.transaction(name, 'readwrite', { durability: 'strict' });
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(asError(transaction.error));
      work(transaction.objectStore(name));
    });
  }
}
