/** The rules of the house over import statements. Opening an edge is a visible change of the lists below. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'

const source = import.meta.dirname
const files = globSync('**/*.ts', { cwd: source }).filter((file) => !/\.test\.ts$|^testing\//.test(file))

/** Which features each feature may call. Nothing here may form a circle. */
const calls: Readonly<Record<string, readonly string[]>> = {
  accounts: [
    'audit',
    'automation',
    'bills',
    'company',
    'dealers',
    'events',
    'invoices',
    'messages',
    'plans',
    'sessions',
    'subscriptions',
    'units',
    'users',
  ],
  activation: ['accounts', 'audit', 'company', 'links', 'sessions', 'tries', 'users'],
  assets: ['buildings', 'subscriptions', 'tags', 'units'],
  audit: [],
  automation: [],
  buildings: ['audit'],
  bills: ['audit', 'automation', 'company', 'events', 'tries'],
  catalogue: [],
  clients: [
    'accounts',
    'bills',
    'buildings',
    'commands',
    'company',
    'factors',
    'geofences',
    'groups',
    'maintenance',
    'labels',
    'messages',
    'notifications',
    'plans',
    'sessions',
    'shares',
    'stays',
    'subscriptions',
    'trips',
    'units',
    'users',
  ],
  commands: ['audit', 'events', 'subscriptions'],
  company: ['audit'],
  credentials: ['activation', 'audit', 'factors', 'links', 'sessions', 'tries', 'users'],
  dealers: ['audit', 'company'],
  events: ['audit'],
  factors: ['audit', 'tries'],
  intake: ['audit'],
  invitations: ['accounts', 'audit', 'company', 'users'],
  followers: ['messages'],
  geofences: ['accounts', 'audit', 'followers', 'groups', 'subscriptions', 'trips', 'units'],
  groups: ['audit', 'units'],
  invoices: ['audit', 'company'],
  labels: ['audit', 'units'],
  links: ['tries'],
  lobby: ['units'],
  maintenance: ['audit', 'units'],
  maps: [],
  messages: ['audit'],
  notifications: [
    'accounts',
    'audit',
    'events',
    'followers',
    'geofences',
    'groups',
    'maintenance',
    'subscriptions',
    'tries',
    'units',
    'users',
  ],
  operator: ['audit', 'company', 'dealers', 'lobby', 'plans', 'staff'],
  plans: ['audit', 'automation', 'company'],
  sessions: ['audit', 'factors', 'tries'],
  shares: ['audit', 'messages', 'subscriptions', 'units'],
  staff: ['activation', 'audit', 'factors', 'links', 'sessions', 'tries', 'users'],
  stays: ['followers', 'geofences', 'labels', 'subscriptions', 'trips', 'units'],
  subscriptions: ['audit', 'invoices', 'plans'],
  today: ['company'],
  tags: ['events', 'messages', 'units'],
  tries: [],
  trips: ['followers', 'groups', 'messages', 'units'],
  units: ['audit', 'events', 'invoices', 'messages', 'tries'],
  users: ['audit', 'links', 'sessions'],
}
const features = Object.keys(calls)

/** Packages that one file alone may import. */
const soleImporters: Readonly<Record<string, RegExp>> = {
  fastify: /^(http\/|log\.ts|main\.ts)/,
  pg: /^(db\/|backup\/)/,
  '@node-rs/argon2': /^vault\.ts$/,
  'nodemailer/lib/mail-composer': /^mail\/smtp\.ts$/,
  'nodemailer/lib/smtp-connection': /^mail\/smtp\.ts$/,
  'prom-client': /^(meters|http\/health)\.ts$/,
  stripe: /^cards\/stripe\.ts$/,
  aedes: /^gateway\/mqtt\.ts$/,
  pino: /^installation\.ts$/,
  'node:net': /^(gateway\/(listen|mqtt)|http\/server|config|outbound|cli\/|db\/|simulation\/line|testing\/)/,
  '@nats-io/transport-node': /^db\/nats\.ts$/,
  'node:dgram': /^gateway\/listen\.ts$/,
}

interface Import {
  readonly from: string
  /** A path below src, or a package's name. */
  readonly to: string
}

const imports: readonly Import[] = files.flatMap((from) => {
  const text = readFileSync(join(source, from), 'utf8')
  const targets = [...text.matchAll(/^(?:import|export)\s(?:[^'"]*?from\s)?['"]([^'"]+)['"]/gm)].map(
    (match) => match[1] as string,
  )
  return targets.map((to) => ({ from, to: to.startsWith('.') ? normalize(join(dirname(from), to)) : to }))
})

const featureOf = (path: string) => features.find((feature) => path.startsWith(`${feature}/`))
const nameOf = (path: string) => path.slice(path.indexOf('/') + 1)
const roles = [
  'actions',
  'store',
  'wire',
  'routes',
  'tools-routes',
  'export-routes',
  'jobs',
  'mail',
  'seed',
  'writer',
  'upkeep',
  'upkeep-store',
  'changes-store',
  'announcer',
  'feed',
  'flushes-store',
  'frames',
  'probe',
  'quarantine',
  'quarantine-store',
  'recovery',
  'compute',
  'overview-store',
  'spans-store',
  'redecode',
  'redecode-store',
  'traffic',
  'import',
  'offers',
  'offers-store',
  'offers-wire',
  'import-store',
  'webhook-actions',
  'webhook-store',
  'delivery',
  'delivery-store',
  'watch',
  'watch-store',
  'dues',
  'sending',
  'dues-store',
  'keys',
  'keys-store',
  'events',
  'events-store',
  'settle',
  'looks',
  'payments',
  'platform',
  'portal',
  'sessions',
  'credentials',
  'purchases',
  'purchases-store',
  'own-purchases',
  'tag-actions',
  'tag-store',
  'tracked-store',
  'foreign',
  'channel-actions',
  'channel-store',
  'channel-wire',
  'matching',
  'news-store',
  'notification-store',
  'notification-wire',
]
const isNoun = (path: string) => !roles.includes(nameOf(path).replace('.ts', ''))

test('every folder that is a feature is in the list', () => {
  const infrastructure = ['backup', 'cards', 'cli', 'db', 'gateway', 'http', 'jobs', 'mail', 'simulation', 'testing']
  const folders = new Set(files.filter((file) => file.includes('/')).map((file) => file.split('/')[0] as string))
  assert.deepEqual([...folders].filter((folder) => !infrastructure.includes(folder)).sort(), [...features].sort())
})

test('a feature is entered by its actions, its writer, its redecoding or its nouns; only wire may take wire', () => {
  const wrong = imports.filter(({ from, to }) => {
    const feature = featureOf(to)
    if (!feature || feature === featureOf(from)) return false
    if (isNoun(to) || /^(actions|writer|redecode|events|sending)\.ts$/.test(nameOf(to))) return false
    if (/(^|-)wire\.ts$/.test(nameOf(to))) return !/wire\.ts$|routes\.ts$/.test(from)
    return ![
      'http/client.ts',
      'http/console.ts',
      'http/portal.ts',
      'http/server.ts',
      'http/shared.ts',
      'jobs/index.ts',
      'main.ts',
    ].includes(from)
  })
  assert.deepEqual(wrong, [])
})

test('features call only those features that are written down', () => {
  const wrong = imports.filter(({ from, to }) => {
    const [caller, called] = [featureOf(from), featureOf(to)]
    if (!caller || !called || caller === called || isNoun(to)) return false
    return !calls[caller]?.includes(called)
  })
  assert.deepEqual(wrong, [])
})

test('calls between features form no circle', () => {
  const reach = (from: string, path: readonly string[]): void => {
    assert.ok(!path.includes(from), [...path, from].join(' → '))
    for (const next of calls[from] ?? []) reach(next, [...path, from])
  }
  for (const feature of features) reach(feature, [])
})

test('nouns are pure: they import errors, fields, devices and other nouns', () => {
  const allowed =
    /^(applications|clock|errors|cards\/cards)\.ts$|^http\/(dialects|fields)\.ts$|^@waymark\/devices$|^node:(crypto|zlib)$|^typebox/
  const wrong = imports.filter(({ from, to }) => {
    if (!featureOf(from) || !isNoun(from)) return false
    return !(allowed.test(to) || (featureOf(to) && isNoun(to)))
  })
  assert.deepEqual(wrong, [])
})

test('some packages have one door', () => {
  const wrong = imports.filter(({ from, to }) => soleImporters[to] && !soleImporters[to].test(from))
  assert.deepEqual(wrong, [])
})

test('only config.ts reads the environment', () => {
  const readers = files.filter((file) => /process\.env/.test(readFileSync(join(source, file), 'utf8')))
  assert.deepEqual(
    readers.filter((file) => !/^(config|db\/embedded|http\/pages)\.ts$/.test(file)),
    [],
  )
})

test('only clock.ts asks what time it is, so that time can be moved', () => {
  const domain = files.filter((file) => featureOf(file) || file.startsWith('jobs/'))
  const askers = domain.filter((file) => /new Date\(\)|Date\.now\(\)/.test(readFileSync(join(source, file), 'utf8')))
  assert.deepEqual(askers, [])
})

test('a table has one writer: the store of its feature', () => {
  const owner: Readonly<Record<string, string>> = {
    accessTokens: 'dealers',
    accounts: 'accounts',
    anchors: 'tags',
    apiRequests: 'http',
    assetLinks: 'tags',
    audit: 'audit',
    brands: 'company',
    bills: 'bills',
    buildings: 'buildings',
    cardEvents: 'bills',
    clientPlans: 'plans',
    commands: 'commands',
    companies: 'company',
    counterSettings: 'maintenance',
    countedMonths: 'invoices',
    dealers: 'dealers',
    departedUnits: 'invoices',
    clock: 'clock.ts',
    eventCounts: 'events',
    events: 'events',
    followedCheckpoints: 'followers',
    followedUnits: 'followers',
    floorPlans: 'buildings',
    floors: 'buildings',
    frameChunks: 'messages',
    gatewaySpots: 'buildings',
    geofenceGroups: 'geofences',
    geofences: 'geofences',
    geofenceUnits: 'geofences',
    groups: 'groups',
    groupUnits: 'groups',
    idempotencyKeys: 'http',
    installation: 'installation.ts',
    jobTroubles: 'jobs',
    intakeTokens: 'intake',
    invitations: 'invitations',
    invoiceLines: 'invoices',
    invoiceNumbers: 'invoices',
    invoicePayments: 'invoices',
    invoices: 'invoices',
    labels: 'labels',
    labelUnits: 'labels',
    links: 'links',
    lobby: 'lobby',
    looks: 'automation',
    mails: 'mail',
    mapSessions: 'maps',
    messageChanges: 'messages',
    messageChunks: 'messages',
    messageFlushes: 'messages',
    migrations: 'db',
    milestones: 'automation',
    notificationChannels: 'notifications',
    notificationDeliveries: 'notifications',
    notificationRuleChannels: 'notifications',
    notificationRuleGroups: 'notifications',
    notificationRules: 'notifications',
    notificationRuleUnits: 'notifications',
    notifications: 'notifications',
    paymentInfos: 'company',
    payments: 'automation',
    platformEndpoints: 'invoices',
    processorKeys: 'bills',
    providerPlans: 'plans',
    purchases: 'subscriptions',
    quarantine: 'messages',
    recoveryCodes: 'factors',
    sandboxEndpoints: 'cards',
    sandboxEvents: 'cards',
    sandboxSessions: 'cards',
    servicePlans: 'plans',
    secondFactors: 'factors',
    services: 'maintenance',
    serviceTokens: 'sessions',
    serviceVisits: 'maintenance',
    sessions: 'sessions',
    shares: 'shares',
    shareUnits: 'shares',
    staff: 'staff',
    staffSessions: 'staff',
    stays: 'stays',
    subscriptionPlans: 'plans',
    subscriptions: 'subscriptions',
    telemetry: 'messages',
    knownPlaces: 'tries',
    tries: 'tries',
    unitEvents: 'geofences',
    unitSpans: 'geofences',
    trips: 'trips',
    units: 'units',
    unitConnections: 'gateway',
    unitNetworks: 'gateway',
    unitUsage: 'units',
    unitWatch: 'events',
    unwantedTags: 'units',
    users: 'users',
    webhookDeliveries: 'events',
    webhookLanes: 'events',
    webhooks: 'events',
    writeProbe: 'db',
  }
  for (const file of files) {
    const text = readFileSync(join(source, file), 'utf8')
    const built = [
      ...text.matchAll(/\.(?:insertInto|updateTable|deleteFrom)\('(\w+)'\)|removeSome\(\s*[\w.]+,\s*'(\w+)'/g),
    ].map((match) => (match[1] ?? match[2]) as string)
    const written = [
      ...text.matchAll(/\b(?:insert into|update|delete from) ([a-z_]+) (?:as |set |where |using |\()/g),
    ].map((match) => (match[1] as string).replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()))
    for (const table of [...built, ...written]) {
      // The one exception: creating a unit writes its audit row and its events in one statement (docs/decisions/0013).
      if (file === 'units/store.ts' && (table === 'audit' || table === 'events')) continue
      assert.equal(file.split('/')[0], owner[table], `${file} writes ${table}`)
    }
  }
})

test('no file of the server is longer than 400 lines', () => {
  const long = files.filter(
    (file) => !file.endsWith('tables.ts') && readFileSync(join(source, file), 'utf8').split('\n').length > 400,
  )
  assert.deepEqual(long, [])
})
