import { openPage } from '../../client/legacy/open-page';
import { OperatorsPage } from './parts/operators-page';

void openPage('operators.title', OperatorsPage);
