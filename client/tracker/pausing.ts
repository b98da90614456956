/** A rest that ends by itself or is ended. */
export function pausing(): { begin(ms: number): Promise<void>; end(): void } {
  let end: () => void = () => undefined;
  return {
    begin: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        end = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    end: () => end(),
  };
}
