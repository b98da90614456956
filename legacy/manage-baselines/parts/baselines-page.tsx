import { useState } from 'react';
import { closeView, useAddress, writeAddress } from '../../../client/legacy/address';
import { StageList } from './stage-list';
import { StageView } from './stage-view';

/** The list, or the location and stage that the address names. */
export function BaselinesPage() {
  const address = useAddress();
  const [arrived, setArrived] = useState(false);
  const locationId = Number(address.get('location'));
  const stageId = Number(address.get('stage'));
  const open = (location: number, stage: number) => {
    setArrived(true);
    writeAddress({ location, stage }, { opens: true });
  };
  const back = () => {
    setArrived(true);
    closeView({ location: null, stage: null });
  };
  return locationId > 0 && stageId > 0 ? (
    <StageView
      key={`${locationId}/${stageId}`}
      path={`/baselines/${locationId}/${stageId}`}
      arrived={arrived}
      onBack={back}
    />
  ) : (
    <StageList arrived={arrived} onOpen={open} />
  );
}
