import { shownOf, type Shown } from './push-message.rules';

interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}

/** What a service worker is to us; TypeScript's own types of it cannot stand beside those of pages. */
interface PushWorker {
  registration: ServiceWorkerRegistration;
  clients: {
    matchAll(options: {
      type: 'window';
      includeUncontrolled: true;
    }): Promise<{ url: string; focus(): Promise<unknown> }[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install', listener: () => void): void;
  addEventListener(type: 'push', listener: (event: Extendable & { data: { json(): unknown } | null }) => void): void;
  addEventListener(
    type: 'notificationclick',
    listener: (event: Extendable & { notification: Notification }) => void,
  ): void;
}

const worker = self as unknown as PushWorker;

function read(data: { json(): unknown } | null): Shown {
  try {
    return shownOf(data?.json());
  } catch {
    return shownOf(null);
  }
}

// It answers no request and keeps no page, so a newer one may take over at once.
worker.addEventListener('install', () => void worker.skipWaiting());

worker.addEventListener('push', (event) => {
  const { title, body, tag, url } = read(event.data);
  event.waitUntil(worker.registration.showNotification(title, { body, tag, icon: '/favicon.svg', data: { url } }));
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(shownOf(event.notification.data).url));
});

/** In a new window, or in the one that shows it already. */
async function open(path: string): Promise<void> {
  const url = new URL(path, location.origin).href;
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = windows.find((one) => one.url === url);
  await (shown ? shown.focus() : worker.clients.openWindow(url));
}
