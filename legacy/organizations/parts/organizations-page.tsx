import { useState } from 'react';
import { closeView, useAddress, writeAddress } from '../../../client/legacy/address';
import { OrganizationList } from './organization-list';
import { OrganizationView } from './organization-view';

/** The list, or the organisation that the address names. */
export function OrganizationsPage() {
  const organizationId = Number(useAddress().get('organization'));
  const [arrived, setArrived] = useState(false);
  const open = (organization: number) => {
    setArrived(true);
    writeAddress({ organization }, { opens: true });
  };
  const back = () => {
    setArrived(true);
    closeView({ organization: null });
  };
  return Number.isSafeInteger(organizationId) && organizationId > 0 ? (
    <OrganizationView key={organizationId} organizationId={organizationId} arrived={arrived} onBack={back} />
  ) : (
    <OrganizationList arrived={arrived} onOpen={open} />
  );
}
