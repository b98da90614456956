import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { signingKeys } from '../saml-keys';
import { bare } from '../sso';
import { freePort } from './ports';

/** Where Debian's packages stand: `npm test` lays them out in a folder of its own and names it, unless the machine has them. */
const roots = [process.env.SIMPLESAMLPHP_ROOT, '/'].filter((root) => root !== undefined && root !== '');

export interface SimpleSamlPhp {
  entityId: string;
  metadataUrl: string;
  /** Where somebody leaves at the provider itself. */
  leaveUrl: string;
  close(): Promise<void>;
}

interface Installed {
  php: string;
  extensions: string;
  www: string;
}

function installed(): Installed | null {
  const find = (folder: string, wanted: RegExp) =>
    roots.flatMap((root) => {
      const at = path.join(root ?? '/', folder);
      return existsSync(at)
        ? readdirSync(at)
            .filter((name) => wanted.test(name))
            .map((name) => path.join(at, name))
        : [];
    });
  const [php] = find('usr/bin', /^php\d+\.\d+$/);
  const extensions = find('usr/lib/php', /^\d{8}$/).find(
    (folder) => existsSync(path.join(folder, 'dom.so')) && existsSync(path.join(folder, 'mbstring.so')),
  );
  const [www] = find('usr/share/simplesamlphp', /^www$/);
  return php && extensions && www ? { php, extensions, www } : null;
}

/** null where neither `npm test` nor the machine has it. */
export const simpleSamlPhpInstalled = (): boolean => installed() !== null;

const quoted = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`;
const phpOf = (value: unknown): string => {
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map(phpOf).join(', ')}]`;
  if (value !== null && typeof value === 'object')
    return `[${Object.entries(value)
      .map(([key, one]) => `${/^\d+$/.test(key) ? key : quoted(key)} => ${phpOf(one)}`)
      .join(', ')}]`;
  return String(value);
};

/** On which a provider may be started that somebody has to know of before. */
export const freeHost = async (): Promise<string> => `127.0.0.1:${await freePort()}`;

/** What it has to know of a service, read of that service's metadata document. */
function serviceOf(metadata: string): { entityId: string; known: Record<string, unknown> } {
  const one = (pattern: RegExp) => pattern.exec(metadata)?.[1] ?? '';
  return {
    entityId: one(/entityID="([^"]+)"/),
    known: {
      AssertionConsumerService: one(/<md:AssertionConsumerService [^>]*Location="([^"]+)"/),
      SingleLogoutService: one(/<md:SingleLogoutService [^>]*Location="([^"]+)"/),
      certData: bare(one(/<ds:X509Certificate>([^<]+)</)),
      NameIDFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      'simplesaml.nameidattribute': 'uid',
      'validate.authnrequest': one(/AuthnRequestsSigned="([^"]+)"/) === 'true',
      'validate.logout': true,
      'sign.logout': true,
      'saml20.sign.response': true,
      'saml20.sign.assertion': true,
    },
  };
}

/**
 * An identity provider of another make, in PHP, as Debian packages it: a process of its own on 127.0.0.1 with a folder of its own.
 * @param host of `freeHost`
 * @param metadata of the service that it signs people into
 * @param users what it says of each, by their names there; the password of all is `secret`
 */
export async function simpleSamlPhp({
  host,
  metadata,
  users,
}: {
  host: string;
  metadata: string;
  users: Record<string, Record<string, string[]>>;
}): Promise<SimpleSamlPhp> {
  const found = installed();
  if (!found) throw new Error('simplesamlphp is not installed');
  const folder = mkdtempSync(path.join(tmpdir(), 'tare-simplesamlphp-'));
  const service = serviceOf(metadata);
  const entityId = `http://${host}/saml2/idp/metadata.php`;
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
  for (const name of ['config', 'metadata', 'cert', 'sessions', 'log', 'data', 'temp'])
    mkdirSync(path.join(folder, name));
  write(
    'config/config.php',
    `<?php $config = ${phpOf({
      baseurlpath: `http://${host}/`,
      certdir: `${folder}/cert/`,
      loggingdir: `${folder}/log/`,
      datadir: `${folder}/data/`,
      tempdir: `${folder}/temp`,
      metadatadir: `${folder}/metadata/`,
      secretsalt: 'of-the-tests-alone',
      'auth.adminpassword': 'of-the-tests-alone',
      technicalcontact_email: 'tests@tare.test',
      timezone: 'UTC',
      showerrors: true,
      errorreporting: false,
      'logging.handler': 'file',
      'logging.level': 7,
      'logging.logfile': 'provider.log',
      'enable.saml20-idp': true,
      'module.enable': { exampleauth: true, core: true, saml: true },
      'session.cookie.secure': false,
      'session.cookie.samesite': null,
      'session.phpsession.savepath': `${folder}/sessions`,
      'session.phpsession.cookiename': 'SimpleSAML',
      'store.type': 'phpsession',
      'language.cookie.secure': false,
      'language.cookie.samesite': null,
      'language.available': ['en'],
      'language.default': 'en',
      'metadata.sources': [{ type: 'flatfile' }],
      'admin.checkforupdates': false,
      production: true,
    })};\n`,
  );
  write(
    'config/authsources.php',
    `<?php $config = ${phpOf({ people: { 0: 'exampleauth:UserPass', ...Object.fromEntries(Object.entries(users).map(([name, said]) => [`${name}:secret`, said])) } })};\n`,
  );
  write(
    'metadata/saml20-idp-hosted.php',
    `<?php $metadata[${quoted(entityId)}] = ${phpOf({ host: '__DEFAULT__', privatekey: 'idp.pem', certificate: 'idp.crt', auth: 'people', 'signature.algorithm': 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'redirect.sign': true, 'sign.logout': true, 'validate.authnrequest': true, 'validate.logout': true })};\n`,
  );
  write('metadata/saml20-sp-remote.php', `<?php $metadata[${quoted(service.entityId)}] = ${phpOf(service.known)};\n`);
  write('cert/idp.pem', signingKeys.idp.key);
  write('cert/idp.crt', signingKeys.idp.certificate);
  const extensions = [
    'dom',
    'xml',
    'simplexml',
    'xmlwriter',
    'mbstring',
    'ctype',
    'posix',
    'tokenizer',
    'iconv',
  ].flatMap((name) => ['-d', `extension=${name}`]);
  const server = spawn(
    found.php,
    [
      '-n',
      '-d',
      `extension_dir=${found.extensions}`,
      ...extensions,
      '-d',
      'display_errors=0',
      '-S',
      host,
      '-t',
      found.www,
    ],
    {
      env: {
        PATH: process.env.PATH,
        SIMPLESAMLPHP_CONFIG_DIR: path.join(folder, 'config'),
        PHP_CLI_SERVER_WORKERS: '4',
      },
      stdio: ['ignore', 'ignore', 'ignore'],
      detached: true,
    },
  );
  const close = async () => {
    // Its workers are processes of their own.
    if (server.pid !== undefined && server.exitCode === null) process.kill(-server.pid, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  await answering(entityId, close);
  return {
    entityId,
    metadataUrl: entityId,
    leaveUrl: `http://${host}/saml2/idp/SingleLogoutService.php?ReturnTo=${encodeURIComponent(`http://${host}/`)}`,
    close,
  };
}

async function answering(url: string, giveUp: () => Promise<void>): Promise<void> {
  for (let asked = 0; asked < 100; asked += 1) {
    const status = await fetch(url).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return;
    await new Promise((waited) => {
      setTimeout(waited, 100);
    });
  }
  await giveUp();
  throw new Error(`${url} does not answer`);
}
