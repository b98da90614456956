import { FormField } from '../../../client/ui/form-field';
import type { Translate } from '../../../server/platform/i18n/messages';

interface NameFieldsProps {
  t: Translate;
  shown: { name?: string | undefined; description?: string | undefined };
  fields: Record<string, string>;
  /** The name is set elsewhere. */
  named?: boolean;
}

/** What a role or a group is called, and what it is for. */
export function NameFields({ t, shown, fields, named = false }: NameFieldsProps) {
  return (
    <>
      <FormField
        name="name"
        label={t('roles.name')}
        required
        readOnly={named}
        maxLength={200}
        autoComplete="off"
        defaultValue={shown.name}
        error={fields.name}
      />
      <FormField
        name="description"
        kind="textarea"
        rows={2}
        label={t('roles.description')}
        note={t('security.optional')}
        maxLength={2000}
        defaultValue={shown.description}
        error={fields.description}
      />
    </>
  );
}
