import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listening } from './ports';

export interface Nginx {
  url: string;
  errors(): string;
  remove(): Promise<void>;
}

/** The README's example, as it stands there but for addresses and the certificate. */
function exampleOf(readme: string, { port, upstreams }: { port: number; upstreams: number[] }): string {
  const example = /```nginx\n([^]*?)```/.exec(readme)?.[1];
  if (!example) throw new Error('The README has no nginx example.');
  const [, parameters = ''] = /^ {2}server 127\.0\.0\.1:3000(.*);$/m.exec(example) ?? [];
  const changed = example
    .replace(/\nserver \{\n {2}listen 80;[^]*?\n\}/, '')
    .replace(/^ *ssl_certificate.*\n/gm, '')
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace(
      /^ {2}server 127\.0\.0\.1:3000.*$/m,
      upstreams.map((one) => `  server 127.0.0.1:${one}${parameters};`).join('\n'),
    );
  if (/ssl|3000/.test(changed.replace(/#.*/g, '')) || !changed.includes(`:${port};`))
    throw new Error(`The README's nginx example was rewritten:\n${changed}`);
  return changed;
}

/** Debian's nginx, with the README's example, before processes on these ports. */
export async function startNginx(upstreams: number[], port: number): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'tare-nginx-'));
  const log = join(folder, 'error.log');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `  ${name}_temp_path ${join(folder, name)};`)
    .join('\n');
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${join(folder, 'pid')};
error_log ${log} warn;
events {}
http {
  access_log off;
${temporary}
${exampleOf(readFileSync('README.md', 'utf8'), { port, upstreams })}
}
`,
  );
  const child = spawn(existsSync('/usr/sbin/nginx') ? '/usr/sbin/nginx' : 'nginx', ['-c', file, '-e', log], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const gone = new Promise((done) => child.once('exit', done));
  const errors = () => said + (existsSync(log) ? readFileSync(log, 'utf8') : '');
  await listening(port).catch((error: Error) => {
    throw new Error(`${error.message}\n${errors()}`);
  });
  return {
    url: `http://127.0.0.1:${port}`,
    errors,
    async remove() {
      child.kill('SIGTERM');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
