/** Tokens for the dealer's home-made devices. */
import { Button } from '@mantine/core'
import { call } from '../../api/call.ts'
import type { IntakeToken, IntakeTokenWithSecret } from '../../api/generated.ts'
import { useChange, useListed } from '../../api/queries.ts'
import { KeyIcon } from '../../shared/content/Icons.tsx'
import { Form, TextField, useForm } from '../../shared/forms/form.tsx'
import { words } from '../../shared/texts/console.ts'
import { Time } from '../blocks/values.tsx'
import { columnsOf } from '../list/ListRows.tsx'
import { type Filter, useListView } from '../list/view.ts'
import { useMay } from '../session.ts'
import { endSecret, SecretsList } from './SecretsList.tsx'
import type { TabProps } from './tab.ts'
import { intakeLine } from './token.ts'

const { intake: texts } = words.developers
const noFilters: readonly Filter[] = []

export function IntakeTab(tab: TabProps) {
  const mayMake = useMay()('manage')
  const view = useListView(noFilters)
  const list = useListed('getIntakeTokens', view.params)
  const columns = columnsOf<IntakeToken>()(texts.columns, [
    { name: 'name', width: 'minmax(10rem, 2fr)', csv: ({ name }) => name },
    {
      name: 'created',
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
  ])
  return (
    <SecretsList
      {...tab}
      mayMake={mayMake}
      texts={texts}
      empty={texts.explain}
      icon={<KeyIcon />}
      name="intake-tokens"
      things={texts.things}
      view={view}
      list={list}
      columns={columns}
      nameOf={({ name }) => name}
      form={(close, done) => <NewIntakeToken close={close} done={done} />}
      shownOf={({ name, token }) => ({
        title: texts.madeTitle(name),
        secret: token,
        hint: texts.identHint,
        shell: intakeLine(token, window.location.origin),
      })}
    />
  )
}

const remove = ({ id, name }: IntakeToken) =>
  endSecret(
    { title: texts.deleteTitle(name), text: texts.deleteText, effect: texts.deleteEffect, act: texts.delete },
    texts.deleted,
    () => call('deleteIntakeTokensById', { id }),
  )

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
