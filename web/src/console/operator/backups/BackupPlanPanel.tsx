/** When backups are created, where they are stored and how long they are kept. */
import { Button } from '@mantine/core'
import type { OperatorBackupPlan } from '../../../api/generated.ts'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { to } from '../../../shared/router/router.ts'
import { operator } from '../../../shared/texts/operator.ts'
import { Figure, Figures } from '../../blocks/standing.tsx'
import { Time } from '../../blocks/values.tsx'
import classes from '../operator.module.css'

const { plan: texts } = operator.backups
const settings = to('/settings/:tab', { tab: 'backups' })

export function BackupPlanPanel({ plan }: { plan: OperatorBackupPlan }) {
  const { time, next_at, place, encryption, test_days, next_test_at } = plan
  if (time === null) {
    return (
      <Panel title={texts.title}>
        <div className={classes.stack}>
          <p className={classes.text}>{texts.off}</p>
          <div className={classes.buttons}>
            <Button component="a" href={settings} variant="default">
              {texts.turnOn}
            </Button>
          </div>
        </div>
      </Panel>
    )
  }
  const isDue = next_at !== null && next_at <= Date.now() / 1000
  return (
    <Panel title={texts.title}>
      <div className={classes.stack}>
        <Figures>
          <Figure
            name={texts.next}
            value={next_at === null || isDue ? texts.now : <Time at={next_at} />}
            detail={texts.daily(time)}
          />
          <Figure
            name={texts.keep}
            value={texts.kept(plan.keep_daily, plan.keep_weekly, plan.keep_monthly)}
            detail={texts.keptHint}
          />
          <Figure name={texts.encryption} value={texts.encryptions[encryption]} />
          <Figure
            name={texts.nextTest}
            value={next_test_at === null ? texts.noTest : <Time at={next_test_at} />}
            detail={test_days !== null && texts.testDays(test_days)}
          />
        </Figures>
        <p className={classes.text}>
          {texts.place} <span className={classes.mono}>{place}</span>
        </p>
        <div className={classes.buttons}>
          <Button component="a" href={settings} variant="default">
            {texts.change}
          </Button>
        </div>
      </div>
    </Panel>
  )
}
