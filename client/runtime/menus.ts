const openMenus = 'details[data-menu][open]';

/** Closes open menus on Escape, on a click elsewhere and when the focus leaves them. */
export function closeMenus(page: Document): void {
  const close = (stays: (menu: HTMLDetailsElement) => boolean) => {
    page.querySelectorAll<HTMLDetailsElement>(openMenus).forEach((menu) => {
      if (!stays(menu)) menu.open = false;
    });
  };
  page.addEventListener('click', (event) => close((menu) => menu.contains(event.target as Node)));
  page.addEventListener('focusin', (event) =>
    close((menu) => menu.contains(event.target as Node) || menu.closest('[popover]:popover-open') !== null),
  );
  page.addEventListener('keydown', (event) => {
    const menu = event.key === 'Escape' ? page.activeElement?.closest<HTMLDetailsElement>(openMenus) : null;
    if (menu) {
      menu.open = false;
      menu.querySelector('summary')?.focus();
    } else if (event.key === 'Escape') close(() => false);
  });
}
