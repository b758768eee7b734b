/** The team, its roles, and open invitations. */
import { ActionIcon, Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import type { Person } from '../../api/generated.ts'
import { queryClient, useChange, useListed } from '../../api/queries.ts'
import {
  EditIcon,
  LockIcon,
  MailIcon,
  MoreIcon,
  PlusIcon,
  TeamIcon,
  TrashIcon,
  WarningIcon,
} from '../../shared/content/Icons.tsx'
import { emailFault } from '../../shared/forms/fields.tsx'
import { Form, SelectField, TextField, useForm } from '../../shared/forms/form.tsx'
import { words } from '../../shared/texts/console.ts'
import { confirm } from '../blocks/confirm.tsx'
import { Dialog } from '../blocks/Dialog.tsx'
import { Empty } from '../blocks/layout.tsx'
import { StateBadge, type Tone } from '../blocks/StateBadge.tsx'
import { toast, toastResult } from '../blocks/toasts.tsx'
import { Time } from '../blocks/values.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { columnsOf } from '../list/ListRows.tsx'
import { loadAll } from '../list/load-all.ts'
import { type Filter, useListView } from '../list/view.ts'
import { useMay, useMe } from '../session.ts'
import { callName, isLastOwner } from './person.ts'
import { TeamTabs } from './TeamTabs.tsx'

const { people: texts } = words.team
const { roles } = words
const noFilters: readonly Filter[] = []
const tones: Readonly<Record<Person['status'], Tone>> = { invited: 'waiting', active: 'good', disabled: 'bad' }
type Role = Person['role']
const roleNames = Object.keys(texts.roleHints) as readonly Role[]

export function PeoplePage() {
  const mayChange = useMay()('team')
  const me = useMe()
  const [isInviting, setIsInviting] = useState(false)
  const [edited, setEdited] = useState<Person>()
  const view = useListView(noFilters, 'name')
  const list = useListed('getStaff', view.params)
  const columns = columnsOf<Person>()(texts.columns, [
    {
      name: 'name',
      width: 'minmax(9rem, 1.4fr)',
      sort: 'name',
      cell: (person) => callName(person),
      csv: ({ name }) => name,
    },
    {
      name: 'email',
      width: 'minmax(9rem, 1.6fr)',
      sort: 'email',
      csv: ({ email }) => email,
    },
    {
      name: 'role',
      width: '8.5rem',
      cell: ({ id, role }) => `${roles[role]} ${id === me.person.id ? texts.you : ''}`,
      csv: ({ role }) => role,
    },
    {
      name: 'state',
      width: '7rem',
      onPhone: 'badge',
      cell: ({ status }) => <StateBadge tone={tones[status]}>{texts.states[status]}</StateBadge>,
      csv: ({ status }) => status,
    },
    {
      name: 'factor',
      width: '7rem',
      cell: ({ two_factor }) =>
        two_factor ? (
          <StateBadge tone="good">{texts.factor.on}</StateBadge>
        ) : (
          <StateBadge tone="quiet">{texts.factor.off}</StateBadge>
        ),
      csv: ({ two_factor }) => two_factor,
    },
    {
      name: 'login',
      width: '8rem',
      cell: ({ last_login_at }) => <Time at={last_login_at} none={texts.neverIn} />,
      csv: ({ last_login_at }) => (last_login_at ? new Date(last_login_at * 1000).toISOString() : undefined),
    },
    ...(mayChange
      ? [
          {
            name: 'acts',
            title: '',
            width: '3.5rem',
            cell: (person: Person) => (
              <PersonMenu
                person={person}
                isLast={isLastOwner(person, list.items) && !list.hasMore}
                edit={() => setEdited(person)}
              />
            ),
          },
        ]
      : []),
  ])
  const invite = mayChange && (
    <Button leftSection={<PlusIcon />} onClick={() => setIsInviting(true)}>
      {texts.invite}
    </Button>
  )
  return (
    <>
      <ListPage
        title={words.team.title}
        tabs={<TeamTabs current="people" />}
        things={texts.things}
        name="team"
        view={view}
        list={list}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={(person) => callName(person)}
        loadAll={(loaded) => loadAll('getStaff', view.params, loaded)}
        hasSearch={false}
        actions={invite}
        empty={
          <Empty icon={<TeamIcon />} title={texts.emptyTitle} action={invite}>
            {texts.empty}
          </Empty>
        }
      />
      <Dialog title={texts.invite} isOpen={isInviting} close={() => setIsInviting(false)}>
        <Invite close={() => setIsInviting(false)} />
      </Dialog>
      <Dialog
        title={edited ? texts.editTitle(callName(edited)) : ''}
        isOpen={edited !== undefined}
        close={() => setEdited(undefined)}
      >
        {edited && <EditPerson person={edited} close={() => setEdited(undefined)} />}
      </Dialog>
    </>
  )
}

async function done(work: () => Promise<unknown>, said: string): Promise<void> {
  await toastResult(
    work().then(() => queryClient.invalidateQueries()),
    said,
  )
}

interface PersonMenuProps {
  readonly person: Person
  readonly isLast: boolean
  edit(): void
}

function PersonMenu({ person, isLast, edit }: PersonMenuProps) {
  const { id, email, role, name, status } = person
  const called = callName(person)
  const disable = async () => {
    const isYes = await confirm({
      title: texts.disableTitle(called),
      text: texts.disableText,
      effect: [[1, texts.disableEffect]],
      canBeUndone: true,
      act: texts.disable,
    })
    if (isYes) await done(() => call('patchStaffById', { id }, { enabled: false }), texts.disabled(called))
  }
  const remove = async () => {
    const isYes = await confirm({
      title: texts.removeTitle(called),
      text: texts.removeText,
      effect: [[1, texts.removeEffect]],
      canBeUndone: false,
      act: texts.remove,
    })
    if (isYes) await done(() => call('deleteStaffById', { id }), texts.removed(called))
  }
  const enable = () => done(() => call('patchStaffById', { id }, { enabled: true }), texts.enabled(called))
  const inviteAgain = () =>
    done(() => call('postStaff', undefined, { email, role, ...(name && { name }) }), texts.invited(email))
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="default" aria-label={texts.actions(called)} title={texts.actions(called)}>
          <MoreIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<EditIcon />} onClick={edit}>
          {texts.edit}
        </Menu.Item>
        {status === 'invited' && (
          <Menu.Item leftSection={<MailIcon />} onClick={() => void inviteAgain()}>
            {texts.again}
          </Menu.Item>
        )}
        {status === 'disabled' && (
          <Menu.Item leftSection={<LockIcon />} onClick={() => void enable()}>
            {texts.enable}
          </Menu.Item>
        )}
        {isLast ? (
          <Menu.Label>
            <WarningIcon /> {texts.lastOwner}
          </Menu.Label>
        ) : (
          <>
            {status !== 'disabled' && (
              <Menu.Item leftSection={<LockIcon />} onClick={() => void disable()}>
                {texts.disable}
              </Menu.Item>
            )}
            <Menu.Item
              leftSection={<TrashIcon />}
              style={{ color: 'var(--mantine-color-error)' }}
              onClick={() => void remove()}
            >
              {texts.remove}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

const roleOptions = roleNames.map((role) => ({ value: role, label: roles[role] }))

function Invite({ close }: { close: () => void }) {
  const change = useChange('postStaff')
  const form = useForm({
    start: { email: '', name: '', role: 'support' as string },
    judge: ({ email }) => ({ email: emailFault(email) }),
    send: async ({ email, name, role }) => {
      await change.mutateAsync({
        params: undefined,
        body: { email: email.trim(), role: role as Role, ...(name.trim() && { name: name.trim() }) },
      })
      close()
      toast(texts.invited(email.trim()))
    },
  })
  return (
    <Form form={form} act={texts.inviteAct} cancel={close}>
      <TextField
        form={form}
        name="email"
        type="email"
        label={texts.email}
        hint={texts.emailHint}
        isFirst
        maxLength={254}
      />
      <TextField form={form} name="name" label={texts.name} maxLength={100} />
      <SelectField
        form={form}
        name="role"
        label={texts.role}
        hint={texts.roleHints[form.values.role as Role]}
        options={roleOptions}
      />
    </Form>
  )
}

function EditPerson({ person, close }: { person: Person; close: () => void }) {
  const change = useChange('patchStaffById')
  const form = useForm({
    start: { name: person.name, role: person.role as string },
    judge: ({ name }) => ({ name: name.trim() === '' ? words.form.missing : undefined }),
    send: async ({ name, role }) => {
      const body = {
        ...(name.trim() !== person.name && { name: name.trim() }),
        ...(role !== person.role && { role: role as Role }),
      }
      await change.mutateAsync({ params: { id: person.id }, body })
      close()
      toast(texts.saved)
    },
  })
  return (
    <Form form={form} cancel={close}>
      <TextField form={form} name="name" label={texts.name} maxLength={100} isFirst />
      <SelectField
        form={form}
        name="role"
        label={texts.role}
        hint={texts.roleHints[form.values.role as Role]}
        options={roleOptions}
      />
    </Form>
  )
}
