/** Who uses a client's application: a person of the account, or a dealer in a support session. Pure. */
import type { AppId } from '#kernel/applications.ts'
import type { Sight } from '#kernel/sight.ts'
import { type Holder, mayDo, type Operation, requireAccess } from '../access/access.ts'
import { type ClientRole, clientOperations, requireRole, roleMay } from '../access/role.ts'
import { clientRealm, looksLikeKey, looksLikeSecret } from '../login/realm.ts'

export const supportModes = ['service', 'service_as_user'] as const
export type SupportMode = (typeof supportModes)[number]
export type SessionKind = 'client' | SupportMode

export interface Session {
  readonly kind: SessionKind
  /** A UUID for a client's session, a number for a support token. */
  readonly id: string
  readonly userId: string
  readonly accountId: number
  readonly dealerId: number
  readonly dealerName: string
  readonly regApps: readonly AppId[]
  /** A support session is for one application. */
  readonly appId: AppId | null
  readonly createdAt: Date
  readonly lastUsedAt: Date
  readonly expiresAt: Date
  /** A person ended it, or its issuer lost access. */
  readonly isEnded: boolean
  readonly holder: Holder
  /** A dealer in a support session acts as the account's owner. */
  readonly role: ClientRole
  /** What the person's access list allows; null: everything. */
  readonly sight: Sight | null
  /** The units of the account whose term has ended. */
  readonly expired: readonly number[]
}

/** The applications whose items exist for this session. */
export const appsOf = ({ appId, regApps }: Session): readonly AppId[] =>
  appId === null ? regApps : regApps.filter((app) => app === appId)

/** Checks both tables: what the account allows this kind of caller, and what the person's role allows. */
export const mayInside = (session: Session, operation: Operation): boolean =>
  mayDo(operation, session.holder, session.appId ?? undefined, session.kind) && roleMay(session.role, operation)

/** For pages, which show only what works. A dealer in a support session gets the client's list: both see the same. */
export const operationsIn = (session: Session): readonly string[] => [
  ...clientOperations.filter((operation) => mayInside({ ...session, kind: 'client' }, operation)),
  // A new unit, tag or asset is not yet on anyone's access list.
  ...(session.sight?.unitIds ? [] : ['client.see-all']),
]

export function requireInside(session: Session, operation: Operation): void {
  requireAccess(operation, session.holder, session.appId ?? undefined, session.kind)
  requireRole(session.role, operation)
}

/** Checked for every request, so that ending a session needs no record besides its cause. */
export const isOpen = (session: Session, now: Date): boolean =>
  !session.isEnded && session.expiresAt > now && appsOf(session).length > 0 && mayInside(session, 'client.enter')

export const supportTokenSeconds = 3600

/** The kind of secret by its form; undefined: not one of ours. */
export const claimOf = (secret: string): 'session' | 'service key' | undefined =>
  looksLikeSecret(clientRealm, secret) ? 'session' : looksLikeKey(secret) ? 'service key' : undefined
