import { within } from './orderly-stop';

const answerMs = 1_000;

interface Dependencies {
  signal: AbortSignal;
  /** Each says whether one service answers now. */
  services: (() => Promise<unknown>)[];
}

/** Whether work may be sent here: not stopping, and every service answers within a second. One question at a time, however many ask. */
export function readiness({ signal, services }: Dependencies): () => Promise<boolean> {
  let asking: Promise<boolean> | undefined;
  const ask = async () => {
    const answers = Promise.all(services.map((answersNow) => answersNow().catch(() => false)));
    const all = await within(answerMs, answers);
    return Array.isArray(all) && all.every(Boolean) && !signal.aborted;
  };
  return async () => {
    if (signal.aborted) return false;
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  };
}
