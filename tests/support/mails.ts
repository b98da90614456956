import { browser } from './people';
import type { TestApp } from './test-app';

/** Runs what waits, and gives the texts of the mails to an address, the newest first. */
export async function mailsTo(app: TestApp, address: string): Promise<string[]> {
  await app.runJobs();
  const outbox = await browser(app)
    .get('/dev/outbox')
    .query({ to: address })
    .set('X-Forwarded-For', '127.0.0.1')
    .set('Accept', 'application/json');
  return (outbox.body as { text: string }[]).map(({ text }) => text);
}

/** The address that the newest mail links to, with its query. */
export async function newestLink(app: TestApp, address: string): Promise<URL> {
  const [text = ''] = await mailsTo(app, address);
  return new URL(/http:\/\/tare\.test\/\S+/.exec(text)?.[0] ?? 'http://no.link');
}
