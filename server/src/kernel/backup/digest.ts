import { hash } from 'node:crypto'

/** The contents of a table, regardless of the order of its rows. */
export interface TableDigest {
  readonly rows: number
  readonly digest: string
}

export interface Digester {
  /** A row as COPY writes it, with its line break. */
  add(row: Buffer): void
  result(): TableDigest
}

/**
 * The sum of the rows' SHA-256. A sum, because PostgreSQL guarantees no order: a table that was vacuumed, distributed
 * or restored returns its rows in another one. Not exclusive or, in which two equal rows would cancel out.
 */
export function digester(): Digester {
  const sum = new BigUint64Array(4)
  let rows = 0
  return {
    add(row) {
      rows++
      const one = hash('sha256', row, 'buffer')
      for (let lane = 0; lane < 4; lane++) sum[lane]! += one.readBigUInt64BE(lane * 8)
    },
    result: () => ({ rows, digest: Array.from(sum, (lane) => lane.toString(16).padStart(16, '0')).join('') }),
  }
}
