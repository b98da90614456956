import { Button } from '../../client/ui/button';
import { FormField } from '../../client/ui/form-field';
import { path } from '../../server/features/enter-waste/enter-waste-address.rules';
import type { Organisation } from '../../server/features/enter-waste/enter-waste.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import s from './organisation-choice.module.css';

interface OrganisationChoiceProps {
  t: Translate;
  organisations: Organisation[];
  chosen: number;
}

/** Choosing leads to the page of that organisation at once; a location or an item of another means nothing there. */
export function OrganisationChoice({ t, organisations, chosen }: OrganisationChoiceProps) {
  return (
    <form method="get" action={path} className={s.choice} data-submit-on-change="">
      <FormField
        kind="select"
        name="organisationId"
        label={t('enterWaste.organization')}
        defaultValue={String(chosen)}
        autoComplete="off"
        options={organisations.map(({ organisationId, name }) => ({ value: String(organisationId), label: name }))}
      />
      <noscript>
        <Button type="submit">{t('enterWaste.chooseOrganization')}</Button>
      </noscript>
    </form>
  );
}
