/** What a bench is: something that measures ratios in one run on one machine, and says honestly what came out. */

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
  /** Also the size that takes a long run. */
  readonly isLarge: boolean
  /** A map with streets, for the bench of addresses. */
  readonly mapFile: string | undefined
  /** A running server of anybody's, for the bench that compares them. */
  readonly peer: Peer | undefined
  /** Folder for CPU profiles of the measured server, when one is wanted. */
  readonly profileFolder: string | undefined
}

export interface Peer {
  readonly host: string
  readonly port: number
  /** A file with an ident on each line; without one, those that our own benches register. */
  readonly identsFile: string | undefined
  /** Its processes on this machine, whose processor time and memory count. */
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
  /** One line: the aims, and whether they were reached. */
  readonly verdict: string
  /** What a bench keeps besides its section in docs/proofs.md. */
  write?(): void
}

export type Say = (sentence: string) => void

export interface Bench {
  readonly name: string
  /** One sentence for the help. */
  readonly summary: string
  run(options: Options, say: Say): Promise<Report>
}
