import { addSamlKey } from '../../../server/identity';
import { systemClock } from '../../../server/platform/time';
import { keptSecret } from '../../../server/resources';
import { Refused } from '../../../server/setup/operator.service';
import { defineCommand } from './command';
import { withPreparedDatabase } from './database';

export const renewSamlKeyCommand = defineCommand({
  name: 'renew-saml-key',
  about:
    'Makes a further key for messages to SAML identity providers. It stands in the metadata at once and signs after two weeks; the one before stays for two more.',
  usage: '',
  values: {},
  run: (_values, tools) =>
    withPreparedDatabase(tools, false, async ({ config, db }) => {
      const secret = config.sessionSecret ?? keptSecret(config, 'session-secret');
      const signsFrom = await addSamlKey({ db, secret, now: systemClock.now() });
      if (signsFrom === null) throw new Refused('A further key is on its way already.');
      tools.say(
        `The further key signs from ${signsFrom.toISOString().slice(0, 16).replace('T', ' ')} UTC. Identity providers that do not read the metadata by themselves need its certificate before that.`,
      );
    }),
});
