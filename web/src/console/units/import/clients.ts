/** Looks up the names of clients in cells on the server. */
import { call } from '../../../api/call.ts'
import type { FoundClient, Row } from './rows.ts'

/** A name, or the id itself. */
async function find(text: string): Promise<FoundClient> {
  const fields = 'id,title,reg_apps'
  if (/^\d{6,15}$/.test(text)) {
    const [account] = await call('getAccounts', { ids: text, fields })
    if (account) return { id: account.id, apps: account.reg_apps }
  }
  const accounts = await call('getAccounts', { q: text.slice(0, 200), fields, limit: 100 })
  const same = accounts.filter(({ title }) => title.toLowerCase() === text.toLowerCase())
  if (same.length > 1) return 'several'
  return same[0] ? { id: same[0].id, apps: same[0].reg_apps } : 'none'
}

/** Skips what is already known. */
export async function findClients(
  rows: readonly Row[],
  known: ReadonlyMap<string, FoundClient>,
): Promise<ReadonlyMap<string, FoundClient>> {
  const all = new Map(known)
  for (const { cells } of rows) {
    const key = cells.client.toLowerCase()
    if (key !== '' && (all.get(key) ?? 'none') === 'none') all.set(key, await find(cells.client))
  }
  return all
}
