import type { Secrets } from './cipher.ts'

/** Options of backups and restores. */
export interface Options {
  /** Stops the work, which then leaves nothing behind. */
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: Progress) => void
}

export interface WriteOptions extends Options {
  /** Encrypts the backup. */
  readonly passphrase?: string | undefined
}

export interface ReadOptions extends Options {
  /** A plain backup can still be read. */
  readonly passphrase?: Secrets
}

export interface Progress {
  readonly table: string
  readonly rows: number
}

const rowsPerReport = 10_000

/** Counts rows and reports now and then: more often would only cost time. */
export function rowCounter(table: string, { onProgress }: Options): () => void {
  let rows = 0
  onProgress?.({ table, rows })
  return () => {
    if (++rows % rowsPerReport === 0) onProgress?.({ table, rows })
  }
}
