/**
 * Requests to a dealer's own domain: which paths exist, and what pages show of the dealer. The consoles and the API of
 * dealers are not served there (docs/decisions/0127).
 */

import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readBrand, readCompany } from '#identity/company/actions.ts'
import { type Brand, bytesOf } from '#identity/company/brand.ts'
import { drawIcon, drawSvgIcon, hasPixels, type IconName, iconSizes } from '#identity/company/icons.ts'
import { ownAnswer } from '#identity/domains/actions.ts'
import { networkOf } from '#identity/login-throttle/throttle.ts'
import { rateLimiter, refuseOver } from '#kernel/api/limits.ts'
import type { Context } from '#kernel/context.ts'
import { refuse } from '#kernel/errors.ts'
import { isPublic } from '#kernel/network/outbound.ts'
import { hostNameOf, isUnknownHost, type Site } from '#kernel/network/sites.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The dealer's own domain that the request came to. */
    site: Site | undefined
    /** A person came to a name that was not configured for this installation. */
    isStray: boolean
  }
}

/** Only a domain proven by DNS is a site: a header alone opens nothing. */
export const siteOf = ({ sites }: Pick<Context, 'sites'>, { headers }: FastifyRequest): Site | undefined =>
  sites.at(hostNameOf(headers.host))

/** The name is not configured for the installation, so no page reveals who is here. */
export const isStray = ({ config }: Pick<Context, 'config'>, { site, headers, socket }: FastifyRequest): boolean =>
  !site &&
  (config.internalPort === undefined || socket.localPort !== config.internalPort) &&
  isUnknownHost(config, hostNameOf(headers.host))

/**
 * Only the proxy itself asks about certificates, from the same machine or network. A forwarded request says so, and
 * would reveal to anyone which domains are verified.
 */
function isFromProxy({ headers, socket }: FastifyRequest): boolean {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/i, '')
  return !isPublic(address) && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined
}

const ofClients =
  /^\/(client(\/(?!hardware(\/|$)).*)?|client-worker\.js|login|reset|join|registration\/[\w-]+|email\/confirm|erasure|pay\/:id|share|l|toolbox|s)$/
const ofTheirPages =
  /^\/(|assets\/:name|settings\.json|site(\/.*)?|favicon\.ico|robots\.txt|\.well-known\/waymark-domain|map\/.*|pictures\/.*|shared(\/.*)?|payment-links\/.*|sandbox\/.*|healthz|readyz)$/
const ofSites = /^\/site\//
/** Names of dealers are on the map of dealers; the others are pages. */
const ofStrays =
  /^\/(|docs|portal|dealers|console|operator|settings\.json|public\/dealers|login|reset|join|registration\/[\w-]+|email\/confirm|erasure|client|pay\/:id|share|l|toolbox|s)$/

/** A path that is not served under the host of the request. */
export function isElsewhere(ctx: Pick<Context, 'config'>, request: FastifyRequest): boolean {
  const url = request.routeOptions.url ?? ''
  if (request.site) return !ofClients.test(url) && !ofTheirPages.test(url)
  return ofSites.test(url) || (ofStrays.test(url) && isStray(ctx, request))
}

export interface SiteBrand extends Brand {
  readonly name: string
}

export async function brandOf({ db }: Pick<Context, 'db'>, { dealer }: Site): Promise<SiteBrand> {
  const [company, brand] = [await readCompany({ db, dealer }), await readBrand({ db, dealer })]
  return { ...brand, name: brand.appName ?? company.name }
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

/** What pages know of the dealer before anybody has signed in. */
const toPage = ({ name, logo, colour, ...links }: SiteBrand) => ({
  ...{ name, colour, logo: logo === null ? null : `/site/logo?v=${digestOf(logo)}` },
  ...{ imprint: links.imprintUrl, privacy: links.privacyUrl, terms: links.termsUrl, help: links.helpUrl },
})

const digestOf = (text: string) => hash('sha256', text, 'base64url').slice(0, 12)

/** The built page in the dealer's name: title, icons, manifest, and what its scripts show. */
export function dress(html: string, brand: SiteBrand): string {
  const version = digestOf([brand.icon, brand.logo, brand.colour].join())
  const head = [
    `<meta name="site" content="${escaped(JSON.stringify(toPage(brand)))}">`,
    `<meta name="apple-mobile-web-app-title" content="${escaped(brand.name)}">`,
    `<link rel="icon" type="image/svg+xml" href="/site/icon.svg?v=${version}">`,
    `<link rel="icon" type="image/png" sizes="32x32" href="/site/icon/32?v=${version}">`,
    `<link rel="apple-touch-icon" href="/site/icon/180?v=${version}">`,
    '<link rel="manifest" href="/site/app.webmanifest">',
  ]
  return html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(brand.name)}</title>`)
    .replace(/\s*<link rel="(icon|apple-touch-icon|manifest)"[^>]*>/g, '')
    .replace('</head>', () => `${head.join('\n    ')}\n  </head>`)
}

const description = 'Your units on the map, your plan and your bills.'

function manifestOf(brand: SiteBrand) {
  const version = digestOf([brand.icon, brand.logo, brand.colour].join())
  const icon = (name: IconName, purpose: string) => ({
    src: `/site/icon/${name}?v=${version}`,
    sizes: `${iconSizes[name].side}x${iconSizes[name].side}`,
    type: 'image/png',
    purpose,
  })
  const drawn = { src: `/site/icon.svg?v=${version}`, sizes: 'any', type: 'image/svg+xml', purpose: 'any' }
  const isDrawnOnly = brand.logo !== null && !hasPixels(brand)
  return {
    id: '/client',
    name: brand.name,
    short_name: brand.name.length > 12 ? (brand.name.split(/\s/)[0] ?? brand.name) : brand.name,
    description,
    start_url: '/client',
    scope: '/',
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: brand.colour ?? '#ffffff',
    icons: isDrawnOnly ? [drawn] : [icon('192', 'any'), icon('512', 'any'), icon('maskable-512', 'maskable')],
  }
}

/** The proxy asks for certificates once per name. */
const asksPerMinute = 300
const keptIconsMax = 200

export function sitePages(app: FastifyInstance, ctx: Context): void {
  const own = (request: FastifyRequest): Site => request.site ?? refuse('ROUTE_NOT_FOUND', 'This path does not exist.')
  const picture = (reply: FastifyReply, type: string) =>
    reply
      .header('cache-control', 'public, max-age=86400')
      .header('content-security-policy', "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox")
      .type(type)
  const drawn = new Map<string, Buffer>()
  const iconOf = (brand: SiteBrand, name: IconName): Buffer => {
    const key = hash('sha256', [name, brand.icon, brand.logo, brand.colour].join(), 'base64url')
    const icon = drawn.get(key) ?? drawIcon(brand, name)
    if (drawn.size >= keptIconsMax) drawn.clear()
    drawn.set(key, icon)
    return icon
  }

  app.get('/site/app.webmanifest', async (request, reply) => {
    const brand = await brandOf(ctx, own(request))
    return reply.header('cache-control', 'no-cache').type('application/manifest+json').send(manifestOf(brand))
  })
  app.get('/site/logo', async (request, reply) => {
    const { logo } = await brandOf(ctx, own(request))
    if (logo === null) return reply.callNotFound()
    return picture(reply, logo.startsWith('data:image/png') ? 'image/png' : 'image/svg+xml').send(bytesOf(logo))
  })
  app.get('/site/icon.svg', async (request, reply) =>
    picture(reply, 'image/svg+xml').send(drawSvgIcon(await brandOf(ctx, own(request)))),
  )
  app.get<{ Params: { name: string } }>('/site/icon/:name', async (request, reply) => {
    const { name } = request.params
    const site = own(request)
    if (!Object.hasOwn(iconSizes, name)) return reply.callNotFound()
    return picture(reply, 'image/png').send(iconOf(await brandOf(ctx, site), name as IconName))
  })

  // Called from outside with POST by `identity/domains/lookup.ts`, at the host that is checked.
  app.route({
    method: ['GET', 'POST'],
    url: '/.well-known/waymark-domain',
    handler: (request, reply) => reply.type('text/plain').send(ownAnswer(ctx, hostNameOf(request.headers.host))),
  })
  const allow = rateLimiter(asksPerMinute)
  // For proxies that get certificates on demand, such as Caddy: yes only for verified domains.
  app.get<{ Querystring: { domain?: unknown } }>('/domain-allowed', (request, reply) => {
    refuseOver(allow(networkOf(request.ip)), reply)
    if (!isFromProxy(request)) {
      return reply.code(403).type('text/plain').send('Only a proxy in a private network can ask this, directly.\n')
    }
    const { domain } = request.query
    const isKnown = typeof domain === 'string' && ctx.sites.at(hostNameOf(domain)) !== undefined
    return reply
      .code(isKnown ? 200 : 404)
      .type('text/plain')
      .send(isKnown ? 'yes\n' : 'no\n')
  })
}
