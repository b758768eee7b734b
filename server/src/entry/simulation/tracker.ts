/**
 * One tracker: measures on time, keeps what it measured until it is acknowledged, and uses its protocol over a real
 * connection. Its quirks are those of trackers in the field.
 */
import type { Encoder, NumberedFix, Words } from './encoder.ts'
import { type Line, openLine } from './line.ts'
import type { Tally } from './tally.ts'
import type { Vehicle } from './vehicle.ts'

export interface Quirks {
  /** Goes out of reach now and then, and sends its memory afterwards. */
  readonly gaps: boolean
  /** Sends acknowledged packets again. */
  readonly duplicates: boolean
  /** Sends some records long after newer ones. */
  readonly late: boolean
  /** Dates some records absurdly. */
  readonly badClock: boolean
}

export interface TrackerOptions {
  readonly ident: string
  readonly encoder: Encoder
  readonly vehicle: Vehicle
  readonly host: string
  readonly port: number
  readonly quirks: Quirks
  readonly random: () => number
  readonly tally: Tally
  /** For tests of what it received. */
  readonly onCommand?: ((ident: string, words: string) => void) | undefined
  /** For tests that nothing is lost. */
  readonly onAcknowledged?: ((ident: string, fixes: readonly NumberedFix[]) => void) | undefined
}

export interface Tracker {
  /** Time to measure again, at this unix second. */
  measure(at: number): void
  /** Stops measuring, comes back into reach and sends what it has; resolves when nothing is left. */
  finish(): Promise<void>
  /** Disconnects at once. */
  stop(): void
}

/** About as many as a real one stores in a day; the oldest are lost. */
const memoryMax = 5_000
const retryMs = { first: 500, most: 30_000 }
const chance = { gap: 0.06, duplicate: 0.15, late: 0.12, badClock: 0.08 }
const resetClock = Date.UTC(2000, 0, 1) / 1000
const twentyYears = 20 * 365 * 86_400

export function startTracker(options: TrackerOptions): Tracker {
  const { ident, encoder, vehicle, host, port, quirks, random, tally } = options
  const memory: NumberedFix[] = []
  /** Records that are held back, with the number of measurements until they are sent. */
  let late: { readonly fix: NumberedFix; wait: number }[] = []
  let awayFor = 0
  let serial = 0
  let lastFix: NumberedFix | undefined
  /** Records that were sent at least once and wait for their acknowledgement. */
  const unanswered = new Set<number>()
  let line: Line | undefined
  let hasSpoken = false
  let isFinishing = false
  let isStopped = false
  /** Ends the wait for something to send, and the pause before another attempt. */
  let wake = () => {}
  let hurry = () => {}
  const between = (low: number, high: number) => low + Math.floor(random() * (high - low + 1))

  const hangUp = () => {
    if (line) tally.connected -= 1
    line?.close()
    line = undefined
  }

  function measure(at: number): void {
    if (isFinishing || isStopped) return
    serial += 1
    const fix = { ...dated(vehicle.advanceTo(at)), serial }
    lastFix = fix
    if (quirks.late && random() < chance.late) late.push({ fix, wait: between(3, 8) })
    else keep(fix)
    for (const one of late) one.wait -= 1
    for (const { fix: due } of late.filter(({ wait }) => wait <= 0)) keep(due)
    late = late.filter(({ wait }) => wait > 0)
    if (awayFor > 0) awayFor -= 1
    else if (quirks.gaps && random() < chance.gap) {
      awayFor = between(4, 12)
      hangUp()
    }
    wake()
  }

  function dated<T extends { readonly at: number }>(fix: T): T {
    if (!quirks.badClock || random() >= chance.badClock) return fix
    return { ...fix, at: random() < 0.5 ? resetClock + (fix.at % 86_400) : fix.at + twentyYears }
  }

  function keep(fix: NumberedFix): void {
    memory.push(fix)
    if (memory.length > memoryMax) memory.shift()
  }

  const isQuiet = () => !isStopped && (awayFor > 0 || memory.length === 0)

  async function speak(): Promise<void> {
    let retry = retryMs.first
    while (!isStopped) {
      if (isFinishing && memory.length === 0) break
      if (isQuiet()) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        continue
      }
      try {
        if (await sendNext()) {
          retry = retryMs.first
          continue
        }
        tally.refused += 1
      } catch {
        if (awayFor > 0 || isStopped) continue
        tally.broken += 1
      }
      hangUp()
      await pause(retry * (0.75 + random() / 2))
      retry = Math.min(retry * 2, retryMs.most)
    }
    hangUp()
  }

  function obey(received: Buffer) {
    const obeyed = encoder.obey?.(ident, received, lastFix)
    if (obeyed) {
      tally.commands += 1
      options.onCommand?.(ident, obeyed.words)
    }
    return obeyed
  }

  /** One packet; false if it was refused. */
  async function sendNext(): Promise<boolean> {
    if (!line?.isOpen()) {
      hangUp()
      const opened = await openLine(host, port, obey)
      if (encoder.login && !(await opened.ask(encoder.login(ident)))) {
        opened.close()
        return false
      }
      if (isStopped || awayFor > 0) {
        opened.close()
        return true
      }
      line = opened
      tally.connected += 1
    }
    const fixes = memory.splice(0, encoder.recordsMax)
    const isAgain = fixes.some((fix) => unanswered.has(fix.serial))
    tally.sent += fixes.filter((fix) => !unanswered.has(fix.serial)).length
    if (isAgain) tally.resent += 1
    for (const fix of fixes) unanswered.add(fix.serial)
    const words = encoder.report(ident, fixes)
    if (!(await isTaken(line, words, fixes))) return false
    for (const fix of fixes) unanswered.delete(fix.serial)
    tally.acknowledged += fixes.length
    if (!hasSpoken) tally.spoke += 1
    hasSpoken = true
    options.onAcknowledged?.(ident, fixes)
    if (quirks.duplicates && random() < chance.duplicate && line?.isOpen()) {
      tally.repeated += 1
      await line.ask(words)
    }
    return true
  }

  /** What is not accepted goes back into memory, before what was measured meanwhile. */
  async function isTaken(to: Line, words: Words, fixes: readonly NumberedFix[]): Promise<boolean> {
    const askedAt = performance.now()
    let isAccepted = false
    try {
      isAccepted = await to.ask(words)
      return isAccepted
    } finally {
      if (isAccepted) tally.noteAnswer(performance.now() - askedAt)
      else memory.unshift(...fixes)
    }
  }

  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      hurry = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const spoken = speak()

  return {
    measure,
    async finish() {
      isFinishing = true
      awayFor = 0
      for (const { fix } of late) keep(fix)
      late = []
      wake()
      hurry()
      await spoken
    },
    stop() {
      isStopped = true
      hangUp()
      wake()
      hurry()
    },
  }
}
