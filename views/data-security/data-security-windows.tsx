import { dataSecurityWindows } from '../../client/data-security/data-security-windows.island';
import { Island } from '../layout/island';

/** Once on every page of whoever may: opens the windows of the account menu above it. */
export function DataSecurityWindows() {
  return <Island of={dataSecurityWindows} when="idle" props={{}} />;
}
