import Type, { type Static } from 'typebox'
import { exact, like, Nullable, oneLine, optional, Time, TimeOrNull } from '#kernel/api/fields.ts'
import { timeHabitFields, toHabits } from '#kernel/api/habit-fields.ts'
import { rights } from '#kernel/api/right.ts'
import { EmailInput, PasswordInput, Token } from '../credentials/fields.ts'
import { sessionShape } from '../login/wire.ts'
import { type Person, statusOf } from './person.ts'
import { rightsOf, teamRoles } from './right.ts'
import type { Me, OpenedSession, OwnChange } from './sessions.ts'

export const SignInBody = exact({
  login: Type.String({ example: 'anna@example.com', maxLength: 254, description: 'The email address.' }),
  password: Type.String({ example: 'a loud green mountain', maxLength: 128 }),
  code: Type.Optional(
    Type.String({
      example: '492039',
      maxLength: 20,
      description: 'The code from the authenticator app, or a recovery code, if two-factor authentication is on.',
    }),
  ),
})

const Kind = Type.Unsafe<string>({
  type: 'string',
  enum: ['dealer', 'operator'],
  description: '`dealer`: member of a dealer’s team; `operator`: member of the platform’s team.',
})
const kindOf = (dealerId: number | null) => (dealerId === null ? 'operator' : 'dealer')

export const OpenedShape = Type.Object(
  {
    token: Type.String({
      example: 'wp_3vR0yQm7o1cJk2Xn8sLwT5uZb6aHdPfG4eKiNqVxYzA',
      description: 'For `Authorization: Bearer`; pages use the cookie set by the answer.',
    }),
    expire: Type.Integer({ example: 1790043200000, description: 'Unix milliseconds.' }),
    kind: Kind,
    person_id: Type.String(),
  },
  { title: 'OpenedConsoleSession' },
)

export const openedToWire = (session: OpenedSession) => ({
  ...session,
  expire: session.expiresAt.getTime(),
  kind: kindOf(session.dealerId),
})

export const MeShape = Type.Object(
  {
    kind: Kind,
    person: Type.Object({
      id: Type.String(),
      name: Type.String({ example: 'Anna Berg' }),
      email: Type.String(),
      lang: Nullable(
        Type.String({ example: 'de', description: 'Language of the console and of emails; null: not chosen yet.' }),
      ),
      ...timeHabitFields,
      role: Type.Unsafe<string>({ example: 'support', type: 'string', enum: [...teamRoles, 'operator'] }),
    }),
    two_factor: Type.Boolean(),
    dealer: Nullable(
      Type.Object(
        {
          id: Type.Integer(),
          name: Type.String({ example: 'Example Tracking' }),
          dialect: Type.String({
            example: 'provider',
            description: 'The dialect of `/billing` and `/client/hardware` for this person.',
          }),
          verified: Type.Boolean({ description: 'Whether its billing details are verified.' }),
          agreement: Type.Boolean(),
          company_approved: Type.Boolean(),
        },
        { description: 'Null for the platform’s team.' },
      ),
    ),
    rights: Type.Array(Type.Unsafe<string>({ type: 'string', enum: [...rights] }), {
      example: ['read', 'units', 'commands', 'lobby', 'users', 'service'],
      description: 'What the role allows in the dealer’s API.',
    }),
    session: Type.Object({ id: Type.String(), expires_at: Time }),
  },
  { title: 'ConsoleMe' },
)

export const meToWire = ({ session, hasFactor, dealer }: Me) => ({
  kind: kindOf(session.dealerId),
  person: { ...session, id: session.personId },
  two_factor: hasFactor,
  dealer: dealer ? { ...dealer, company_approved: dealer.approved } : null,
  rights: rightsOf(session.role),
  session,
})

export const MePatch = exact({
  lang: Type.Optional(
    Type.String({ example: 'de', minLength: 2, maxLength: 35, description: 'Language of the console and of emails.' }),
  ),
  ...optional(timeHabitFields),
})

export const toOwnChange = ({ lang, ...habits }: Static<typeof MePatch>): OwnChange => ({
  ...(lang !== undefined && { lang }),
  ...toHabits(habits),
})

export const ConsoleSessionShape = sessionShape('ConsoleSession')

export const PasswordBody = exact({
  current: Type.String({ example: 'a quiet blue harbour', maxLength: 128, description: 'The current password.' }),
  password: like(PasswordInput, 'a loud green mountain'),
})
export const LinkBody = exact({ token: Token, password: like(PasswordInput, 'a loud green mountain') })

const Role = Type.Unsafe<(typeof teamRoles)[number]>({
  example: 'support',
  type: 'string',
  enum: [...teamRoles],
  description:
    '`owner`: everything · `manager`: everything except team, tokens and payment keys · `billing`: reading everything except positions ' +
    'and tracker data, bills, blocking and ' +
    'due dates · `support`: reading, units, users, commands, support tokens and unclaimed devices · `read_only`: reading.',
})
const Name = oneLine(1, 100, { example: 'Anna Berg' })

export const SetUpBody = exact({
  token: Token,
  email: EmailInput,
  name: Type.Optional(Name),
  password: like(PasswordInput, 'a loud green mountain'),
})
export const InviteBody = exact({ email: EmailInput, role: Role, name: Type.Optional(Name) })
export const PersonPatch = exact({
  name: Type.Optional(Name),
  role: Type.Optional(Role),
  enabled: Type.Optional(Type.Boolean({ description: 'False signs the person out at once, until it is true again.' })),
})

export const PersonShape = Type.Object(
  {
    id: Type.String(),
    name: Type.String({ example: 'Anna Berg' }),
    email: Type.String(),
    role: Role,
    status: Type.Unsafe<string>({
      example: 'active',
      type: 'string',
      enum: ['invited', 'active', 'disabled'],
      description: '`invited`: the invitation is still open.',
    }),
    two_factor: Type.Boolean({ description: 'Whether signing in requires a code as well as the password.' }),
    created_at: Time,
    last_login_at: TimeOrNull,
  },
  { title: 'Person' },
)

export const personToWire = (person: Person) => ({
  ...person,
  status: statusOf(person),
  two_factor: person.hasFactor,
})
