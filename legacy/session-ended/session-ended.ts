import { sessionEnded } from '../../client/legacy/host-link';

sessionEnded();
