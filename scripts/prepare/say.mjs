const started = performance.now();

/** One line for the person who waits, with the seconds since the program began; apart from what a command prints, which may be kept in a file. */
export function say(text) {
  console.error(`[${((performance.now() - started) / 1000).toFixed(1).padStart(5)} s] ${text}`);
}
