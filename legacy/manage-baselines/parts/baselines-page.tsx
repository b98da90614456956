import { useState } from 'react';
import { useAddress, writeAddress } from '../../../client/legacy/address';
import { StageList } from './stage-list';
import { StageView } from './stage-view';

/** The list, or the location and stage that the address names. */
export function BaselinesPage() {
  const address = useAddress();
  const [arrived, setArrived] = useState(false);
  const locationId = Number(address.get('location'));
  const stageId = Number(address.get('stage'));
  const go = (location: number | null, stage: number | null) => {
    setArrived(true);
    writeAddress({ location, stage });
  };
  return locationId > 0 && stageId > 0
    ? <StageView key={`${locationId}/${stageId}`} path={`/baselines/${locationId}/${stageId}`} arrived={arrived} onBack={() => go(null, null)} />
    : <StageList arrived={arrived} onOpen={go} />;
}
