import { freePort } from '../support/counterparts/ports';
import { startTare } from '../support/counterparts/tare-process';

/** Starts the built server as a person would, on a folder of its own with a small demo. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const port = await freePort();
  // A passkey belongs to a name, and an address of numbers is none.
  const url = `http://localhost:${port}`;
  const tare = await startTare({ port, env: { PUBLIC_URL: url, DEMO: '1', DEMO_EVENTS: '20000', RATE_LIMITS: 'off' } });
  await tare.ready();
  process.env.TARE_E2E_URL = url;
  return async () => { await tare.stop(); };
}
