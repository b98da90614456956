import { ComboBox } from '../ui/combo-box';
import type { ComboOption } from '../ui/combo-box.rules';
import type { OwnField } from '../ui/form-dialog';
import { usePage } from './page';

interface ChoiceProps {
  name: string;
  label: string;
  options: readonly ComboOption[];
  required?: boolean;
  placeholder?: string;
}

function Choice({
  value,
  error,
  onChange,
  ...choice
}: ChoiceProps & { value: string; error: string | undefined; onChange(value: string): void }) {
  const { t } = usePage();
  return (
    <ComboBox
      {...choice}
      value={value || null}
      onChange={(next) => onChange(next ?? '')}
      emptyText={t('legacy.ui.nothingFits')}
      openLabel={t('legacy.ui.showChoices')}
      {...(choice.required ? {} : { clearLabel: t('legacy.ui.clearField', { field: choice.label }) })}
      {...(error === undefined ? {} : { error })}
    />
  );
}

/** A choice from a list in which can be searched, as a field of a form. */
export function choiceField({ defaultValue = '', ...choice }: ChoiceProps & { defaultValue?: string }): OwnField {
  const { name, label, required = false } = choice;
  return {
    kind: 'own',
    name,
    label,
    defaultValue,
    required,
    render: ({ value, error, onChange }) => <Choice {...choice} value={value} error={error} onChange={onChange} />,
  };
}
