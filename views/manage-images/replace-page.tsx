import { Button, LinkButton } from '../../client/ui/button';
import { FormField } from '../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { ImageRow } from '../../server/domain/images/images.contract';
import { thumbnailPath } from '../../server/domain/images/images.rules';
import type { ImageDetail } from '../../server/features/manage-images/manage-images.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import type { FormFailure } from '../layout/form-failure';
import { usesText } from './image-words';
import s from './manage-images.module.css';

interface ReplacePageProps {
  t: Translate;
  settings: FormatSettings;
  title: string;
  detail: ImageDetail;
  action: string;
  back: string;
  /** The reader sees the whole organization. */
  edits: boolean;
  /** How many pictures could take its place. */
  others: number;
  /** Of those that were looked for, as many as fit a page. */
  found: ImageRow[];
  more: number;
  text: string;
  refused: FormFailure | null;
}

/** Chooses the picture that all values show in place of this one. */
export function ReplacePage(props: ReplacePageProps) {
  const { t, settings, title, detail, back, edits, others, refused } = props;
  const format = createFormat(settings);
  const { uses } = detail.image;
  const sentence =
    uses === 0
      ? t('manageImages.replacing.unused')
      : t('manageImages.replacing.sentence', { count: uses, number: format.number(uses) });
  return (
    <>
      <PageHeader title={title} sentence={sentence} back={{ label: detail.image.name, href: back }} />
      {refused && <Notice tone="error">{refused.sentence}</Notice>}
      {!edits && <p className={s.note}>{t('manageImages.limited')}</p>}
      {edits &&
        uses > 0 &&
        (others === 0 ? (
          <p className={s.none}>{t('manageImages.replacing.none')}</p>
        ) : (
          <Choice {...props} format={format} />
        ))}
    </>
  );
}

function Choice({
  t,
  format,
  action,
  back,
  found,
  more,
  text,
  refused,
}: ReplacePageProps & { format: ReturnType<typeof createFormat> }) {
  return (
    <>
      <form method="get" action={action} className={s.search} role="search">
        <FormField
          kind="search"
          name="text"
          label={t('manageImages.replacing.find')}
          defaultValue={text}
          maxLength={100}
        />
        <Button type="submit">{t('manageImages.findButton')}</Button>
      </form>
      {found.length === 0 ? (
        <p className={s.none}>{t('manageImages.replacing.noneFound')}</p>
      ) : (
        <PostForm action={action}>
          <input type="hidden" name="text" value={text} />
          <fieldset className={s.choice}>
            <legend className="visually-hidden">{t('manageImages.replacing.others')}</legend>
            {found.map(({ imageId, name, contentHash, uses }) => (
              <label key={imageId} className={s.other}>
                <img src={thumbnailPath(contentHash)} alt="" width={112} height={112} loading="lazy" />
                <span className={s.otherName}>
                  <input
                    type="radio"
                    name="by"
                    value={imageId}
                    required
                    defaultChecked={refused?.typed.by === String(imageId)}
                  />
                  <span className={s.words}>
                    {name}
                    {uses > 0 && <span className={s.under}>{usesText({ t, format }, uses)}</span>}
                  </span>
                </span>
              </label>
            ))}
          </fieldset>
          {more > 0 && (
            <p className={s.note}>{t('manageImages.replacing.more', { count: more, number: format.number(more) })}</p>
          )}
          <div className={s.bar}>
            <Button type="submit" tone="primary">
              {t('manageImages.replacing.button')}
            </Button>
            <LinkButton href={back}>{t('global.cancel')}</LinkButton>
          </div>
        </PostForm>
      )}
    </>
  );
}
