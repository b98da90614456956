import { mappingEditor } from '../../client/imports/mapping-editor.island';
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
        <Island of={mappingEditor} when="load" props={{ mapping, columns, lines, openJson: columns.length === 0 || failure !== null }} />
        <div className={s.actions}>
          <Button type="submit" tone="primary">{t('imports.mappingCheck')}</Button>
          <LinkButton tone="quiet" href={`/imports/${id}`}>{t('global.cancel')}</LinkButton>
        </div>
      </PostForm>
    </>
  );
}
