import { mappingEditor, type MappingEditorStrings } from '../../client/imports/mapping-editor.island';
import type { Translate } from '../../server/platform/i18n/messages';
import { Button, LinkButton } from '../../client/ui/button';
import { PostForm } from '../layout/form';
import { Island } from '../layout/island';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import { FormProblems, type FormFailure } from './form-problems';
import s from './mapping-page.module.css';

interface MappingPageProps {
  t: Translate;
  id: number;
  fileName: string;
  /** JSON. */
  mapping: string;
  columns: string[];
  lines: string[][];
  unreadable: string | null;
  failure: FormFailure | null;
}

export function MappingPage({ t, id, fileName, mapping, columns, lines, unreadable, failure }: MappingPageProps) {
  return (
    <>
      <PageHeader title={t('imports.mappingTitle')} sentence={t('imports.mappingLead', { file: fileName })} back={{ href: `/imports/${id}`, label: fileName }} />
      <FormProblems failure={failure} />
      {unreadable && <Notice tone="warning" title={t('imports.unreadable')}><p>{unreadable}</p></Notice>}
      <PostForm action={`/imports/${id}/mapping`} className={s.form}>
        <Island of={mappingEditor} when="load" props={{ mapping, columns, lines, openJson: columns.length === 0 || failure !== null, strings: stringsOf(t) }} />
        <div className={s.actions}>
          <Button type="submit" tone="primary">{t('imports.mappingCheck')}</Button>
          <LinkButton tone="quiet" href={`/imports/${id}`}>{t('global.cancel')}</LinkButton>
        </div>
      </PostForm>
    </>
  );
}

function stringsOf(t: Translate): MappingEditorStrings {
  const stages = ([8, 9, 23] as const).map((id) => ({ value: String(id), label: t(`global.stage${id}`) }));
  const role = (name: keyof MappingEditorStrings['columns']['roles']) => t(`imports.editor.roles.${name}`);
  return {
    missing: t('imports.editor.missing', { list: '{{list}}' }),
    complete: t('imports.editor.complete'),
    missingRoles: {
      date: t('imports.editor.missingRoles.date'),
      site: t('imports.editor.missingRoles.site'),
      location: t('imports.editor.missingRoles.location'),
      stage: t('imports.editor.missingRoles.stage'),
      measure: t('imports.editor.missingRoles.measure'),
    },
    json: t('imports.editor.json'),
    jsonHint: t('imports.editor.jsonHint'),
    notJson: t('imports.editor.notJson'),
    columns: {
      title: t('imports.editor.columns'),
      column: t('imports.editor.column'),
      line: t('imports.editor.lineN', { n: '{{n}}' }),
      holds: t('imports.editor.holds'),
      roles: {
        none: role('none'), date: role('date'), time: role('time'), site: role('site'), location: role('location'), stage: role('stage'), item: role('item'),
        reason: role('reason'), daypart: role('daypart'), source: role('source'), sink: role('sink'), container: role('container'), note: role('note'),
        weight: role('weight'), servings: role('servings'), unit: role('unit'), cost: role('cost'),
      },
    },
    measures: {
      title: t('imports.editor.measures'),
      unit: t('imports.editor.unit'),
      unitOfColumn: t('imports.editor.unitOfColumn', { column: '{{column}}' }),
      gramsPerServing: t('imports.editor.gramsPerServing'),
      gramsByValue: t('imports.editor.gramsByValue'),
      stage: t('imports.editor.stage'),
      stageOfSheet: t('imports.editor.stageOfSheet'),
      stages,
      cost: t('imports.editor.costColumn'),
      noCost: t('imports.editor.noCost'),
    },
    sheet: {
      title: t('imports.editor.sheet'),
      dateForm: t('imports.editor.dateForm'),
      dateForms: {
        yearFirst: t('imports.editor.dateForms.yearFirst'),
        dayFirst: t('imports.editor.dateForms.dayFirst'),
        monthFirst: t('imports.editor.dateForms.monthFirst'),
        month: t('imports.editor.dateForms.month'),
        excel: t('imports.editor.dateForms.excel'),
        other: t('imports.editor.dateForms.other'),
      },
      decimal: t('imports.editor.decimal'),
      decimals: [
        { value: 'auto', label: t('imports.editor.decimals.auto') },
        { value: '.', label: t('imports.editor.decimals.point') },
        { value: ',', label: t('imports.editor.decimals.comma') },
      ],
      location: t('imports.editor.location'),
      sameAsSite: t('imports.editor.sameAsSite'),
      fromColumn: t('imports.editor.fromColumn'),
      stage: t('imports.editor.stage'),
      stages,
      unknownSites: t('imports.editor.unknownSites'),
      unknownSitesChoices: [
        { value: 'create', label: t('imports.editor.unknownSitesChoices.create') },
        { value: 'refuse', label: t('imports.editor.unknownSitesChoices.refuse') },
      ],
      country: t('imports.editor.country'),
      timeZone: t('imports.editor.timeZone'),
      currency: t('imports.editor.currency'),
    },
  };
}
