/** A mail as it is sent: the same content twice, as HTML and as plain text. */
export interface MailText {
  subject: string;
  text: string;
  html: string;
}

export type MailPart =
  | { kind: 'sentence'; text: string }
  | { kind: 'heading'; text: string }
  | { kind: 'facts'; facts: readonly { label: string; value: string }[] }
  | { kind: 'links'; links: readonly { text: string; url: string | null }[] }
  | { kind: 'button'; text: string; url: string }
  | { kind: 'small'; text: string }
  | { kind: 'smallLink'; text: string; url: string };

const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const withLines = (text: string) => escape(text).replaceAll('\n', '<br>');

/** Mail programs know no stylesheets beside the mail, and many no more than this. */
const looks = `body{margin:0;background:#f4f6f3;color:#1c2420;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif}
main{max-width:560px;margin:0 auto;padding:32px 24px;background:#fff}h2{font-size:17px;margin:28px 0 8px}table{border-collapse:collapse;margin:20px 0;width:100%}
td{padding:6px 12px 6px 0;border-bottom:1px solid #e3e8e2;vertical-align:top}td:first-child{color:#5b675f;white-space:nowrap}ul{padding-left:20px}li{margin:4px 0}
a{color:#0b6b47}.button{display:inline-block;padding:10px 18px;border-radius:8px;background:#0b6b47;color:#fff;text-decoration:none;font-weight:600}.small{color:#5b675f;font-size:13px}
@media(prefers-color-scheme:dark){body{background:#141a17;color:#e6ebe7}main{background:#1c2420}td{border-color:#334038}a{color:#7fd6ae}.button{background:#7fd6ae;color:#10201a}td:first-child,.small{color:#a3b0a8}}`;

function htmlOf(part: MailPart): string {
  switch (part.kind) {
    case 'sentence':
      return `<p>${withLines(part.text)}</p>`;
    case 'heading':
      return `<h2>${escape(part.text)}</h2>`;
    case 'facts':
      return `<table>${part.facts.map(({ label, value }) => `<tr><td>${escape(label)}</td><td>${withLines(value)}</td></tr>`).join('')}</table>`;
    case 'links':
      return `<ul>${part.links.map(({ text, url }) => `<li>${url === null ? escape(text) : `<a href="${escape(url)}">${escape(text)}</a>`}</li>`).join('')}</ul>`;
    case 'button':
      return `<p><a class="button" href="${escape(part.url)}">${escape(part.text)}</a></p>`;
    case 'smallLink':
      return `<p class="small"><a href="${escape(part.url)}">${escape(part.text)}</a></p>`;
    default:
      return `<p class="small">${withLines(part.text)}</p>`;
  }
}

function textOf(part: MailPart): string {
  switch (part.kind) {
    case 'facts':
      return part.facts.map(({ label, value }) => `${label}: ${value}`).join('\n');
    case 'links':
      return part.links.map(({ text, url }) => (url === null ? `- ${text}` : `- ${text}\n  ${url}`)).join('\n');
    case 'button':
    case 'smallLink':
      return `${part.text}:\n${part.url}`;
    default:
      return part.text;
  }
}

export function mailOf({
  lang,
  subject,
  parts,
}: {
  lang: string;
  subject: string;
  parts: readonly MailPart[];
}): MailText {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escape(subject)}</title><style>${looks}</style>`;
  return {
    subject,
    text: parts.map(textOf).join('\n\n'),
    html: `<!doctype html><html lang="${lang}"><head>${head}</head><body><main>${parts.map(htmlOf).join('')}</main></body></html>`,
  };
}
