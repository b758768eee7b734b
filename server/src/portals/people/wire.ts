import Type, { type Static } from 'typebox'
import { clientRoles } from '#identity/access/role.ts'
import { EmailInput, PasswordInput, Token } from '#identity/credentials/fields.ts'
import type { Person } from '#identity/users/user.ts'
import { UserName } from '#identity/users/wire.ts'
import { EnumOf, exact, like, Nullable, Time } from '#kernel/api/fields.ts'
import { NumberId, UuidId } from '#kernel/api/route.ts'
import type { ListedPerson, PersonChange } from './actions.ts'
import type { Invitation, Lists } from './person.ts'

const Role = EnumOf(
  clientRoles,
  '`owner`: everything. `dispatcher`: everything operational. `driver`: views the listed units. ' +
    '`accountant`: bills only. `read_only`: views, changes nothing.',
)
const lists = {
  unit_ids: Type.Array(NumberId, { maxItems: 10_000, description: 'The units this person sees.' }),
  group_ids: Type.Array(UuidId, { maxItems: 200, description: 'The groups whose units this person sees.' }),
  geofence_ids: Type.Array(UuidId, { maxItems: 10_000, description: 'The geofences this person sees.' }),
}
const listInputs = {
  unit_ids: Type.Optional(lists.unit_ids),
  group_ids: Type.Optional(lists.group_ids),
  geofence_ids: Type.Optional(lists.geofence_ids),
}

export const InvitationBody = exact({
  email: EmailInput,
  role: Role,
  ...listInputs,
  lang: Type.Optional(Type.String({ minLength: 2, maxLength: 35, description: 'The language of the email.' })),
})
export const PersonBody = exact({ role: Type.Optional(Role), ...listInputs })
export const AcceptanceBody = exact({
  token: Token,
  username: UserName,
  password: like(PasswordInput, 'a quiet blue harbour'),
})

interface ListsInput {
  readonly unit_ids?: readonly number[]
  readonly group_ids?: readonly string[]
  readonly geofence_ids?: readonly string[]
}

export const toLists = ({ unit_ids, group_ids, geofence_ids }: ListsInput): Partial<Lists> => ({
  ...(unit_ids && { unitIds: unit_ids }),
  ...(group_ids && { groupIds: group_ids }),
  ...(geofence_ids && { geofenceIds: geofence_ids }),
})

export const toPersonChange = ({ role, ...given }: Static<typeof PersonBody>): PersonChange => ({
  ...(role && { role }),
  ...toLists(given),
})

const described = {
  id: Type.String(),
  name: Type.String({ example: 'j.driver' }),
  email: Nullable(Type.String()),
  role: Role,
}
const limits = {
  limited_to_units: Type.Boolean({ description: 'Sees only listed units and those of listed groups.' }),
  limited_to_geofences: Type.Boolean({ description: 'Sees only listed geofences.' }),
}

export const PersonShape = Type.Object(
  {
    ...described,
    first: Type.Boolean({ description: 'The user that your provider knows.' }),
    ...limits,
    ...lists,
    created_at: Time,
  },
  { title: 'Person' },
)

/** For the dealer: who is there, but not their access lists. */
export const AccountPersonShape = Type.Object(
  {
    ...described,
    first: Type.Boolean({ description: 'The user of the account in `/users`.' }),
    ...limits,
    created_at: Time,
  },
  { title: 'AccountPerson' },
)

export const personToWire = ({ lists: listed, ...person }: ListedPerson) => ({
  ...accountPersonToWire(person),
  ...listed,
})

export const accountPersonToWire = (person: Person) => ({
  ...person,
  first: person.isFirst,
  limited_to_units: person.isLimitedToUnits,
  limited_to_geofences: person.isLimitedToGeofences,
})

export const PersonInvitationShape = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    role: Role,
    ...lists,
    created_at: Time,
    expires_at: Type.Integer({ description: 'Unix seconds. Afterwards the link no longer works.' }),
  },
  { title: 'PersonInvitation' },
)

export const invitationToWire = ({ lists: listed, ...invitation }: Invitation) => ({ ...invitation, ...listed })

export const PeopleShape = Type.Object(
  {
    people: Type.Array(PersonShape),
    invitations: Type.Array(PersonInvitationShape),
    limit: Type.Integer({ description: 'How many people the plan allows, including invited ones.' }),
  },
  { title: 'People' },
)

export const OpenInvitationShape = Type.Object(
  {
    account: Type.String({ description: 'The title of the account.', example: 'North Haulage' }),
    company: Type.String({ description: 'Its provider.', example: 'North Tracking' }),
    email: Type.String(),
    role: Role,
    expires_at: Time,
  },
  { title: 'OpenInvitation' },
)

export const AccountEntryShape = Type.Object(
  {
    id: Type.Integer(),
    at: Time,
    actor: Type.Object({
      kind: EnumOf(
        ['person', 'support', 'provider', 'platform'],
        '`person`: a person of this account. `support`: the provider, with support access. `platform`: automatic, or the operator.',
      ),
      name: Nullable(Type.String({ description: 'The username of a person of this account.', example: 'j.driver' })),
    }),
    action: Type.String({ description: 'What was done, as `feature.verb`.', example: 'groups.change' }),
    subject: Type.String({
      description: 'The id of the item that was changed.',
      example: '019a8f0e-7c11-7d20-9b3a-4f2e6d8c1c01',
    }),
    subject_name: Nullable(Type.String({ description: 'What it was called.', example: 'Vans' })),
  },
  { title: 'AccountAuditEntry' },
)
