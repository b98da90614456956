import { usePage, type LegacyPage } from '../../../client/legacy/page';
import { followCountry, placeFields } from '../../../client/legacy/place-fields';
import { ComboBox } from '../../../client/ui/combo-box';
import type { DialogField, OwnField } from '../../../client/ui/form-dialog';
import type {
  OrganizationChoices,
  OrganizationDetail,
  OrganizationRow,
} from '../../../server/domain/places/organizations.contract';
import type { PlaceChoices } from '../../../server/platform/places/place-choices.contract';

const kinds = ['CUSTOMER', 'PARTNER', 'TRIAL'] as const;
const units = ['kg', 'g', 'lb', 'oz'];

interface Offered extends OrganizationChoices {
  places: PlaceChoices;
}

const loadOffered = async ({ call }: LegacyPage, choices: OrganizationChoices): Promise<Offered> => ({
  ...choices,
  places: await call<PlaceChoices>('/refdata/places'),
});

/** The organisation above, searched in a list; for internal staff alone. */
function parentField(
  { t }: LegacyPage,
  { parents }: Offered,
  { organizationId, parentId }: Partial<OrganizationRow>,
): OwnField {
  const label = t('organizations.fields.parentName');
  const options = parents
    .filter((one) => one.organizationId !== organizationId)
    .map((one) => ({ value: String(one.organizationId), label: one.name, hint: String(one.organizationId) }));
  return {
    kind: 'own',
    name: 'parentId',
    label,
    defaultValue: parentId ? String(parentId) : '',
    render: ({ value, error, onChange }) => (
      <ComboBox
        label={label}
        name="parentId"
        options={options}
        value={value || null}
        onChange={(chosen) => onChange(chosen ?? '')}
        hint={t('organizations.parentHint')}
        placeholder={t('organizations.noParent')}
        emptyText={t('legacy.ui.nothingFits')}
        openLabel={t('legacy.ui.showChoices')}
        clearLabel={t('legacy.ui.clearField', { field: label })}
        {...(error === undefined ? {} : { error })}
      />
    ),
  };
}

function fieldsOf(page: LegacyPage, offered: Offered, one: Partial<OrganizationDetail['organization']>): DialogField[] {
  const { t } = page;
  const fixed = one.hasEvents ? { currencyCode: t('organizations.currencyFixed') } : {};
  return [
    { name: 'name', label: t('organizations.fields.name'), defaultValue: one.name, required: true, maxLength: 200 },
    {
      name: 'kind',
      kind: 'select',
      label: t('organizations.fields.kind'),
      defaultValue: one.kind ?? 'CUSTOMER',
      options: kinds.map((value) => ({ value, label: t(`organizations.kinds.${value}`) })),
    },
    {
      name: 'segmentName',
      label: t('organizations.fields.segmentName'),
      defaultValue: one.segmentName ?? '',
      note: t('layout.form.optional'),
      maxLength: 100,
      suggestions: offered.segments,
    },
    ...placeFields(page, offered.places, { place: one, fixed, zoneHint: t('organizations.timeZoneHint') }),
    {
      name: 'unit',
      kind: 'select',
      label: t('organizations.fields.unit'),
      defaultValue: one.unit ?? 'kg',
      hint: t('organizations.unitHint'),
      options: units.map((value) => ({ value, label: value })),
    },
    {
      name: 'locale',
      kind: 'select',
      label: t('organizations.fields.locale'),
      defaultValue: one.locale ?? page.user.locale,
      options: offered.locales.map(({ locale, localeName }) => ({ value: locale, label: localeName })),
    },
    ...(offered.staff && !one.system ? [parentField(page, offered, one)] : []),
  ];
}

const bodyOf = ({
  name,
  kind,
  segmentName,
  countryCode,
  currencyCode,
  unit,
  locale,
  timeZone,
}: Record<string, string>) => ({
  name,
  kind,
  segmentName: segmentName || null,
  countryCode,
  currencyCode,
  unit,
  locale,
  timeZone,
});

const parentOf = (typed: string | undefined) => (typed ? Number(typed) : null);

export function useOrganizationForms() {
  const page = usePage();
  const { t, call, ask, say } = page;
  return {
    /** Makes an organisation and leads into it. */
    async openNewOrganization(choices: OrganizationChoices, open: (organizationId: number) => void) {
      const offered = await loadOffered(page, choices);
      ask({
        size: 'large',
        title: t('organizations.newTitle'),
        sentence: t('organizations.newSentence'),
        submit: t('organizations.create'),
        follow: followCountry(offered.places),
        fields: [
          ...fieldsOf(page, offered, {}),
          { name: 'administratorName', label: t('organizations.administratorName'), required: true, maxLength: 200 },
          {
            name: 'administratorEmail',
            kind: 'email',
            label: t('organizations.administratorEmail'),
            required: true,
            maxLength: 254,
          },
        ],
        async onSubmit({ administratorName, administratorEmail, parentId, ...typed }) {
          const body = { ...bodyOf(typed), parentId: parentOf(parentId), administratorName, administratorEmail };
          const { organizationId } = await call<{ organizationId: number }>('/organizations', { method: 'POST', body });
          say(t('organizations.created', { email: administratorEmail ?? '' }));
          open(organizationId);
        },
      });
    },

    async openEdit(
      choices: OrganizationChoices,
      { organization: one, revision }: OrganizationDetail,
      onSaved: () => void,
    ) {
      const offered = await loadOffered(page, choices);
      ask({
        size: 'large',
        title: t('organizations.editTitle', { name: one.name }),
        submit: t('legacy.ui.save'),
        fields: fieldsOf(page, offered, one),
        ...(one.hasEvents ? {} : { follow: followCountry(offered.places) }),
        async onSubmit(typed) {
          const parentId = 'parentId' in typed ? parentOf(typed.parentId) : one.parentId;
          await call(`/organizations/${one.organizationId}`, {
            method: 'PUT',
            body: { ...bodyOf(typed), parentId, revision },
          });
          say(t('organizations.saved'));
          onSaved();
        },
      });
    },

    openState({ organization: { organizationId, name, status }, revision }: OrganizationDetail, onSaved: () => void) {
      const closing = status === 'ACTIVE';
      ask({
        fields: [],
        tone: closing ? 'danger' : 'primary',
        title: t(closing ? 'organizations.suspendTitle' : 'organizations.reopenTitle', { name }),
        points: closing
          ? [t('organizations.suspendPeople'), t('organizations.suspendDevices'), t('organizations.suspendUndo')]
          : [t('organizations.reopenSentence')],
        submit: t(closing ? 'organizations.suspend' : 'organizations.reopen'),
        async onSubmit() {
          await call(`/organizations/${organizationId}/status`, {
            method: 'PUT',
            body: { suspended: closing, revision },
          });
          say(t(closing ? 'organizations.suspended' : 'organizations.reopened', { name }));
          onSaved();
        },
      });
    },
  };
}
