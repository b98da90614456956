/** A sheet above the page, such as the menu or the filters on a phone, closes when the focus leaves it: what has the focus must be seen. Its button opens and closes it by itself. */
export function closeLeftSheets(page: Document): void {
  page.addEventListener('focusin', ({ target }) => {
    for (const sheet of page.querySelectorAll<HTMLElement>('[popover="auto"]:popover-open')) {
      const opener = (target as Element).closest('[popovertarget]')?.getAttribute('popovertarget');
      if (!sheet.contains(target as Node) && opener !== sheet.id) sheet.hidePopover();
    }
  });
}
