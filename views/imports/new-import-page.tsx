import { Button, LinkButton } from '../../client/ui/button';
import { DataTable } from '../../client/ui/data-table';
import { Fold } from '../../client/ui/fold';
import { FormField } from '../../client/ui/form-field';
import { createFormat, type Format, type Locale, type WeightUnit } from '../../client/ui/format';
import { Icon } from '../../client/ui/icon';
import { Missing } from '../../client/ui/missing';
import { PageHeader } from '../../client/ui/page-header';
import type { KeptView } from '../../server/features/imports/kept-mapping.contract';
import type { DateForms } from '../../server/platform/date-forms.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import { Section } from '../layout/section';
import { FormProblems, type FormFailure } from './form-problems';
import s from './new-import-page.module.css';

interface NewImportPageProps {
  t: Translate;
  locale: Locale;
  unit: WeightUnit;
  timeZone: string;
  forms?: DateForms | undefined;
  kept: KeptView[];
  mapping: string;
  mappingName: string;
  used: { id: number; name: string; fileName: string }[];
  largestMegabytes: number;
  failure: FormFailure | null;
}

const shipped = ['generic', 'fairfax-breakfast', 'smith-food-rescue', 'sodertalje-monthly'] as const;

export function NewImportPage({
  t,
  locale,
  unit,
  timeZone,
  forms,
  kept,
  mapping,
  mappingName,
  used,
  largestMegabytes: megabytes,
  failure,
}: NewImportPageProps) {
  const fileError = failure
    ? (failure.fields.find(({ field }) => field === 'file')?.sentence ?? t('imports.sendAgain'))
    : undefined;
  const options = [
    { value: 'own', label: t('imports.own') },
    ...groupOf(
      t('imports.kept.title'),
      kept.map(({ id, name }) => ({ value: `kept:${id}`, label: name })),
    ),
    ...groupOf(
      t('imports.usedBefore'),
      used.map(({ id, name, fileName }) => ({
        value: `import:${id}`,
        label: t('imports.usedMapping', { name, file: fileName }),
      })),
    ),
    ...groupOf(
      t('imports.shippedMappings'),
      shipped.map((name) => ({ value: name, label: t(`imports.shipped.${name}`) })),
    ),
  ];
  return (
    <>
      <PageHeader
        title={t('imports.newTitle')}
        sentence={t('imports.newLead', { megabytes })}
        back={{ href: '/imports', label: t('imports.back') }}
      />
      <FormProblems failure={failure} leaveOut="file" />
      <PostForm action="/imports" encType="multipart/form-data" className={s.form}>
        <div className={s.file}>
          <label htmlFor="import-file" className={s.label}>
            {t('imports.fileLabel')}
          </label>
          <input
            id="import-file"
            name="file"
            type="file"
            accept=".xlsx,.xlsm,.csv,.tsv,.txt,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,application/vnd.ms-excel.sheet.macroEnabled.12,text/csv,text/tab-separated-values,text/plain"
            required
            className={s.drop}
            aria-describedby={fileError ? 'import-file-hint import-file-error' : 'import-file-hint'}
            aria-invalid={fileError ? true : undefined}
          />
          <p id="import-file-hint" className={s.hint}>
            {t('imports.fileHint', { megabytes })}
          </p>
          {fileError && (
            <p id="import-file-error" className={s.error}>
              <Icon name="error" />
              {fileError}
            </p>
          )}
        </div>
        <FormField
          kind="select"
          name="mappingName"
          label={t('imports.mappingChoice')}
          hint={t('imports.mappingHint')}
          options={options}
          defaultValue={mappingName}
        />
        <Fold className={s.paste} title={t('imports.paste')} open={mapping.trim() !== ''}>
          <div className={s.pasted}>
            <FormField
              kind="textarea"
              name="mapping"
              label={t('imports.pasteLabel')}
              hint={t('imports.pasteHint')}
              defaultValue={mapping}
              rows={10}
              spellCheck={false}
              maxLength={100_000}
            />
            <div className={s.file}>
              <label htmlFor="import-mapping-file" className={s.label}>
                {t('imports.mappingFile')}
              </label>
              <input
                id="import-mapping-file"
                name="mappingFile"
                type="file"
                accept=".json,application/json"
                className={s.small}
              />
            </div>
          </div>
        </Fold>
        <div className={s.actions}>
          <Button type="submit" tone="primary">
            {t('imports.send')}
          </Button>
          <LinkButton tone="quiet" href="/imports">
            {t('global.cancel')}
          </LinkButton>
        </div>
      </PostForm>
      {kept.length > 0 && <KeptMappings t={t} format={createFormat({ locale, unit, timeZone, forms })} kept={kept} />}
    </>
  );
}

const groupOf = (label: string, options: { value: string; label: string }[]) =>
  options.length > 0 ? [{ label, options }] : [];

/** The mappings that the organisation keeps, the one used last first. */
function KeptMappings({ t, format, kept }: { t: Translate; format: Format; kept: KeptView[] }) {
  const title = t('imports.kept.title');
  return (
    <Section id="kept" title={title} sentence={t('imports.kept.sentence')}>
      <DataTable
        id="kept-mappings"
        caption={title}
        columns={[
          { key: 'name', label: t('imports.kept.name'), primary: true },
          { key: 'used', label: t('imports.kept.lastUsed') },
          { key: 'imports', label: t('imports.kept.imports'), numeric: true, primary: true },
        ]}
        rows={kept.map((one) => ({
          key: String(one.id),
          name: one.name,
          href: `/imports/mappings/${one.id}`,
          cells: [
            one.name,
            one.lastUsedAt ? (
              format.dateTime(one.lastUsedAt)
            ) : (
              <Missing key="used" align="start" reason={t('imports.kept.neverUsed')} />
            ),
            format.number(one.imports),
          ],
        }))}
      />
    </Section>
  );
}
