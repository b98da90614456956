import { setFlagsFromString } from 'node:v8';

/** How much the heap may grow past what survived a collection, in per cent, before the next one. */
const growthPercent = 60;

/**
 * Left alone, V8 lets garbage grow with the memory of the machine: some 50 MB that live took 430 MB.
 * A server that shares its machine collects earlier, for at most a tenth of the pages it can send (`npm run bench -- sessions page-rate`).
 * Nothing is capped: what is really needed still finds its room. V8's flag: `node --v8-options`, `--heap-growing-percent`.
 */
export const keepHeapSmall = () => setFlagsFromString(`--heap-growing-percent=${growthPercent}`);
