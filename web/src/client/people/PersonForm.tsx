/** Invites a person, or changes what they may do and see. */
import { change } from '../../api/queries.ts'
import { emailFault } from '../../shared/forms/fields.tsx'
import { Form, SelectField, TextField, useForm } from '../../shared/forms/form.tsx'
import { texts } from '../../shared/texts/texts.ts'
import type { Me, Person, Unit } from '../types.ts'
import { type Lists, ListsField, listsBody, listsFault, noLists } from './ListsField.tsx'

const words = texts.people
type Role = Person['role']
const roles = Object.entries(words.roles).map(([value, label]) => ({ value, label }))

/** An owner sees everything, and an accountant no units at all. */
const hasLists = (role: string) => role !== 'owner' && role !== 'accountant'
const bodyOf = (role: string, lists: Lists) => ({
  role: role as Role,
  ...(hasLists(role) ? listsBody({ ...lists, isLimited: lists.isLimited || role === 'driver' }) : {}),
})

/** A driver's list may still be empty. */
const faultOf = (role: string, lists: Lists) => (hasLists(role) && role !== 'driver' ? listsFault(lists) : undefined)

interface PersonFormProps {
  readonly me: Me
  readonly units: readonly Unit[]
}

export function InviteForm({ me, units, onSent }: PersonFormProps & { onSent(email: string): void }) {
  const form = useForm({
    start: { email: '', role: 'dispatcher', lists: noLists },
    judge: ({ email, role, lists }) => ({ email: emailFault(email), lists: faultOf(role, lists) }),
    send: async ({ email, role, lists }) => {
      const lang = me.user.lang === null ? {} : { lang: me.user.lang }
      await change('postClientPeopleInvitations', undefined, { email: email.trim(), ...bodyOf(role, lists), ...lang })
      onSent(email.trim())
    },
  })
  const { role, lists } = form.values
  return (
    <Form form={form} act={words.invite.act} label={words.invite.title}>
      <TextField form={form} name="email" label={words.invite.email} hint={words.invite.hint} type="email" isRequired />
      <RoleAndLists me={me} units={units} form={form} role={role} lists={lists} />
    </Form>
  )
}

export function ChangeForm({ me, units, person, onDone }: PersonFormProps & { person: Person; onDone(): void }) {
  const form = useForm({
    start: {
      role: person.role as string,
      lists: {
        isLimited: person.limited_to_units || person.limited_to_geofences,
        units: new Set(person.unit_ids),
        groups: new Set(person.group_ids),
        geofences: new Set(person.geofence_ids),
      } as Lists,
    },
    judge: ({ role, lists }) => ({ lists: faultOf(role, lists) }),
    send: async ({ role, lists }) => {
      await change('patchClientPeopleById', { id: person.id }, bodyOf(role, lists))
      onDone()
    },
  })
  const { role, lists } = form.values
  return (
    <Form form={form} label={words.changeOf(person.name)} cancel={onDone}>
      <RoleAndLists me={me} units={units} form={form} role={role} lists={lists} />
    </Form>
  )
}

interface RoleAndListsProps extends PersonFormProps {
  readonly form: ReturnType<typeof useForm<{ role: string; lists: Lists }>>
  readonly role: string
  readonly lists: Lists
}

const hints: Readonly<Record<string, string>> = words.roleHints

const RoleAndLists = ({ me, units, form, role, lists }: Omit<RoleAndListsProps, 'form'> & { form: unknown }) => {
  const own = form as RoleAndListsProps['form']
  return (
    <>
      <SelectField form={own} name="role" label={words.role} hint={hints[role]} options={roles} />
      {hasLists(role) && (
        <ListsField
          me={me}
          units={units}
          isAlwaysLimited={role === 'driver'}
          value={lists}
          fault={own.faultOf('lists')}
          onChange={(next) => own.set('lists', next)}
        />
      )}
    </>
  )
}
