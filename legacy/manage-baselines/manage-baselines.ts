import { readAddress, writeAddress } from '../../client/legacy/host-link';
import { focusHead, openPage, type LegacyPage } from '../../client/legacy/page';
import { showStages } from './parts/stage-list';
import { showStage } from './parts/stage-view';

void openPage('legacy.baselines.title', (page) => show(page));

/** The list, or the location and stage that the address names. */
function show(page: LegacyPage): void {
  const address = readAddress();
  const place = { locationId: Number(address.get('location')), stageId: Number(address.get('stage')) };
  const toStage = (locationId: number, stageId: number) => {
    writeAddress({ location: locationId, stage: stageId });
    void showStage(page, { locationId, stageId }, { onBack: toList }).then(() => focusHead(page));
  };
  const toList = () => {
    writeAddress({ location: null, stage: null });
    showStages(page, toStage);
    focusHead(page);
  };
  if (place.locationId > 0 && place.stageId > 0) void showStage(page, place, { onBack: toList });
  else showStages(page, toStage);
}
