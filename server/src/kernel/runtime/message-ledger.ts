/**
 * Tracks the state of every message of a tracker: waiting, stored, stored before, or refused. Each change is one
 * synchronous step, and this is the only place that counts, so at every moment received = stored + duplicate + refused
 * + waiting.
 */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/**
 * `unavailable`: nothing could be stored. `limit`: it sent more than it may, or too much waited. The tracker keeps both.
 * `values`: the database does not accept them; the frame was acknowledged and is in quarantine.
 */
const refusalReasons = ['unavailable', 'limit', 'values'] as const
type RefusalReason = (typeof refusalReasons)[number]

interface Line {
  received: number
  stored: number
  duplicate: number
  acknowledged: number
  waiting: number
  readonly refused: Record<RefusalReason, number>
}

export interface MessageLedger {
  received(protocol: string, messages: number): void
  /** `seconds`: from its arrival until it could be acknowledged. */
  stored(protocol: string, messages: number, added: number, seconds: number): void
  quarantined(protocol: string, messages: number, seconds: number): void
  refused(protocol: string, messages: number, reason: RefusalReason): void
  /** Freezes the figures for the following reading, which takes more than one step. */
  freeze(): void
}

export function messageLedger(registry: Registry): MessageLedger {
  const lines = new Map<string, Line>()
  let frozen: readonly (readonly [protocol: string, line: Line])[] = []
  const lineOf = (protocol: string): Line => {
    let line = lines.get(protocol)
    if (!line) {
      const refused = { unavailable: 0, limit: 0, values: 0 }
      line = { received: 0, stored: 0, duplicate: 0, acknowledged: 0, waiting: 0, refused }
      lines.set(protocol, line)
    }
    return line
  }
  const settle = (line: Line, messages: number) => {
    line.waiting -= messages
  }
  const shared = { registers: [registry], labelNames: ['protocol'] }
  const count = (what: string, help: string, of: (line: Line) => number) => {
    const counter: Counter = new Counter({
      ...{ ...shared, name: `waymark_messages_${what}_total`, help },
      collect() {
        counter.reset()
        for (const [protocol, line] of frozen) counter.inc({ protocol }, of(line))
      },
    })
  }
  count('received', 'Messages received from trackers with a unit.', (line) => line.received)
  count('stored', 'Messages of trackers that were stored.', (line) => line.stored)
  count('duplicate', 'Messages that were stored before: the tracker sent them again.', (line) => line.duplicate)
  count('acknowledged', 'Messages acknowledged to trackers.', (line) => line.acknowledged)
  const refusals: Counter = new Counter({
    registers: [registry],
    labelNames: ['protocol', 'reason'],
    name: 'waymark_messages_refused_total',
    help: 'Messages that were not stored. Those refused for their values are in quarantine; trackers still have the others.',
    collect() {
      refusals.reset()
      for (const [protocol, { refused }] of frozen)
        for (const reason of refusalReasons) refusals.inc({ protocol, reason }, refused[reason])
    },
  })
  const waiting: Gauge = new Gauge({
    ...{ ...shared, name: 'waymark_messages_waiting', help: 'Messages received, and not yet stored or refused.' },
    collect() {
      waiting.reset()
      for (const [protocol, line] of frozen) waiting.set({ protocol }, line.waiting)
    },
  })
  const latency = new Histogram({
    ...shared,
    name: 'waymark_acknowledgement_seconds',
    help: 'Time from the arrival of a frame until it could be acknowledged.',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  })
  // Finding a histogram by its label costs more than observing.
  const latencies = new Map<string, Histogram.Internal<string>>()
  const observe = (protocol: string, seconds: number) => {
    const own = latencies.get(protocol) ?? latency.labels({ protocol })
    latencies.set(protocol, own)
    own.observe(seconds)
  }

  return {
    received(protocol, messages) {
      const line = lineOf(protocol)
      line.received += messages
      line.waiting += messages
    },
    stored(protocol, messages, added, seconds) {
      const line = lineOf(protocol)
      settle(line, messages)
      line.stored += added
      line.duplicate += messages - added
      line.acknowledged += messages
      observe(protocol, seconds)
    },
    quarantined(protocol, messages, seconds) {
      const line = lineOf(protocol)
      settle(line, messages)
      line.refused.values += messages
      line.acknowledged += messages
      observe(protocol, seconds)
    },
    refused(protocol, messages, reason) {
      const line = lineOf(protocol)
      settle(line, messages)
      line.refused[reason] += messages
    },
    freeze() {
      frozen = [...lines].map(([protocol, line]) => [protocol, { ...line, refused: { ...line.refused } }])
    },
  }
}
