import { Button } from '../../client/ui/button';
import { FormField } from '../../client/ui/form-field';
import { createFormat, type Locale, type WeightUnit } from '../../client/ui/format';
import { PageHeader } from '../../client/ui/page-header';
import type { KeptView } from '../../server/features/imports/kept-mapping.contract';
import type { DateForms } from '../../server/platform/date-forms.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { DescriptionList } from '../layout/description-list';
import { PostForm } from '../layout/form';
import { Section } from '../layout/section';
import { FormProblems, type FormFailure } from './form-problems';
import s from './mapping-page.module.css';

interface KeptMappingPageProps {
  t: Translate;
  locale: Locale;
  unit: WeightUnit;
  timeZone: string;
  forms?: DateForms | undefined;
  view: KeptView;
  /** JSON. */
  mapping: string;
  /** As it was typed. */
  name: string;
  failure: FormFailure | null;
}

/** A kept mapping: what sheets it knows, its name, its file, and its end. */
export function KeptMappingPage({
  t,
  locale,
  unit,
  timeZone,
  forms,
  view,
  mapping,
  name,
  failure,
}: KeptMappingPageProps) {
  const format = createFormat({ locale, unit, timeZone, forms });
  const address = `/imports/mappings/${view.id}`;
  const facts = [
    { term: t('imports.kept.columns'), value: view.columns.join(' · ') },
    { term: t('imports.kept.keptAt'), value: format.dateTime(view.keptAt) },
    { term: t('imports.kept.imports'), value: format.number(view.imports) },
    {
      term: t('imports.kept.lastUsed'),
      value: view.lastUsedAt ? format.dateTime(view.lastUsedAt) : t('imports.kept.neverUsed'),
    },
  ];
  return (
    <>
      <PageHeader
        title={view.name}
        sentence={t('imports.kept.lead')}
        back={{ href: '/imports/new', label: t('imports.newTitle') }}
      />
      <FormProblems failure={failure} leaveOut="name" />
      <DescriptionList items={facts} />
      <p className={s.file}>
        <a download={`${view.name}.json`} href={`data:application/json;charset=utf-8,${encodeURIComponent(mapping)}`}>
          {t('imports.editor.download')}
        </a>
      </p>
      <Section title={t('imports.kept.rename')}>
        <PostForm action={`${address}/rename`} className={s.rename} data-valid-submit="">
          <FormField
            name="name"
            label={t('imports.kept.name')}
            defaultValue={name}
            error={failure?.fields.find(({ field }) => field === 'name')?.sentence}
            required
            maxLength={200}
            autoComplete="off"
          />
          <Button type="submit">{t('imports.kept.rename')}</Button>
        </PostForm>
      </Section>
      <Section title={t('imports.kept.delete')} sentence={t('imports.kept.deleteSentence')}>
        <PostForm
          action={`${address}/delete`}
          data-confirm={t('imports.kept.deleteAsk', { name: view.name })}
          data-confirm-yes={t('imports.kept.delete')}
        >
          <Button type="submit" tone="danger">
            {t('imports.kept.delete')}
          </Button>
        </PostForm>
      </Section>
    </>
  );
}
