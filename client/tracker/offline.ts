import type { TrackerProfile } from '../../server/domain/tracker-profiles/tracker-profile.contract';

const imagesName = 'tare-tracker-images';
const lookEveryMs = 3_600_000;

/** Has the browser keep the page, so that it opens while the tablet is offline, and takes over a newer one while nobody weighs. */
export async function keepPage(isIdle: () => boolean): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const hadOne = navigator.serviceWorker.controller !== null;
  let newer = false;
  navigator.serviceWorker.addEventListener('controllerchange', () => (newer = hadOne));
  try {
    const registration = await navigator.serviceWorker.register('/tracker-service-worker.js', { scope: '/tracker' });
    setInterval(() => void registration.update().catch(() => undefined), lookEveryMs);
  } catch {
    // Offline at the first visit, or forbidden: it then works as long as the page stays open.
  }
  setInterval(() => {
    if (newer && isIdle()) location.reload();
  }, 10_000);
  // Asked for, a browser that runs out of space forgets other sites first.
  await navigator.storage?.persist?.().catch(() => false);
}

/** Keeps the pictures of the buttons, and forgets those that no button has. Without them a button still has its name. */
export async function keepImages({ buttons }: TrackerProfile): Promise<void> {
  if (!('caches' in window)) return;
  try {
    const wanted = new Set(buttons.flatMap(({ image }) => image ?? []));
    const cache = await caches.open(imagesName);
    const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
    await Promise.all([...kept].filter((path) => !wanted.has(path)).map((path) => cache.delete(path)));
    for (const path of wanted) if (!kept.has(path)) await cache.add(path);
  } catch {
    // The next profile tries again.
  }
}
