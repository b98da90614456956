import type { Condition } from '../../platform/http/define-route';
import { mayConfigure } from './calendar-view.service';

export const configuring: Condition = { says: 'Needs the permission VIEW_BASE_LPO_PAGE too.', holds: mayConfigure };
