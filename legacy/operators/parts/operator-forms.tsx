import { usePage, type LegacyPage } from '../../../client/legacy/page';
import { ComboBox } from '../../../client/ui/combo-box';
import type { ComboOption } from '../../../client/ui/combo-box.rules';
import type { DialogField, OwnField } from '../../../client/ui/form-dialog';
import type { SiteLookup } from '../../../server/domain/places/sites.contract';
import type { OperatorChoices, OperatorRow } from '../../../server/features/operators/operators.contract';

/** A PIN that was just made, and whose it is. */
export interface GivenPin {
  alias: string;
  pin: string;
}

interface Offered {
  places: ComboOption[];
  locales: OperatorChoices['locales'];
}

async function loadOffered({ call }: LegacyPage): Promise<Offered> {
  const [sites, { locales }] = await Promise.all([
    call<SiteLookup>('/sites', { query: { status: 'A' } }),
    call<OperatorChoices>('/operators/choices'),
  ]);
  const places = sites.flatMap(({ siteName, locations }) =>
    locations.map(({ locationId, locationName }) => ({
      value: String(locationId),
      label: locationName,
      hint: siteName,
    })),
  );
  return { places, locales };
}

function placeField({ t }: LegacyPage, { places }: Offered, operator?: OperatorRow): OwnField {
  const label = t('operators.fields.locationName');
  const own = operator ? String(operator.locationId) : '';
  // Where they are may have been closed since.
  const options =
    operator && !places.some(({ value }) => value === own)
      ? [...places, { value: own, label: operator.locationName, hint: operator.siteName }]
      : places;
  return {
    kind: 'own',
    name: 'locationId',
    label,
    defaultValue: own || (places.length === 1 ? (places[0]?.value ?? '') : ''),
    required: true,
    render: ({ value, error, onChange }) => (
      <ComboBox
        label={label}
        name="locationId"
        options={options}
        value={value || null}
        onChange={(chosen) => onChange(chosen ?? '')}
        required
        placeholder={t('legacy.ui.choose')}
        emptyText={t('legacy.ui.nothingFits')}
        openLabel={t('legacy.ui.showChoices')}
        {...(error === undefined ? {} : { error })}
      />
    ),
  };
}

const fieldsOf = (page: LegacyPage, offered: Offered, operator?: OperatorRow): DialogField[] => [
  {
    name: 'alias',
    label: page.t('operators.fields.alias'),
    defaultValue: operator?.alias,
    required: true,
    maxLength: 50,
    hint: page.t('operators.aliasHint'),
  },
  placeField(page, offered, operator),
  {
    name: 'locale',
    kind: 'select',
    label: page.t('operators.fields.locale'),
    defaultValue: operator?.locale ?? page.user.locale,
    options: offered.locales.map(({ locale, localeName }) => ({ value: locale, label: localeName })),
  },
];

const bodyOf = ({ alias, locationId, locale }: Record<string, string>) => ({
  alias,
  locationId: Number(locationId),
  locale,
});

/** @param outcomes `onSaved` is called after each change, so that what is shown is loaded again */
export function useOperatorForms({ onSaved, onPin }: { onSaved: () => void; onPin: (given: GivenPin) => void }) {
  const page = usePage();
  const { t, call, ask, say } = page;
  return {
    async openNewOperator() {
      const offered = await loadOffered(page);
      ask({
        title: t('operators.newTitle'),
        sentence: t('operators.newSentence'),
        submit: t('operators.create'),
        fields: fieldsOf(page, offered),
        async onSubmit(typed) {
          const { pin } = await call<{ pin: string }>('/operators', { method: 'POST', body: bodyOf(typed) });
          onSaved();
          onPin({ alias: typed.alias ?? '', pin });
        },
      });
    },

    async openEdit(operator: OperatorRow) {
      const offered = await loadOffered(page);
      ask({
        title: t('operators.editTitle', { name: operator.alias }),
        submit: t('legacy.ui.save'),
        fields: fieldsOf(page, offered, operator),
        async onSubmit(typed) {
          await call(`/operators/${operator.operatorId}`, {
            method: 'PUT',
            body: { ...bodyOf(typed), version: operator.version },
          });
          say(t('operators.saved'));
          onSaved();
        },
      });
    },

    openState({ operatorId, alias: name, status, version }: OperatorRow) {
      const leaves = status === 'A';
      ask({
        fields: [],
        tone: leaves ? 'danger' : 'primary',
        title: t(leaves ? 'operators.deactivateTitle' : 'operators.reactivateTitle', { name }),
        points: leaves
          ? [t('operators.deactivateAtOnce'), t('operators.deactivateUndo')]
          : [t('operators.reactivateLeads')],
        submit: t(leaves ? 'operators.deactivate' : 'operators.reactivate'),
        async onSubmit() {
          await call(`/operators/${operatorId}/status`, { method: 'PUT', body: { active: !leaves, version } });
          say(t(leaves ? 'operators.deactivated' : 'operators.reactivated', { name }));
          onSaved();
        },
      });
    },

    /** Asks first, because the old PIN ends at once. */
    openPin({ operatorId, alias }: OperatorRow) {
      ask({
        size: 'small',
        fields: [],
        tone: 'danger',
        title: t('operators.newPinTitle', { name: alias }),
        sentence: t('operators.newPinSentence'),
        submit: t('operators.newPin'),
        async onSubmit() {
          const { pin } = await call<{ pin: string }>(`/operators/${operatorId}/pin`, { method: 'POST', body: {} });
          onSaved();
          onPin({ alias, pin });
        },
      });
    },
  };
}
