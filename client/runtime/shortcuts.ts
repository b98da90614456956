const typing = 'input, textarea, select, [contenteditable]';

/** On a phone the filters are behind their button, and those of a framed page are in a document of their own. */
function firstFilter(page: Document): HTMLElement | undefined {
  const framed = page.querySelector<HTMLIFrameElement>('iframe[data-legacy-frame]')?.contentDocument;
  const controls = 'search button[popovertarget], [data-filters] :is(select, input:not([type="hidden"]))';
  return [page, framed].flatMap((one) => [...(one?.querySelectorAll<HTMLElement>(controls) ?? [])]).find((control) => control.checkVisibility());
}

/** `?` shows the shortcuts, `/` goes to the first filter, `[` and `]` turn the page of a table. */
export function shortcuts(page: Document): void {
  page.addEventListener('keydown', (event) => {
    const target = event.target as Element;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || target.closest?.(typing) || page.querySelector('dialog[open]')) return;
    if (event.key === '?') (page.getElementById('tare-shortcuts') as HTMLDialogElement | null)?.showModal();
    else if (event.key === '/') firstFilter(page)?.focus();
    else if (event.key === '[') page.querySelector<HTMLElement>('a[rel="prev"]')?.click();
    else if (event.key === ']') page.querySelector<HTMLElement>('a[rel="next"]')?.click();
    else return;
    event.preventDefault();
  });
}
