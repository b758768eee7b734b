/**
 * What is counted for monitoring, in the terms of Prometheus. Made once and handed down with the
 * context; what is asked of the database is in http/health.ts.
 */
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

export type Meters = ReturnType<typeof createMeters>

/** One value, or one for each value of the label. */
type Reading = number | Iterable<readonly [label: string, value: number]>

export function createMeters() {
  const registry = new Registry()
  const registers = [registry]
  const counter = (name: string, help: string) => new Counter({ name: `waymark_${name}`, help, registers })

  return {
    registry,
    acknowledged: counter('messages_acknowledged_total', 'Messages acknowledged to trackers as stored.'),
    stored: counter('messages_stored_total', 'Messages written: those of trackers without repeats, and those of tags.'),
    refused: counter('messages_refused_total', 'Messages that could not be stored; their trackers keep them.'),
    connectionsDropped: counter(
      'connections_dropped_total',
      'Connections of trackers that were closed at once because file descriptors ran short.',
    ),
    guessingAlarms: counter(
      'guessing_alarms_total',
      'How often wrong attempts at secrets reached the limit of the whole installation.',
    ),
    flushSeconds: new Histogram({
      name: 'waymark_writer_flush_seconds',
      help: 'Time that a flush of messages took, from reading what is known of its units to the commit.',
      buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    gauge: gaugesIn(registry),
  }
}

/** Values that are read when somebody asks for them. Measured again under the same name, the latest holds. */
export const gaugesIn =
  (registry: Registry) =>
  (name: string, help: string, read: () => Reading, label?: string): void => {
    registry.removeSingleMetric(`waymark_${name}`)
    const gauge: Gauge = new Gauge({
      name: `waymark_${name}`,
      help,
      registers: [registry],
      ...(label !== undefined && { labelNames: [label] }),
      collect() {
        const reading = read()
        if (typeof reading === 'number') return gauge.set(reading)
        gauge.reset()
        for (const [of, value] of reading) gauge.set({ [label as string]: of }, value)
      },
    })
  }
