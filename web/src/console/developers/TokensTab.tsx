/** Access tokens for programs. */
import { Button } from '@mantine/core'
import { call } from '../../api/call.ts'
import type { AccessToken, CreatedAccessToken } from '../../api/generated.ts'
import { useChange, useListed } from '../../api/queries.ts'
import { KeyIcon } from '../../shared/content/Icons.tsx'
import { Form, SelectField, TextField, useForm } from '../../shared/forms/form.tsx'
import { words } from '../../shared/texts/console.ts'
import { CheckField } from '../blocks/fields.tsx'
import { StateBadge, type Tone } from '../blocks/StateBadge.tsx'
import { Time } from '../blocks/values.tsx'
import { columnsOf } from '../list/ListRows.tsx'
import { type Filter, useListView } from '../list/view.ts'
import { useDealer } from '../session.ts'
import { endSecret, SecretsList } from './SecretsList.tsx'
import type { TabProps } from './tab.ts'
import { shellLines, stateOf, type TokenState } from './token.ts'

const { tokens: texts } = words.developers
const noFilters: readonly Filter[] = []
const tones: Readonly<Record<TokenState, Tone>> = { active: 'good', expired: 'quiet', revoked: 'bad' }
const now = () => Date.now() / 1000
const dayOf = (seconds: number | null) => (seconds ? new Date(seconds * 1000).toISOString().slice(0, 10) : undefined)

const columns = columnsOf<AccessToken>()(texts.columns, [
  { name: 'name', width: 'minmax(9rem, 2fr)', csv: (token) => token.name },
  {
    name: 'state',
    width: '7.5rem',
    onPhone: 'badge',
    cell: (token) => {
      const state = stateOf(token, now())
      return <StateBadge tone={tones[state]}>{texts.states[state]}</StateBadge>
    },
    csv: (token) => stateOf(token, now()),
  },
  {
    name: 'level',
    width: 'minmax(8rem, 1fr)',
    cell: (token) => texts.levels[token.level] + (token.secrets ? `, ${texts.secrets}` : ''),
    csv: (token) => token.level,
  },
  {
    name: 'dialect',
    width: '6rem',
    cell: (token) => texts.dialects[token.dialect],
    csv: (token) => token.dialect,
  },
  {
    name: 'expires',
    width: '7.5rem',
    cell: (token) => <Time at={token.expires_at} as="day" />,
    csv: (token) => dayOf(token.expires_at),
  },
  {
    name: 'used',
    width: '8rem',
    cell: (token) => <Time at={token.last_used_at} none={texts.never} />,
    csv: (token) => dayOf(token.last_used_at),
  },
  { name: 'id', csv: (token) => token.id },
  {
    name: 'act',
    title: '',
    width: '6.5rem',
    cell: (token) =>
      stateOf(token, now()) === 'active' && (
        <Button variant="default" size="xs" onClick={() => void revoke(token)}>
          {texts.revoke}
        </Button>
      ),
  },
])

export function TokensTab(tab: TabProps) {
  const view = useListView(noFilters, '-id')
  const list = useListed('getTokens', view.params)
  return (
    <SecretsList
      {...tab}
      mayMake
      texts={texts}
      empty={texts.empty}
      icon={<KeyIcon />}
      name="tokens"
      things={texts.things}
      view={view}
      list={list}
      columns={columns}
      nameOf={({ name }) => name}
      form={(close, done) => <NewToken close={close} done={done} />}
      shownOf={({ name, access_token, dialect }) => ({
        title: texts.madeTitle(name),
        secret: access_token,
        shell: shellLines(access_token, dialect, window.location.origin),
      })}
    />
  )
}

const revoke = ({ id, name }: AccessToken) =>
  endSecret(
    { title: texts.revokeTitle(name), text: texts.revokeText, effect: texts.revokeEffect, act: texts.revoke },
    texts.revoked,
    () => call('deleteTokensById', { id }),
  )

const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

function NewToken({ close, done }: { close: () => void; done: (token: CreatedAccessToken) => void }) {
  const { dialect } = useDealer()
  const change = useChange('postTokens')
  const form = useForm({
    start: { name: '', level: 'read', dialect: dialect as string, lifetime: '90', secrets: false },
    judge: ({ name }) => ({ name: name.trim() === '' ? words.form.missing : undefined }),
    serverNames: { lifetime: 'expires_at' },
    send: async ({ name, level, dialect: spoken, lifetime, secrets }) =>
      done(
        await change.mutateAsync({
          params: undefined,
          body: {
            name: name.trim(),
            level: level as AccessToken['level'],
            dialect: spoken as AccessToken['dialect'],
            secrets,
            expires_at: Math.floor(now()) + Number(lifetime) * 86_400,
          },
        }),
      ),
  })
  return (
    <Form form={form} act={texts.act} cancel={close}>
      <TextField
        form={form}
        name="name"
        label={texts.name}
        placeholder={texts.namePlaceholder}
        isFirst
        maxLength={100}
      />
      <SelectField form={form} name="level" label={texts.level} options={optionsOf(texts.levels)} />
      <SelectField form={form} name="lifetime" label={texts.lifetime} options={optionsOf(texts.lifetimes)} />
      <SelectField
        form={form}
        name="dialect"
        label={texts.dialect}
        hint={texts.dialectHint}
        options={optionsOf(texts.dialects)}
      />
      <CheckField form={form} name="secrets" label={texts.withSecrets} hint={texts.withSecretsHint} />
    </Form>
  )
}
