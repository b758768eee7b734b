/** The page for an address that does not exist or is not allowed: the same refusal in HTML, with links to the start pages. */
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Problem } from '#kernel/errors.ts'

/**
 * A person who opens an address. Requests of pages do not accept HTML. Some libraries of programs always do, but a
 * browser that opens an address never sends a token.
 */
export const isNavigation = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' &&
  headers['x-accesstoken'] === undefined &&
  headers.authorization === undefined &&
  /(^|,)\s*text\/html\b/i.test(headers.accept ?? '')

const style = `
:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:light-dark(#faf9f5,#151b18);
color:light-dark(#1d2420,#e8ece8);font:1rem/1.5 system-ui,sans-serif}
main{max-width:30rem;padding:2rem}
svg{width:3rem;height:3rem}
h1{margin:1rem 0 .5rem;font-size:1.5rem}
p{margin:.5rem 0;color:light-dark(#5a625b,#9caaa2)}
a{color:light-dark(#175a46,#8fc6af);margin-right:1.25rem}
code{font-size:.875rem}`

export const refusalPageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'`,
} as const

const words = {
  en: {
    missing: 'Page not found',
    closed: 'You don’t have access to this page',
    hint: 'Check the address, or start again from the home page.',
    start: 'Home',
    login: 'Sign in',
    console: 'Dealer console',
    request: 'Request ID',
    stray: 'Nothing here yet',
    strayHint: 'This address is not in use. Check it, or ask the person who gave it to you.',
  },
  de: {
    missing: 'Seite nicht gefunden',
    closed: 'Sie haben keinen Zugriff auf diese Seite',
    hint: 'Prüfen Sie die Adresse, oder beginnen Sie auf der Startseite.',
    start: 'Startseite',
    login: 'Anmelden',
    console: 'Händlerkonsole',
    request: 'Anfrage-ID',
    stray: 'Hier ist noch nichts',
    strayHint: 'Diese Adresse wird nicht verwendet. Prüfen Sie sie, oder fragen Sie die Person, von der Sie sie haben.',
  },
} as const

const mark =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#175a46"/>' +
  '<path d="M6 9.5 11 22.5 16 12.5 21 22.5" fill="none" stroke="#f4f3ee" stroke-width="3" stroke-linecap="round" ' +
  'stroke-linejoin="round"/><circle cx="25" cy="10.5" r="3.2" fill="#f09a45"/></svg>'

export function refusalPage(request: FastifyRequest, { code, message }: Problem): string {
  const lang = /^\s*de\b/i.test(request.headers['accept-language'] ?? '') ? 'de' : 'en'
  const say = words[lang]
  const isMissing = code === 'ROUTE_NOT_FOUND' || code === 'NOT_FOUND'
  const title = request.isStray ? say.stray : isMissing ? say.missing : say.closed
  const hint = request.isStray ? say.strayHint : isMissing ? say.hint : escaped(message)
  return `<!doctype html>
<html lang="${lang}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>${title}${isOwn(request) ? ' – Waymark' : ''}</title><style>${style}</style></head>
<body><main>${isOwn(request) ? mark : ''}<h1>${title}</h1><p>${hint}</p>
${linksOf(request, say)}<p>${say.request} <code>${escaped(request.id)}</code></p></main></body>
</html>
`
}

/** Neither a dealer's domain nor an unknown name. */
const isOwn = ({ site, isStray }: FastifyRequest): boolean => !site && !isStray

function linksOf({ site, isStray }: FastifyRequest, say: (typeof words)['en' | 'de']): string {
  if (isStray) return ''
  const console = site ? '' : `<a href="/console">${say.console}</a>`
  return `<p><a href="/">${say.start}</a><a href="/login">${say.login}</a>${console}</p>\n`
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
