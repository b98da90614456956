/** A form that leads on to another site is sent at once, and not again by somebody who comes back from there. */
export function sendItself(page: Document): void {
  const [entry] = performance.getEntriesByType('navigation');
  if (entry instanceof PerformanceNavigationTiming && entry.type === 'back_forward') return;
  page.querySelector<HTMLFormElement>('form[data-sends-itself]')?.requestSubmit();
}
