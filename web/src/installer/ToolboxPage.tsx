/** For installers: whether the tracker is connected, what it reports now, and how to set it up. No history. */
import { Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../shared/api.ts'
import { State } from '../shared/feedback/State.tsx'
import { formatAgo, formatDeadline, formatExactTime } from '../shared/format/times.ts'
import { Panel } from '../shared/layout/Panel.tsx'
import { texts } from '../shared/texts/texts.ts'
import { type Connection, ConnectionList } from '../shared/tools/ConnectionList.tsx'
import { type Setup, SetupSteps } from '../shared/tools/SetupSteps.tsx'
import tools from '../shared/tools/tools.module.css'
import type { Telemetry } from '../shared/units/snapshot.ts'
import { readingsOf } from '../shared/units/telemetry.ts'
import classes from './installer.module.css'
import { LinkPage } from './LinkPage.tsx'
import { pathOf } from './SetupPage.tsx'

const words = texts.tools

interface Toolbox {
  readonly name: string
  readonly ident: string
  readonly last_active: number | null
  readonly until: number
  readonly setup: Setup | null
  readonly connections: readonly Connection[] | null
  readonly telemetry: Telemetry
}

const askEveryMs = 5_000

export function ToolboxPage({ secret }: { secret: string }) {
  const [typed, setTyped] = useState('')
  const [apn] = useDebouncedValue(typed.trim(), 300)
  const query = useQuery({
    queryKey: ['toolbox', apn],
    queryFn: ({ signal }) => ask<Toolbox>('GET', pathOf('/shared/toolbox', apn), undefined, { bearer: secret, signal }),
    placeholderData: keepPreviousData,
    // A revoked link is not requested again.
    refetchInterval: ({ state }) => (state.error ? false : askEveryMs),
  })
  return (
    <LinkPage title={words.installer.title} query={query}>
      {({ name, ident, last_active, until, telemetry, connections, setup }) => (
        <>
          <div className={classes.head}>
            <div className={classes.names}>
              <Title order={1}>{name}</Title>
              <Text c="dimmed">{words.installer.ident(ident)}</Text>
            </div>
            <State tone={last_active === null ? 'warning' : 'good'}>
              {last_active === null ? words.installer.silent : words.installer.heard(formatAgo(last_active))}
            </State>
          </div>
          <Panel title={texts.client.units.values}>
            <Values telemetry={telemetry} />
          </Panel>
          {connections && (
            <Panel title={words.log.open}>
              <ConnectionList connections={connections} />
            </Panel>
          )}
          {setup && (
            <Panel title={words.setup.open}>
              <SetupSteps setup={setup} typed={typed} setTyped={setTyped} />
            </Panel>
          )}
          <Text size="sm" c="dimmed">
            {texts.share.until(formatDeadline(until))}
          </Text>
        </>
      )}
    </LinkPage>
  )
}

function Values({ telemetry }: Pick<Toolbox, 'telemetry'>) {
  const position = telemetry.position?.value as { readonly latitude: number; readonly longitude: number } | undefined
  const readings = readingsOf(telemetry)
  if (!position && readings.length === 0) return <Text c="dimmed">{texts.client.units.noValues}</Text>
  return (
    <dl className={tools.facts}>
      {position && (
        <div>
          <dt>{texts.client.units.position}</dt>
          <dd>
            {position.latitude.toFixed(5)}, {position.longitude.toFixed(5)}
          </dd>
        </div>
      )}
      {readings.map(({ key, name, value, at }) => (
        <div key={key} title={`${key} · ${formatExactTime(at)}`}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
