import type { Resources } from '../resources';
import { sealAudits } from './audit-chain.service';

const everyMs = 3000;

export interface Sealer {
  stop(): Promise<void>;
}

/** Seals new rows of the audit a few seconds after they were written. */
export function startSealer({
  database: { db },
  signer,
  clock,
  log,
}: Pick<Resources, 'database' | 'signer' | 'clock' | 'log'>): Sealer {
  let stopped = false;
  let working: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout;
  const later = () => {
    if (stopped) return;
    timer = setTimeout(() => {
      working = sealAudits({ db, signer }, clock.now())
        .catch((error: unknown) => log.error({ err: error }, 'sealing the audit'))
        .finally(later);
    }, everyMs);
  };
  later();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await working;
    },
  };
}
