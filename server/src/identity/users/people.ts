/** The people of an account as users: added, changed, removed, and their preferences (docs/decisions/0063). */
import { recordChange } from '#kernel/audit/actions.ts'
import type { Context } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, notFound } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { type Habits, habitProblems, usualHabits } from '#kernel/time/habits.ts'
import type { ClientRole } from '../access/role.ts'
import { announceChange, endSessionsOfUser } from '../sessions/actions.ts'
import type { ClientCall } from '../sessions/call.ts'
import { emailIsFree, nameIsFree } from './actions.ts'
import * as store from './people-store.ts'
import type { Person } from './user.ts'

type Ctx = Pick<Context, 'db' | 'clock'>

export const listPeople = (ctx: Ctx, accountId: number): Promise<Person[]> => store.list(ctx.db, accountId)
export const readPerson = async (ctx: Ctx, id: string): Promise<Person> =>
  (await store.find(ctx.db, id)) ?? notFound('person')

/** Locked until the end of the transaction, so that two simultaneous removals cannot leave no owner. */
export async function findPerson(ctx: Ctx, accountId: number, id: string) {
  const people = await store.listForUpdate(ctx.db, accountId)
  return { people, person: people.find((one) => one.id === id) ?? notFound('person') }
}

export interface NewPerson {
  readonly name: string
  readonly email: string
  readonly passwordHash: string
  readonly role: ClientRole
  readonly lang: string | null
  readonly isLimitedToUnits: boolean
  readonly isLimitedToGeofences: boolean
}

const otherAccount =
  'This email already signs in to an account. Ask for an invitation to a different address, or sign in with this one.'

export async function addPerson(ctx: Ctx, dealerId: number, accountId: number, person: NewPerson): Promise<Person> {
  const now = ctx.clock.now()
  const row = { ...person, id: uuidv7(now), dealerId, accountId, enabled: true, isFirst: false, createdAt: now }
  const isFree = await emailIsFree(() => nameIsFree('username', () => store.insert(ctx.db, row)))
  if (!isFree) conflict(otherAccount)
  return readPerson(ctx, row.id)
}

export type PersonUpdate = store.PersonUpdate

/** Makes open streams check again at once; requests do so anyway. */
export async function savePerson(
  ctx: Ctx,
  people: readonly Person[],
  person: Person,
  update: PersonUpdate,
): Promise<Person> {
  if (update.role !== undefined && update.role !== 'owner') await passOn(ctx, people, person)
  const after = await store.save(ctx.db, person.id, update, ctx.clock.now())
  await announceChange(ctx, person.accountId)
  return after
}

/** Sessions, two-factor authentication and lists are deleted with the row; open streams end at once. */
export async function removePerson(ctx: Ctx, people: readonly Person[], person: Person): Promise<void> {
  await passOn(ctx, people, person)
  await endSessionsOfUser(ctx, person)
  await store.remove(ctx.db, person.id)
}

/** The account keeps an owner, and the dealer API keeps its user. */
async function passOn(ctx: Ctx, people: readonly Person[], { id, role, isFirst, accountId }: Person): Promise<void> {
  if (role !== 'owner') return
  const next = people.find((one) => one.id !== id && one.role === 'owner')
  if (!next) return conflict('This is the last owner of the account. Make someone else an owner first.')
  if (isFirst) await store.setFirst(ctx.db, accountId, next.id)
}

export type Preferences = Pick<PersonUpdate, 'lang' | 'notifyInApp' | 'notifyByMail' | keyof Habits>

export const habitsOf = async (ctx: Pick<Ctx, 'db'>, userId: string): Promise<Habits> =>
  (await store.findHabits(ctx.db, userId)) ?? usualHabits

/** An address that is no person of the account gets the default. */
export const habitsAt = async (ctx: Pick<Ctx, 'db'>, accountId: number, email: string): Promise<Habits> =>
  (await store.findHabitsByEmail(ctx.db, accountId, email)) ?? usualHabits

/** Only the person decides these. */
export const setPreferences = (caller: ClientCall, preferences: Preferences): Promise<Person> =>
  inTransaction(caller, async (call) => {
    call.validate(habitProblems(preferences))
    const before = await readPerson(call, call.user)
    const after = await store.save(call.db, call.user, preferences, call.clock.now())
    await recordChange(call, { action: 'users.change', subject: call.user, before, after })
    return after
  })
