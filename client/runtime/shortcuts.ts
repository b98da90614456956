const typing = 'input, textarea, select, [contenteditable]';

/** On a phone the filters are behind their button. */
const filters = 'search button[popovertarget], [data-filters] :is(select, input:not([type="hidden"]))';
const turning = (way: 'previous' | 'next') => `[data-turn="${way}"]:not(:disabled)`;

/** What a framed page has is in a document of its own. */
function firstOf(page: Document, controls: string): HTMLElement | undefined {
  const framed = page.querySelector<HTMLIFrameElement>('iframe[data-legacy-frame]')?.contentDocument;
  return [page, framed]
    .flatMap((one) => [...(one?.querySelectorAll<HTMLElement>(controls) ?? [])])
    .find((control) => control.checkVisibility());
}

/** A framed page has none of its own: that of the page around it opens. */
function openSearch(page: Document): boolean {
  const host = page.defaultView?.parent.document;
  const opener = [page, host].map((one) => one?.querySelector<HTMLElement>('[data-opens="tare-search"]')).find(Boolean);
  if (!opener || page.querySelector('dialog[open]') || host?.querySelector('dialog[open]')) return false;
  opener.click();
  return true;
}

/** `Ctrl+K` or `⌘K` opens the search, wherever somebody types; `?` shows the shortcuts, `i` the tool that looks up ids, `/` goes to the first filter, `[` and `]` turn the page of a table. */
export function shortcuts(page: Document): void {
  page.addEventListener('keydown', (event) => {
    const target = event.target as Element;
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey && !event.defaultPrevented) {
      if (openSearch(page)) event.preventDefault();
      return;
    }
    if (
      event.defaultPrevented ||
      ctrlKey ||
      metaKey ||
      altKey ||
      target.closest?.(typing) ||
      page.querySelector('dialog[open]')
    )
      return;
    if (event.key === '?') (page.getElementById('tare-shortcuts') as HTMLDialogElement | null)?.showModal();
    else if (event.key === 'i' && page.getElementById('tare-lookup'))
      (page.getElementById('tare-lookup') as HTMLDialogElement).showModal();
    else if (event.key === '/') firstOf(page, filters)?.focus();
    else if (event.key === '[') firstOf(page, turning('previous'))?.click();
    else if (event.key === ']') firstOf(page, turning('next'))?.click();
    else return;
    event.preventDefault();
  });
}
