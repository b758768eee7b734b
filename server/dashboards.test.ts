/** Dashboards and alerts name metrics that exist, and the document has them all. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { protocolByName, spoken } from '@waymark/devices'
import { measurePool } from '#entry/installation.ts'
import { connect } from '#kernel/db/connect.ts'
import { startRunner } from '#kernel/jobs/runner.ts'
import { leaseSlices } from '#kernel/slices/leases.ts'
import { openGateway } from '#testing/people/gateway.ts'

const root = join(import.meta.dirname, '..')
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
const boards = globSync('deploy/grafana/*.json', { cwd: root })
const rules = textOf('deploy/prometheus/waymark.rules.yml')

const { api } = await openGateway({
  WAYMARK_METRICS_DEALERS: 'on',
  WAYMARK_GEOCODER_URL: 'https://geocoder.example/reverse?lat={lat}&lon={lon}',
})
// What a whole server measures besides.
const database = connect(api.databaseUrl, 1)
measurePool(api.ctx, database)
await startRunner(api.ctx, []).stop()
leaseSlices({ db: database.db, meters: api.ctx.meters }, 0)
const { text } = await api.ask('GET', '/metrics')
await database.close()

const families = new Map([...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)].map(([, name, type]) => [name!, type!]))
const samples = new Set(
  [...families].flatMap(([name, type]) =>
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
  ),
)
/** All names of ours in an expression, and whether rates are taken of counters only. */
function wrongIn(expression: string): string[] {
  const unknown = [...expression.matchAll(/waymark_\w+/g)].map(([name]) => name).filter((name) => !samples.has(name))
  const rated = [...expression.matchAll(/\b(?:rate|increase)\((waymark_\w+)/g)].map(([, name]) => name!)
  return [...unknown, ...rated.filter((name) => !/_(total|bucket|sum|count)$/.test(name))]
}

test('every alert names metrics that exist, and says what it means', () => {
  const alerts = rules.split(/^ {6}- alert: /m).slice(1)
  assert.ok(alerts.length > 10)
  assert.equal(new Set(alerts.map((alert) => alert.split('\n')[0])).size, alerts.length)
  for (const alert of alerts) {
    assert.match(alert, /^\w+\n {8}expr: (?:>-\n[\s\S]+?|.+)\n(?: {8}for: \d+m\n)? {8}labels: \{ severity: \w+ \}\n/)
    assert.match(alert, / {10}summary: '.+\.?'\n/)
    assert.deepEqual(wrongIn(alert), [], alert)
  }
})

for (const file of boards) {
  test(`every panel names metrics that exist: ${file}`, () => {
    const { panels, uid } = JSON.parse(textOf(file))
    assert.match(uid, /^waymark-/)
    assert.ok(panels.length > 4)
    for (const { title, targets } of panels) {
      assert.ok(targets.length > 0, title)
      for (const { expr } of targets) assert.deepEqual(wrongIn(expr), [], title)
    }
  })
}

test('containers open the port of every protocol', () => {
  const [, from, to] = /'(\d+)-(\d+):\1-\2\/tcp'/.exec(textOf('deploy/compose.yaml'))!.map(Number)
  const listed = [...textOf('deploy/helm/values.yaml').matchAll(/\{ name: (\w+), port: (\d+), over: \[(.+)\] \}/g)]
  const inChart = new Map(listed.map(([, name, port, over]) => [name, `${port} ${over}`]))
  for (const protocol of [...spoken, protocolByName('mqtt')]) {
    const port = 5000 + protocol.port
    assert.ok(port >= from! && port <= to!, protocol.name)
    const over = ['tcp', 'udp']
      .filter((link) => link === protocol.transport || protocol.transport === 'both')
      .join(', ')
    assert.equal(inChart.get(protocol.name), `${port} ${over || 'tcp'}`, protocol.name)
  }
  assert.equal(inChart.get('any'), '5000 tcp, udp')
})

test('every metric is in the document for operators', () => {
  const table = textOf('docs/operating.md')
  // A row shortens names with a common beginning: `waymark_dealer_units`, `…_bytes`.
  const isThere = (name: string) =>
    table.includes(`\`${name}\``) ||
    [...name.matchAll(/_/g)].some(({ index }) => table.includes(`\`…${name.slice(index)}\``)) ||
    /^waymark_(process|nodejs)_/.test(name)
  assert.deepEqual(
    [...families.keys()].filter((name) => !isThere(name)),
    [],
  )
})
