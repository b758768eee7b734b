/** What a fleet has done so far. */

interface Counts {
  /** Trackers that are connected and were let in. */
  connected: number
  /** Trackers that were acknowledged something. */
  spoke: number
  /** Records, each counted once however often it was sent. */
  sent: number
  acknowledged: number
  /** Logins and packets that were answered with a no. */
  refused: number
  /** Packets sent again for want of an answer, and those sent again on purpose. */
  resent: number
  repeated: number
  /** Connections that could not be made or broke off. */
  broken: number
  /** Commands of the server that were obeyed. */
  commands: number
}

export interface Tally extends Counts {
  noteAnswer(milliseconds: number): void
  /** The time within which this part of the answers came; undefined before the first. */
  answerMs(part: number): number | undefined
}

/** Enough for a true p99; later answers take the place of the oldest. */
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
