/** What reaches a collector: requests, jobs and flushes with their statements, and never a value. */
import assert from 'node:assert/strict'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { openApi } from '#testing/api.ts'
import { aManagedAccount, aUnit, received } from '#testing/builders.ts'
import { silentLog } from './log.ts'
import { createMeters } from './meters.ts'
import { Traces } from './traces.ts'

interface SentSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly { key: string; value: { stringValue?: string; intValue?: string } }[]
  readonly status: { code?: number }
}

/** A collector that answers with `status`. */
async function startCollector(status = 200) {
  const bodies: string[] = []
  const receive = async (request: IncomingMessage) => {
    assert.deepEqual([request.url, request.headers['content-type']], ['/v1/traces', 'application/json'])
    bodies.push(await text(request))
  }
  const server = createServer((request, response) => {
    void receive(request).then(() => response.writeHead(status).end('{}'))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  after(() => server.close())
  const spans = () =>
    bodies.flatMap((body) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans as readonly SentSpan[])
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies, spans }
}

const attributeOf = ({ attributes }: SentSpan, name: string) => {
  const value = attributes.find(({ key }) => key === name)?.value
  return value?.stringValue ?? value?.intValue
}

const collector = await startCollector()
const api = await openApi({ WAYMARK_TRACES_URL: `${collector.url}/` })
const dealer = await api.dealer()
const account = await aManagedAccount(dealer)

test('a request is a span with its statements, in the trace of its caller, and without any value', async () => {
  const traceId = 'a'.repeat(32)
  const headers = { 'x-accesstoken': dealer.token, traceparent: `00-${traceId}-${'b'.repeat(16)}-01` }
  const answer = await api.ask('GET', `/provider/accounts/${account.id}`, undefined, headers)
  assert.equal(answer.status, 200, answer.text)
  await api.ctx.traces.close()
  const spans = collector.spans().filter((span) => span.traceId === traceId)
  const [request, ...statements] = spans
  assert.deepEqual(
    [request?.name, request?.kind, request?.parentSpanId],
    ['GET /provider/accounts/:id', 2, 'b'.repeat(16)],
  )
  assert.deepEqual(
    [attributeOf(request!, 'http.route'), attributeOf(request!, 'http.response.status_code')],
    ['/provider/accounts/:id', '200'],
  )
  assert.ok(statements.length > 0)
  for (const statement of statements) {
    assert.deepEqual([statement.parentSpanId, statement.kind], [request!.spanId, 3])
    assert.match(attributeOf(statement, 'db.query.text') ?? '', /^select .*\$1/s)
    assert.ok(BigInt(statement.startTimeUnixNano) >= BigInt(request!.startTimeUnixNano))
    assert.ok(BigInt(statement.endTimeUnixNano) <= BigInt(request!.endTimeUnixNano))
  }
  const sent = collector.bodies.join()
  assert.ok(!sent.includes(dealer.token) && !sent.includes(String(account.id)))
  // Now, to the minute.
  assert.ok(Math.abs(Number(BigInt(request!.endTimeUnixNano) / 1_000_000n) - Date.now()) < 60_000)
})

test('a job that did something or failed is a span; one that found nothing is not', async () => {
  const { traces } = api.ctx
  await traces.job('works', async () => 3)
  await traces.job('idles', async () => 0)
  await assert.rejects(traces.job('fails', () => Promise.reject(new Error('no'))))
  await traces.close()
  const jobs = collector.spans().filter(({ name }) => name.startsWith('job '))
  assert.deepEqual(
    jobs.map((span) => [span.name, attributeOf(span, 'waymark.done'), span.status.code]),
    [
      ['job works', '3', undefined],
      ['job fails', '0', 2],
    ],
  )
})

test('a flush span has the number of messages and units', async () => {
  const unit = await aUnit(dealer, account.id)
  await received(api, unit, [{ timestamp: 1_790_000_000 }, { timestamp: 1_790_000_001 }])
  await api.ctx.traces.close()
  const flush = collector.spans().find(({ name }) => name === 'flush')
  assert.deepEqual([attributeOf(flush!, 'waymark.messages'), attributeOf(flush!, 'waymark.units')], ['2', '1'])
})

test('a share of them is traced, chosen by the id', async () => {
  const traces = new Traces({ tracesUrl: collector.url, tracesShare: 0.5 }, {}, silentLog, createMeters())
  const from = (last: string) => `00-${'1'.repeat(24)}${last}-${'2'.repeat(16)}-00`
  assert.ok(traces.start(from('7fffffff')))
  assert.equal(traces.start(from('80000000')), undefined)
  await traces.close()
  const off = new Traces({ tracesUrl: undefined, tracesShare: 1 }, {}, silentLog, createMeters())
  assert.equal(off.start(), undefined)
})

test('a collector that fails or is unavailable delays nothing, and losses are counted and logged', async () => {
  const failing = await startCollector(503)
  for (const tracesUrl of [failing.url, 'http://127.0.0.1:9']) {
    const meters = createMeters()
    const warnings: string[] = []
    const log = { ...silentLog, warn: (_: unknown, sentence: string) => void warnings.push(sentence) }
    const traces = new Traces({ tracesUrl, tracesShare: 1 }, {}, log as never, meters)
    for (let at = 0; at < 5_000; at++) traces.start()?.end('one', 'internal', {})
    await traces.close()
    assert.match(await meters.text(), /^waymark_spans_dropped_total 5000$/m)
    assert.deepEqual(warnings, ['Traces could not be sent. Check WAYMARK_TRACES_URL.'])
  }
})
