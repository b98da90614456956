import { clientViewEnded, sessionEnded } from '../../client/legacy/host-link';
import { saysClientViewEnded } from '../../client/runtime/client-view';

// The page stands for both ends; a call tells which it was.
const answer = await fetch('/rest/v1/user', { headers: { 'X-Requested-With': 'fetch' } });
if (answer.status === 409 && saysClientViewEnded(answer.status, await answer.json())) clientViewEnded();
else sessionEnded();
