/** The rules that keep the tree readable (ARCHITECTURE.md), held by parsing every file. */
import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { findCircle, importsIn } from '../bin/imports.ts'

const source = join(import.meta.dirname, 'src')

/** Lowest first: a wing may import the wings before it, never those after it. */
const wings = ['kernel', 'identity', 'billing', 'tracking', 'customers', 'insights', 'portals', 'entry']

const files = globSync('**/*.ts', { cwd: source }).filter((file) => !file.endsWith('.test.ts'))
const textOf = new Map(files.map((file) => [file, readFileSync(join(source, file), 'utf8')]))

interface Import {
  readonly from: string
  /** As it is written. */
  readonly as: string
  /** A path below src, or the name of a package. */
  readonly to: string
  readonly isType: boolean
}

function importsOf(file: string): Import[] {
  return importsIn(file, textOf.get(file) as string).map(({ as, isType }) => {
    assert.ok(as, `${file} imports something that is only known at run time.`)
    return { from: file, as, to: targetOf(file, as), isType }
  })
}

function targetOf(file: string, as: string): string {
  if (as.startsWith('#')) return as.slice(1)
  return as.startsWith('.') ? normalize(join(dirname(file), as)) : as
}

const imports = files.flatMap(importsOf)
const wingOf = (path: string) => path.split('/')[0] as string
const isOurs = (path: string) => wings.includes(wingOf(path))
/** A folder of a wing, or a file that lies in the wing itself. */
const roomOf = (path: string) => path.split('/').slice(0, 2).join('/')
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
const between = imports.filter(({ to }) => isOurs(to))

test('server/src holds the wings and nothing else', () => {
  assert.deepEqual(readdirSync(source).sort(), [...wings].sort())
})

test('no import runs against the order of the wings', (t) => {
  assert.ok(between.length > 2000, 'The parser lost imports.')
  t.diagnostic(`${between.length} imports between ${files.length} files in ${new Set(files.map(roomOf)).size} rooms`)
  const wrong = between.filter(({ from, to }) => wings.indexOf(wingOf(to)) > wings.indexOf(wingOf(from)))
  assert.deepEqual(wrong, [])
})

test('an import of another wing names it; an import of the same wing is relative', () => {
  const wrong = between.filter(({ from, to, as }) => as.startsWith('#') === (wingOf(from) === wingOf(to)))
  assert.deepEqual(wrong, [])
})

test('the files form no circle, not even by types', () => {
  assert.equal(findCircle(between), undefined)
})

test('the rooms form no circle', () => {
  const rooms = between.map(({ from, to }) => ({ from: roomOf(from), to: roomOf(to) }))
  assert.equal(findCircle(rooms.filter(({ from, to }) => from !== to)), undefined)
})

test('no wing has more than fifteen folders', () => {
  for (const wing of wings) {
    const folders = readdirSync(join(source, wing), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    assert.ok(folders.length <= 15, `${wing} has ${folders.length} folders.`)
  }
})

test('stores, mails, routes and jobs belong to their room; only entry mounts routes and runs jobs', () => {
  const wrong = between.filter(({ from, to }) => {
    if (roomOf(from) === roomOf(to) || wingOf(to) === 'kernel') return false
    if (/(^|-)(store|mail)\.ts$/.test(nameOf(to))) return true
    return /(^|-)(routes|jobs)\.ts$/.test(nameOf(to)) && wingOf(from) !== 'entry'
  })
  assert.deepEqual(wrong, [])
})

test('outside a room, only routes and wire know its shapes on the wire', () => {
  const wrong = between.filter(
    ({ from, to }) =>
      roomOf(from) !== roomOf(to) &&
      /(^|-)wire\.ts$/.test(nameOf(to)) &&
      !/(^|-)(wire|routes)\.ts$/.test(nameOf(from)) &&
      wingOf(from) !== 'entry',
  )
  assert.deepEqual(wrong, [])
})

test('a file whose first comment says “Pure.” has no way to the outside', () => {
  const isPure = (file: string) => /^\/\*\*(?:(?!\*\/)[\s\S])*\bPure\./.test(textOf.get(file) ?? '')
  const harmless =
    /^@waymark\/devices$|^node:(crypto|zlib)$|^typebox|^pbf$|^kernel\/(applications|errors|card-processor|time\/clock|api\/(dialects|fields))\.ts$/
  const pure = files.filter(isPure)
  assert.ok(pure.length > 60, 'The comments are no longer recognised.')
  const wrong = imports.filter(
    ({ from, to, isType }) => isPure(from) && !isType && !harmless.test(to) && !(isOurs(to) && isPure(to)),
  )
  assert.deepEqual(wrong, [])
})

test('some packages have one importer', () => {
  const importers: Readonly<Record<string, RegExp>> = {
    fastify: /^(entry\/http\/|kernel\/(api\/|runtime\/log\.ts)|entry\/main\.ts)/,
    pg: /^kernel\/(db|backup)\//,
    '@node-rs/argon2': /^kernel\/vault\.ts$/,
    'nodemailer/lib/dkim': /^kernel\/mail\/smtp\.ts$/,
    'nodemailer/lib/mail-composer': /^kernel\/mail\/smtp\.ts$/,
    'nodemailer/lib/smtp-connection': /^kernel\/mail\/smtp\.ts$/,
    'prom-client': /^(kernel\/runtime\/(meters|message-ledger)|entry\/http\/health)\.ts$/,
    stripe: /^kernel\/cards\/stripe(-cards)?\.ts$/,
    aedes: /^tracking\/gateway\/listeners\/mqtt\.ts$/,
    pdfkit: /^(billing\/invoice-paper\/|insights\/reports\/files\/pdf\.ts)/,
    fontkit: /^billing\/invoice-paper\/fonts\.ts$/,
    fflate: /^insights\/reports\/files\/xlsx\.ts$/,
    pino: /^entry\/installation\.ts$/,
    'node:net':
      /^(tracking\/gateway\/listeners\/(listen|mqtt)|entry\/(http\/server|cli\/|simulation\/line)|kernel\/(config\/|network\/outbound|db\/))/,
    '@nats-io/transport-node': /^kernel\/db\/pubsub\/nats\.ts$/,
    sax: /^billing\/bank-statements\/xml\.ts$/,
    'node:dgram': /^tracking\/gateway\/listeners\/listen\.ts$/,
  }
  const wrong = imports.filter(({ from, to }) => importers[to] && !importers[to].test(from))
  assert.deepEqual(wrong, [])
})

test('only config reads the environment', () => {
  const readers = files.filter((file) => textOf.get(file)?.includes('process.env'))
  assert.deepEqual(readers, ['kernel/config/config.ts'])
})

test('only the clock asks what time it is, so that tests can move time', () => {
  const domain = files.filter((file) => !/^(kernel|entry)\/|^tracking\/gateway\//.test(file))
  const askers = domain.filter((file) => /new Date\(\)|Date\.now\(\)/.test(textOf.get(file) as string))
  assert.deepEqual(askers, [])
})

/** Each table has one writer: a file of this room. */
const tablesOf: Readonly<Record<string, readonly string[]>> = {
  'kernel/api': ['idempotencyKeys'],
  'kernel/audit': ['audit'],
  'kernel/cards': ['sandboxCards', 'sandboxCharges', 'sandboxEndpoints', 'sandboxEvents', 'sandboxSessions'],
  'kernel/db': ['migrations', 'writeProbe'],
  'kernel/jobs': ['jobTroubles'],
  'kernel/mail': ['dealerMailServers', 'mails'],
  'kernel/outgoing-events': ['eventCounts', 'events', 'unitWatch', 'webhookDeliveries', 'webhookLanes', 'webhooks'],
  'kernel/slices': ['sliceHolders', 'slices'],
  'kernel/time': ['clock'],
  'identity/client-profiles': ['clientProfiles'],
  'identity/company': ['brands', 'companies', 'paymentInfos'],
  'identity/dealers': ['accessTokens', 'dealers'],
  'identity/domains': ['domains'],
  'identity/login-throttle': ['knownPlaces', 'tries'],
  'identity/one-time-links': ['links'],
  'identity/sessions': ['serviceTokens', 'sessions'],
  'identity/staff': ['staff', 'staffSessions', 'setupLinks'],
  'identity/two-factor': ['recoveryCodes', 'secondFactors'],
  'identity/users': ['users'],
  'billing/bank-statements': ['bankColumns', 'bankLines', 'bankStatements'],
  'billing/bills': ['bills', 'processorKeys'],
  'billing/card-events': ['cardEvents'],
  'billing/client-credit': ['clientCreditEntries', 'clientCredits'],
  'billing/client-invoices': [
    'clientCheckoutParts',
    'clientCheckouts',
    'clientInvoiceLines',
    'clientInvoiceNumbers',
    'clientInvoicePayments',
    'clientInvoices',
    'clientPeriods',
    'collectionCharges',
    'collectionSettings',
    'mandates',
    'paymentLinks',
  ],
  'billing/dunning': ['looks', 'milestones', 'payments'],
  'billing/invoices': [
    'clientCards',
    'countedMonths',
    'departedUnits',
    'keptCards',
    'mandateCards',
    'invoiceLines',
    'invoiceNumbers',
    'invoicePayments',
    'invoices',
    'platformEndpoints',
  ],
  'billing/plans': ['clientPlans', 'providerPlans', 'servicePlans', 'subscriptionPlans'],
  'billing/prices': ['bookedAddOns', 'clientPrices', 'planPrices'],
  'billing/reminders': ['clientReminderTerms', 'clientReminders', 'reminderPlans', 'reminderSettings'],
  'billing/subscriptions': ['purchases', 'subscriptions'],
  'billing/usage': ['departures', 'formerPlans', 'formerStays', 'formerUnits', 'unitRenewals', 'unitTerms'],
  'tracking/beacons': ['anchors', 'assetLinks'],
  'tracking/bin': ['binnedRows', 'binnedUnits'],
  'tracking/commands': ['commands'],
  'tracking/connections': ['unitConnections'],
  'tracking/gateway': ['unitNetworks'],
  'tracking/ingest-tokens': ['intakeTokens'],
  'tracking/messages': [
    ...['frameChunks', 'messageChanges', 'messageChunks', 'messageFlushes', 'quarantine', 'telemetry', 'unitHeard'],
    ...['flushNotes', 'messageParts', 'nodes', 'partLosses', 'partNodes', 'partOwners'],
    ...['redecodings', 'unitOwners', 'unitLosses'],
  ],
  'tracking/protocol-settings': ['modelSettings'],
  'tracking/unclaimed-devices': ['lobby'],
  'tracking/vehicles': [
    'ownFieldValues',
    'ownFields',
    'unitPhotos',
    'vehicleDocumentFiles',
    'vehicleDocuments',
    'vehicles',
  ],
  'tracking/units': ['unitCountChanges', 'unitCounts', 'unitUsage', 'units', 'unitsCounted', 'unwantedTags'],
  'customers/accounts': ['accounts'],
  'customers/activation': ['signUps'],
  'customers/erasure': ['erasures'],
  'customers/invitations': ['invitations'],
  'insights/addresses': ['addresses'],
  'insights/drivers': ['driverAssignments', 'driverKeys', 'driverShifts', 'drivers', 'privateStretches'],
  'insights/driving': ['drivingSpans'],
  'insights/dwell': ['stays'],
  'insights/geofences': ['geofenceGroups', 'geofenceUnits', 'geofences', 'unitEvents', 'unitSpans'],
  'insights/groups': ['groupUnits', 'groups'],
  'insights/labels': ['labelUnits', 'labels'],
  'insights/logbook': ['logbookChanges', 'logbookMarks', 'logbookMonths', 'logbookSettings'],
  'insights/maintenance': ['counterSettings', 'serviceVisits', 'services'],
  'insights/notifications': [
    'notificationActionMarks',
    'notificationActions',
    'notificationChannels',
    'notificationDeliveries',
    'notificationEscalations',
    'notificationRuleChannels',
    'notificationRuleGroups',
    'notificationRuleUnits',
    'notificationRules',
    'notifications',
    'pushKeys',
  ],
  'insights/projections': ['followedCheckpoints', 'followedUnits', 'neighbourChanges'],
  'insights/reports': ['reportFiles', 'reportRuns', 'savedReports'],
  'insights/sensors': ['removedSensors', 'sensorQuarters', 'sensorTemplates', 'unitSensors'],
  'insights/trips': ['trips'],
  'portals/backups': ['backups', 'restoreTests'],
  'portals/buildings': ['buildings', 'floorPlans', 'floors', 'gatewaySpots'],
  'portals/dashboard': [
    'accountCountChanges',
    'accountCounts',
    'accountStandings',
    'billCountChanges',
    'billCounts',
    'dealersCounted',
    'quietUnits',
    'quietUnitsEntered',
  ],
  'portals/maps': ['mapSessions'],
  'portals/operator': ['dealerDays', 'settings'],
  'portals/people': ['userGeofences', 'userGroups', 'userInvitations', 'userUnits'],
  'portals/shares': ['shareUnits', 'shares'],
  'portals/staff-devices': ['staffDevices'],
  'entry/http': ['apiRequests'],
  'entry/installation.ts': ['installation'],
}

test('a table has one writer', () => {
  const ownerOf = new Map(Object.entries(tablesOf).flatMap(([room, tables]) => tables.map((table) => [table, room])))
  for (const file of files) {
    const text = textOf.get(file) as string
    const built = text.matchAll(/\.(?:insertInto|updateTable|deleteFrom)\('(\w+)'\)|removeSome\(\s*[\w.]+,\s*'(\w+)'/g)
    const written = text.matchAll(/\b(?:insert into|update|delete from) ([a-z_]+) (?:as |set |where |using |\()/g)
    const tables = [
      ...[...built].map((match) => (match[1] ?? match[2]) as string),
      ...[...written].map((match) =>
        (match[1] as string).replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      ),
    ]
    for (const table of tables) {
      // The one exception: creating a unit writes its audit row and its events in one statement (docs/decisions/0013).
      if (file === 'tracking/units/store.ts' && (table === 'audit' || table === 'events')) continue
      assert.equal(roomOf(file), ownerOf.get(table), `${file} writes ${table}`)
    }
  }
})

test('no file is longer than 400 lines', () => {
  const long = files.filter(
    (file) => nameOf(file) !== 'tables.ts' && (textOf.get(file) as string).split('\n').length > 400,
  )
  assert.deepEqual(long, [])
})
