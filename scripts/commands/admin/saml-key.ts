import { addSamlKey } from '../../../server/identity';
import { systemClock } from '../../../server/platform/time';
import { keptSecret } from '../../../server/resources';
import { Refused } from '../../../server/setup/operator.service';
import { defineCommand } from './command';
import { withPreparedDatabase } from './database';

export const renewSamlKeyCommand = defineCommand({
  name: 'renew-saml-key',
  about:
    'Creates a new key for messages to SAML identity providers. It is in the metadata immediately and signs after two weeks. The previous key stays for two more weeks.',
  usage: '',
  values: {},
  run: (_values, tools) =>
    withPreparedDatabase(tools, false, async ({ config, db }) => {
      const secret = config.sessionSecret ?? keptSecret(config, 'session-secret');
      const signsFrom = await addSamlKey({ db, secret, now: systemClock.now() });
      if (signsFrom === null) throw new Refused('A new key is already waiting to sign.');
      tools.say(
        `The new key signs from ${signsFrom.toISOString().slice(0, 16).replace('T', ' ')} UTC. Identity providers that do not read the metadata automatically need its certificate before that.`,
      );
    }),
});
