/** What each person of a client account may do: one table, next to that of ownership (docs/decisions/0063). Pure. */
import { forbidden } from '#kernel/errors.ts'
import type { Operation } from './access.ts'

export const clientRoles = ['owner', 'dispatcher', 'driver', 'accountant', 'read_only'] as const
export type ClientRole = (typeof clientRoles)[number]
/** Operations inside the client's application. A new one does not compile without a row here. */
type ClientOperation = Extract<Operation, `client.${string}`>

const everybody = clientRoles
/** Those who see units, as far as their access list allows. */
const watching = ['owner', 'dispatcher', 'driver', 'read_only'] as const
const operating = ['owner', 'dispatcher'] as const
const paying = ['owner', 'accountant'] as const
const owner = ['owner'] as const

const table = {
  'client.enter': everybody,
  'client.manage-self': everybody,
  'client.view': watching,
  'client.read-messages': watching,
  // Acknowledging shows the others that someone is taking care of it.
  'client.acknowledge': ['owner', 'dispatcher', 'driver'],
  'client.view-hidden': watching,
  'client.read-commands': ['owner', 'dispatcher', 'read_only'],
  'client.command': operating,
  'client.arrange': operating,
  // Drivers say what their own trips were for.
  'client.keep-logbook': ['owner', 'dispatcher', 'driver'],
  'client.close-logbook': operating,
  'client.share': operating,
  'client.view-bills': ['owner', 'accountant', 'read_only'],
  'client.buy': paying,
  'client.collect': paying,
  'client.view-visits': owner,
  'client.set-service-mode': owner,
  // Deleting a unit deletes its history.
  'client.manage-units': owner,
  'client.erase': owner,
  'client.manage-account': owner,
  'client.manage-people': owner,
} as const satisfies Record<ClientOperation, readonly ClientRole[]>

/** Operations that are not in the table happen outside the application, and no person of the account does them. */
export const roleMay = (role: ClientRole, operation: Operation): boolean =>
  (table as Partial<Record<Operation, readonly ClientRole[]>>)[operation]?.includes(role) ?? false

export function requireRole(role: ClientRole, operation: Operation): void {
  if (!roleMay(role, operation)) forbidden('Your role doesn’t allow this. Ask an owner of your account.')
}

export const clientOperations = Object.keys(table) as readonly ClientOperation[]
