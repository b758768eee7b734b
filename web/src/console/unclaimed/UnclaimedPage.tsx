/** Devices that have connected and have no unit: found by their exact ident, inspected, and claimed for a client. */
import { Anchor, Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import type { LobbyEntry } from '../../api/generated.ts'
import { queryClient, useOperation } from '../../api/queries.ts'
import { applicationTitle } from '../../shared/applications.ts'
import { CopyBlock } from '../../shared/content/CopyBlock.tsx'
import { SearchIcon, UnclaimedIcon } from '../../shared/content/Icons.tsx'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { Notice } from '../../shared/feedback/Notice.tsx'
import { Form, SelectField, TextField, useForm } from '../../shared/forms/form.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { MapPane } from '../../shared/map/MapPane.tsx'
import { go, to, useQueryValues } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { locale } from '../../shared/texts/texts.ts'
import { ClientPicker } from '../blocks/ClientPicker.tsx'
import { Columns, Empty, Facts, PageBody, PageHead, SmallTable } from '../blocks/layout.tsx'
import { toast } from '../blocks/toasts.tsx'
import { Time } from '../blocks/values.tsx'
import { useMay } from '../session.ts'
import { ModelPicker } from '../units/ModelPicker.tsx'
import { titleOfProtocol } from '../units/unit.ts'
import classes from './UnclaimedPage.module.css'

const { lobby, units } = words

export function UnclaimedPage() {
  const [query, change] = useQueryValues()
  const ident = query.get('ident') ?? ''
  const [typed, setTyped] = useState(ident)
  const find = (event: FormEvent) => {
    event.preventDefault()
    change({ ident: typed.trim() })
  }
  return (
    <PageBody>
      <PageHead title={lobby.title} detail={lobby.explain} />
      <form className={classes.find} onSubmit={find}>
        <TextInput
          className={classes.ident}
          label={lobby.ident}
          value={typed}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Button type="submit" leftSection={<SearchIcon />}>
          {lobby.find}
        </Button>
      </form>
      {ident === '' ? <Empty icon={<UnclaimedIcon />} title={lobby.empty} /> : <Found key={ident} ident={ident} />}
    </PageBody>
  )
}

function Found({ ident }: { ident: string }) {
  const found = useOperation('getLobby', { ident }, { everyMilliseconds: 5_000 })
  return (
    <Loaded query={found} height={240}>
      {(entries) =>
        entries.length === 0 ? <Nobody ident={ident} /> : entries.map((entry) => <Entry key={entry.id} entry={entry} />)
      }
    </Loaded>
  )
}

/** If it already has a unit, it is not among the unclaimed devices, and this says so. */
function Nobody({ ident }: { ident: string }) {
  const own = useOperation('getUnits', { q: ident, limit: 20, fields: 'id,name,ident' }).data
  const unit = own?.find((one) => one.ident === ident)
  return (
    <Empty
      icon={<UnclaimedIcon />}
      title={lobby.noneTitle(ident)}
      action={
        unit && (
          <p className={classes.line}>
            {lobby.ours}{' '}
            <Anchor href={to('/units/:id', { id: unit.id })} underline="always">
              {unit.name}
            </Anchor>
          </p>
        )
      }
    >
      {lobby.none}
    </Empty>
  )
}

function Entry({ entry }: { entry: LobbyEntry }) {
  const may = useMay()
  return (
    <>
      <Columns>
        <Panel title={entry.ident}>
          <Facts
            facts={[
              [lobby.facts.protocol, titleOfProtocol(entry.protocol)],
              [lobby.facts.address, entry.address],
              [lobby.facts.first, <Time key="first" at={entry.first_seen} />],
              [lobby.facts.last, <Time key="last" at={entry.last_seen} />],
              [lobby.facts.tries, entry.tries.toLocaleString(locale)],
            ]}
          />
          {entry.nearest.length > 0 && (
            <div className={classes.nearest}>
              <Notice tone="warning" title={lobby.nearest}>
                <p className={classes.line}>{lobby.nearestHint}</p>
                <ul className={classes.list}>
                  {entry.nearest.map(({ id, ident }) => (
                    <li key={id}>
                      <Anchor href={to('/units/:id/:tab', { id, tab: 'settings' })}>{ident}</Anchor>
                    </li>
                  ))}
                </ul>
              </Notice>
            </div>
          )}
        </Panel>
        {may('lobby') ? (
          <Panel title={lobby.claim}>
            <ClaimForm entry={entry} />
          </Panel>
        ) : (
          <Notice tone="quiet">{lobby.notAllowed}</Notice>
        )}
      </Columns>
      <Columns>
        <Preview entry={entry} />
        <Panel title={lobby.frames}>
          <div className={classes.frames}>
            {entry.frames.map((frame, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same bytes may arrive twice.
              <CopyBlock key={index} text={frame} label={lobby.frame(index + 1)} wraps>
                {frame.replaceAll(/(..)(?=.)/g, '$1 ')}
              </CopyBlock>
            ))}
          </div>
        </Panel>
      </Columns>
    </>
  )
}

function Preview({ entry }: { entry: LobbyEntry }) {
  const [first] = entry.preview
  const [latitude, longitude] = [first?.['position.latitude'], first?.['position.longitude']]
  return (
    <Panel title={lobby.preview}>
      {!first ? (
        <p className={classes.line}>{lobby.noPreview}</p>
      ) : (
        <div className={classes.frames}>
          {typeof latitude === 'number' && typeof longitude === 'number' && (
            <PreviewMap name={entry.ident} latitude={latitude} longitude={longitude} />
          )}
          <SmallTable label={lobby.preview} head={[lobby.parameter, lobby.value]}>
            {Object.entries(first).map(([name, value]) => (
              <tr key={name}>
                <td className={classes.mono}>{name}</td>
                <td className={classes.mono}>{typeof value === 'string' ? value : JSON.stringify(value)}</td>
              </tr>
            ))}
          </SmallTable>
        </div>
      )}
    </Panel>
  )
}

const noTrail: readonly never[] = []
const nothing = () => {}

function PreviewMap({ name, latitude, longitude }: { name: string; latitude: number; longitude: number }) {
  const [markers] = useState(() => [{ id: 0, name, latitude, longitude, direction: 0, state: 'parked' as const }])
  return (
    <div className={classes.map}>
      <MapPane markers={markers} selected={0} isFollowing trail={noTrail} onSelect={nothing} onLeave={nothing} />
    </div>
  )
}

function ClaimForm({ entry }: { entry: LobbyEntry }) {
  const form = useForm({
    start: { account_id: null as number | null, app_id: '', name: '', hw_id: null as number | null, description: '' },
    judge: ({ account_id, name, hw_id }) => ({
      account_id: account_id === null ? words.form.missing : undefined,
      name: name.trim() ? undefined : words.form.missing,
      hw_id: hw_id === null ? words.form.missing : undefined,
    }),
    send: async ({ account_id, name, hw_id, description }) => {
      const unit = await call(
        'postLobbyByIdClaim',
        { id: entry.id },
        {
          account_id: account_id as number,
          hw_id: hw_id as number,
          app_id,
          name: name.trim(),
          ...(description && { description }),
        },
      )
      toast(lobby.claimed(unit.name))
      go(to('/units/:id', { id: unit.id }))
      await queryClient.invalidateQueries()
    },
  })
  const { account_id } = form.values
  const account = useOperation('getAccountsById', { id: account_id ?? 0 }, { isEnabled: account_id !== null }).data
  const apps = account?.reg_apps ?? []
  const app_id = apps.find((app) => app === form.values.app_id) ?? apps[0] ?? ''
  return (
    <Form form={form} act={lobby.act}>
      <ClientPicker
        label={units.create.client}
        hint={lobby.claimHint}
        value={account_id}
        onChange={(id) => form.set('account_id', id)}
        error={form.faultOf('account_id')}
        isRequired
      />
      {apps.length > 1 && (
        <SelectField
          form={form}
          name="app_id"
          label={units.create.application}
          options={apps.map((id) => ({ value: id, label: applicationTitle(id) }))}
        />
      )}
      <TextField form={form} name="name" label={units.create.name} maxLength={100} isRequired />
      <ModelPicker
        label={units.create.model}
        value={form.values.hw_id}
        onChange={(id) => form.set('hw_id', id)}
        error={form.faultOf('hw_id')}
        isRequired
      />
      <TextField form={form} name="description" label={units.create.description} maxLength={100} />
    </Form>
  )
}
