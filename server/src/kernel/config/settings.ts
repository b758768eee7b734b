/** Every setting: its type, its default and one sentence. */
import Type from 'typebox'
import { backupSettings } from './backup-settings.ts'
import { on, type SettingPage, secretOn } from './setting-pages.ts'

const port = { minimum: 1, maximum: 65535 }
/** A URL that receives a key: unencrypted only on this machine. */
const double = {
  default: '',
  pattern: '^(https://[^/?#@]+/?|http://(127\\.0\\.0\\.1|localhost|\\[::1\\])(:\\d+)?/?)?$',
}
export const Settings = Type.Object({
  WAYMARK_DATA: Type.String({ default: './data', description: 'Data folder: the embedded database and the keys.' }),
  ...backupSettings,
  WAYMARK_HOST: Type.String({ default: '127.0.0.1', description: 'The IP address HTTP listens on.' }),
  WAYMARK_HTTP_PORT: Type.Integer({ ...port, default: 8080, description: 'The port HTTP listens on.' }),
  WAYMARK_INTERNAL_PORT: Type.Integer({
    minimum: 0,
    maximum: 65535,
    default: 0,
    description: 'A separate port for /metrics and the operator console, which then answer only there; 0: none.',
  }),
  WAYMARK_INTERNAL_HOST: Type.String({
    default: '127.0.0.1',
    description: 'The IP address WAYMARK_INTERNAL_PORT listens on.',
  }),
  WAYMARK_PUBLIC_URL: Type.String({
    ...on('installation'),
    default: '',
    pattern: '^(https?://.+)?$',
    description: 'The web address of this installation in responses and emails; empty: from host and port.',
  }),
  WAYMARK_NAME: Type.String({
    ...on('installation'),
    default: 'Waymark',
    pattern: '^[^<>\\p{Cc}]{1,60}$',
    description: 'The name of this installation, on its first page and as the sender of its emails.',
  }),
  WAYMARK_LOGIN_URL: Type.String({
    ...on('installation'),
    default: '',
    pattern: '^(https?://.+)?$',
    description: 'Where clients activate their account and sign in; empty: the web address of this installation.',
  }),
  WAYMARK_DATABASE_URL: Type.String({
    default: '',
    pattern: '^(postgres(ql)?://.+)?$',
    description:
      'The URL of an existing PostgreSQL, 15 or newer, with one host, or with several of which one can write; empty: the embedded PostgreSQL in the data folder.',
  }),
  WAYMARK_DATABASE_DIRECT_URL: Type.String({
    default: '',
    pattern: '^(postgres(ql)?://.+)?$',
    description:
      'If WAYMARK_DATABASE_URL is a pooler in transaction mode: the URL of PostgreSQL itself, for notifications, migrations and backups.',
  }),
  WAYMARK_DATABASE_CONNECTIONS: Type.Integer({
    minimum: 2,
    maximum: 200,
    default: 10,
    description:
      'Maximum number of database connections of a node. A few more look up trackers and listen for notifications.',
  }),
  WAYMARK_DRAIN_SECONDS: Type.Integer({
    minimum: 0,
    maximum: 3600,
    default: 0,
    description:
      'For several nodes: a node that is stopped takes this long to close its tracker connections, a few at a time, and answers meanwhile. 0: it stops at once.',
  }),
  WAYMARK_DISK_FREE_MIB: Type.Integer({
    minimum: 0,
    default: 512,
    description:
      'With the embedded database, trackers are refused below this free space in MiB. On a disk under 10 GiB, the limit is a twentieth of the disk, at least 64 MiB. 0: never.',
  }),
  WAYMARK_GATEWAY_HOST: Type.String({
    default: '127.0.0.1',
    description: 'The IP address that the gateway for trackers listens on.',
  }),
  WAYMARK_GATEWAY_PORT: Type.Integer({
    minimum: 1,
    maximum: 65000,
    default: 5000,
    description:
      'The port that recognises any protocol. Each protocol also has its own port: this one plus a fixed number.',
  }),
  WAYMARK_MQTT_PORT: Type.Integer({
    minimum: 0,
    maximum: 65535,
    default: 0,
    description: "The port of MQTT; 0: the gateway's port plus 183.",
  }),
  WAYMARK_GATEWAY_TLS_CERT: Type.String({
    default: '',
    description: 'File with the certificate chain for trackers that use TLS, on the same ports; empty: no TLS.',
  }),
  WAYMARK_GATEWAY_TLS_KEY: Type.String({ default: '', description: "File with that certificate's private key." }),
  WAYMARK_GATEWAY_FRAME_SECONDS: Type.Integer({
    minimum: 1,
    default: 30,
    description: 'How long a tracker may take to finish a frame, or to begin the first one.',
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
      'Maximum number of unidentified connections in total. Above it, the network with the most of them loses one.',
  }),
  WAYMARK_GATEWAY_UNIDENTIFIED_PER_ADDRESS: Type.Integer({
    minimum: 1,
    default: 200,
    description: 'Maximum number of unidentified connections from one address.',
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
    ...secretOn('payments'),
    default: '',
    pattern: '^((sk|rk)_(live|test)_\\w+)?$',
    description: "The platform's own secret key at Stripe, for dealers' invoices; empty: the built-in sandbox.",
  }),
  WAYMARK_SIGN_UP: Type.String({
    ...on('installation'),
    default: '',
    pattern: '^((consumer_app|pet_app)(,(consumer_app|pet_app))*)?$',
    description:
      'Applications in which people can sign up with a dealer’s link: `consumer_app`, `pet_app` or both, separated by a comma; empty: none.',
  }),
  WAYMARK_CARD_SANDBOX: Type.String({
    ...on('payments'),
    default: 'off',
    pattern: '^(on|off)$',
    description:
      '`on`: the sandbox accepts test cards even without the demo or a test clock. Never use it where you charge real money.',
  }),
  WAYMARK_STRIPE_URL: Type.String({
    ...double,
    description: 'The address of the card processor’s API; empty: Stripe. For tests against a fake server.',
  }),
  WAYMARK_RATES: Type.String({
    default: '',
    description: 'File with exchange rates for the 50-cent rule of bills; empty: the built-in table.',
  }),
  WAYMARK_SMTP_URL: Type.String({
    ...secretOn('mail'),
    default: '',
    pattern: '^(smtps?://.+)?$',
    description: 'The mail server for outgoing email; empty: the built-in mailbox.',
  }),
  WAYMARK_MAIL_FROM: Type.String({
    ...on('mail'),
    default: '',
    description: 'The sender of emails, as mail@example.com or Name <mail@example.com>; empty: from the web address.',
  }),
  WAYMARK_SECURITY_CONTACT: Type.String({
    ...on('installation'),
    default: '',
    pattern: '^((mailto:|https://)\\S+)?$',
    description: 'Where to report vulnerabilities, shown in /.well-known/security.txt; empty: the sender of emails.',
  }),
  WAYMARK_OUTBOUND_ALLOW: Type.String({
    default: '',
    description: 'Private networks that webhooks of dealers may call, separated by commas.',
  }),
  WAYMARK_OUTBOUND_ALLOW_CLIENTS: Type.String({
    default: '',
    description: "Private networks that clients' notifications may call, separated by commas.",
  }),
  WAYMARK_UNIT_SILENT_HOURS: Type.Integer({
    minimum: 1,
    maximum: 8760,
    default: 24,
    description: 'Hours without a message after which the dealer is notified that a unit is silent.',
  }),
  WAYMARK_MAP_FILE: Type.String({
    ...on('map'),
    default: '',
    description:
      'PMTiles files of the Protomaps schema with streets, separated by commas. If several have a tile, the first is shown. Empty: the built-in map.',
  }),
  WAYMARK_MAP_SOURCE: Type.String({
    default: '',
    description:
      'Where `npx waymark map extract` copies from without --from: the web address or the path of a large PMTiles file of the Protomaps schema, such as a build of the planet.',
  }),
  WAYMARK_MAP_STYLE_URL: Type.String({
    ...on('map'),
    default: '',
    pattern: '^(https?://.+)?$',
    description: 'A MapLibre style with tiles for the map; empty: the built-in map of coasts and borders.',
  }),
  WAYMARK_GOOGLE_MAPS_KEY: Type.String({
    ...secretOn('map'),
    default: '',
    pattern: '^[\\w-]*$',
    description:
      'A key for the Map Tiles API, for clients whose plan has the module google_maps. Browsers can see it, so restrict it to this web address. Empty: no Google map.',
  }),
  WAYMARK_GOOGLE_MAPS_URL: Type.String({
    ...double,
    description: 'The address of Google’s Map Tiles API; empty: Google. For tests against a fake server.',
  }),
  WAYMARK_GEOCODER_URL: Type.String({
    ...secretOn('addresses'),
    default: '',
    pattern: '^(https?://(?=.*\\{lat\\})(?=.*\\{lon\\})\\S+)?$',
    description:
      'A geocoder for places where the map has no street, with {lat} and {lon}: it must answer as Nominatim, Photon or Pelias do. It sees where units are. Empty: none.',
  }),
  WAYMARK_GEOCODER_SEARCH_URL: Type.String({
    ...secretOn('addresses'),
    default: '',
    pattern: '^(https?://(?=.*\\{query\\})\\S+)?$',
    description:
      'The address of the geocoder for searches by people, with {query} and, if it supports them, {lat} and {lon} of the centre of the map. Needs WAYMARK_GEOCODER_URL.',
  }),
  WAYMARK_GEOCODER_PER_MINUTE: Type.Integer({
    ...on('addresses'),
    minimum: 1,
    maximum: 60000,
    default: 60,
    description: 'Maximum number of requests a minute from a node to the geocoder.',
  }),
  WAYMARK_GEOCODER_ATTRIBUTION: Type.String({
    ...on('addresses'),
    default: '© OpenStreetMap',
    description: 'Whose data the geocoder has; shown on every map.',
  }),
  WAYMARK_NATS_URL: Type.String({
    default: '',
    pattern: '^((nats|tls)://.+)?$',
    description:
      "The URL of a NATS server that carries live updates between several nodes; empty: PostgreSQL's own notifications.",
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
    description: 'Requests per minute for one address, or one /64 of IPv6, with any token or none.',
  }),
  WAYMARK_TRUST_PROXY: Type.String({
    default: '',
    description: 'Addresses of reverse proxies whose X-Forwarded-For header is trusted, separated by commas.',
  }),
  WAYMARK_DNS_SERVERS: Type.String({
    default: '',
    description: 'DNS servers that check the domains of dealers, separated by commas; empty: those of this machine.',
  }),
  WAYMARK_METRICS_DEALERS: Type.String({
    default: 'off',
    pattern: '^(on|off)$',
    description: '`on`: /metrics also has the accounts, units and stored messages of each dealer, by id.',
  }),
  WAYMARK_RELEASES_URL: Type.String({
    ...on('installation'),
    default: '',
    pattern: '^(https?://[^\\s#@]+)?$',
    description:
      'Address of the latest release in the API of GitHub, GitLab, Gitea or Forgejo (…/releases/latest). The operator console then announces newer versions. Empty: no check for newer versions.',
  }),
  WAYMARK_TRACES_URL: Type.String({
    default: '',
    pattern: '^(https?://[^\\s?#@]+)?$',
    description:
      'Address of an OpenTelemetry collector that receives traces by OTLP over HTTP, such as http://127.0.0.1:4318. Empty: no traces.',
  }),
  WAYMARK_TRACES_SHARE: Type.Number({
    minimum: 0,
    maximum: 1,
    default: 1,
    description: 'Share of requests, jobs and flushes that are traced, from 0 to 1.',
  }),
  WAYMARK_LOG: Type.String({
    default: 'warn',
    pattern: '^(debug|info|warn|error|silent)$',
    description: 'How much is logged: `debug`, `info`, `warn`, `error` or `silent`.',
  }),
})

export interface AboutSetting {
  readonly description: string
  readonly default: unknown
  readonly page?: SettingPage
  readonly isSecret?: boolean
}

/** Annotations of a setting's schema; TypeBox keeps these outside the types. */
export const about = (name: string): AboutSetting =>
  Settings.properties[name as keyof typeof Settings.properties] as unknown as AboutSetting

/** Settings that the operator can change in its pages, in the order of the table. */
export const pageSettings = Object.keys(Settings.properties).filter((name) => about(name).page !== undefined)

const where = (name: string) => (about(name).page ? ' Also in the settings of the operator console.' : '')

/** The text of `.env.example`; a test keeps the committed file equal to it. */
export function exampleEnvironment(): string {
  const lines = Object.keys(Settings.properties).map(
    (name) => `# ${about(name).description}${where(name)}\n#${name}=${about(name).default}\n`,
  )
  return `# Every setting of Waymark with its default. Set them in the environment of the server.\n\n${lines.join('\n')}`
}
