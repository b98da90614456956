import { LookupLines } from '../../client/support-console/lookup-content';
import { lookupForms, type LookupFormsProps } from '../../client/support-console/lookup-forms.island';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { Translate } from '../../server/platform/i18n/messages';
import { Island } from '../layout/island';
import { Section } from '../layout/section';

export interface ConsoleResult {
  description: string | null;
  refused: string | null;
}

/** Where support looks up who and what somebody talks about. */
export function SupportConsolePage({
  t,
  typed,
  result,
}: Pick<LookupFormsProps, 'typed'> & { t: Translate; result: ConsoleResult | null }) {
  return (
    <>
      <PageHeader title={t('supportConsole.title')} sentence={t('supportConsole.lead')} />
      {result && (
        <Section id="lookup" title={t('supportConsole.result')}>
          {result.refused !== null && <Notice tone="info">{result.refused}</Notice>}
          {result.description !== null && (
            <LookupLines
              description={result.description}
              labelOf={(label) => t(`layout.lookup.lines.${label}`)}
              unknown={t('layout.lookup.unknown')}
            />
          )}
        </Section>
      )}
      <Island of={lookupForms} when="load" props={{ typed }} />
    </>
  );
}
