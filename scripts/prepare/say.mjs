const started = performance.now();

/** One line for the person who waits, with the seconds since the program began. */
export function say(text) {
  console.log(`[${((performance.now() - started) / 1000).toFixed(1).padStart(5)} s] ${text}`);
}
