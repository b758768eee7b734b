/** A bench measures ratios in one run on one machine, and reports what it found. */

export interface Options {
  /** Pairs of rounds per comparison. An odd number has a median that was really measured. */
  readonly rounds: number
  readonly roundSeconds: number
  /** The size of the large database, for benches that fill one. */
  readonly units: number
  /** Stored messages of the smallest database, for benches of the message store. */
  readonly messages: number
  /** Idle trackers to hold. */
  readonly connections: number
  /** Include the size that takes a long run. */
  readonly isLarge: boolean
  /** A map with streets, for the bench of addresses. */
  readonly mapFile: string | undefined
  /** Any running server, for the bench that compares servers. */
  readonly peer: Peer | undefined
  /** Folder for CPU profiles of the measured server, when one is wanted. */
  readonly profileFolder: string | undefined
}

export interface Peer {
  readonly host: string
  readonly port: number
  /** A file with an ident on each line; without one, those that our own benches register. */
  readonly identsFile: string | undefined
  /** Its processes on this machine; their processor time and memory count. */
  readonly pids: readonly number[]
}

export interface Table {
  readonly title: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

export interface Report {
  /** What a reader must know to judge the figures. */
  readonly notes: readonly string[]
  readonly tables: readonly Table[]
  /** One line: the targets, and whether they were reached. */
  readonly verdict: string
  /** What a bench stores in addition to its section in docs/proofs.md. */
  write?(): void
}

export type Say = (sentence: string) => void

export interface Bench {
  readonly name: string
  /** One sentence for the help. */
  readonly summary: string
  run(options: Options, say: Say): Promise<Report>
}
