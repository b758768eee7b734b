/** What can be done with many clients at once. Each act says first how many it fits. */
import { call } from '../../api/call.ts'
import type { Account } from '../../api/generated.ts'
import { words } from '../../shared/texts/console.ts'
import { runBulk } from '../blocks/bulk.tsx'
import { confirm } from '../blocks/confirm.tsx'
import { toast } from '../blocks/toasts.tsx'
import { LockIcon } from '../icons.tsx'
import type { BulkAct } from '../list/ListPage.tsx'
import { useMay } from '../session.ts'
import { isActivated, isManaged } from './client.ts'

const { bulk } = words.clients

const setBlocked = (blocked: boolean) => (account: Account) =>
  call('patchAccountsByIdSetBlocked', { id: account.id }, { blocked })

async function changeBlocked(accounts: readonly Account[], blocked: boolean): Promise<boolean> {
  const fitting = accounts.filter((one) => isManaged(one) && isActivated(one) && one.blocked !== blocked)
  if (fitting.length === 0) {
    toast(bulk.noneFit, { tone: 'quiet' })
    return false
  }
  const left = accounts.length - fitting.length
  const isYes = await confirm({
    title: blocked ? bulk.blockTitle(fitting.length) : bulk.unblockTitle(fitting.length),
    text: blocked ? bulk.blockText : undefined,
    effect: [[fitting.length, blocked ? bulk.blocked : bulk.unblocked]],
    canBeUndone: true,
    ...(left > 0 && { undoText: `${words.confirm.undoable} ${bulk.skipped(left)}.` }),
    act: blocked ? bulk.block : bulk.unblock,
  })
  if (!isYes) return false
  await runBulk({
    title: blocked ? bulk.blocking : bulk.unblocking,
    items: fitting,
    nameOf: (account) => account.title,
    act: setBlocked(blocked),
    undo: setBlocked(!blocked),
  })
  return true
}

export function useBulkActs(): readonly BulkAct<Account>[] {
  const may = useMay()
  return may('blocking')
    ? [
        { title: bulk.block, icon: <LockIcon />, isDangerous: true, run: (accounts) => changeBlocked(accounts, true) },
        { title: bulk.unblock, run: (accounts) => changeBlocked(accounts, false) },
      ]
    : []
}
