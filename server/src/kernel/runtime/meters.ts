/**
 * Metrics for monitoring, in the terms of Prometheus. Created once and passed down with the context; values from the
 * database are in http/vitals.ts.
 */
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { messageLedger } from './message-ledger.ts'

export type Meters = ReturnType<typeof createMeters>

/** One value, or one for each value of the label. */
type Reading = number | Iterable<readonly [label: string, value: number]>

export function createMeters() {
  const registry = new Registry()
  const registers = [registry]
  const counter = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter<Label>({ name: `waymark_${name}`, help, labelNames, registers })
  const messages = messageLedger(registry)
  let reading: Promise<string> | undefined

  return {
    registry,
    messages,
    framesRejected: counter(
      'frames_rejected_total',
      'Frames that were rejected: malformed, or from a device without a unit.',
      ...(['protocol', 'reason'] as const),
    ),
    connectionsOpened: counter('connections_opened_total', 'Connections that trackers opened.'),
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
    flushMessages: new Histogram({
      name: 'waymark_writer_flush_messages',
      help: 'Messages that a flush wrote, including those of tags.',
      buckets: [1, 4, 16, 64, 256, 1024, 4096, 16384],
      registers,
    }),
    jobSeconds: new Histogram({
      name: 'waymark_job_run_seconds',
      help: 'Time that a run of a job took.',
      labelNames: ['job_name'],
      buckets: [0.05, 0.5, 5, 60],
      registers,
    }),
    jobFailures: counter('job_failures_total', 'Runs of jobs that failed.', 'job_name'),
    spansDropped: counter('spans_dropped_total', 'Spans of traces that did not reach the collector.'),
    mailAttempts: counter('mail_attempts_total', 'Emails given to the mail server, by result.', 'result'),
    webhookAttempts: counter('webhook_attempts_total', "Events sent to dealers' webhooks, by result.", 'result'),
    notificationAttempts: counter(
      'notification_attempts_total',
      "Notifications sent to clients' channels, by result.",
      'result',
    ),
    gauge: gaugesIn(registry),
    /** All metrics as text. Concurrent callers get the same. */
    text(): Promise<string> {
      if (!reading) {
        messages.freeze()
        reading = registry.metrics().finally(() => {
          reading = undefined
        })
      }
      return reading
    },
  }
}

/** Values that are read on request. Under the same name, the latest definition wins. */
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
