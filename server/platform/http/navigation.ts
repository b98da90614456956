import type { NavItem } from '../../../views/layout/navigation';
import { type Actor, may } from '../actor';
import type { MenuId, NavEntry } from '../feature';
import type { Translate } from '../i18n/messages';
import type { ListedPage, Route } from './define-route';
import { permits } from './guards';

/** The menus of the navigation line, in their order. */
export const menuOrder = ['reporting', 'prevention', 'configuration', 'ccmTools'] as const satisfies MenuId[];

/** Menus, buttons and search know the pages from the one list that the features declare. */
export function createNavigation({ nav, routes }: { nav: readonly NavEntry[]; routes: readonly Route[] }) {
  const pageAt = new Map(
    routes
      .filter((route) => route.kind === 'page' && route.method === 'get')
      .map((route) => [route.path as string, route]),
  );
  const places: MenuId[] = ['button', ...menuOrder, 'account'];
  const sorted = [...nav].sort(
    (one, other) => places.indexOf(one.menu) - places.indexOf(other.menu) || one.order - other.order,
  );

  function maySeePage(href: string, actor: Actor): boolean {
    const page = pageAt.get(href);
    if (!page) throw new Error(`The menu entry ${href} leads to no page.`);
    return permits(page, actor);
  }

  /** An entry without a page cannot be declared. */
  const mayOpen = ({ access, href }: NavEntry, actor: Actor) =>
    access ? permits({ access }, actor) : maySeePage(href, actor);

  /** What a person sees of a menu, or of the buttons beside them. */
  function entriesOf(menu: MenuId, { actor, path, t }: { actor: Actor | null; path: string; t: Translate }): NavItem[] {
    return sorted
      .filter(
        (entry) =>
          actor !== null &&
          entry.menu === menu &&
          !entry.unlisted &&
          mayOpen(entry, actor) &&
          (entry.needs === undefined || may(actor, entry.needs)),
      )
      .map((entry) => ({
        href: entry.href,
        label: t(entry.label as 'nav.home'),
        current: entry.href === path,
        inside: path.startsWith(`${entry.href}/`),
        anyOrganisation: entry.anyOrganisation,
        opens: entry.opens,
        icon: entry.icon,
      }));
  }

  /** Every page that a person may open, in the order of the menus, each once: whether their role shows its menu or not. */
  function pagesOf(actor: Actor, t: Translate): ListedPage[] {
    const pages = new Map<string, ListedPage>();
    for (const entry of sorted.filter((one) => mayOpen(one, actor))) {
      const { href, label, menu, settings = [] } = entry;
      if (pages.has(href)) continue;
      pages.set(href, {
        href,
        label: t(label as 'nav.home'),
        menu: menu === 'button' ? null : t(`nav.${menu}`),
        own: menu === 'account',
        settings: settings.map((key) => t(key as 'nav.home')),
      });
    }
    return [...pages.values()];
  }

  return { maySeePage, entriesOf, pagesOf };
}

export type Navigation = ReturnType<typeof createNavigation>;
