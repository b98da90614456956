import { useState } from 'react';
import { closeView, useAddress, writeAddress } from '../../../client/legacy/address';
import { SiteList } from './site-list';
import { SiteView } from './site-view';

/** The list, or the site that the address names. */
export function SitesPage() {
  const siteId = Number(useAddress().get('site'));
  const [arrived, setArrived] = useState(false);
  const open = (site: number) => {
    setArrived(true);
    writeAddress({ site }, { opens: true });
  };
  const back = () => {
    setArrived(true);
    closeView({ site: null });
  };
  return Number.isSafeInteger(siteId) && siteId > 0 ? (
    <SiteView key={siteId} siteId={siteId} arrived={arrived} onBack={back} />
  ) : (
    <SiteList arrived={arrived} onOpen={open} />
  );
}
