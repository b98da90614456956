const typing = 'input, textarea, select, [contenteditable]';

/** `?` shows the shortcuts, `/` goes to the first filter, `[` and `]` turn the page of a table. */
export function shortcuts(page: Document): void {
  page.addEventListener('keydown', (event) => {
    const target = event.target as Element;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || target.closest?.(typing) || page.querySelector('dialog[open]')) return;
    if (event.key === '?') (page.getElementById('tare-shortcuts') as HTMLDialogElement | null)?.showModal();
    else if (event.key === '/') page.querySelector<HTMLElement>('[data-filters] :is(select, input:not([type="hidden"]))')?.focus();
    else if (event.key === '[') page.querySelector<HTMLElement>('a[rel="prev"]')?.click();
    else if (event.key === ']') page.querySelector<HTMLElement>('a[rel="next"]')?.click();
    else return;
    event.preventDefault();
  });
}
