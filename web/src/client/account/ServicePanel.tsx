import { Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { useDoing } from '../../shared/api.ts'
import { applicationTitle } from '../../shared/applications.ts'
import { Failure } from '../../shared/Notice.tsx'
import { Panel } from '../../shared/Panel.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { change, type Me } from '../client-api.ts'
import classes from './ServicePanel.module.css'

const words = texts.account.mode
const managedType = 10

export function ServicePanel({ me, isOwn, reload }: { me: Me; isOwn: boolean; reload: () => Promise<void> }) {
  if (me.account.type === managedType) {
    return (
      <Panel title={words.title}>
        <Text c="dimmed">{words.managed}</Text>
      </Panel>
    )
  }
  return (
    <Panel title={words.title}>
      <div className={classes.modes}>
        <Text size="sm" c="dimmed">
          {words.explain}
        </Text>
        {me.account.reg_apps.map((app) => (
          <ModeSwitch key={app} app={app} isOn={me.service_apps.includes(app)} isOwn={isOwn} reload={reload} />
        ))}
      </div>
    </Panel>
  )
}

interface ModeSwitchProps {
  readonly app: string
  readonly isOn: boolean
  readonly isOwn: boolean
  reload(): Promise<void>
}

/** Shows at once what is wanted, and what is true when the answer has come. */
function ModeSwitch({ app, isOn, isOwn, reload }: ModeSwitchProps) {
  const [wanted, setWanted] = useState<boolean>()
  const switching = useDoing()
  const turn = (enabled: boolean) => {
    setWanted(enabled)
    void switching
      .run(async () => {
        await change('PUT', `/service-mode/${app}`, { enabled })
        await reload()
      })
      .then(() => setWanted(undefined))
  }
  return (
    <>
      <Switch
        size="md"
        label={words.on(applicationTitle(app))}
        checked={wanted ?? isOn}
        disabled={!isOwn || switching.isBusy}
        onChange={({ currentTarget }) => turn(currentTarget.checked)}
      />
      {switching.error !== undefined && <Failure error={switching.error} />}
    </>
  )
}
