/**
 * The backup file: a gzip of plain text that any unpacker shows, in the manner of a database dump.
 *
 *   {"waymark":"backup","format":1,…}          Opening: when, by which schema, under which key.
 *   {"table":"dealers","columns":["id",…]}     Then for each table its head,
 *   4711⇥Demo provider⇥…                       its rows as COPY writes them,
 *   \.                                         the mark that COPY itself never writes in a row,
 *   {"rows":1,"digest":"…"}                    and what they were.
 *   {"tables":[…],"sequences":[…]}             Closing: everything there must be.
 *
 * The gzip is followed by a second, tiny one of known bytes: the SHA-256 of the first. Unpackers show it as a last
 * line, and we see a single changed bit anywhere, even where gzip itself would not look.
 */
import { gzipSync } from 'node:zlib'
import type { TableDigest } from './digest.ts'

export const format = 1

interface MigrationMark {
  readonly name: string
  readonly digest: string
}

export interface Opening {
  readonly waymark: 'backup'
  readonly format: number
  /** ISO 8601, UTC. */
  readonly at: string
  /** Of the key that opens the sealed values in it. */
  readonly fingerprint: string
  readonly postgres: string
  readonly migrations: readonly MigrationMark[]
}

export interface TableHead {
  readonly table: string
  readonly columns: readonly string[]
}

export interface Sequence {
  readonly name: string
  /** Text, because it may exceed what a number holds exactly. */
  readonly last: string
  readonly isCalled: boolean
}

export interface Closing {
  readonly tables: readonly (TableDigest & { readonly name: string })[]
  readonly sequences: readonly Sequence[]
}

export const endOfRows = '\\.'

/** Not compressed and without the name of the system that made it, so that its bytes depend on the digest alone. */
export function sealOf(sha256: string): Buffer {
  const seal = gzipSync(`sha256 ${sha256}\n`, { level: 0 })
  seal[9] = 255
  return seal
}

export const sealBytes = sealOf('0'.repeat(64)).length
