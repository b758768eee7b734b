/** What a fleet has done so far. */

interface Counts {
  /** Trackers that are connected and were admitted. */
  connected: number
  /** Trackers with at least one acknowledgement. */
  spoke: number
  /** Records, each counted once however often it was sent. */
  sent: number
  acknowledged: number
  /** Refused logins and packets. */
  refused: number
  /** Packets sent again because of a missing answer, and those sent again on purpose. */
  resent: number
  repeated: number
  /** Connections that failed or broke off. */
  broken: number
  /** Executed commands of the server. */
  commands: number
}

export interface Tally extends Counts {
  noteAnswer(milliseconds: number): void
  /** The time within which this share of the answers came; undefined before the first. */
  answerMs(part: number): number | undefined
}

/** Enough for a true p99; later answers replace the oldest. */
const keptMax = 20_000

export function newTally(): Tally {
  const times: number[] = []
  let next = 0
  return {
    connected: 0,
    spoke: 0,
    sent: 0,
    acknowledged: 0,
    refused: 0,
    resent: 0,
    repeated: 0,
    broken: 0,
    commands: 0,
    noteAnswer(milliseconds) {
      times[next] = milliseconds
      next = (next + 1) % keptMax
    },
    answerMs(part) {
      const sorted = times.toSorted((a, b) => a - b)
      const found = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]
      return found === undefined ? undefined : Number(found.toFixed(1))
    },
  }
}
