import { useAnswer, usePage } from '../../../client/legacy/page';
import type { OwnField } from '../../../client/ui/form-dialog';
import { FormField } from '../../../client/ui/form-field';
import type { Subdivisions } from '../../../server/domain/catalogue/refdata.contract';
import type { SiteDetail } from '../../../server/domain/places/sites.contract';

const name = 'subdivisionCode';
const wholeCountry = 'none';

interface ChoiceProps {
  label: string;
  countryCode: string;
  /** The site's own, while its country is the chosen one; null: it is guessed from the region unless somebody chooses. */
  current: string | null;
  value: string;
  error: string | undefined;
  onChange(value: string): void;
}

/** Parts of the country that have public holidays of their own; a country without such parts asks nothing. */
function SubdivisionChoice({ label, countryCode, current, value, error, onChange }: ChoiceProps) {
  const { t } = usePage();
  const { data, busy } = useAnswer<Subdivisions>(`/refdata/subdivisions?countryCode=${countryCode}`);
  const parts = data?.subdivisions ?? [];
  if (parts.length === 0 && !busy) return <input type="hidden" name={name} value="" />;
  const chosen = value === wholeCountry || value.startsWith(`${countryCode}-`) ? value : (current ?? '');
  return (
    <FormField
      kind="select"
      name={name}
      label={label}
      hint={t('legacy.sites.subdivisionHint')}
      error={error}
      value={chosen}
      onChange={(event) => onChange(event.target.value)}
      options={[
        ...(current === null ? [{ value: '', label: t('legacy.sites.holidaysGuessed') }] : []),
        { value: wholeCountry, label: t('legacy.sites.holidaysWhole') },
        ...parts.map((one) => ({ value: one.subdivisionCode, label: one.subdivisionName })),
      ]}
    />
  );
}

/** Whose public holidays close the site's kitchens. */
export function subdivisionField(label: string, site: Partial<SiteDetail['site']>): OwnField {
  const own = site.subdivisionCode ?? wholeCountry;
  return {
    kind: 'own',
    name,
    label,
    defaultValue: site.countryCode === undefined ? '' : own,
    render: ({ value, values: { countryCode = '' }, error, onChange }) =>
      countryCode === '' ? (
        <input type="hidden" name={name} value="" />
      ) : (
        <SubdivisionChoice
          key={countryCode}
          label={label}
          countryCode={countryCode}
          current={countryCode === site.countryCode ? own : null}
          value={value}
          error={error}
          onChange={onChange}
        />
      ),
  };
}

/** As the call takes it: left out where it is to be guessed. */
export const subdivisionOf = (typed: Record<string, string>): { subdivisionCode?: string | null } =>
  typed[name] ? { subdivisionCode: typed[name] === wholeCountry ? null : typed[name] } : {};
