/** The set-up of one tracker, for people with the short link of its channel. */
import { Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../shared/api.ts'
import { DevicePicture } from '../shared/content/DevicePicture.tsx'
import { QrCode } from '../shared/content/QrCode.tsx'
import { Panel } from '../shared/layout/Panel.tsx'
import { texts } from '../shared/texts/texts.ts'
import { type Setup, SetupSteps } from '../shared/tools/SetupSteps.tsx'
import classes from './installer.module.css'
import { LinkPage } from './LinkPage.tsx'

const words = texts.tools

interface LinkedSetup extends Setup {
  readonly ident: string
  readonly hw_id: number
}

export function SetupPage({ secret }: { secret: string }) {
  const [typed, setTyped] = useState('')
  const [apn] = useDebouncedValue(typed.trim(), 300)
  const query = useQuery({
    queryKey: ['setup', apn],
    queryFn: ({ signal }) =>
      ask<LinkedSetup>('GET', pathOf('/shared/setup', apn), undefined, { bearer: secret, signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <LinkPage title={words.setup.open} query={query}>
      {(setup) => (
        <>
          <div className={classes.head}>
            <DevicePicture model={setup.hw_id} size={64} />
            <div className={classes.names}>
              <Title order={1}>{`${setup.manufacturer} ${setup.model}`}</Title>
              <Text c="dimmed">{words.installer.ident(setup.ident)}</Text>
            </div>
          </div>
          <Panel title={words.setup.open}>
            <SetupSteps setup={setup} typed={typed} setTyped={setTyped} />
          </Panel>
          <Panel title={words.installer.address}>
            <div className={classes.code}>
              <QrCode text={`${setup.host}:${setup.port}`} label={words.installer.code} />
            </div>
          </Panel>
        </>
      )}
    </LinkPage>
  )
}

export const pathOf = (path: string, apn: string): string =>
  apn === '' ? path : `${path}?${new URLSearchParams({ apn })}`
