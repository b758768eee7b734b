/** The settings as the code uses them. The only file that reads the environment. */

import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { resolve } from 'node:path'
import type { Static } from 'typebox'
import Value from 'typebox/value'
import { type AppId, applications } from '../applications.ts'
import { readSender, type Sender } from '../email-address.ts'
import type { Rates } from '../money/money.ts'
import { builtInRates } from '../money/rates.ts'
import { furtherProblems, listOf, readJson } from './problems.ts'
import { about, Settings } from './settings.ts'

const googleTiles = 'https://tile.googleapis.com'

/** Limits for peers of the gateway, so that none harms the others. */
export interface GatewayLimits {
  /** A frame must be complete this long after its first byte; the first frame this long after connecting. */
  readonly frameSeconds: number
  readonly idleSeconds: number
  /** Connections that have not yet named a unit, in total and from one address. Identified ones are not counted. */
  readonly unidentifiedMax: number
  readonly unidentifiedPerAddressMax: number
  /** Unknown idents that one network may name in a minute; then its unidentified peers are refused until it is over. */
  readonly unknownIdentsPerMinute: number
  /** Messages per second of one unit while many wait to be stored, and how many it may send at once after a pause. */
  readonly unitMessagesPerSecond: number
  readonly unitMessagesBurst: number
}

/** Automatic daily backups. */
interface AutomaticBackups {
  /** UTC. Undefined: there are none. */
  readonly time: { readonly hour: number; readonly minute: number } | undefined
  /** A folder or an s3:// address. Undefined: a folder in the data folder. */
  readonly to: string | undefined
  readonly s3:
    | {
        readonly url: string
        readonly region: string
        readonly keyId: string
        readonly secret: string
        readonly bucket: string
        /** Empty, or with a trailing slash. */
        readonly prefix: string
      }
    | undefined
  readonly keep: { readonly daily: number; readonly weekly: number; readonly monthly: number }
  /** Undefined: no test restores. */
  readonly testDays: number | undefined
}

export interface Config {
  readonly dataFolder: string
  readonly backupPassphraseFile: string | undefined
  readonly backups: AutomaticBackups
  readonly host: string
  readonly httpPort: number
  /** Undefined: what is only for the operator (`/operator`, `/metrics`) is served on the public port. */
  readonly internalPort: number | undefined
  readonly internalHost: string
  readonly name: string
  readonly publicUrl: string
  readonly loginUrl: string
  /** Undefined: the embedded database. */
  readonly databaseUrl: string | undefined
  /** Set: `databaseUrl` points to a pooler that shares sessions between transactions. */
  readonly databaseDirectUrl: string | undefined
  readonly databaseConnections: number
  readonly drainSeconds: number
  /** Trackers are refused below this much free space; less on a small disk. */
  readonly diskFreeMinBytes: number
  readonly gatewayHost: string
  /** The address shown for trackers: where the gateway listens, or this machine's own if it listens everywhere. */
  readonly gatewayIp: string
  readonly gatewayPort: number
  /** Undefined: derived from the gateway's. */
  readonly mqttPort: number | undefined
  readonly gateway: GatewayLimits
  /** Files of certificate and key. */
  readonly gatewayTls: { readonly cert: string; readonly key: string } | undefined
  /** The platform's own; dealers bring theirs. */
  readonly stripeKey: string | undefined
  readonly stripeUrl: string | undefined
  /** Test cards work, whatever else is set. */
  readonly cardSandbox: boolean
  readonly rates: Rates
  readonly smtpUrl: string | undefined
  readonly mailFrom: Sender
  /** An address to write to, as `mailto:` or `https:`. */
  readonly securityContact: string | undefined
  /** The operator's own networks that dealers' webhooks may call. */
  readonly outboundNetworks: readonly string[]
  readonly clientNetworks: readonly string[]
  readonly unitSilentHours: number
  /** Applications in which people can sign up. */
  readonly signUpApps: readonly AppId[]
  /** Maps with streets on this machine's disk. */
  readonly mapFiles: readonly string[]
  /** A large map, by URL or path, from which parts are copied. */
  readonly mapSource: string | undefined
  readonly mapStyleUrl: string | undefined
  /** Undefined: this map cannot be chosen. */
  readonly googleMaps: { readonly key: string; readonly url: string } | undefined
  readonly geocoder:
    | {
        readonly url: string
        readonly searchUrl: string | undefined
        readonly perMinute: number
        readonly attribution: string
      }
    | undefined
  readonly natsUrl: string | undefined
  readonly isTestInstallation: boolean
  readonly demo: boolean | undefined
  readonly tokenRequestsPerMinute: number
  readonly addressRequestsPerMinute: number
  readonly trustedProxies: readonly string[]
  /** Empty: those of the machine. */
  readonly dnsServers: readonly string[]
  /** Includes figures of every dealer in the metrics. */
  readonly metricsDealers: boolean
  /** Where the latest release is described; undefined: no check for updates. */
  readonly releasesUrl: string | undefined
  /** An OpenTelemetry collector; undefined: no traces. */
  readonly tracesUrl: string | undefined
  /** Share of all traces, from 0 to 1. */
  readonly tracesShare: number
  readonly logLevel: string
  /** The source of the values, unchanged. */
  readonly given: GivenSettings
}

export interface GivenSettings {
  readonly environment: Readonly<Record<string, string>>
  /** Set by the operator in its pages; the environment takes precedence. */
  readonly stored: Readonly<Record<string, string>>
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
    // WAYMARK_TEST_… belongs to the test runs, which pass it to the processes they start.
    if (!/^WAYMARK_(?!TEST_)/.test(name) || value === undefined || value === '') continue
    const current = formerNames[name]
    if (current === undefined) given[name] = value.trim()
    else {
      warn(`${name} is now called ${current}. The old name stops working in the next version.`)
      given[current] ??= environment[current] || value.trim()
    }
  }
  return configOf({ environment: given, stored: {} })
}

/** The same, including stored settings. */
export function configOf(given: GivenSettings): Config {
  const all = { ...given.stored, ...given.environment }
  const problems = settingProblems(all)
  if (problems.size > 0) {
    throw new BadSettings([...problems].map(([name, { sentence }]) => `  ${sentence(shown(name, all))}`))
  }
  return toConfig(valuesOf(all) as Static<typeof Settings>, given)
}

const valuesOf = (given: Readonly<Record<string, string>>) =>
  Value.Convert(Settings, Value.Default(Settings, { ...given }))

export interface SettingProblem {
  /** What would be right. */
  readonly reason: string
  sentence(value: string): string
}

/** By name. */
export function settingProblems(given: Readonly<Record<string, string>>): ReadonlyMap<string, SettingProblem> {
  const problems = new Map<string, SettingProblem>()
  const unusable = (name: string, reason: string) =>
    problems.set(name, { reason, sentence: (value) => `${name}=${value} cannot be used. ${reason}` })
  for (const name of Object.keys(given)) {
    const reason = `${name} is not a setting of Waymark.`
    if (!(name in Settings.properties)) problems.set(name, { reason, sentence: () => reason })
  }
  for (const error of Value.Errors(Settings, valuesOf(given))) {
    const name = error.instancePath.slice(1)
    if (name in Settings.properties) unusable(name, about(name).description)
  }
  for (const [name, reason] of furtherProblems(given, isNumber)) if (!problems.has(name)) unusable(name, reason)
  return problems
}

const isNumber = (name: string) =>
  (Settings.properties[name as keyof typeof Settings.properties] as { type?: string } | undefined)?.type === 'integer'

/** A password or a key is not repeated: errors of a start end up in logs. */
function shown(name: string, given: Readonly<Record<string, string>>): string {
  const value = given[name] ?? ''
  if (name === 'WAYMARK_BACKUP_S3_SECRET') return '…'
  if (name === 'WAYMARK_STRIPE_KEY') return `${value.slice(0, 3)}…`
  if (/_GEOCODER_(SEARCH_)?URL$/.test(name)) return value.replace(/\?.*$/s, '?…')
  if (!/_(SMTP|DATABASE|DATABASE_DIRECT|NATS)_URL$/.test(name)) return value
  return value.replace(/^.*@/s, '…@').replace(/(password=)[^&]*/gi, '$1…')
}

/** An address instead of a name is in brackets in emails. */
function mailDomain(publicUrl: string): string {
  const host = URL.canParse(publicUrl) ? new URL(publicUrl).hostname : 'localhost'
  return isIP(host) ? `[${host}]` : host
}

/** A server that listens everywhere is reached from this machine by its name. */
function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

function announcedIp(host: string): string {
  if (host !== '0.0.0.0' && host !== '::') return host
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return own.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1'
}

function toConfig(s: Static<typeof Settings>, given: GivenSettings): Config {
  const publicUrl = trimSlash(s.WAYMARK_PUBLIC_URL) || `http://${hostInUrl(s.WAYMARK_HOST)}:${s.WAYMARK_HTTP_PORT}`
  return {
    dataFolder: resolve(s.WAYMARK_DATA),
    backupPassphraseFile: s.WAYMARK_BACKUP_PASSPHRASE_FILE || undefined,
    backups: backupsOf(s),
    host: s.WAYMARK_HOST,
    httpPort: s.WAYMARK_HTTP_PORT,
    internalPort: s.WAYMARK_INTERNAL_PORT || undefined,
    internalHost: s.WAYMARK_INTERNAL_HOST,
    name: s.WAYMARK_NAME,
    publicUrl,
    loginUrl: trimSlash(s.WAYMARK_LOGIN_URL) || publicUrl,
    databaseUrl: s.WAYMARK_DATABASE_URL || undefined,
    databaseDirectUrl: s.WAYMARK_DATABASE_DIRECT_URL || undefined,
    databaseConnections: s.WAYMARK_DATABASE_CONNECTIONS,
    drainSeconds: s.WAYMARK_DRAIN_SECONDS,
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
    signUpApps: applications.filter(({ name }) => s.WAYMARK_SIGN_UP.split(',').includes(name)).map(({ id }) => id),
    cardSandbox: s.WAYMARK_CARD_SANDBOX === 'on',
    rates: s.WAYMARK_RATES ? (readJson(s.WAYMARK_RATES) as Rates) : builtInRates,
    smtpUrl: s.WAYMARK_SMTP_URL || undefined,
    mailFrom: readSender(s.WAYMARK_MAIL_FROM) ?? { name: s.WAYMARK_NAME, address: `waymark@${mailDomain(publicUrl)}` },
    securityContact: s.WAYMARK_SECURITY_CONTACT || undefined,
    outboundNetworks: listOf(s.WAYMARK_OUTBOUND_ALLOW),
    clientNetworks: listOf(s.WAYMARK_OUTBOUND_ALLOW_CLIENTS),
    unitSilentHours: s.WAYMARK_UNIT_SILENT_HOURS,
    mapFiles: listOf(s.WAYMARK_MAP_FILE).map((file) => resolve(file)),
    mapSource: s.WAYMARK_MAP_SOURCE || undefined,
    mapStyleUrl: s.WAYMARK_MAP_STYLE_URL || undefined,
    googleMaps: s.WAYMARK_GOOGLE_MAPS_KEY
      ? { key: s.WAYMARK_GOOGLE_MAPS_KEY, url: trimSlash(s.WAYMARK_GOOGLE_MAPS_URL || googleTiles) }
      : undefined,
    geocoder: s.WAYMARK_GEOCODER_URL
      ? {
          url: s.WAYMARK_GEOCODER_URL,
          searchUrl: s.WAYMARK_GEOCODER_SEARCH_URL || undefined,
          perMinute: s.WAYMARK_GEOCODER_PER_MINUTE,
          attribution: s.WAYMARK_GEOCODER_ATTRIBUTION,
        }
      : undefined,
    natsUrl: s.WAYMARK_NATS_URL || undefined,
    isTestInstallation: s.WAYMARK_CLOCK === 'test',
    demo: s.WAYMARK_DEMO === '' ? undefined : s.WAYMARK_DEMO === 'on',
    tokenRequestsPerMinute: s.WAYMARK_RATE_LIMIT,
    addressRequestsPerMinute: s.WAYMARK_RATE_LIMIT_ADDRESS,
    trustedProxies: listOf(s.WAYMARK_TRUST_PROXY),
    dnsServers: listOf(s.WAYMARK_DNS_SERVERS),
    metricsDealers: s.WAYMARK_METRICS_DEALERS === 'on',
    releasesUrl: s.WAYMARK_RELEASES_URL || undefined,
    tracesUrl: s.WAYMARK_TRACES_URL || undefined,
    tracesShare: s.WAYMARK_TRACES_SHARE,
    logLevel: s.WAYMARK_LOG,
    given,
  }
}

function backupsOf(s: Static<typeof Settings>): AutomaticBackups {
  const [hour, minute] = s.WAYMARK_BACKUP_TIME.split(':').map(Number)
  const [, bucket, path = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(s.WAYMARK_BACKUP_TO) ?? []
  const prefix = path.replace(/^\/+|\/+$/g, '')
  return {
    time: hour === undefined || minute === undefined ? undefined : { hour, minute },
    to: s.WAYMARK_BACKUP_TO || undefined,
    s3: bucket
      ? {
          url: trimSlash(s.WAYMARK_BACKUP_S3_URL) || `https://s3.${s.WAYMARK_BACKUP_S3_REGION}.amazonaws.com`,
          region: s.WAYMARK_BACKUP_S3_REGION,
          keyId: s.WAYMARK_BACKUP_S3_KEY_ID,
          secret: s.WAYMARK_BACKUP_S3_SECRET,
          bucket,
          prefix: prefix && `${prefix}/`,
        }
      : undefined,
    keep: {
      daily: s.WAYMARK_BACKUP_KEEP_DAILY,
      weekly: s.WAYMARK_BACKUP_KEEP_WEEKLY,
      monthly: s.WAYMARK_BACKUP_KEEP_MONTHLY,
    },
    testDays: s.WAYMARK_BACKUP_TEST_DAYS || undefined,
  }
}

const trimSlash = (url: string) => url.replace(/\/+$/, '')

export const configFromEnvironment = (warn?: (sentence: string) => void): Config => parseConfig(process.env, warn)
