/** Gives the database a new master key, after the old one was lost or leaked. */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { operator, recordChange } from '#kernel/audit/actions.ts'
import { type Db, inTransaction } from '#kernel/db/transaction.ts'
import { realClock } from '#kernel/time/clock.ts'
import { createKeyFile, masterKeyFile, readVault } from '#kernel/vault.ts'
import { recordKey } from '../installation.ts'
import { sealed } from './sealed.ts'
import * as store from './sealed-store.ts'

export interface Forgotten {
  readonly what: string
  readonly count: number
  readonly next: string
}

/** What the new key will not open, without kinds of which there is nothing. */
export const listSealed = (from: Db): Promise<Forgotten[]> =>
  inTransaction({ db: from }, async ({ db }) => {
    await store.waitAsLongAsItTakes(db)
    const list: Forgotten[] = []
    for (const one of sealed) {
      const count = await store.count(db, one)
      if (count > 0) list.push({ what: one.title[count === 1 ? 0 : 1], count, next: one.next })
    }
    return list
  })

/** `own`: the key file is the one that the database was created with. */
export async function readKeyState(db: Db, folder: string): Promise<'missing' | 'own' | 'other'> {
  const file = masterKeyFile(folder)
  if (!existsSync(file)) return 'missing'
  const row = await db.selectFrom('installation').select('vaultFingerprint').executeTakeFirst()
  try {
    return readVault(file).fingerprint === row?.vaultFingerprint ? 'own' : 'other'
  } catch (error) {
    // Without permission. A file without a key in it has no code.
    if ((error as NodeJS.ErrnoException).code !== undefined) throw error
    return 'other'
  }
}

export interface Replaced {
  readonly forgotten: readonly Forgotten[]
  /** Where the previous file is now, if there was one. */
  readonly oldKeyFile: string | null
}

/**
 * For the only one who uses the database. The file follows the commit: if this breaks off in between, the server refuses
 * to start, and a repetition finds nothing that is sealed with the key that is not yet in place.
 */
export async function replaceKey(db: Db, folder: string): Promise<Replaced> {
  const keyFile = masterKeyFile(folder)
  const at = new Date().toISOString().replaceAll(':', '-')
  const [newFile, oldFile] = [`${keyFile}.new-${at}`, `${keyFile}.old-${at}`]
  createKeyFile(newFile)
  const forgotten = await changeDatabase(db, newFile).catch((error) => {
    rmSync(newFile)
    throw error
  })
  try {
    // Also a file that a starting server has created meanwhile.
    const isThere = existsSync(keyFile)
    if (isThere) renameSync(keyFile, oldFile)
    renameSync(newFile, keyFile)
    return { forgotten, oldKeyFile: isThere ? oldFile : null }
  } catch (error) {
    const { message } = error as Error
    throw new Error(
      `The key of the database is now in ${newFile}, which could not be renamed (${message}). ` +
        `Keep ${keyFile} under another name, and rename ${newFile} to ${keyFile}.`,
    )
  }
}

const changeDatabase = (db: Db, newFile: string): Promise<Forgotten[]> =>
  inTransaction({ db, clock: realClock, actor: operator('key replace') }, async (ctx) => {
    const vault = readVault(newFile)
    const forgotten = await listSealed(ctx.db)
    for (const one of sealed) await store.forget(ctx.db, one, vault)
    await recordKey(ctx.db, vault.fingerprint)
    const after = { fingerprint: vault.fingerprint, forgotten: forgotten.map(({ what, count }) => `${count} ${what}`) }
    await recordChange(ctx, { dealer: null, action: 'installation.replace-key', subject: vault.fingerprint, after })
    return forgotten
  })
