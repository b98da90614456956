import { Refused, UnknownValue } from '../../../server/setup/operator.service';
import { complain, WrongArguments } from '../complaint';
import { backupCommand, restoreCommand } from './backup';
import { checkAuditLogCommand } from './check-audit-log';
import type { Command, Tools } from './command';
import { createOrganisationCommand, createStaffCommand, newLinkCommand } from './people';
import { rebuildRollupsCommand } from './rebuild-rollups';
import { renewSamlKeyCommand } from './saml-key';

export const commands: Command[] = [
  createStaffCommand,
  createOrganisationCommand,
  newLinkCommand,
  rebuildRollupsCommand,
  checkAuditLogCommand,
  renewSamlKeyCommand,
  backupCommand,
  restoreCommand,
];

const detail = ({ name, about, usage, options }: Command) =>
  [`${name} ${usage}`, `  ${about}`, ...(options ? [options] : [])].join('\n');

const help = `npm run admin -- COMMAND [options]      (if Tare is installed: node dist/commands/admin.js COMMAND [options])

Administers Tare from the command line, with the settings of the server.

${commands.map(detail).join('\n\n')}

help [COMMAND]
  Shows this text.

For commands that change something, --dry-run shows what would happen and changes nothing.
Exits with 0 when done, 1 if it failed or was rejected, 2 if the command is invalid.`;

interface Terminal extends Tools {
  complain(line: string): void;
}

/** @returns the exit code */
export async function runAdmin([name = 'help', ...args]: string[], terminal: Terminal): Promise<number> {
  const command = commands.find((one) => one.name === name);
  try {
    if (name === 'help' || name === '--help' || args.includes('--help'))
      return showHelp(command?.name ?? args[0], terminal);
    if (!command) throw new WrongArguments(`Unknown command: ${name}.`);
    await command.start(args, terminal);
    return 0;
  } catch (error) {
    return explain(error, { help: command ? `help ${name}` : 'help', terminal });
  }
}

function showHelp(wanted: string | undefined, { say }: Terminal): number {
  const command = commands.find((one) => one.name === wanted);
  say(command ? detail(command) : help);
  return 0;
}

/** What a person can mend is one line; anything else keeps its stack. @returns the exit code */
function explain(error: unknown, { help: source, terminal }: { help: string; terminal: Terminal }): number {
  if (error instanceof WrongArguments || error instanceof UnknownValue) {
    terminal.complain(`${error.message} See "${source}".`);
    return 2;
  }
  if (error instanceof Refused) terminal.complain(`Nothing was done. ${error.message}`);
  else complain({ nothing: 'Nothing was done.', failed: 'The command failed.' }, error, terminal.complain);
  return 1;
}
