import { openPage, type LegacyPage } from '../../client/legacy/page';
import { readAddress, writeAddress } from '../../client/legacy/host-link';
import { showSite } from './parts/site-view';
import { showSites } from './parts/site-list';

void openPage('legacy.sites.title', (page) => show(page));

/** The list, or the site that the address names. */
function show(page: LegacyPage): void {
  const siteId = Number(readAddress().get('site'));
  const toSite = (id: number) => {
    writeAddress({ site: id });
    showSite(page, id, { onBack: toList });
    focusHead(page);
  };
  const toList = () => {
    writeAddress({ site: null });
    showSites(page, toSite);
    focusHead(page);
  };
  if (Number.isSafeInteger(siteId) && siteId > 0) showSite(page, siteId, { onBack: toList });
  else showSites(page, toSite);
}

/** The view has changed as a page would; whoever listens or tabs starts at its head. */
function focusHead(page: LegacyPage): void {
  window.scrollTo(0, 0);
  page.main.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
}
