/**
 * Traces of requests, jobs and flushes, sent to an OpenTelemetry collector by OTLP over HTTP (docs/decisions/0153).
 * Without `WAYMARK_TRACES_URL` nothing is measured. They contain routes and statements, never values.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { Log } from './log.ts'
import type { Meters } from './meters.ts'

type Attributes = Readonly<Record<string, string | number>>

/** As OTLP counts them. */
const kinds = { internal: 1, server: 2, client: 3 } as const
type Kind = keyof typeof kinds

interface Timed {
  readonly name: string
  readonly kind: Kind
  readonly beganMs: number
  readonly endedMs: number
  readonly attributes: Attributes
  readonly isFailed: boolean
}

interface Ended extends Timed {
  readonly traceId: string
  readonly spanId: string
  readonly parentId: string | undefined
}

const failing = 'Traces could not be sent. Check WAYMARK_TRACES_URL.'
const sendEveryMs = 2_000
const answerMs = 5_000
const waitingMax = 4_096
/** Further statements are only counted. */
const childrenMax = 64

const current = new AsyncLocalStorage<Span>()
const newId = (bytes: number) => randomBytes(bytes).toString('hex')
const traceparent = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/

/** Something that takes a while, and the statements it sends to the database meanwhile. */
export class Span {
  readonly #beganMs = performance.now()
  readonly #spanId = newId(8)
  readonly #children: Timed[] = []
  readonly #traceId: string
  readonly #parentId: string | undefined
  readonly #keep: (ended: readonly Ended[]) => void
  #left = 0

  constructor(traceId: string, parentId: string | undefined, keep: (ended: readonly Ended[]) => void) {
    this.#traceId = traceId
    this.#parentId = parentId
    this.#keep = keep
  }

  within<T>(work: () => T): T {
    return current.run(this, work)
  }

  add(child: Timed): void {
    if (this.#children.length < childrenMax) this.#children.push(child)
    else this.#left += 1
  }

  end(name: string, kind: Kind, attributes: Attributes, isFailed = false): void {
    const ids = { traceId: this.#traceId, spanId: this.#spanId, parentId: this.#parentId }
    const more: Attributes = this.#left > 0 ? { 'waymark.statements_left_out': this.#left } : {}
    const own = { name, kind, isFailed, beganMs: this.#beganMs, endedMs: performance.now() }
    const children = this.#children.map((child) => ({
      ...child,
      ...{ traceId: this.#traceId, spanId: newId(8), parentId: this.#spanId },
    }))
    this.#keep([{ ...own, ...ids, attributes: { ...attributes, ...more } }, ...children])
  }
}

/** Called with each statement while traces are enabled. */
export function addStatement(sql: string, milliseconds: number, isFailed: boolean): void {
  const endedMs = performance.now()
  const name = sql.trimStart().split(/\s/, 1)[0]?.toUpperCase() || 'SQL'
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': sql }
  current.getStore()?.add({ name, kind: 'client', beganMs: endedMs - milliseconds, endedMs, attributes, isFailed })
}

interface TraceSettings {
  readonly tracesUrl: string | undefined
  readonly tracesShare: number
}

export class Traces {
  readonly isOn: boolean
  readonly #settings: TraceSettings
  readonly #resource: Attributes
  readonly #log: Log
  readonly #dropped: Meters['spansDropped']
  readonly #timer: NodeJS.Timeout | undefined
  #waiting: Ended[] = []
  #isFailing = false

  constructor(settings: TraceSettings, resource: Attributes, log: Log, { spansDropped }: Meters) {
    this.isOn = settings.tracesUrl !== undefined
    this.#settings = settings
    this.#resource = resource
    this.#log = log
    this.#dropped = spansDropped
    this.#timer = this.isOn ? setInterval(() => void this.#send(), sendEveryMs).unref() : undefined
  }

  /** `from`: the header of a caller whose trace this belongs to. Undefined: not in the traced share. */
  start(from?: string): Span | undefined {
    if (!this.isOn) return undefined
    const [, traceId = newId(16), parentId] = traceparent.exec(from ?? '') ?? []
    // The id decides, so that all nodes choose the same traces.
    if (Number.parseInt(traceId.slice(-8), 16) / 2 ** 32 >= this.#settings.tracesShare) return undefined
    return new Span(traceId, parentId, (ended) => this.#keep(ended))
  }

  /** Kept if it did something or failed: most runs of a job find nothing. */
  async job(name: string, run: () => Promise<number>): Promise<number> {
    const span = this.start()
    if (!span) return run()
    const end = (done: number, isFailed: boolean) =>
      span.end(`job ${name}`, 'internal', { 'waymark.job': name, 'waymark.done': done }, isFailed)
    try {
      const done = await span.within(run)
      if (done > 0) end(done, false)
      return done
    } catch (error) {
      end(0, true)
      throw error
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#send()
  }

  #keep(ended: readonly Ended[]): void {
    const room = waitingMax - this.#waiting.length
    this.#waiting.push(...ended.slice(0, room))
    if (ended.length > room) this.#dropped.inc(ended.length - room)
  }

  async #send(): Promise<void> {
    const ended = this.#waiting
    const { tracesUrl } = this.#settings
    if (ended.length === 0 || tracesUrl === undefined) return
    this.#waiting = []
    try {
      const answer = await fetch(`${tracesUrl.replace(/\/$/, '')}/v1/traces`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(toOtlp(this.#resource, ended)),
        signal: AbortSignal.timeout(answerMs),
      })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
      this.#isFailing = false
    } catch (error) {
      this.#dropped.inc(ended.length)
      const { message, cause } = error as Error & { cause?: { code?: string } }
      if (!this.#isFailing) this.#log.warn({ reason: cause?.code ?? message }, failing)
      this.#isFailing = true
    }
  }
}

const pairs = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))

/** Unix time in nanoseconds, of which we know the thousands. */
const nanoseconds = (ms: number) => `${Math.round((performance.timeOrigin + ms) * 1000)}000`

const toOtlp = (resource: Attributes, ended: readonly Ended[]) => ({
  resourceSpans: [
    {
      resource: { attributes: pairs(resource) },
      scopeSpans: [
        {
          scope: { name: 'waymark' },
          spans: ended.map(({ traceId, spanId, parentId, name, kind, beganMs, endedMs, attributes, isFailed }) => ({
            ...{ traceId, spanId, name, kind: kinds[kind] },
            ...(parentId !== undefined && { parentSpanId: parentId }),
            ...{ startTimeUnixNano: nanoseconds(beganMs), endTimeUnixNano: nanoseconds(endedMs) },
            attributes: pairs(attributes),
            status: isFailed ? { code: 2 } : {},
          })),
        },
      ],
    },
  ],
})
