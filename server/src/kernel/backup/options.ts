import type { Secrets } from './cipher.ts'

/** What a long job in either direction is given. */
export interface Options {
  /** Ends the job; it then leaves nothing behind. */
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: Progress) => void
}

export interface WriteOptions extends Options {
  /** With it the backup is written encrypted. */
  readonly passphrase?: string | undefined
}

export interface ReadOptions extends Options {
  /** A backup that is plain is read all the same. */
  readonly passphrase?: Secrets
}

export interface Progress {
  readonly table: string
  readonly rows: number
}

const rowsPerReport = 10_000

/** Counts rows and tells now and then: more often than anybody looks would only cost time. */
export function rowCounter(table: string, { onProgress }: Options): () => void {
  let rows = 0
  onProgress?.({ table, rows })
  return () => {
    if (++rows % rowsPerReport === 0) onProgress?.({ table, rows })
  }
}
