import { useState } from 'react';
import { useAddress, writeAddress } from '../../../client/legacy/address';
import { SiteList } from './site-list';
import { SiteView } from './site-view';

/** The list, or the site that the address names. */
export function SitesPage() {
  const siteId = Number(useAddress().get('site'));
  const [arrived, setArrived] = useState(false);
  const go = (site: number | null) => {
    setArrived(true);
    writeAddress({ site });
  };
  return Number.isSafeInteger(siteId) && siteId > 0
    ? <SiteView key={siteId} siteId={siteId} arrived={arrived} onBack={() => go(null)} />
    : <SiteList arrived={arrived} onOpen={go} />;
}
