import { Switch, Text } from '@mantine/core'
import { useChange } from '../../api/queries.ts'
import { applicationTitle } from '../../shared/applications.ts'
import { Failure } from '../../shared/feedback/Notice.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { texts } from '../../shared/texts/texts.ts'
import type { Me } from '../types.ts'
import classes from './ServicePanel.module.css'

const words = texts.account.mode
const managedType = 10

export function ServicePanel({ me, isOwn }: { me: Me; isOwn: boolean }) {
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
          <ModeSwitch key={app} app={app} isOn={me.service_apps.includes(app)} isOwn={isOwn} />
        ))}
      </div>
    </Panel>
  )
}

/** Shows the new choice at once, and the real state when the answer arrives. */
function ModeSwitch({ app, isOn, isOwn }: { app: string; isOn: boolean; isOwn: boolean }) {
  const { isPending, variables, mutate, error } = useChange('putClientServiceModeByAppId')
  return (
    <>
      <Switch
        size="md"
        label={words.on(applicationTitle(app))}
        checked={(isPending ? variables.body?.enabled : undefined) ?? isOn}
        disabled={!isOwn || isPending}
        onChange={({ currentTarget }) => mutate({ params: { app_id: app }, body: { enabled: currentTarget.checked } })}
      />
      <Failure error={error} />
    </>
  )
}
