/** Invitations to owners of other accounts to become the dealer's clients. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Invitation } from '../../api/generated.ts'
import { change, useChange, useListed } from '../../api/queries.ts'
import { applicationTitle } from '../../shared/applications.ts'
import { MailIcon, PlusIcon } from '../../shared/content/Icons.tsx'
import { Notice } from '../../shared/feedback/Notice.tsx'
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
import { type Filter, useListView } from '../list/view.ts'
import { useDealer, useMay } from '../session.ts'
import classes from './actions/actions.module.css'
import { appsOf } from './applications.ts'

const { invitations: texts } = words.clients
const tones: Readonly<Record<Invitation['status'], Tone>> = { open: 'waiting', accepted: 'good', expired: 'quiet' }
const noFilters: readonly Filter[] = []

export function InvitationsPage() {
  const may = useMay()
  const { company_approved } = useDealer()
  const [isInviting, setIsInviting] = useState(false)
  const view = useListView(noFilters)
  const list = useListed('getInvitations', view.params)
  const mayInvite = may('manage')
  const invite = mayInvite && (
    <Button leftSection={<PlusIcon />} disabled={!company_approved} onClick={() => setIsInviting(true)}>
      {texts.new}
    </Button>
  )
  const columns = columnsOf<Invitation>()(texts, [
    { name: 'email', width: 'minmax(12rem, 2fr)', csv: (one) => one.email },
    {
      name: 'state',
      width: '8rem',
      onPhone: 'badge',
      cell: (one) => <StateBadge tone={tones[one.status]}>{texts.states[one.status]}</StateBadge>,
      csv: (one) => one.status,
    },
    { name: 'application', width: 'minmax(8rem, 1fr)', csv: (one) => applicationTitle(one.app_id) },
    { name: 'created', width: '7rem', cell: (one) => <Time at={one.created_at} as="day" /> },
    { name: 'expires', width: '7rem', cell: (one) => <Time at={one.expires_at} as="day" /> },
    {
      name: 'act',
      title: '',
      width: '8rem',
      cell: (one) =>
        mayInvite &&
        one.status === 'open' && (
          <Button variant="default" size="xs" onClick={() => void withdraw(one)}>
            {texts.withdraw}
          </Button>
        ),
    },
  ])
  return (
    <>
      <ListPage
        title={texts.title}
        things={texts.things}
        name="invitations"
        view={view}
        list={list}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ email }) => email}
        hasSearch={false}
        actions={invite}
        above={!company_approved && <Notice tone="warning">{texts.needsCard}</Notice>}
        empty={
          <Empty icon={<MailIcon />} title={texts.emptyTitle} action={invite}>
            {texts.explain}
          </Empty>
        }
      />
      <Dialog title={texts.new} isOpen={isInviting} close={() => setIsInviting(false)}>
        <Invite close={() => setIsInviting(false)} />
      </Dialog>
    </>
  )
}

async function withdraw({ id, email }: Invitation): Promise<void> {
  const isYes = await confirm({
    title: texts.withdrawTitle(email),
    text: texts.withdrawText,
    canBeUndone: false,
    undoText: texts.withdrawUndo,
    act: texts.withdraw,
  })
  if (!isYes) return
  await toastResult(change('deleteInvitationsById', { id }), texts.withdrawn)
}

function Invite({ close }: { close: () => void }) {
  const { dialect } = useDealer()
  const apps = appsOf(dialect).filter(({ kind }) => kind === 'owned')
  const invite = useChange('postInvitations')
  const form = useForm({
    start: { email: '', app_id: apps[0]!.id },
    judge: ({ email }) => ({ email: emailFault(email) }),
    send: async ({ email, app_id }) => {
      await invite.mutateAsync({ params: undefined, body: { email: email.trim(), app_id } })
      close()
      toast(texts.sent(email.trim()))
    },
  })
  return (
    <Form form={form} act={texts.act} cancel={close}>
      <p className={classes.line}>{texts.explain}</p>
      <TextField
        form={form}
        name="email"
        type="email"
        label={texts.email}
        hint={texts.emailHint}
        isFirst
        maxLength={254}
      />
      <SelectField
        form={form}
        name="app_id"
        label={texts.application}
        options={apps.map(({ id }) => ({ value: id, label: applicationTitle(id) }))}
      />
    </Form>
  )
}
