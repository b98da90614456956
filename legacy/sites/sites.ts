import { focusHead, openPage, type LegacyPage } from '../../client/legacy/page';
import { readAddress, writeAddress } from '../../client/legacy/host-link';
import { showSite } from './parts/site-view';
import { showSites } from './parts/site-list';

void openPage('legacy.sites.title', (page) => show(page));

/** The list, or the site that the address names. */
function show(page: LegacyPage): void {
  const siteId = Number(readAddress().get('site'));
  const toSite = (id: number) => {
    writeAddress({ site: id });
    void showSite(page, id, { onBack: toList }).then(() => focusHead(page));
  };
  const toList = () => {
    writeAddress({ site: null });
    showSites(page, toSite);
    focusHead(page);
  };
  if (Number.isSafeInteger(siteId) && siteId > 0) void showSite(page, siteId, { onBack: toList });
  else showSites(page, toSite);
}
