/**
 * A link to a page that may act in another organisation leads there in the one that is chosen on this page. The choice stands in the
 * address, where a framed page may have changed it since the server answered, so it is taken over as somebody turns to the link.
 */
export function keepOrganisation(page: Document): void {
  const take = ({ target }: Event) => {
    const link = (target as Element).closest<HTMLAnchorElement>('a[data-any-organisation]');
    if (!link) return;
    const chosen = new URLSearchParams(window.location.search).get('organisationId');
    const leads = new URL(link.href);
    if (chosen === null) leads.searchParams.delete('organisationId');
    else leads.searchParams.set('organisationId', chosen);
    link.setAttribute('href', leads.pathname + leads.search);
  };
  for (const name of ['pointerover', 'pointerdown', 'focusin', 'click'])
    page.addEventListener(name, take, { capture: true, passive: true });
}
