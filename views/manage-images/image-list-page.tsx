import type { ReactNode } from 'react';
import { Badge } from '../../client/ui/badge';
import { LinkButton } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { ListTable } from '../../client/ui/list-table';
import { Missing } from '../../client/ui/missing';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { ImageRow } from '../../server/domain/images/images.contract';
import { thumbnailPath } from '../../server/domain/images/images.rules';
import type { ImageDone } from '../../server/features/manage-images/manage-images.contract';
import type { ImageColumn } from '../../server/features/manage-images/manage-images.table';
import type { Translate } from '../../server/platform/i18n/messages';
import type { FilterBarView } from '../../server/platform/table/report-filters.contract';
import type { TableView } from '../../server/platform/table/table-view.contract';
import { OrganisationChoice } from '../layout/organisation-choice';
import { ReportFilters } from '../layout/report-filters';
import { fileSize, pixels, usesText, type Writing } from './image-words';
import s from './manage-images.module.css';

interface ImageListPageProps {
  t: Translate;
  settings: FormatSettings;
  now: Date;
  path: string;
  organisationId: number;
  organisations: { organisationId: number; name: string }[];
  /** Retired ones too. */
  all: number;
  /** The reader sees the whole organization. */
  edits: boolean;
  done: NonNullable<ImageDone> | null;
  filters: FilterBarView;
  table: TableView<ImageColumn, ImageRow>;
}

/** The pictures of an organization's reference values. */
export function ImageListPage(props: ImageListPageProps) {
  const { t, settings, now, path, organisationId, organisations, all, edits, done, filters, table } = props;
  const format = createFormat(settings);
  const add = edits && (
    <LinkButton tone="primary" icon="plus" href={`${path}/new?organisationId=${organisationId}`}>
      {t('manageImages.newTitle')}
    </LinkButton>
  );
  return (
    <>
      <PageHeader title={t('manageImages.title')} sentence={t('manageImages.sentence')} actions={all > 0 && add} />
      {done && <Notice tone="success">{t(`manageImages.done.${done}`)}</Notice>}
      {organisations.length > 1 && (
        <OrganisationChoice t={t} path={path} organisations={organisations} chosen={organisationId} />
      )}
      {!edits && <p className={s.note}>{t('manageImages.limited')}</p>}
      {all === 0 ? (
        <EmptyState
          title={t('manageImages.none')}
          sentence={t(edits ? 'manageImages.noneSentence' : 'manageImages.noneLimited')}
          actions={add}
        />
      ) : (
        <>
          <ReportFilters id="image-filters" format={format} bar={filters} />
          {table.pager.total === 0 ? (
            <EmptyState title={t('manageImages.noneFound')} sentence={t('manageImages.noneFits')} />
          ) : (
            <ListTable
              id="images"
              caption={t('manageImages.title')}
              format={format}
              table={table}
              counted
              cells={cellsOf({ t, format, now, base: `${path}/${organisationId}` })}
              rowOf={({ imageId, name }) => ({ key: String(imageId), name })}
            />
          )}
        </>
      )}
    </>
  );
}

function cellsOf({
  t,
  format,
  now,
  base,
}: Writing & { now: Date; base: string }): Record<ImageColumn, (row: ImageRow) => ReactNode> {
  return {
    name: ({ imageId, name, contentHash, tags, retired }) => (
      <span className={s.lead}>
        <img className={s.thumbnail} src={thumbnailPath(contentHash)} alt="" width={56} height={56} loading="lazy" />
        <span className={s.words}>
          <a className={s.name} href={`${base}/${imageId}`}>
            {name}
          </a>
          {retired && <Badge>{t('manageImages.retired')}</Badge>}
          {tags.length > 0 && <span className={s.under}>{tags.join(', ')}</span>}
        </span>
      </span>
    ),
    uses: ({ uses, elements }) =>
      uses === 0 ? (
        <span className={s.muted}>{t('manageImages.unused')}</span>
      ) : (
        <>
          {usesText({ t, format }, uses)}
          <span className={s.under}>{elements.map((one) => t(`hierarchies.elements.${one}`)).join(', ')}</span>
        </>
      ),
    size: ({ width, height, bytes }) => (
      <>
        {pixels({ t, format }, { width, height })}
        <span className={s.under}>{fileSize({ t, format }, bytes)}</span>
      </>
    ),
    license: ({ license }) =>
      license === '' ? <Missing reason={t('manageImages.noLicense')} align="start" /> : license,
    uploaded: ({ createdAt, createdBy }) => (
      <>
        <time dateTime={createdAt} title={format.dateTime(createdAt)}>
          {format.relative(createdAt, now)}
        </time>
        {createdBy !== null && <span className={s.under}>{createdBy}</span>}
      </>
    ),
  };
}
