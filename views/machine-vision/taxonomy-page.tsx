import { Badge } from '../../client/ui/badge';
import { Button } from '../../client/ui/button';
import { DataTable } from '../../client/ui/data-table';
import { EmptyState } from '../../client/ui/empty-state';
import { FormField } from '../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { NamedMapping, TaxonomyVersion, VisionDone } from '../../server/features/machine-vision/vision.contract';
import type { NamedItem } from '../../server/features/machine-vision/vision.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import { problemIn, type FormFailure } from '../layout/form-failure';
import { Section } from '../layout/section';
import type { Writing } from './vision-words';
import s from './vision.module.css';

interface TaxonomyPageProps {
  t: Translate;
  settings: FormatSettings;
  path: string;
  back: string;
  inUse: NamedItem[];
  /** The newest first. */
  versions: (Omit<TaxonomyVersion, 'openedAt' | 'closedAt'> & { openedAt: string; closedAt: string | null })[];
  added: NamedItem[];
  gone: NamedItem[];
  mappings: (NamedMapping & { todayId: number | null })[];
  edits: boolean;
  done: NonNullable<VisionDone> | null;
  refused: FormFailure | null;
}

/** More names than these are counted. */
const mostNamed = 20;

/** The items that photos are classified as, version by version. */
export function TaxonomyPage(props: TaxonomyPageProps) {
  const { t, settings, back, inUse, versions, mappings, edits, done, refused } = props;
  const format = createFormat(settings);
  return (
    <>
      <PageHeader
        title={t('machineVision.taxonomy.title')}
        sentence={t('machineVision.taxonomy.sentence')}
        back={{ label: t('machineVision.title'), href: back }}
      />
      {done && <Notice tone="success">{t(`machineVision.done.${done}`)}</Notice>}
      {refused && <Notice tone="error">{refused.fields[0]?.sentence ?? refused.sentence}</Notice>}
      {!edits && <p className={s.note}>{t('machineVision.taxonomy.limited')}</p>}
      {inUse.length === 0 && versions.length === 0 ? (
        <EmptyState title={t('machineVision.taxonomy.noItemsTitle')} sentence={t('machineVision.taxonomy.noItems')} />
      ) : (
        <Changes {...props} format={format} />
      )}
      {mappings.length > 0 && <Mappings {...props} format={format} />}
      {versions.length > 0 && <Versions {...props} format={format} />}
    </>
  );
}

type Parts = TaxonomyPageProps & Writing;

/** What a new version would change. */
function Changes({ t, format, path, inUse, versions, added, gone, edits }: Parts) {
  const open = versions.find(({ closedAt }) => closedAt === null);
  const number = (open?.number ?? 0) + 1;
  const changed = open === undefined || added.length + gone.length > 0;
  const named = (items: readonly NamedItem[]) => {
    const names = items.slice(0, mostNamed).map(({ name }) => name);
    const further = items.length - names.length;
    return [
      ...names,
      ...(further > 0 ? [t('machineVision.taxonomy.further', { count: further, number: format.number(further) })] : []),
    ].join(', ');
  };
  return (
    <Section
      id="changes"
      title={t('machineVision.taxonomy.changes')}
      sentence={
        open === undefined
          ? t('machineVision.taxonomy.firstSentence', { count: inUse.length, number: format.number(inUse.length) })
          : t(changed ? 'machineVision.taxonomy.changedSince' : 'machineVision.taxonomy.sameSince', {
              version: format.number(open.number),
            })
      }
    >
      {open !== undefined && added.length > 0 && (
        <p className={s.changed}>{t('machineVision.taxonomy.added', { names: named(added) })}</p>
      )}
      {gone.length > 0 && <p className={s.changed}>{t('machineVision.taxonomy.gone', { names: named(gone) })}</p>}
      {edits && changed && (
        <PostForm action={path}>
          <input type="hidden" name="number" value={open?.number ?? 0} />
          <Button type="submit" tone="primary">
            {t('machineVision.taxonomy.open', { version: format.number(number) })}
          </Button>
        </PostForm>
      )}
    </Section>
  );
}

const listId = 'items-in-use';

/** What became of the items that are gone. */
function Mappings({ t, format, path, inUse, mappings, edits, refused }: Parts) {
  const names = new Map(inUse.map(({ itemId, name }) => [itemId, name]));
  return (
    <Section
      id="mappings"
      title={t('machineVision.taxonomy.mappings')}
      sentence={t('machineVision.taxonomy.mappingsSentence')}
    >
      <datalist id={listId}>
        {inUse.map(({ itemId, name }) => (
          <option key={itemId} value={name} />
        ))}
      </datalist>
      <ul className={s.rows}>
        {mappings.map(({ number, itemId, name, todayId }) => {
          const typed = refused && refused.typed.itemId === String(itemId) && refused.typed.number === String(number);
          const now = todayId === null ? '' : (names.get(todayId) ?? '');
          return (
            <li key={`${number}-${itemId}`} id={`${number}-${itemId}`} className={s.row}>
              <div>
                <p>{name}</p>
                <p className={s.under}>{t('machineVision.taxonomy.lastIn', { version: format.number(number) })}</p>
              </div>
              <p>{now === '' ? t('machineVision.taxonomy.noSuccessor') : `→ ${now}`}</p>
              {edits && (
                <PostForm action={`${path}/${number}`} className={s.mapping} aria-label={name}>
                  <input type="hidden" name="itemId" value={itemId} />
                  <FormField
                    id={`to-${number}-${itemId}`}
                    name="to"
                    list={listId}
                    label={t('machineVision.taxonomy.successor', { name })}
                    hideLabel
                    autoComplete="off"
                    placeholder={t('machineVision.taxonomy.noSuccessor')}
                    defaultValue={typed ? refused.typed.to : now}
                    error={typed ? problemIn(refused, 'to') : undefined}
                  />
                  <Button type="submit" size="small" aria-label={t('machineVision.taxonomy.save', { name })}>
                    {t('global.save')}
                  </Button>
                </PostForm>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

function Versions({ t, format, versions }: Parts) {
  return (
    <Section id="versions" title={t('machineVision.taxonomy.versions')}>
      <DataTable
        id="taxonomy-versions"
        caption={t('machineVision.taxonomy.versions')}
        columns={[
          { key: 'version', label: t('machineVision.taxonomy.version'), primary: true },
          { key: 'opened', label: t('machineVision.taxonomy.opened') },
          { key: 'by', label: t('machineVision.taxonomy.openedBy') },
          { key: 'closed', label: t('machineVision.taxonomy.closed'), primary: 'side' },
          { key: 'items', label: t('machineVision.taxonomy.items'), numeric: true },
          { key: 'answers', label: t('machineVision.taxonomy.answers'), numeric: true },
        ]}
        rows={versions.map(({ number, openedAt, openedByName, closedAt, items, answers }) => ({
          key: String(number),
          name: t('machineVision.taxonomy.versionNamed', { version: format.number(number) }),
          cells: [
            format.number(number),
            format.dateTime(openedAt),
            openedByName || '–',
            closedAt === null ? (
              <Badge key="open" tone="less">
                {t('machineVision.taxonomy.isOpen')}
              </Badge>
            ) : (
              format.dateTime(closedAt)
            ),
            format.number(items),
            format.number(answers),
          ],
        }))}
      />
    </Section>
  );
}
