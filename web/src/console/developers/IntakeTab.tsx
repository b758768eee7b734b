/** What devices of the dealer's own making send with. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import type { IntakeToken, IntakeTokenWithSecret } from '../../api/generated.ts'
import { queryClient, useChange, useListed } from '../../api/queries.ts'
import { PlusIcon } from '../../shared/Icons.tsx'
import { words } from '../../shared/texts/console.ts'
import { confirm } from '../blocks/confirm.tsx'
import { Dialog } from '../blocks/Dialog.tsx'
import { Form, TextField, useForm } from '../blocks/form.tsx'
import { Empty } from '../blocks/layout.tsx'
import { toast, toastFailure } from '../blocks/toasts.tsx'
import { Time } from '../blocks/values.tsx'
import { KeyIcon } from '../icons.tsx'
import { ListPage } from '../list/ListPage.tsx'
import type { Column } from '../list/ListRows.tsx'
import { type Filter, useListView } from '../list/view.ts'
import { useMay } from '../session.ts'
import type { TabProps } from './DevelopersPage.tsx'
import { SecretOnce } from './SecretOnce.tsx'
import { intakeLine } from './token.ts'

const { intake: texts, title } = words.developers
const noFilters: readonly Filter[] = []

export function IntakeTab({ tabs, acts }: TabProps) {
  const mayMake = useMay()('manage')
  const [isMaking, setIsMaking] = useState(false)
  const [made, setMade] = useState<IntakeTokenWithSecret>()
  const view = useListView(noFilters)
  const list = useListed('getIntakeTokens', view.params)
  const columns: readonly Column<IntakeToken>[] = [
    {
      name: 'name',
      title: texts.columns.name,
      width: 'minmax(10rem, 2fr)',
      cell: ({ name }) => name,
      csv: ({ name }) => name,
    },
    {
      name: 'created',
      title: texts.columns.created,
      width: 'minmax(8rem, 1fr)',
      cell: ({ created_at }) => <Time at={created_at} as="day" />,
      csv: ({ created_at }) => new Date(created_at * 1000).toISOString().slice(0, 10),
    },
    {
      name: 'act',
      title: '',
      width: '6.5rem',
      cell: (token) =>
        mayMake && (
          <Button variant="default" size="xs" onClick={() => void remove(token)}>
            {texts.delete}
          </Button>
        ),
    },
  ]
  const create = mayMake && (
    <Button leftSection={<PlusIcon />} onClick={() => setIsMaking(true)}>
      {texts.new}
    </Button>
  )
  return (
    <>
      <ListPage
        title={title}
        tabs={tabs}
        things={texts.things}
        name="intake-tokens"
        view={view}
        list={list}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        hasSearch={false}
        acts={
          <>
            {acts}
            {create}
          </>
        }
        empty={
          <Empty icon={<KeyIcon />} title={texts.emptyTitle} action={create}>
            {texts.explain}
          </Empty>
        }
      />
      <Dialog title={texts.new} isOpen={isMaking} close={() => setIsMaking(false)}>
        <NewIntakeToken
          close={() => setIsMaking(false)}
          done={(token) => {
            setIsMaking(false)
            setMade(token)
          }}
        />
      </Dialog>
      <SecretOnce
        shown={
          made && {
            title: texts.madeTitle(made.name),
            secret: made.token,
            hint: texts.identHint,
            shell: intakeLine(made.token, window.location.origin),
          }
        }
        close={() => setMade(undefined)}
      />
    </>
  )
}

async function remove({ id, name }: IntakeToken): Promise<void> {
  const isYes = await confirm({
    title: texts.deleteTitle(name),
    text: texts.deleteText,
    effect: [[1, texts.deleteEffect]],
    canBeUndone: false,
    act: texts.delete,
  })
  if (!isYes) return
  try {
    await call('deleteIntakeTokensById', { id })
    await queryClient.invalidateQueries()
    toast(texts.deleted)
  } catch (error) {
    toastFailure(error)
  }
}

function NewIntakeToken({ close, done }: { close: () => void; done: (token: IntakeTokenWithSecret) => void }) {
  const change = useChange('postIntakeTokens')
  const form = useForm({
    start: { name: '' },
    judge: ({ name }) => ({ name: name.trim() === '' ? words.form.missing : undefined }),
    send: async ({ name }) => done(await change.mutateAsync({ params: undefined, body: { name: name.trim() } })),
  })
  return (
    <Form form={form} act={texts.act} cancel={close}>
      <TextField
        form={form}
        name="name"
        label={texts.name}
        hint={texts.explain}
        placeholder={texts.namePlaceholder}
        isFirst
        maxLength={100}
      />
    </Form>
  )
}
