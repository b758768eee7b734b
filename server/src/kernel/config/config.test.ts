import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { builtInRates } from '../money/rates.ts'
import { BadSettings, type Config, parseConfig } from './config.ts'
import { exampleEnvironment, Settings } from './settings.ts'

const exampleFile = join(import.meta.dirname, '../../../../.env.example')

test('.env.example is current', () => {
  assert.equal(
    readFileSync(exampleFile, 'utf8'),
    exampleEnvironment(),
    'Print it again from exampleEnvironment(); CONTRIBUTING.md says how.',
  )
})

test('.env.example sets nothing, and all its lines enabled equal the defaults', () => {
  const lines = readFileSync(exampleFile, 'utf8').split('\n')
  const commented = lines.flatMap((line) => /^#(WAYMARK_\w+)=(.*)$/.exec(line)?.slice(1) ?? [])
  const pairs = Array.from({ length: commented.length / 2 }, (_, at) => [commented[2 * at], commented[2 * at + 1]])
  assert.deepEqual(
    pairs.map(([name]) => name),
    Object.keys(Settings.properties),
  )
  assert.ok(lines.every((line) => line === '' || line.startsWith('#')))
  const { given, ...config } = parseConfig(Object.fromEntries(pairs))
  assert.deepEqual({ ...config, given: { environment: {}, stored: {} } }, parseConfig({}))
  assert.deepEqual(given.stored, {})
})

test('a setting under its former name is understood, with a warning that gives the new name', () => {
  const warnings: string[] = []
  const read = (environment: Record<string, string>) => parseConfig(environment, (sentence) => warnings.push(sentence))
  const { gateway } = read({ WAYMARK_GATEWAY_STRANGERS: '7', WAYMARK_GATEWAY_STRANGERS_PER_ADDRESS: '3' })
  assert.deepEqual([gateway.unidentifiedMax, gateway.unidentifiedPerAddressMax], [7, 3])
  assert.deepEqual(warnings, [
    'WAYMARK_GATEWAY_STRANGERS is now called WAYMARK_GATEWAY_UNIDENTIFIED_MAX. The old name stops working in the next version.',
    'WAYMARK_GATEWAY_STRANGERS_PER_ADDRESS is now called WAYMARK_GATEWAY_UNIDENTIFIED_PER_ADDRESS. The old name stops working in the next version.',
  ])
  for (const [former, current] of [
    ['WAYMARK_GATEWAY_STRANGERS', 'WAYMARK_GATEWAY_UNIDENTIFIED_MAX'],
    ['WAYMARK_GATEWAY_UNIDENTIFIED_MAX', 'WAYMARK_GATEWAY_STRANGERS'],
  ] as const) {
    const both = read({ [former]: former.endsWith('MAX') ? '9' : '7', [current]: current.endsWith('MAX') ? '9' : '7' })
    assert.equal(both.gateway.unidentifiedMax, 9, 'The new name counts, in either order.')
  }
  assert.throws(
    () => read({ WAYMARK_GATEWAY_STRANGERS: 'many' }),
    /WAYMARK_GATEWAY_UNIDENTIFIED_MAX=many cannot be used/,
  )
})

test('without any setting Waymark stays private: own database, own mailbox, loopback only', () => {
  const defaults: Config = {
    dataFolder: resolve('./data'),
    backupPassphraseFile: undefined,
    backups: {
      time: undefined,
      to: undefined,
      s3: undefined,
      keep: { daily: 7, weekly: 4, monthly: 12 },
      testDays: 7,
    },
    host: '127.0.0.1',
    httpPort: 8080,
    internalPort: undefined,
    internalHost: '127.0.0.1',
    name: 'Waymark',
    publicUrl: 'http://127.0.0.1:8080',
    loginUrl: 'http://127.0.0.1:8080',
    databaseUrl: undefined,
    databaseDirectUrl: undefined,
    databaseConnections: 10,
    drainSeconds: 0,
    diskFreeMinBytes: 512 * 1024 ** 2,
    gatewayHost: '127.0.0.1',
    gatewayIp: '127.0.0.1',
    gatewayPort: 5000,
    mqttPort: undefined,
    gateway: {
      frameSeconds: 30,
      idleSeconds: 1800,
      unidentifiedMax: 5000,
      unidentifiedPerAddressMax: 200,
      unknownIdentsPerMinute: 20,
      unitMessagesPerSecond: 10,
      unitMessagesBurst: 1000,
    },
    gatewayTls: undefined,
    stripeKey: undefined,
    stripeUrl: undefined,
    cardSandbox: false,
    rates: builtInRates,
    smtpUrl: undefined,
    mailFrom: { name: 'Waymark', address: 'waymark@[127.0.0.1]' },
    securityContact: undefined,
    outboundNetworks: [],
    clientNetworks: [],
    signUpApps: [],
    unitSilentHours: 24,
    mapFiles: [],
    mapSource: undefined,
    mapStyleUrl: undefined,
    googleMaps: undefined,
    geocoder: undefined,
    natsUrl: undefined,
    isTestInstallation: false,
    demo: undefined,
    tokenRequestsPerMinute: 30000,
    addressRequestsPerMinute: 60000,
    trustedProxies: [],
    dnsServers: [],
    metricsDealers: false,
    releasesUrl: undefined,
    tracesUrl: undefined,
    tracesShare: 1,
    logLevel: 'warn',
    given: { environment: {}, stored: {} },
  }
  assert.deepEqual(parseConfig({}), defaults)
})

test('an empty setting counts as not set', () => {
  const empty = Object.fromEntries(Object.keys(Settings.properties).map((name) => [name, '']))
  assert.deepEqual(parseConfig(empty), parseConfig({}))
})

const understood: readonly [what: string, environment: Record<string, string>, expected: Partial<Config>][] = [
  [
    'links follow host and port',
    { WAYMARK_HOST: '0.0.0.0', WAYMARK_HTTP_PORT: '9000' },
    { publicUrl: 'http://localhost:9000', loginUrl: 'http://localhost:9000' },
  ],
  ['an IPv6 address stands in brackets in links', { WAYMARK_HOST: '::1' }, { publicUrl: 'http://[::1]:8080' }],
  [
    'the login address follows the public one, and a slash at the end is dropped',
    { WAYMARK_PUBLIC_URL: 'https://tracking.example/' },
    { publicUrl: 'https://tracking.example', loginUrl: 'https://tracking.example' },
  ],
  [
    'clients may log in elsewhere',
    { WAYMARK_PUBLIC_URL: 'https://a.example', WAYMARK_LOGIN_URL: 'https://b.example' },
    { publicUrl: 'https://a.example', loginUrl: 'https://b.example' },
  ],
  [
    'an existing database takes the place of the embedded one',
    { WAYMARK_DATABASE_URL: 'postgresql://waymark@db.example/waymark' },
    { databaseUrl: 'postgresql://waymark@db.example/waymark' },
  ],
  [
    'a database may have several hosts, and a pooler before it',
    {
      WAYMARK_DATABASE_URL: 'postgres://pooler.example/waymark',
      WAYMARK_DATABASE_DIRECT_URL: 'postgres://a:5432,b:5432/waymark',
      WAYMARK_DATABASE_CONNECTIONS: '40',
    },
    { databaseDirectUrl: 'postgres://a:5432,b:5432/waymark', databaseConnections: 40 },
  ],
  [
    'a key for Google’s maps asks Google, unless said otherwise',
    { WAYMARK_GOOGLE_MAPS_KEY: 'AIza-1' },
    { googleMaps: { key: 'AIza-1', url: 'https://tile.googleapis.com' } },
  ],
  ['the test clock makes a test installation', { WAYMARK_CLOCK: 'test' }, { isTestInstallation: true }],
  ['the demo can be wanted', { WAYMARK_DEMO: 'on' }, { demo: true }],
  ['the demo can be unwanted', { WAYMARK_DEMO: 'off' }, { demo: false }],
  [
    'several proxies are separated by commas',
    { WAYMARK_TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,' },
    { trustedProxies: ['127.0.0.1', '10.0.0.0/8'] },
  ],
  ['white space around a value is nobody’s wish', { WAYMARK_HTTP_PORT: ' 81 ' }, { httpPort: 81 }],
  [
    'mail comes from the host of the web address',
    { WAYMARK_PUBLIC_URL: 'https://tracking.example:8443' },
    { mailFrom: { name: 'Waymark', address: 'waymark@tracking.example' } },
  ],
  [
    'mail comes from whom the operator says',
    { WAYMARK_MAIL_FROM: 'Fleet & Co <fleet@mail.example>' },
    { mailFrom: { name: 'Fleet & Co', address: 'fleet@mail.example' } },
  ],
  [
    'a test key is for a test installation',
    { WAYMARK_STRIPE_KEY: 'sk_test_a1', WAYMARK_CLOCK: 'test' },
    { stripeKey: 'sk_test_a1' },
  ],
  [
    'networks for webhooks are separated by commas',
    { WAYMARK_OUTBOUND_ALLOW: '127.0.0.1, 10.0.0.0/8,fd00::/8' },
    { outboundNetworks: ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'], clientNetworks: [] },
  ],
  [
    'those for clients are networks of their own',
    { WAYMARK_OUTBOUND_ALLOW_CLIENTS: '10.1.0.0/16' },
    { outboundNetworks: [], clientNetworks: ['10.1.0.0/16'] },
  ],
  ['other variables of the environment are not ours', { PATH: '/bin', PORT: 'x' }, {}],
]

for (const [what, environment, expected] of understood) {
  test(what, () => {
    const config = parseConfig(environment)
    assert.deepEqual({ ...config, ...expected }, config)
  })
}

const refused: readonly [name: string, ...values: string[]][] = [
  ['WAYMARK_HTTP_PORT', '0', '65536', 'http', '-1'],
  ['WAYMARK_GATEWAY_PORT', '0', '65001', 'any'],
  ['WAYMARK_PUBLIC_URL', 'tracking.example', 'ftp://tracking.example'],
  ['WAYMARK_LOGIN_URL', 'javascript:alert(1)'],
  ['WAYMARK_GOOGLE_MAPS_KEY', 'a key', 'a&b'],
  ['WAYMARK_GOOGLE_MAPS_URL', 'http://tiles.example', 'https://tiles.example/v1'],
  ['WAYMARK_DATABASE_URL', 'mysql://db.example', '/var/run/postgresql'],
  ['WAYMARK_DATABASE_CONNECTIONS', '1', '201'],
  [
    'WAYMARK_STRIPE_URL',
    'stripe.example',
    'https://user@stripe.example',
    'https://stripe.example/v1',
    'http://stripe.example',
  ],
  ['WAYMARK_SMTP_URL', 'mail.example:25'],
  ['WAYMARK_NATS_URL', 'http://nats.example'],
  ['WAYMARK_MAP_STYLE_URL', 'style.json'],
  ['WAYMARK_UNIT_SILENT_HOURS', '0', '8761', 'day'],
  ['WAYMARK_CLOCK', 'Test', 'fake'],
  ['WAYMARK_DEMO', 'yes', 'true'],
  ['WAYMARK_RATE_LIMIT', '0', 'none'],
  ['WAYMARK_RATE_LIMIT_ADDRESS', '0'],
  ['WAYMARK_LOG', 'verbose'],
]

for (const [name, ...values] of refused) {
  for (const value of values) {
    test(`${name}=${value} is refused by name, with what it should be`, () => {
      const { message } = problemOf({ [name]: value })
      const { description } = Settings.properties[name as keyof typeof Settings.properties] as { description?: string }
      assert.equal(message, `A setting is wrong:\n  ${name}=${value} cannot be used. ${description}`)
    })
  }
}

const refusedFurther: readonly [name: string, value: string, told: string][] = [
  ['WAYMARK_SMTP_URL', 'smtp://user:hunter2@:25', 'WAYMARK_SMTP_URL=…@:25 cannot be used. It must look like'],
  ['WAYMARK_SMTP_URL', 'smtp://us@er:hunt/er2@mail.example', 'WAYMARK_SMTP_URL=…@mail.example cannot be used. It must'],
  [
    'WAYMARK_DATABASE_URL',
    'mysql://u:hunter2@db?password=hunter2&a=1',
    'WAYMARK_DATABASE_URL=…@db?password=…&a=1 cannot',
  ],
  ['WAYMARK_DATABASE_URL', 'postgres://u:hunter2@a,[b/x', 'It must look like postgres://user:password@host'],
  ['WAYMARK_DATABASE_DIRECT_URL', 'postgres://u:hunter2@a/x', 'WAYMARK_DATABASE_URL, the address of the pooler, is'],
  ['WAYMARK_DATABASE_URL', 'postgres://u:hunter2@[a/x', 'It must look like postgres://user:password@host'],
  ['WAYMARK_STRIPE_KEY', 'pk_live_hunter2', 'WAYMARK_STRIPE_KEY=pk_… cannot be used.'],
  ['WAYMARK_STRIPE_KEY', 'sk_test_hunter2', 'A test key is for a test installation'],
  ['WAYMARK_MAIL_FROM', 'a@b.example, c@d.example', 'It must be one email address.'],
  ['WAYMARK_MAIL_FROM', 'nobody', 'It must be one email address.'],
  ['WAYMARK_OUTBOUND_ALLOW_CLIENTS', '10.0.0.0/33', '10.0.0.0/33 is not an address or a network.'],
  ['WAYMARK_OUTBOUND_ALLOW', '10.0.0.0/33', '10.0.0.0/33 is not an address or a network.'],
  ['WAYMARK_OUTBOUND_ALLOW', '10.0.0.1, localhost', 'localhost is not an address or a network.'],
]
for (const [name, value, told] of refusedFurther) {
  test(`${name}=${value} is refused, and no secret is repeated`, () => {
    const { message } = problemOf({ [name]: value })
    assert.ok(message.includes(told), message)
    assert.doesNotMatch(message, /hunt/)
  })
}

test('all problems are reported together, including a misspelt name', () => {
  const { message } = problemOf({
    WAYMARK_HTTP_PORT: 'x',
    WAYMARK_CLOCK: 'moon',
    WAYMARK_PUBLIC_UR: 'https://tracking.example',
    WAYMARK_HOST: '127.0.0.1',
  })
  const [title, ...problems] = message.split('\n')
  assert.equal(title, 'These settings are wrong:')
  assert.deepEqual(problems.map((line) => /WAYMARK_\w+/.exec(line)?.[0]).sort(), [
    'WAYMARK_CLOCK',
    'WAYMARK_HTTP_PORT',
    'WAYMARK_PUBLIC_UR',
  ])
})

function problemOf(environment: Record<string, string>): Error {
  try {
    parseConfig(environment)
  } catch (error) {
    assert.ok(error instanceof BadSettings)
    return error
  }
  assert.fail('The settings were accepted.')
}

test('exchange rates from a file replace the built-in ones, and a file that is not a table is refused', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'waymark-rates-')), 'rates.json')
  const rates = { date: '2026-03-01', perDollar: { usd: '1', eur: '0.92' } }
  writeFileSync(file, JSON.stringify(rates))
  assert.deepEqual(parseConfig({ WAYMARK_RATES: file }).rates, rates)
  writeFileSync(file, JSON.stringify({ ...rates, perDollar: { usd: '2' } }))
  for (const wrong of [file, `${file}.missing`]) {
    assert.throws(() => parseConfig({ WAYMARK_RATES: wrong }), /WAYMARK_RATES=/)
  }
})
