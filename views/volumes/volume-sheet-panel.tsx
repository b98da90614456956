import { Button } from '../../client/ui/button';
import { FormField } from '../../client/ui/form-field';
import { volumeKinds } from '../../server/domain/volumes/volumes.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import { Section } from '../layout/section';
import type { RefusedVolumes } from './volume-words';
import s from './volumes-page.module.css';

interface SheetPanelProps {
  t: Translate;
  place: { locationId: number; month: string };
  refused: RefusedVolumes | null;
}

/** Takes rows of a spreadsheet, pasted or as a file, to their preview. */
export function VolumeSheetPanel({ t, place, refused }: SheetPanelProps) {
  const typed = refused?.typed ?? {};
  const problem = refused?.sentence;
  return (
    <Section id="sheet" title={t('volumes.sheet.title')} sentence={t('volumes.sheet.sentence')}>
      <PostForm
        action="/volumes/preview"
        encType="multipart/form-data"
        className={s.sheet}
        aria-label={t('volumes.sheet.title')}
      >
        <input type="hidden" name="locationId" value={place.locationId} />
        <input type="hidden" name="month" value={place.month} />
        <FormField
          kind="textarea"
          name="text"
          rows={6}
          label={t('volumes.sheet.paste')}
          hint={t('volumes.sheet.pasteHint')}
          defaultValue={typed.text ?? ''}
          error={problem}
        />
        <div className={s.file}>
          <label htmlFor="volume-file">{t('volumes.sheet.file')}</label>
          <input
            id="volume-file"
            type="file"
            name="file"
            accept=".csv,.txt,.tsv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          />
        </div>
        <FormField
          kind="select"
          name="kind"
          label={t('volumes.sheet.kind')}
          hint={t('volumes.sheet.kindHint')}
          defaultValue={typed.kind ?? 'COVERS'}
          options={volumeKinds.map((kind) => ({ value: kind, label: t(`volumes.kinds.${kind}`) }))}
        />
        <FormField
          kind="checkbox"
          name="estimated"
          label={t('volumes.sheet.estimated')}
          defaultChecked={typed.estimated === 'on'}
        />
        <div>
          <Button type="submit">{t('volumes.sheet.submit')}</Button>
        </div>
      </PostForm>
    </Section>
  );
}
