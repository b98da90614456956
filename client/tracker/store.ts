import type { TrackerSetup } from '../../server/features/tracker/tracker.contract';
import type { Measured } from './drift.rules';
import { ownedBy, type KeptEvent } from './outbox.rules';
import type { DroppedPhotos, KeptPhoto } from './photo.rules';
import type { Presets, SignedIn } from './profile.rules';

/** Which device this browser is. */
export interface Enrolled {
  key: string;
  organisationId: number;
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
  droppedPhotos: DroppedPhotos | null;
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
  droppedPhotos: null,
  log: [],
};

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(asError(request.error));
  });

/** There is no room left. */
export const isFull = (error: unknown): boolean => (error as DOMException | null)?.name === 'QuotaExceededError';

const asError = (error: DOMException | null) => error ?? new Error('the browser’s store gave no reason');

const mostInPart = 100;

type Part = 'events' | 'photos' | 'things';

/** The browser's own database: weighings by their id, their photos by the same, and everything else by its name. */
export class Store {
  private constructor(private readonly db: IDBDatabase) {}

  /** @throws where the browser keeps nothing, as some do in private mode */
  static async open(): Promise<Store> {
    const request = indexedDB.open('tare-tracker', 2);
    request.onupgradeneeded = () => {
      const { result: made } = request;
      if (!made.objectStoreNames.contains('events')) {
        const events = made.createObjectStore('events', { keyPath: 'id' });
        events.createIndex('state', 'state');
        events.createIndex('day', 'day');
        made.createObjectStore('things');
      }
      made.createObjectStore('photos', { keyPath: 'eventId' }).createIndex('takenAt', 'takenAt');
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
    await this.write(['things'], ({ things: store }) => {
      for (const [name, value] of Object.entries(things)) store.put(value, name);
    });
  }

  /**
   * Becomes a device. What waits for another organization stays here unsent until the tablet is that organization's again; what
   * has arrived there is forgotten.
   */
  async enrol(things: Partial<KeptThings>, organisationId: number): Promise<void> {
    await this.write(['things', 'events'], ({ things: store, events }) => {
      for (const [name, value] of Object.entries(things)) store.put(value, name);
      const cursor = events.openCursor();
      cursor.onsuccess = () => {
        if (!cursor.result) return;
        const event = cursor.result.value as KeptEvent;
        const moved = ownedBy(event, organisationId);
        if (moved === null) cursor.result.delete();
        else if (moved !== event) cursor.result.update(moved);
        cursor.result.continue();
      };
    });
  }

  /** Written to the disk when this is done, whatever is switched off then. @throws QuotaExceededError */
  async put(events: readonly KeptEvent[]): Promise<void> {
    const put = () => this.write(['events'], ({ events: store }) => events.forEach((event) => store.put(event)));
    await put().catch(async (error: unknown) => {
      if (!isFull(error)) throw error;
      await this.forgetSent(null);
      await put();
    });
  }

  /** With their photos. */
  async delete(ids: readonly string[]): Promise<void> {
    await this.write(['events', 'photos'], ({ events, photos }) =>
      ids.forEach((id) => {
        events.delete(id);
        photos.delete(id);
      }),
    );
  }

  /** Without their photos, which follow. */
  async forget(ids: readonly string[]): Promise<void> {
    await this.write(['events'], ({ events }) => ids.forEach((id) => events.delete(id)));
  }

  /** A photo of a weighing that is still here. @returns whether it is @throws QuotaExceededError */
  async putPhoto(photo: KeptPhoto): Promise<boolean> {
    let found = false;
    await this.write(['events', 'photos'], ({ events, photos }) => {
      const event = events.getKey(photo.eventId);
      event.onsuccess = () => {
        found = event.result !== undefined;
        if (found) photos.put(photo);
      };
    });
    return found;
  }

  /** The oldest photo of the organization whose weighing has arrived: one that is no longer here has. */
  duePhoto(organisationId: number): Promise<KeptPhoto | null> {
    return new Promise((resolve, reject) => {
      const transaction = this.db.transaction(['events', 'photos']);
      const photos = transaction.objectStore('photos');
      const cursor = photos.index('takenAt').openKeyCursor();
      let due: KeptPhoto | null = null;
      cursor.onsuccess = () => {
        const place = cursor.result;
        if (!place) return;
        const event = transaction.objectStore('events').get(place.primaryKey) as IDBRequest<KeptEvent | undefined>;
        event.onsuccess = () => {
          if (event.result && event.result.state !== 'sent') return place.continue();
          const photo = photos.get(place.primaryKey) as IDBRequest<KeptPhoto>;
          photo.onsuccess = () => {
            if (photo.result.organisationId === organisationId) due = photo.result;
            else place.continue();
          };
        };
      };
      transaction.oncomplete = () => resolve(due);
      transaction.onabort = () => reject(asError(transaction.error));
    });
  }

  /** Not one that was taken in its place meanwhile. */
  async deletePhoto({ eventId, takenAt }: KeptPhoto): Promise<void> {
    await this.write(['photos'], ({ photos }) => {
      const found = photos.get(eventId) as IDBRequest<KeptPhoto | undefined>;
      found.onsuccess = () => {
        if (found.result?.takenAt === takenAt) photos.delete(eventId);
      };
    });
  }

  countPhotos(): Promise<number> {
    return done(this.db.transaction('photos').objectStore('photos').count());
  }

  find(id: string): Promise<KeptEvent | undefined> {
    return done<KeptEvent | undefined>(this.events().get(id));
  }

  /** In parts: thousands at once would hold up whoever taps meanwhile. */
  async ofDay(day: string): Promise<KeptEvent[]> {
    const ids = await done(this.events().index('day').getAllKeys(day));
    const all: KeptEvent[] = [];
    for (let from = 0; from < ids.length; from += mostInPart) {
      const events = this.events();
      const part = ids.slice(from, from + mostInPart).map((id) => done<KeptEvent | undefined>(events.get(id)));
      for (const event of await Promise.all(part)) if (event?.day === day) all.push(event);
    }
    return all;
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
    await this.write(['events', 'photos'], ({ events: store, photos }) => {
      const found = store.get(id) as IDBRequest<KeptEvent | undefined>;
      found.onsuccess = () => {
        if (found.result?.state !== 'waiting') return;
        undone = found.result;
        store.delete(id);
        photos.delete(id);
      };
    });
    return undone;
  }

  /**
   * Turns what waits into what is being sent, in one step with the look at it: what was undone meanwhile does not go. Where there
   * is no room to note that, it goes all the same: only what has arrived makes room again.
   */
  async take(begin: (waiting: readonly KeptEvent[]) => KeptEvent[], most: number): Promise<KeptEvent[]> {
    let taken: KeptEvent[] = [];
    await this.write(['events'], ({ events: store }) => {
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
    }).catch((error: unknown) => {
      if (!isFull(error)) throw error;
    });
    return taken;
  }

  /** Forgets what arrived on days before, or all that did. */
  async forgetSent(before: string | null): Promise<void> {
    await this.write(['events'], ({ events: store }) => {
      const days = before === null ? null : IDBKeyRange.upperBound(before, true);
      const cursor = store.index('day').openCursor(days);
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

  private write<Name extends Part>(
    names: readonly Name[],
    work: (stores: Record<Name, IDBObjectStore>) => void,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      const transaction = this.db.transaction([...names], 'readwrite', { durability: 'strict' });
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(asError(transaction.error));
      work(
        Object.fromEntries(names.map((name) => [name, transaction.objectStore(name)])) as Record<Name, IDBObjectStore>,
      );
    });
  }
}
