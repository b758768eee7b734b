import { Button } from '@mantine/core'
import { useState } from 'react'
import type { User } from '../../../api/generated.ts'
import { useChange, useOperation } from '../../../api/queries.ts'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { Form, TextField, useForm } from '../../../shared/forms/form.tsx'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { words } from '../../../shared/texts/console.ts'
import { Dialog } from '../../blocks/Dialog.tsx'
import { AreaField } from '../../blocks/fields.tsx'
import { SmallTable } from '../../blocks/layout.tsx'
import { toast } from '../../blocks/toasts.tsx'
import { Time } from '../../blocks/values.tsx'
import { useMay } from '../../session.ts'
import type { ClientProps } from '../client.ts'
import { isActivated, isOwned } from '../client.ts'

const { users: texts } = words.clients

/** The user that the dealer manages, and below it everyone with access from the client. */
export const UsersTab = (client: ClientProps) => (
  <>
    <Users {...client} />
    {!isOwned(client.account) && <People account={client.account.id} />}
  </>
)

function People({ account }: { account: number }) {
  const people = useOperation('getConsoleAccountsByIdPeople', { id: account })
  return (
    <Panel title={texts.people}>
      <p>{texts.peopleHint}</p>
      <Loaded query={people}>
        {(found) => (
          <SmallTable label={texts.people} head={[texts.name, texts.email, texts.role, texts.access, texts.since]}>
            {found.map(({ id, name, email, role, created_at, ...limits }) => (
              <tr key={id}>
                <td>{name}</td>
                <td>{email ?? words.times.none}</td>
                <td>{texts.roles[role]}</td>
                <td>{limits.limited_to_units || limits.limited_to_geofences ? texts.accessSome : texts.accessAll}</td>
                <td>
                  <Time at={created_at} as="day" />
                </td>
              </tr>
            ))}
          </SmallTable>
        )}
      </Loaded>
    </Panel>
  )
}

function Users({ account, users }: ClientProps) {
  const may = useMay()
  const [edited, setEdited] = useState<User>()
  const mayEdit = may('users') && !isOwned(account)
  return (
    <Panel title={words.clients.tabs.users}>
      <SmallTable
        label={words.clients.tabs.users}
        head={[texts.name, texts.email, texts.language, texts.description, ...(mayEdit ? [''] : [])]}
      >
        {users.map((user) => (
          <tr key={user.id}>
            <td>{user.name}</td>
            <td>{user.email ?? (isActivated(account) ? words.times.none : texts.emailNone)}</td>
            <td>{user.lang ?? words.times.none}</td>
            <td>{user.description ?? words.times.none}</td>
            {mayEdit && (
              <td>
                <Button variant="default" size="xs" onClick={() => setEdited(user)}>
                  {texts.edit}
                </Button>
              </td>
            )}
          </tr>
        ))}
      </SmallTable>
      <Dialog title={texts.edit} isOpen={edited !== undefined} close={() => setEdited(undefined)}>
        {edited && <Edit user={edited} close={() => setEdited(undefined)} />}
      </Dialog>
    </Panel>
  )
}

function Edit({ user, close }: { user: User; close: () => void }) {
  const change = useChange('patchUsersById')
  const form = useForm({
    start: { name: user.name, lang: user.lang ?? '', description: user.description ?? '' },
    send: async ({ name, lang, description }) => {
      await change.mutateAsync({
        params: { id: user.id },
        body: { name, description, ...(lang && { lang }) },
      })
      close()
      toast(texts.saved)
    },
  })
  return (
    <Form form={form} cancel={close}>
      <TextField form={form} name="name" label={texts.name} isFirst maxLength={50} />
      <TextField form={form} name="lang" label={texts.language} maxLength={10} />
      <AreaField form={form} name="description" label={texts.description} />
    </Form>
  )
}
