import { Button } from '../../client/ui/button';
import { classNames } from '../../client/ui/class-names';
import { FormField } from '../../client/ui/form-field';
import type { Translate } from '../../server/platform/i18n/messages';
import s from './organisation-choice.module.css';

interface OrganisationChoiceProps {
  t: Translate;
  /** Of the page that is shown for the chosen one. */
  path: string;
  organisations: readonly { organisationId: number; name: string }[];
  chosen: number;
  /** For hands that are busy. */
  large?: true;
}

/** Choosing leads to the page of that organisation at once. What else was chosen of another one means nothing there. */
export function OrganisationChoice({ t, path, organisations, chosen, large }: OrganisationChoiceProps) {
  return (
    <form method="get" action={path} className={classNames(s.choice, large && s.large)} data-submit-on-change="">
      <FormField
        kind="select"
        name="organisationId"
        label={t('global.organization')}
        defaultValue={String(chosen)}
        autoComplete="off"
        options={organisations.map(({ organisationId, name }) => ({ value: String(organisationId), label: name }))}
      />
      <noscript>
        <Button type="submit">{t('global.showOrganization')}</Button>
      </noscript>
    </form>
  );
}
