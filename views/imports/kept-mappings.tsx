import { DataTable } from '../../client/ui/data-table';
import type { Format } from '../../client/ui/format';
import { Missing } from '../../client/ui/missing';
import type { KeptView } from '../../server/features/imports/kept-mapping.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { Section } from '../layout/section';

/** The mappings that the organisation keeps, the one used last first. */
export function KeptMappings({ t, format, kept }: { t: Translate; format: Format; kept: KeptView[] }) {
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
