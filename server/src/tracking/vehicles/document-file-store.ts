import { firstRow } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { FileType, ReadFile } from './document-file.ts'

export interface StoredFile extends ReadFile {
  /** Changes with the file. */
  readonly digest: string
}

export const find = async (db: Db, documentId: string): Promise<StoredFile | undefined> =>
  (await db
    .selectFrom('vehicleDocumentFiles')
    .select(['type', 'data', 'digest'])
    .where('documentId', '=', documentId)
    .executeTakeFirst()) as (StoredFile & { type: FileType }) | undefined

export async function save(db: Db, documentId: string, file: StoredFile, updatedAt: Date): Promise<void> {
  const row = { ...file, updatedAt }
  await db
    .insertInto('vehicleDocumentFiles')
    .values({ documentId, ...row })
    .onConflict((known) => known.column('documentId').doUpdateSet(row))
    .execute()
}

export const remove = (db: Db, documentId: string) =>
  db.deleteFrom('vehicleDocumentFiles').where('documentId', '=', documentId).execute()

/** How much the files of an account's other documents take. */
export const sizeOfOthers = async (db: Db, accountId: number, documentId: string): Promise<number> =>
  (await firstRow<{ bytes: number }>(db)`
    select coalesce(sum(octet_length(data)), 0)::float8 as bytes from vehicle_document_files
      join vehicle_documents on vehicle_documents.id = document_id join units on units.id = unit_id
    where units.account_id = ${accountId} and document_id <> ${documentId}`)!.bytes
