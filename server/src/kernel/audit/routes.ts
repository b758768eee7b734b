import Type from 'typebox'
import { exact, timeInput } from '../api/fields.ts'
import { listing, listParameters, numberIds } from '../api/lists.ts'
import { bothList, NumberId, route } from '../api/route.ts'
import { refuse } from '../errors.ts'
import { fromSeconds } from '../time/clock.ts'
import { auditSorts, listChanges, requireAccount } from './actions.ts'
import type { AuditEntry } from './store.ts'
import { AuditEntryShape, toWire } from './wire.ts'

export const dealerRoutes = [
  route({
    method: 'GET',
    path: '/audit',
    tag: 'Audit log',
    summary: 'List the changes: who, what, when and from where',
    description:
      'Oldest first; `sort=-id` returns the newest first. Changes that clients make to their own login, and ' +
      'inside accounts that they own, are left out.',
    query: exact({
      ...listParameters,
      account_id: Type.Optional({ ...NumberId, description: 'Of this account, its users, units and bills.' }),
      actor: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description: 'Only changes by this kind of actor, or by the actor with this id.',
        }),
      ),
      action: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 100,
          description: 'Only this action, or all actions of a feature, such as `units`.',
        }),
      ),
      from: Type.Optional(timeInput('Not older than this, in unix seconds.')),
      to: Type.Optional(timeInput('Not newer than this, in unix seconds.')),
    }),
    replies: bothList(AuditEntryShape),
    handle: async (call, { query }) => {
      const { account_id: accountId, actor, action, from, to } = query
      if (from !== undefined && to !== undefined && from > to) {
        refuse('INVALID_QUERY', 'from must not be later than to.', 'from')
      }
      if (accountId !== undefined) await requireAccount(call, accountId)
      const filter = {
        ids: numberIds(query.ids),
        ...{ accountId, actor, action },
        from: from === undefined ? undefined : fromSeconds(from),
        // The whole of that second.
        to: to === undefined ? undefined : new Date(fromSeconds(to).getTime() + 999),
      }
      return listing<AuditEntry>({ sorts: auditSorts, read: (page) => listChanges(call, filter, page), toWire })
    },
  }),
]
