/** What one prefers oneself: units of measure, and what reaches one of notifications. */
import { NativeSelect, Switch } from '@mantine/core'
import { useChange } from '../../api/queries.ts'
import { Failure } from '../../shared/feedback/Notice.tsx'
import type { Habits } from '../../shared/format/habits.ts'
import { Panel } from '../../shared/layout/Panel.tsx'
import { texts } from '../../shared/texts/texts.ts'
import type { Me } from '../types.ts'
import classes from './ServicePanel.module.css'

const words = texts.people.preferences
const measures = Object.entries(words.measures).map(([value, label]) => ({ value, label }))

export function PreferencesPanel({ me }: { me: Me }) {
  const { mutate, error } = useChange('patchClientMe')
  const { measure, notify_config } = me.user
  const set = (body: Parameters<typeof mutate>[0]['body']) => mutate({ params: undefined, body })
  return (
    <Panel title={words.title}>
      <div className={classes.modes}>
        <NativeSelect
          label={words.measure}
          data={measures}
          value={measure}
          onChange={({ currentTarget }) => set({ measure: currentTarget.value as Habits['measure'] })}
        />
        {me.modules.includes('notification') && (
          <>
            <Switch
              label={words.inApp}
              checked={notify_config.in_app}
              onChange={({ currentTarget }) => set({ notify_config: { in_app: currentTarget.checked } })}
            />
            <Switch
              label={words.mail}
              checked={notify_config.mail}
              onChange={({ currentTarget }) => set({ notify_config: { mail: currentTarget.checked } })}
            />
          </>
        )}
      </div>
      <Failure error={error} />
    </Panel>
  )
}
