import { prepareDemo } from './demo-server';

/** The workers start their servers on copies of it. */
export default async function globalSetup(): Promise<void> {
  process.env.TARE_E2E_DEMO = await prepareDemo();
}
