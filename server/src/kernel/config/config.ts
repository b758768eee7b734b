/** Every setting: its type, its default and one sentence. The only file that reads the environment. */

import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { resolve } from 'node:path'
import Type, { type Static } from 'typebox'
import Value from 'typebox/value'
import { readSender, type Sender } from '../email-address.ts'
import type { Rates } from '../money/money.ts'
import { builtInRates } from '../money/rates.ts'
import { furtherProblems, listOf, readJson } from './problems.ts'

const port = { minimum: 1, maximum: 65535 }
/** Where a key travels to: in the clear it may only reach this machine. */
const double = {
  default: '',
  pattern: '^(https://[^/?#@]+/?|http://(127\\.0\\.0\\.1|localhost|\\[::1\\])(:\\d+)?/?)?$',
}
const googleTiles = 'https://tile.googleapis.com'

export const Settings = Type.Object({
  WAYMARK_DATA: Type.String({ default: './data', description: 'Data folder: the embedded database and the keys.' }),
  WAYMARK_BACKUP_PASSPHRASE_FILE: Type.String({
    default: '',
    description:
      'File with a passphrase of at least 12 characters: backups are then encrypted with it; empty: they are not.',
  }),
  WAYMARK_HOST: Type.String({ default: '127.0.0.1', description: 'The address HTTP listens on.' }),
  WAYMARK_HTTP_PORT: Type.Integer({ ...port, default: 8080, description: 'The port HTTP listens on.' }),
  WAYMARK_INTERNAL_PORT: Type.Integer({
    minimum: 0,
    maximum: 65535,
    default: 0,
    description: "A port of its own for /metrics and the operator's console, which then answer only there; 0: none.",
  }),
  WAYMARK_INTERNAL_HOST: Type.String({ default: '127.0.0.1', description: 'The address of that port.' }),
  WAYMARK_PUBLIC_URL: Type.String({
    default: '',
    pattern: '^(https?://.+)?$',
    description: 'The web address of this installation in responses and emails; empty: from host and port.',
  }),
  WAYMARK_LOGIN_URL: Type.String({
    default: '',
    pattern: '^(https?://.+)?$',
    description: 'Where clients activate their account and sign in; empty: the web address of this installation.',
  }),
  WAYMARK_DATABASE_URL: Type.String({
    default: '',
    pattern: '^(postgres(ql)?://.+)?$',
    description: 'An existing PostgreSQL, 15 or newer; empty: the embedded one in the data folder.',
  }),
  WAYMARK_DISK_FREE_MIB: Type.Integer({
    minimum: 0,
    default: 512,
    description:
      'With the embedded database, trackers are refused below this free space in MiB. On a disk under 10 GiB, the limit is a twentieth of the disk, at least 64 MiB. 0: never.',
  }),
  WAYMARK_GATEWAY_HOST: Type.String({ default: '127.0.0.1', description: 'The address trackers connect to.' }),
  WAYMARK_GATEWAY_PORT: Type.Integer({
    minimum: 1,
    maximum: 65000,
    default: 5000,
    description: "The port that recognises any protocol; each protocol's own port is this plus its fixed number.",
  }),
  WAYMARK_MQTT_PORT: Type.Integer({
    minimum: 0,
    maximum: 65535,
    default: 0,
    description: "The port of MQTT; 0: the gateway's port plus 183.",
  }),
  WAYMARK_GATEWAY_TLS_CERT: Type.String({
    default: '',
    description: 'File with the certificate chain for trackers that speak TLS, on the same ports; empty: no TLS.',
  }),
  WAYMARK_GATEWAY_TLS_KEY: Type.String({ default: '', description: "File with that certificate's private key." }),
  WAYMARK_GATEWAY_FRAME_SECONDS: Type.Integer({
    minimum: 1,
    default: 30,
    description: 'How long a tracker may take to finish a frame, or to begin its first.',
  }),
  WAYMARK_GATEWAY_IDLE_SECONDS: Type.Integer({
    minimum: 1,
    default: 1800,
    description: 'How long a connected tracker may be silent.',
  }),
  WAYMARK_GATEWAY_UNIDENTIFIED_MAX: Type.Integer({
    minimum: 1,
    default: 5000,
    description:
      'Connections that have not identified themselves, in total. Above this limit, the network with the most of them loses one.',
  }),
  WAYMARK_GATEWAY_UNIDENTIFIED_PER_ADDRESS: Type.Integer({
    minimum: 1,
    default: 200,
    description: 'The same for one address.',
  }),
  WAYMARK_GATEWAY_UNKNOWN_PER_MINUTE: Type.Integer({
    minimum: 1,
    default: 20,
    description:
      'Unknown idents per minute from one network (/24, /64). Above this limit, its unidentified peers are refused until the minute ends.',
  }),
  WAYMARK_GATEWAY_UNIT_RATE: Type.Integer({
    minimum: 1,
    default: 10,
    description: 'Messages per second that one unit may send while the gateway is under load.',
  }),
  WAYMARK_GATEWAY_UNIT_BURST: Type.Integer({
    minimum: 1,
    default: 1000,
    description: 'Messages that one unit may send in a burst under load.',
  }),
  WAYMARK_STRIPE_KEY: Type.String({
    default: '',
    pattern: '^((sk|rk)_(live|test)_\\w+)?$',
    description: "The platform's own secret key at Stripe, for dealers' invoices; empty: the built-in sandbox.",
  }),
  WAYMARK_CARD_SANDBOX: Type.String({
    default: 'off',
    pattern: '^(on|off)$',
    description:
      '`on`: the sandbox accepts test cards even without the demo or a test clock. Never use it where you charge real money.',
  }),
  WAYMARK_STRIPE_URL: Type.String({
    ...double,
    description: 'The API address for card payments of dealers; empty: Stripe. For tests against a fake server.',
  }),
  WAYMARK_RATES: Type.String({
    default: '',
    description: 'File with exchange rates for the 50-cent rule of bills; empty: the built-in table.',
  }),
  WAYMARK_SMTP_URL: Type.String({
    default: '',
    pattern: '^(smtps?://.+)?$',
    description: 'The mail server for outgoing email; empty: the built-in mailbox.',
  }),
  WAYMARK_MAIL_FROM: Type.String({
    default: '',
    description: 'The sender of emails, as mail@example.com or Name <mail@example.com>; empty: from the web address.',
  }),
  WAYMARK_SECURITY_CONTACT: Type.String({
    default: '',
    pattern: '^((mailto:|https://)\\S+)?$',
    description: 'Where to report vulnerabilities, shown in /.well-known/security.txt; empty: the sender of emails.',
  }),
  WAYMARK_OUTBOUND_ALLOW: Type.String({
    default: '',
    description: 'Private networks that webhooks of dealers may call, separated by commas.',
  }),
  WAYMARK_OUTBOUND_ALLOW_CLIENTS: Type.String({ default: '', description: "The same for clients' notifications." }),
  WAYMARK_UNIT_SILENT_HOURS: Type.Integer({
    minimum: 1,
    maximum: 8760,
    default: 24,
    description: 'Hours without a message after which the dealer is notified that a unit is silent.',
  }),
  WAYMARK_MAP_STYLE_URL: Type.String({
    default: '',
    pattern: '^(https?://.+)?$',
    description: 'A MapLibre style with tiles for the map; empty: the built-in map of coasts and borders.',
  }),
  WAYMARK_GOOGLE_MAPS_KEY: Type.String({
    default: '',
    pattern: '^[\\w-]*$',
    description:
      'A key for the Map Tiles API, for clients whose plan has the module google_maps. Browsers can see it, so restrict it to this web address. Empty: no Google map.',
  }),
  WAYMARK_GOOGLE_MAPS_URL: Type.String({
    ...double,
    description: 'The address of the tiles; empty: Google. For tests against a fake server.',
  }),
  WAYMARK_NATS_URL: Type.String({
    default: '',
    pattern: '^((nats|tls)://.+)?$',
    description: "Live updates between several nodes; empty: PostgreSQL's own notifications.",
  }),
  WAYMARK_CLOCK: Type.String({
    default: 'real',
    pattern: '^(real|test)$',
    description: '`test`: the clock can be advanced. Never in production.',
  }),
  WAYMARK_DEMO: Type.String({
    default: '',
    pattern: '^(on|off)?$',
    description: '`on` or `off`: demo dealers, clients and units; empty: on for an embedded first start.',
  }),
  WAYMARK_RATE_LIMIT: Type.Integer({
    minimum: 1,
    default: 30000,
    description: 'Requests per minute for one access token.',
  }),
  WAYMARK_RATE_LIMIT_ADDRESS: Type.Integer({
    minimum: 1,
    default: 60000,
    description: 'Requests per minute for one address, with any token or none.',
  }),
  WAYMARK_TRUST_PROXY: Type.String({
    default: '',
    description: 'Addresses of reverse proxies whose X-Forwarded-For header is trusted, separated by commas.',
  }),
  WAYMARK_LOG: Type.String({
    default: 'warn',
    pattern: '^(debug|info|warn|error|silent)$',
    description: 'How much is logged: `debug`, `info`, `warn`, `error` or `silent`.',
  }),
})

/** What a setting's schema says about it; TypeBox keeps these outside the types. */
const about = (name: string) =>
  Settings.properties[name as keyof typeof Settings.properties] as unknown as { description: string; default: unknown }

/** What a peer of the gateway may do before it costs the others something. */
export interface GatewayLimits {
  /** A frame must be whole this long after its first byte; the first frame this long after connecting. */
  readonly frameSeconds: number
  readonly idleSeconds: number
  /** Connections that have not yet named a unit, in all and from one address. Identified ones are not counted. */
  readonly unidentifiedMax: number
  readonly unidentifiedPerAddressMax: number
  /** Unknown idents that one network may name in a minute; then its unidentified peers are refused until it is over. */
  readonly unknownIdentsPerMinute: number
  /** Messages a second of one unit while much waits to be stored, and how many it may send at once after a silence. */
  readonly unitMessagesPerSecond: number
  readonly unitMessagesBurst: number
}

export interface Config {
  readonly dataFolder: string
  readonly backupPassphraseFile: string | undefined
  readonly host: string
  readonly httpPort: number
  /** Undefined: what is the operator's alone answers at the public port. */
  readonly internalPort: number | undefined
  readonly internalHost: string
  readonly publicUrl: string
  readonly loginUrl: string
  /** Undefined: the embedded database. */
  readonly databaseUrl: string | undefined
  /** Below so much free space trackers are refused; less on a small disk. */
  readonly diskFreeMinBytes: number
  readonly gatewayHost: string
  /** The address that trackers are told: where the gateway listens, or this machine's own when it listens everywhere. */
  readonly gatewayIp: string
  readonly gatewayPort: number
  /** Undefined: counted from the gateway's. */
  readonly mqttPort: number | undefined
  readonly gateway: GatewayLimits
  /** Files of certificate and key. */
  readonly gatewayTls: { readonly cert: string; readonly key: string } | undefined
  /** The platform's own; dealers bring theirs. */
  readonly stripeKey: string | undefined
  readonly stripeUrl: string | undefined
  /** Test cards pay, whatever else is set. */
  readonly cardSandbox: boolean
  readonly rates: Rates
  readonly smtpUrl: string | undefined
  readonly mailFrom: Sender
  /** An address to write to, as `mailto:` or `https:`. */
  readonly securityContact: string | undefined
  /** Networks of the operator's own that dealers' webhooks may call. */
  readonly outboundNetworks: readonly string[]
  readonly clientNetworks: readonly string[]
  readonly unitSilentHours: number
  readonly mapStyleUrl: string | undefined
  /** Undefined: there is no such map to choose. */
  readonly googleMaps: { readonly key: string; readonly url: string } | undefined
  readonly natsUrl: string | undefined
  readonly isTestInstallation: boolean
  readonly demo: boolean | undefined
  readonly tokenRequestsPerMinute: number
  readonly addressRequestsPerMinute: number
  readonly trustedProxies: readonly string[]
  readonly logLevel: string
}

export class BadSettings extends Error {
  constructor(problems: readonly string[]) {
    super(`${problems.length === 1 ? 'A setting is' : 'These settings are'} wrong:\n${problems.join('\n')}`)
    this.name = 'BadSettings'
  }
}

/** Settings by their former names. Each is understood for one version after the change. */
const formerNames: Readonly<Record<string, keyof typeof Settings.properties>> = {
  WAYMARK_GATEWAY_STRANGERS: 'WAYMARK_GATEWAY_UNIDENTIFIED_MAX',
  WAYMARK_GATEWAY_STRANGERS_PER_ADDRESS: 'WAYMARK_GATEWAY_UNIDENTIFIED_PER_ADDRESS',
}

/** All problems are reported together, so that an operator can fix them in one go. */
export function parseConfig(
  environment: Readonly<Record<string, string | undefined>>,
  warn: (sentence: string) => void = () => {},
): Config {
  const given: Record<string, string> = {}
  for (const [name, value] of Object.entries(environment)) {
    // WAYMARK_TEST_… belongs to the test runs, which pass it on to the processes they start.
    if (!/^WAYMARK_(?!TEST_)/.test(name) || value === undefined || value === '') continue
    const current = formerNames[name]
    if (current === undefined) given[name] = value.trim()
    else {
      warn(`${name} is now called ${current}. The old name stops working in the next version.`)
      given[current] ??= environment[current] || value.trim()
    }
  }
  const values = Value.Convert(Settings, Value.Default(Settings, { ...given }))
  const problems = new Map<string, string>()
  for (const name of Object.keys(given)) {
    if (!(name in Settings.properties)) problems.set(name, `  ${name} is not a setting of Waymark.`)
  }
  for (const error of Value.Errors(Settings, values)) {
    const name = error.instancePath.slice(1)
    if (name in Settings.properties)
      problems.set(name, `  ${name}=${shown(name, given)} cannot be used. ${about(name).description}`)
  }
  for (const [name, sentence] of furtherProblems(given, isNumber)) {
    if (!problems.has(name)) problems.set(name, `  ${name}=${shown(name, given)} cannot be used. ${sentence}`)
  }
  if (problems.size > 0) throw new BadSettings([...problems.values()])
  return toConfig(values as Static<typeof Settings>)
}

const isNumber = (name: string) =>
  (Settings.properties[name as keyof typeof Settings.properties] as { type?: string } | undefined)?.type === 'integer'

/** A password or a key is not repeated: what goes wrong at a start ends up in logs. */
function shown(name: string, given: Readonly<Record<string, string>>): string {
  const value = given[name] ?? ''
  if (name === 'WAYMARK_STRIPE_KEY') return `${value.slice(0, 3)}…`
  if (!/_(SMTP|DATABASE|NATS)_URL$/.test(name)) return value
  return value.replace(/^.*@/s, '…@').replace(/(password=)[^&]*/gi, '$1…')
}

/** An address instead of a name stands in brackets in mail. */
function mailDomain(publicUrl: string): string {
  const host = URL.canParse(publicUrl) ? new URL(publicUrl).hostname : 'localhost'
  return isIP(host) ? `[${host}]` : host
}

function announcedIp(host: string): string {
  if (host !== '0.0.0.0' && host !== '::') return host
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return own.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1'
}

function toConfig(s: Static<typeof Settings>): Config {
  const host = s.WAYMARK_HOST.includes(':') ? `[${s.WAYMARK_HOST}]` : s.WAYMARK_HOST
  const publicUrl = trimSlash(s.WAYMARK_PUBLIC_URL) || `http://${host}:${s.WAYMARK_HTTP_PORT}`
  return {
    dataFolder: resolve(s.WAYMARK_DATA),
    backupPassphraseFile: s.WAYMARK_BACKUP_PASSPHRASE_FILE || undefined,
    host: s.WAYMARK_HOST,
    httpPort: s.WAYMARK_HTTP_PORT,
    internalPort: s.WAYMARK_INTERNAL_PORT || undefined,
    internalHost: s.WAYMARK_INTERNAL_HOST,
    publicUrl,
    loginUrl: trimSlash(s.WAYMARK_LOGIN_URL) || publicUrl,
    databaseUrl: s.WAYMARK_DATABASE_URL || undefined,
    diskFreeMinBytes: s.WAYMARK_DISK_FREE_MIB * 1024 ** 2,
    gatewayHost: s.WAYMARK_GATEWAY_HOST,
    gatewayIp: announcedIp(s.WAYMARK_GATEWAY_HOST),
    gatewayPort: s.WAYMARK_GATEWAY_PORT,
    mqttPort: s.WAYMARK_MQTT_PORT || undefined,
    gateway: {
      frameSeconds: s.WAYMARK_GATEWAY_FRAME_SECONDS,
      idleSeconds: s.WAYMARK_GATEWAY_IDLE_SECONDS,
      unidentifiedMax: s.WAYMARK_GATEWAY_UNIDENTIFIED_MAX,
      unidentifiedPerAddressMax: s.WAYMARK_GATEWAY_UNIDENTIFIED_PER_ADDRESS,
      unknownIdentsPerMinute: s.WAYMARK_GATEWAY_UNKNOWN_PER_MINUTE,
      unitMessagesPerSecond: s.WAYMARK_GATEWAY_UNIT_RATE,
      unitMessagesBurst: s.WAYMARK_GATEWAY_UNIT_BURST,
    },
    gatewayTls:
      s.WAYMARK_GATEWAY_TLS_CERT && s.WAYMARK_GATEWAY_TLS_KEY
        ? { cert: s.WAYMARK_GATEWAY_TLS_CERT, key: s.WAYMARK_GATEWAY_TLS_KEY }
        : undefined,
    stripeKey: s.WAYMARK_STRIPE_KEY || undefined,
    stripeUrl: s.WAYMARK_STRIPE_URL || undefined,
    cardSandbox: s.WAYMARK_CARD_SANDBOX === 'on',
    rates: s.WAYMARK_RATES ? (readJson(s.WAYMARK_RATES) as Rates) : builtInRates,
    smtpUrl: s.WAYMARK_SMTP_URL || undefined,
    mailFrom: readSender(s.WAYMARK_MAIL_FROM) ?? { name: 'Waymark', address: `waymark@${mailDomain(publicUrl)}` },
    securityContact: s.WAYMARK_SECURITY_CONTACT || undefined,
    outboundNetworks: listOf(s.WAYMARK_OUTBOUND_ALLOW),
    clientNetworks: listOf(s.WAYMARK_OUTBOUND_ALLOW_CLIENTS),
    unitSilentHours: s.WAYMARK_UNIT_SILENT_HOURS,
    mapStyleUrl: s.WAYMARK_MAP_STYLE_URL || undefined,
    googleMaps: s.WAYMARK_GOOGLE_MAPS_KEY
      ? { key: s.WAYMARK_GOOGLE_MAPS_KEY, url: trimSlash(s.WAYMARK_GOOGLE_MAPS_URL || googleTiles) }
      : undefined,
    natsUrl: s.WAYMARK_NATS_URL || undefined,
    isTestInstallation: s.WAYMARK_CLOCK === 'test',
    demo: s.WAYMARK_DEMO === '' ? undefined : s.WAYMARK_DEMO === 'on',
    tokenRequestsPerMinute: s.WAYMARK_RATE_LIMIT,
    addressRequestsPerMinute: s.WAYMARK_RATE_LIMIT_ADDRESS,
    trustedProxies: listOf(s.WAYMARK_TRUST_PROXY),
    logLevel: s.WAYMARK_LOG,
  }
}

const trimSlash = (url: string) => url.replace(/\/+$/, '')

export const configFromEnvironment = (warn?: (sentence: string) => void): Config => parseConfig(process.env, warn)

/** The text of `.env.example`; a test keeps the committed file equal to it. */
export function exampleEnvironment(): string {
  const lines = Object.keys(Settings.properties).map(
    (name) => `# ${about(name).description}\n#${name}=${about(name).default}\n`,
  )
  return `# Every setting of Waymark with its default. Set them in the environment of \`npm start\`.\n\n${lines.join('\n')}`
}
