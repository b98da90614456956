import { FormField } from '../../client/ui/form-field';
import { longest } from '../../server/domain/images/images.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { problemIn, type FormFailure } from '../layout/form-failure';

interface LicenseFieldsProps {
  t: Translate;
  values: { license?: string; source?: string };
  refused: FormFailure | null;
}

/** Whether a picture may be used, and where it is from. */
export function LicenseFields({ t, values, refused }: LicenseFieldsProps) {
  return (
    <>
      <FormField
        name="license"
        label={t('manageImages.license')}
        note={t('manageImages.optional')}
        hint={t('manageImages.licenseHint')}
        maxLength={longest.license}
        suggestions={[
          t('manageImages.licenses.own'),
          t('manageImages.licenses.publicDomain'),
          t('manageImages.licenses.bought'),
          'CC0 1.0',
          'CC BY 4.0',
          'CC BY-SA 4.0',
        ]}
        defaultValue={values.license ?? ''}
        error={problemIn(refused, 'license')}
      />
      <FormField
        name="source"
        label={t('manageImages.source')}
        note={t('manageImages.optional')}
        hint={t('manageImages.sourceHint')}
        maxLength={longest.source}
        defaultValue={values.source ?? ''}
        error={problemIn(refused, 'source')}
      />
    </>
  );
}
