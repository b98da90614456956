import type { FormatSettings } from '../../../client/ui/format';
import type { AccountPerson } from '../../../server/identity/pages/all-accounts/all-accounts.contract';
import type { OfferedRole } from '../../../server/identity/pages/team/team-rows.contract';
import type { Translate } from '../../../server/platform/i18n/messages';

export interface AccountPageProps {
  t: Translate;
  settings: FormatSettings;
  base: string;
  account: {
    id: string;
    name: string;
    suspended: boolean;
    createdAt: string;
    /** Names of what it stands below, from the top. */
    path: string[];
    people: number;
    below: number;
    resells: boolean;
  };
  /** null: whoever looks may not see them. */
  people: { people: AccountPerson[]; total: number } | null;
  peoplePage: { page: number; size: number };
  newRoles: OfferedRole[];
  can: Record<'open' | 'create' | 'rename' | 'remove' | 'people' | 'takeOut', boolean>;
  done?: string | undefined;
  refused?:
    | {
        form: 'name' | 'add' | 'other';
        typed: Record<string, string>;
        fields: Record<string, string>;
        problem?: string | undefined;
      }
    | undefined;
}
