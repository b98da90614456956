import { baselineModals } from '../../client/baselines/baseline-modals.island';
import type { FormatSettings } from '../../client/ui/format';
import type { UnconfirmedIds } from '../../server/features/calendar/confirm-days.rules';
import { Island } from '../layout/island';

export { baselineDetailHref } from './baseline-links';

/** Once on a page: opens the baseline pages, which its links lead to, as windows above it. */
export function BaselineModals(props: { settings: FormatSettings; mayManage: boolean; unconfirmed: UnconfirmedIds }) {
  return <Island of={baselineModals} when="idle" props={props} />;
}
