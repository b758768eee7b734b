/** Which notifications the person gets. */
import { Switch } from '@mantine/core'
import { useChange } from '../../api/queries.ts'
import { Failure } from '../../shared/feedback/Notice.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { texts } from '../../shared/texts/texts.ts'
import type { Me } from '../types.ts'
import classes from './ServicePanel.module.css'

const words = texts.people.preferences

export function PreferencesPanel({ me }: { me: Me }) {
  const { mutate, error } = useChange('patchClientMe')
  const { in_app, mail } = me.user.notify_config
  const set = (notify_config: { in_app?: boolean; mail?: boolean }) =>
    mutate({ params: undefined, body: { notify_config } })
  return (
    <Panel title={words.title}>
      <div className={classes.modes}>
        <Switch
          label={words.inApp}
          checked={in_app}
          onChange={({ currentTarget }) => set({ in_app: currentTarget.checked })}
        />
        <Switch
          label={words.mail}
          checked={mail}
          onChange={({ currentTarget }) => set({ mail: currentTarget.checked })}
        />
      </div>
      <Failure error={error} />
    </Panel>
  )
}
