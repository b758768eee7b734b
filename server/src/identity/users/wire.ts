import Type, { type Static, type TSchema } from 'typebox'
import { EnumOf, exact, like, Nullable, oneLine } from '#kernel/api/fields.ts'
import { habitFields } from '#kernel/api/habit-fields.ts'
import type { Sight } from '#kernel/sight.ts'
import { measures } from '#kernel/time/habits.ts'
import { clientRoles } from '../access/role.ts'
import { supportTokenSeconds } from '../sessions/session.ts'
import type { NewUser, SupportToken, UserChange } from './actions.ts'
import type { Person, User } from './user.ts'

export const UserName = oneLine(4, 50, { example: 'north-depot' })
const LoginKey = Type.String({ example: 'k7-otter-lamp', minLength: 4, maxLength: 50 })
const UserDescription = Type.String({ example: 'Dispatcher', maxLength: 1000 })

export const NewUserBody = exact({ name: UserName, login_key: LoginKey, description: Type.Optional(UserDescription) })

export const toNewUser = (body: Static<typeof NewUserBody>): NewUser => ({
  name: body.name,
  loginKey: body.login_key,
  description: body.description ?? null,
})

export const UserChangeBody = exact({
  name: Type.Optional(UserName),
  description: Type.Optional(UserDescription),
  login_key: Type.Optional(LoginKey),
  lang: Type.Optional(Type.String({ minLength: 2, maxLength: 35 })),
})

export const toUserChange = ({ login_key, ...texts }: Static<typeof UserChangeBody>): UserChange => ({
  ...texts,
  ...(login_key !== undefined && { loginKey: login_key }),
})

export const PasswordBody = exact({
  new_password: Type.String({ example: 'a long pass phrase', minLength: 8, maxLength: 128 }),
  repeat_password: Type.String({ example: 'a long pass phrase' }),
})

export const UserShape = Type.Object(
  {
    id: Type.String(),
    account_id: Type.Integer(),
    name: Type.String({ example: 'north-depot' }),
    email: like(Nullable(Type.String({ description: 'Set when the client activates the account.' })), null),
    description: Nullable(Type.String({ example: 'Dispatcher' })),
    login_key: Type.Null({ description: 'Kept as a hash only.' }),
    lang: Nullable(Type.String()),
  },
  { title: 'User' },
)
export const UserWithoutEmailShape = Type.Omit(UserShape, ['email'], { title: 'ChangedUser' })
export const UserWithEnabledShape = Type.Object(
  { ...UserShape.properties, enabled: Type.Boolean({ description: 'The user has activated the account.' }) },
  { title: 'UserWithEnabled' },
)
export const UserWithExtrasShape = Type.Object(
  {
    ...UserShape.properties,
    owner: Type.Null(),
    changing_email: Type.Null(),
    type: Type.Null(),
    measure: Type.Null(),
    notify_config: Type.Null(),
    roles_ext: Type.Null(),
    access_lists_ext: Type.Null(),
  },
  { title: 'UserWithExtras' },
)

const Ids = <T extends TSchema>(schema: T) => Type.Array(schema)
/** The dealer API answers null for these fields; here they have values (docs/decisions/0063). */
export const OwnUserShape = Type.Object(
  {
    ...UserWithEnabledShape.properties,
    measure: EnumOf(measures, 'Kilometres or miles.'),
    ...habitFields,
    notify_config: Type.Object({
      in_app: Type.Boolean({ description: 'Counts new notifications in the menu.' }),
      mail: Type.Boolean({ description: 'False: notification channels send nothing to this user’s address.' }),
    }),
    roles_ext: Type.Array(EnumOf(clientRoles)),
    access_lists_ext: like(
      Nullable(
        Type.Object(
          {
            unit_ids: Nullable(Ids(Type.Integer({ description: 'Including the units of the groups.' }))),
            group_ids: Nullable(Ids(Type.String())),
            geofence_ids: Nullable(Ids(Type.String())),
          },
          { description: 'What this user sees; null: everything.' },
        ),
      ),
      null,
    ),
  },
  { title: 'OwnUser' },
)

export const ownUserToWire = (person: Person, sight: Sight | null) => ({
  ...person,
  login_key: null,
  notify_config: { in_app: person.notifyInApp, mail: person.notifyByMail },
  roles_ext: [person.role],
  access_lists_ext: sight,
})

/** Everything that any answer shows of a user; each reply's shape picks its fields. */
export const toWire = (user: User) => ({
  ...user,
  login_key: null,
  owner: null,
  changing_email: null,
  type: null,
  measure: null,
  notify_config: null,
  roles_ext: null,
  access_lists_ext: null,
})

export const SupportTokenShape = Type.Object(
  {
    id: Type.Integer({ example: 8417 }),
    account_id: Type.Integer(),
    expire: Type.Integer({ example: 1790000000000, description: 'Unix milliseconds.' }),
    info: Type.Object({
      prefix: Type.String({ example: 'service' }),
      type: Type.String({ example: 'application' }),
      user_id: Type.String(),
      app_id: Type.String(),
    }),
    key: Type.String({ example: 'the-token-itself-shown-once', description: 'The token. It is shown only once.' }),
    ttl: Type.Integer({ example: 3600, description: 'Seconds.' }),
    url: Type.String({
      example: 'https://tracking.example.com/client#service_token=the-token-itself-shown-once',
      description: 'A link that opens the application with the token.',
    }),
  },
  { title: 'ServiceToken' },
)

export const supportTokenToWire = (token: SupportToken) => ({
  ...token,
  expire: token.expiresAt.getTime(),
  info: { ...token, type: 'application' },
  ttl: supportTokenSeconds,
})
