import { useEffect, useState } from 'react';
import type { EventChoices } from '../../server/domain/events/event-choices.contract';
import { addressOf, path } from '../../server/features/enter-waste/enter-waste-address.rules';
import { defineIsland } from '../runtime/define-island';
import { request } from '../runtime/request';
import { sentences, type Speak } from '../runtime/sentences';
import { Button } from '../ui/button';
import { ComboBox } from '../ui/combo-box';
import type { ComboOption } from '../ui/combo-box.rules';
import { FormField } from '../ui/form-field';
import { useSearchedOptions } from '../ui/searched-options';
import s from './place-search.module.css';

const words = sentences(
  'enterWaste.findLocation',
  'enterWaste.find',
  'legacy.ui.nothingFits',
  'legacy.ui.showChoices',
  'legacy.ui.typeToFind',
);

interface PlaceSearchProps {
  find: string;
  /** Another than the person's own. */
  organisationId: number | null;
  unit: string | null;
  /** The beginning of the list. */
  options: ComboOption[];
  t: Speak<typeof words>;
}

/** Finds a location among many: a form that asks the server, and once it is awake a box that opens the location at once. */
function PlaceSearch({ find, organisationId, unit, options, t }: PlaceSearchProps) {
  const [awake, setAwake] = useState(false);
  // What somebody types before it woke stays theirs.
  useEffect(() => setAwake(document.activeElement?.id !== 'field-find'), []);
  const { found, search } = useSearchedOptions(async (text) => {
    const answer = await request<EventChoices>('/rest/v1/waste-events/choices', {
      query: { field: 'locationId', text, inUse: true, organisationId },
    }).catch(() => ({ options: [] }));
    return answer.options.map(({ value, label, group = '' }) => ({ value, label, hint: group }));
  });
  if (!awake)
    return (
      <form method="get" action={path} role="search" className={s.search}>
        <input type="hidden" name="choose" value="location" />
        {organisationId !== null && <input type="hidden" name="organisationId" value={organisationId} />}
        {unit !== null && <input type="hidden" name="unit" value={unit} />}
        <FormField kind="search" name="find" label={t('enterWaste.findLocation')} defaultValue={find} maxLength={100} />
        <Button type="submit" icon="search">
          {t('enterWaste.find')}
        </Button>
      </form>
    );
  return (
    <ComboBox
      label={t('enterWaste.findLocation')}
      hint={t('legacy.ui.typeToFind')}
      options={found ?? options}
      value={null}
      onChange={(locationId) => window.location.assign(addressOf({ organisationId, unit, locationId }))}
      onQuery={search}
      emptyText={t('legacy.ui.nothingFits')}
      openLabel={t('legacy.ui.showChoices')}
    />
  );
}

export const placeSearch = defineIsland('enter-waste/place-search', PlaceSearch, words);
export default placeSearch;
