import { Fragment } from 'react';
import { Badge } from '../../client/ui/badge';
import { Button, LinkButton } from '../../client/ui/button';
import { createFormat, type Format, type FormatSettings } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { ShownLine } from '../../server/features/user-manager/user-manager.contract';
import { planKinds } from '../../server/features/user-manager/user-sheet.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import { problemIn, type FormFailure } from '../layout/form-failure';
import { Section } from '../layout/section';
import s from './user-manager.module.css';

interface Planned {
  /** The lines as the form brings them back. */
  text: string;
  shown: string;
  counts: Record<(typeof planKinds)[number], number>;
  lines: ShownLine[];
  /** Lines beyond those that are listed. */
  more: number;
}

interface SheetPageProps {
  t: Translate;
  settings: FormatSettings;
  base: string;
  open: boolean;
  /** Lines of a sheet. */
  most: number;
  planned: Planned | null;
  done: { added: number; changed: number } | null;
  refused: FormFailure | null;
}

/** Adds and changes many people by a sheet: shown first, then made as a whole. */
export function SheetPage(props: SheetPageProps) {
  const { t, settings, base, open, most, planned, done, refused } = props;
  const format = createFormat(settings);
  return (
    <>
      <PageHeader
        title={t('userManager.sheet.title')}
        sentence={t('userManager.sheet.sentence')}
        back={{ label: t('userManager.title'), href: base }}
        actions={
          open && (
            <LinkButton icon="download" href={`${base}/bulk/export`} download>
              {t('userManager.sheet.download')}
            </LinkButton>
          )
        }
      />
      {done && (
        <Notice tone="success">
          {t('userManager.sheet.done', {
            added: format.number(done.added),
            changed: format.number(done.changed),
          })}
        </Notice>
      )}
      {refused && (
        <Notice tone="error">
          {refused.sentence} {problemIn(refused, 'lines')}
        </Notice>
      )}
      {!open && <Notice tone="info">{t('users.limitedToSites')}</Notice>}
      {open && planned && <Preview {...{ t, format, base, planned }} />}
      {open && <Upload {...{ t, format, base, most, again: planned !== null, error: problemIn(refused, 'file') }} />}
    </>
  );
}

interface UploadProps {
  t: Translate;
  format: Format;
  base: string;
  most: number;
  again: boolean;
  error: string | undefined;
}

function Upload({ t, format, base, most, again, error }: UploadProps) {
  const columns = [
    [t('users.fields.email'), t('userManager.sheet.columns.email')],
    [t('users.fields.fullName'), t('userManager.sheet.columns.name')],
    [t('users.fields.roles'), t('userManager.sheet.columns.roles')],
    [t('users.fields.secured'), t('userManager.sheet.columns.access', { everything: t('users.seesAll') })],
    [
      t('userManager.sheet.active'),
      t('userManager.sheet.columns.active', { yes: t('userManager.yes'), no: t('userManager.no') }),
    ],
    [t('users.fields.locale'), t('userManager.sheet.columns.language')],
  ];
  return (
    <Section
      id="upload"
      title={t(again ? 'userManager.sheet.another' : 'userManager.sheet.upload')}
      sentence={t('userManager.sheet.uploadSentence', { count: most, number: format.number(most) })}
    >
      <dl className={s.columns}>
        {columns.map(([name, says]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{says}</dd>
          </Fragment>
        ))}
      </dl>
      <PostForm
        action={`${base}/bulk/read`}
        encType="multipart/form-data"
        className={s.form}
        aria-label={t('userManager.sheet.upload')}
      >
        <p className={s.file}>
          <label htmlFor="sheet-file">{t('userManager.sheet.file')}</label>
          <input
            type="file"
            id="sheet-file"
            name="file"
            accept=".csv,.txt,.xlsx"
            required
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? 'sheet-file-error' : undefined}
          />
          {error && (
            <span id="sheet-file-error" className={s.error}>
              {error}
            </span>
          )}
        </p>
        <div className={s.bar}>
          <Button type="submit" tone={again ? 'plain' : 'primary'}>
            {t('userManager.sheet.check')}
          </Button>
        </div>
      </PostForm>
    </Section>
  );
}

const tones = { add: 'less', change: 'accent', same: undefined, refused: 'more' } as const;

function Preview({ t, format, base, planned }: { t: Translate; format: Format; base: string; planned: Planned }) {
  const { counts, lines, more, text, shown } = planned;
  const making = counts.add + counts.change;
  return (
    <Section id="preview" title={t('userManager.sheet.preview')} sentence={t('userManager.sheet.previewSentence')}>
      <ul className={s.counts}>
        {planKinds.map((kind) => (
          <li key={kind}>
            <strong>{format.number(counts[kind])}</strong> {t(`userManager.sheet.kinds.${kind}`)}
          </li>
        ))}
      </ul>
      <ol className={s.lines}>
        {lines.map(({ line, email, kind, says }) => (
          <li key={line}>
            <span className={s.lineHead}>
              <Badge {...(tones[kind] ? { tone: tones[kind] } : {})}>{t(`userManager.sheet.kinds.${kind}`)}</Badge>
              <strong className={s.text}>{email}</strong>
              <span className={s.muted}>{t('userManager.sheet.line', { line: format.number(line) })}</span>
            </span>
            {says.map((one) => (
              <p key={one} className={kind === 'refused' ? s.error : undefined}>
                {one}
              </p>
            ))}
          </li>
        ))}
      </ol>
      {more > 0 && (
        <p className={s.muted}>{t('userManager.sheet.more', { count: more, number: format.number(more) })}</p>
      )}
      {counts.refused > 0 ? (
        <Notice tone="warning">{t('userManager.sheet.correctFirst')}</Notice>
      ) : making === 0 ? (
        <Notice tone="info">{t('userManager.sheet.nothing')}</Notice>
      ) : (
        <PostForm action={`${base}/bulk/apply`} aria-label={t('userManager.sheet.apply')}>
          <input type="hidden" name="lines" value={text} />
          <input type="hidden" name="shown" value={shown} />
          <Button type="submit" tone="primary">
            {t('userManager.sheet.applyCount', { count: making, number: format.number(making) })}
          </Button>
        </PostForm>
      )}
    </Section>
  );
}
