/** Files of documents: read and written by people who see the unit. */
import { createHash } from 'node:crypto'
import type { ClientCall } from '#identity/sessions/call.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import { lockAccount } from '#kernel/db/locks.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, invalidField, notFound } from '#kernel/errors.ts'
import { listDocuments, readDocument } from './actions.ts'
import { allFileBytesMax, readFile } from './document-file.ts'
import * as store from './document-file-store.ts'
import type { VehicleDocument } from './vehicle.ts'

/** Reads the file before locking anything, so that no one waits for it. */
export async function setFile(caller: ClientCall, id: string, bytes: Buffer): Promise<VehicleDocument> {
  await readDocument(caller, id)
  const file = readFile(bytes)
  if (typeof file === 'string') {
    caller.validate([invalidField('body', file)])
    throw new Error('A bad file was not refused.')
  }
  const digest = createHash('sha256').update(file.data).digest('hex').slice(0, 32)
  return inTransaction(caller, async (call) => {
    await lockAccount(call.db, call.account)
    const before = await readDocument(call, id)
    if ((await store.sizeOfOthers(call.db, call.account, id)) + file.data.length > allFileBytesMax) {
      conflict('All files together may take up 200 MiB. Delete one, or send a smaller file.')
    }
    await store.save(call.db, id, { ...file, digest }, call.clock.now())
    const after = await readDocument(call, id)
    await recordFile(call, before, after)
    return after
  })
}

const recordFile = (
  call: ClientCall,
  { id, file: before }: VehicleDocument,
  { file: after }: Pick<VehicleDocument, 'file'>,
) =>
  recordChange(call, {
    action: 'vehicle-documents.set-file',
    subject: id,
    ...{ before: { file: before }, after: { file: after } },
  })

export async function fileOf(call: ClientCall, id: string): Promise<store.StoredFile & { readonly name: string }> {
  const { name } = await readDocument(call, id)
  return { ...((await store.find(call.db, id)) ?? notFound('file')), name }
}

export const removeFile = (caller: ClientCall, id: string): Promise<void> =>
  inTransaction(caller, async (call) => {
    await lockAccount(call.db, call.account)
    const before = await readDocument(call, id)
    if (!before.file) notFound('file')
    await store.remove(call.db, id)
    await recordFile(call, before, { file: null })
  })

/** One at a time: together they may be many megabytes. */
export async function* everyFile(call: ClientCall): AsyncGenerator<store.StoredFile & { readonly documentId: string }> {
  for (const { id, file } of await listDocuments(call)) {
    const stored = file && (await store.find(call.db, id))
    if (stored) yield { ...stored, documentId: id }
  }
}
