import { Badge } from '../../client/ui/badge';
import { createFormat } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import { imagePath } from '../../server/domain/images/images.rules';
import { DescriptionList } from '../layout/description-list';
import type { Locale } from '../locales/messages';
import type { ImagePageProps, ImageParts } from './image-parts';
import { CropSection, DetailsSection, ManageSection } from './image-sections';
import { fileSize, pixels } from './image-words';
import s from './manage-images.module.css';
import { UsesSection } from './uses-section';

/** One picture: what it shows, where it is used, and all that can be changed about it. */
export function ImagePage(props: ImagePageProps) {
  const { t, settings, detail, back, edits, done, refused } = props;
  const parts: ImageParts = { ...props, format: createFormat(settings) };
  const { image } = detail;
  const { name, contentHash, width, height, retired, alts } = image;
  return (
    <>
      <PageHeader
        title={name}
        badge={retired && <Badge>{t('manageImages.retired')}</Badge>}
        sentence={retired && t('manageImages.retiredSentence')}
        back={{ label: t('manageImages.title'), href: back }}
      />
      {done && <Notice tone="success">{t(`manageImages.done.${done}`)}</Notice>}
      {refused && <Notice tone="error">{refused.sentence}</Notice>}
      {!edits && <p className={s.note}>{t('manageImages.limited')}</p>}
      <div className={s.head}>
        <img
          className={s.preview}
          src={imagePath(contentHash)}
          alt={alts[settings.locale as Locale] ?? name}
          width={width}
          height={height}
        />
        <DescriptionList items={factsOf(parts)} />
      </div>
      <UsesSection {...parts} />
      {edits && (
        <>
          <DetailsSection {...parts} />
          <CropSection {...parts} />
          <ManageSection {...parts} />
        </>
      )}
    </>
  );
}

function factsOf({ t, format, localeNames, detail: { image } }: ImageParts) {
  const { license, source, tags, alts, createdAt, createdBy } = image;
  const time = format.dateTime(createdAt);
  const described = (Object.keys(localeNames) as Locale[]).filter((locale) => alts[locale] !== undefined);
  return [
    {
      term: t('manageImages.size'),
      value: `${pixels({ t, format }, image)} · ${fileSize({ t, format }, image.bytes)}`,
    },
    { term: t('manageImages.license'), value: license || t('manageImages.noLicense') },
    ...(source === '' ? [] : [{ term: t('manageImages.source'), value: source }]),
    ...(tags.length === 0 ? [] : [{ term: t('manageImages.tags'), value: tags.join(', ') }]),
    ...(described.length === 0
      ? []
      : [
          {
            term: t('manageImages.alts'),
            value: (
              <>
                {described.map((locale) => (
                  <span key={locale} className={s.alt}>
                    <span className={s.muted}>{localeNames[locale]}</span>
                    <span lang={locale.replace('_', '-')}>{alts[locale]}</span>
                  </span>
                ))}
              </>
            ),
          },
        ]),
    {
      term: t('manageImages.uploaded'),
      value: createdBy === null ? time : t('manageImages.by', { name: createdBy, time }),
    },
  ];
}
