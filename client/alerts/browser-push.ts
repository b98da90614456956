import { request } from '../runtime/request';

/** Why this browser shows no push messages. */
export type PushRefusal = 'unsupported' | 'denied' | 'failed';

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

const isFor = (subscription: PushSubscription, key: Uint8Array) => {
  const own = new Uint8Array(subscription.options.applicationServerKey ?? new ArrayBuffer(0));
  return own.length === key.length && own.every((byte, at) => byte === key[at]);
};

/**
 * Asks the person and the browser whether push messages may be shown here, and has them sent here.
 * @returns null where they are
 */
export async function askForPush(): Promise<PushRefusal | null> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return 'unsupported';
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  try {
    await navigator.serviceWorker.register('/service-worker.js');
    const { pushManager } = await navigator.serviceWorker.ready;
    const { publicKey } = await request<{ publicKey: string }>('/rest/v1/push/key');
    const key = bytesOf(publicKey);
    const before = await pushManager.getSubscription();
    // A subscription for another key brings nothing of ours any more.
    if (before && !isFor(before, key)) await before.unsubscribe();
    const subscription =
      before && isFor(before, key)
        ? before
        : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    await request('/rest/v1/push/subscriptions', { method: 'PUT', body: subscription.toJSON() });
    return null;
  } catch {
    return 'failed';
  }
}
