import { Button, LinkButton } from '../../client/ui/button';
import { FormField } from '../../client/ui/form-field';
import { Icon } from '../../client/ui/icon';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import { longest } from '../../server/domain/images/images.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import { problemIn, type FormFailure } from '../layout/form-failure';
import { LicenseFields } from './license-fields';
import s from './manage-images.module.css';

interface NewImagePageProps {
  t: Translate;
  title: string;
  action: string;
  back: string;
  organisationId: number;
  /** The reader sees the whole organization. */
  edits: boolean;
  mostBytes: number;
  refused: FormFailure | null;
  tooLarge: boolean;
}

export function NewImagePage(props: NewImagePageProps) {
  const { t, title, action, back, organisationId, edits, mostBytes, refused, tooLarge } = props;
  const typed = refused?.typed ?? {};
  const sentence = tooLarge ? t('manageImages.fileTooLarge') : refused?.sentence;
  return (
    <>
      <PageHeader
        title={title}
        sentence={t('manageImages.newSentence')}
        back={{ label: t('manageImages.title'), href: back }}
      />
      {sentence && <Notice tone="error">{sentence}</Notice>}
      {edits ? (
        <PostForm action={action} encType="multipart/form-data" className={s.form} aria-label={title}>
          <input type="hidden" name="organisationId" value={organisationId} />
          <FileField t={t} mostBytes={mostBytes} error={errorOf(t, refused)} />
          <FormField
            name="name"
            label={t('manageImages.name')}
            note={t('manageImages.optional')}
            hint={t('manageImages.nameHint')}
            maxLength={longest.name}
            defaultValue={typed.name ?? ''}
            error={problemIn(refused, 'name')}
          />
          <LicenseFields t={t} values={typed} refused={refused} />
          <div className={s.bar}>
            <Button type="submit" tone="primary">
              {t('manageImages.upload')}
            </Button>
            <LinkButton href={back}>{t('global.cancel')}</LinkButton>
          </div>
        </PostForm>
      ) : (
        <p className={s.note}>{t('manageImages.limited')}</p>
      )}
    </>
  );
}

/** A browser gives no file back to its form. */
const errorOf = (t: Translate, refused: FormFailure | null) =>
  refused ? (problemIn(refused, 'image') ?? t('manageImages.chooseAgain')) : undefined;

function FileField({ t, mostBytes, error }: { t: Translate; mostBytes: number; error: string | undefined }) {
  return (
    <div className={s.file}>
      <label htmlFor="field-image" className={s.label}>
        {t('manageImages.file')}
      </label>
      <input
        className={s.chosen}
        id="field-image"
        type="file"
        name="image"
        accept="image/png,image/jpeg,image/webp,image/gif"
        required
        data-most-bytes={mostBytes}
        data-too-large={t('manageImages.fileTooLarge')}
        aria-describedby={error ? 'image-hint image-error' : 'image-hint'}
        aria-invalid={error ? true : undefined}
      />
      <p id="image-hint" className={s.hint}>
        {t('manageImages.fileHint')}
      </p>
      {error && (
        <p id="image-error" className={s.error}>
          <Icon name="error" />
          {error}
        </p>
      )}
    </div>
  );
}
